"""Import of chunk files: chunks of other programs, aligned with a document."""

from chunking.loading.chunk_files.alignment import Placed, Unplaced, align
from chunking.loading.chunk_files.load import Imported, load_chunks, place_records
from chunking.loading.chunk_files.records import Record, read_records

__all__ = [
    "Imported",
    "Placed",
    "Record",
    "Unplaced",
    "align",
    "load_chunks",
    "place_records",
    "read_records",
]
