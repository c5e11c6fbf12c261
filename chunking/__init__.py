"""Chunkscope: see how a text is cut into chunks, and why."""

from chunking.chunks import Chunk, Chunking
from chunking.engine import chunk
from chunking.errors import ChunkingError
from chunking.loading import load
from chunking.strategies import available, get
from chunking.types import Document, Reason
from chunking.universal import UniversalChunker

__all__ = [
    "Chunk",
    "Chunking",
    "ChunkingError",
    "Document",
    "Reason",
    "UniversalChunker",
    "available",
    "chunk",
    "get",
    "load",
]
