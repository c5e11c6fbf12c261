"""Chunkscope: see how a text is cut into chunks, and why."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from chunking.chunks import Chunk, Chunking
    from chunking.engine import chunk
    from chunking.errors import ChunkingError
    from chunking.imported import load_chunks
    from chunking.loading import load
    from chunking.recommending import Recommendation, recommend
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
    "load_chunks",
    "recommend",
    "segment",
]

# Where each name comes from: fetched when it is first asked for, so that importing the package,
# as every command does, costs next to nothing.
_HOMES = {
    "Chunk": "chunks",
    "Chunking": "chunks",
    "ChunkingError": "errors",
    "Document": "types",
    "Reason": "types",
    "Recommendation": "recommending",
    "UniversalChunker": "universal",
    "available": "strategies",
    "chunk": "engine",
    "get": "strategies",
    "load": "loading",
    "load_chunks": "imported",
    "recommend": "recommending",
    "segment": "segmenting",
}


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    found = getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return sorted(__all__)
