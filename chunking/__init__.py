"""Chunkscope: see how a text is cut into chunks, and why."""

from chunking.chunks import Chunk, Chunking
from chunking.engine import chunk
from chunking.errors import ChunkingError
from chunking.loading import load
from chunking.recommend import Recommendation, recommend
from chunking.segmenting import segment
from chunking.strategies import available, get
from chunking.types import Document, Reason
from chunking.universal import UniversalChunker

__all__ = [
    "Chunk",
    "Chunking",
    "ChunkingError",
    "Document",
    "Reason",
    "Recommendation",
    "UniversalChunker",
    "available",
    "chunk",
    "get",
    "load",
    "recommend",
    "segment",
]
