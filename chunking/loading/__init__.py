"""Loading of documents from files and bytes, one module per format."""

from chunking.loading.files import Files, FoundFile, SkippedFile, find_files
from chunking.loading.folder import Folder, load_folder
from chunking.loading.formats import FORMATS, Format
from chunking.loading.language import guess_language
from chunking.loading.load import MAX_BYTES, load, load_bytes, read_file

__all__ = [
    "FORMATS",
    "MAX_BYTES",
    "Files",
    "Folder",
    "Format",
    "FoundFile",
    "SkippedFile",
    "find_files",
    "guess_language",
    "load",
    "load_bytes",
    "load_folder",
    "read_file",
]
