"""Chunks made elsewhere, brought to their places in a document."""

from chunking.imported.alignment import Placed, Unplaced, align
from chunking.imported.load import Imported, load_chunks, place
from chunking.imported.records import Record, read_records

__all__ = [
    "Imported",
    "Placed",
    "Record",
    "Unplaced",
    "align",
    "load_chunks",
    "place",
    "read_records",
]
