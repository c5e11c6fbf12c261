"""Chunkscope: see how a text is split into chunks, and why.

`load` reads a document, `get("semantic")(threshold=0.5)` makes a strategy with its settings, and
`chunk(document, strategy)` splits it. `from chunking.strategies import Semantic` works, too.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from chunking.analysis.recommend.by_structure import Recommendation
    from chunking.analysis.recommend.strategy import chunk, recommend
    from chunking.core.chunking import Chunk, Chunking
    from chunking.core.cuts import Reason
    from chunking.core.document import Document
    from chunking.core.errors import ChunkingError
    from chunking.engine.universal import UniversalChunker
    from chunking.library.batch import ChunkResult, chunk_many
    from chunking.loading import load
    from chunking.loading.chunk_files import load_chunks
    from chunking.output.comparison import compare
    from chunking.strategies import available, get
    from chunking.strategies.optimal.segment import segment

__all__ = [
    "Chunk",
    "ChunkResult",
    "Chunking",
    "ChunkingError",
    "Document",
    "Reason",
    "Recommendation",
    "UniversalChunker",
    "available",
    "chunk",
    "chunk_many",
    "compare",
    "get",
    "load",
    "load_chunks",
    "recommend",
    "segment",
]

# The names of each module, imported on first access, so that importing the package takes almost no
# time.
_NAMES = {
    "analysis.recommend.by_structure": "Recommendation",
    "analysis.recommend.strategy": "chunk recommend",
    "core.chunking": "Chunk Chunking",
    "core.cuts": "Reason",
    "core.document": "Document",
    "core.errors": "ChunkingError",
    "engine.universal": "UniversalChunker",
    "library.batch": "ChunkResult chunk_many",
    "loading": "load",
    "loading.chunk_files": "load_chunks",
    "output.comparison": "compare",
    "strategies": "available get",
    "strategies.optimal.segment": "segment",
}
_MODULES = {name: module for module, names in _NAMES.items() for name in names.split()}


def __getattr__(name: str) -> object:
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    found = getattr(import_module(f"{__name__}.{_MODULES[name]}"), name)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return sorted(__all__)
