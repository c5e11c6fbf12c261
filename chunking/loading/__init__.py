"""Bytes to a `Document`, one file a format."""

from chunking.loading.formats import FORMATS, Format
from chunking.loading.language import guess_language
from chunking.loading.load import MAX_BYTES, load, load_bytes

__all__ = ["FORMATS", "MAX_BYTES", "Format", "guess_language", "load", "load_bytes"]
