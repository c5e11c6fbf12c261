"""Loading of documents from files and bytes, one module per format."""

from chunking.loading.folder import Folder, load_folder
from chunking.loading.formats import FORMATS, Format
from chunking.loading.language import guess_language
from chunking.loading.load import MAX_BYTES, load, load_bytes

__all__ = [
    "FORMATS",
    "MAX_BYTES",
    "Folder",
    "Format",
    "guess_language",
    "load",
    "load_bytes",
    "load_folder",
]
