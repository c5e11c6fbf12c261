"""Chunkscope: split text for retrieval, with the reason for every boundary.

`chunk(load("book.md"))` splits a document by the strategy that is recommended for it, and
`chunk(document, Semantic(threshold=0.3))` or `chunk(document, "semantic:threshold=0.3")` by
another. Names are imported on first access, so that importing the package takes almost no time.
"""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from chunking.analysis.comparison import compare
    from chunking.analysis.coverage import coverage
    from chunking.analysis.recommend.chunk import chunk
    from chunking.analysis.recommend.recommendation import Recommendation
    from chunking.analysis.recommend.strategy import recommend
    from chunking.core.chunking import Chunk, Chunking
    from chunking.core.cuts import REASONS, Reason
    from chunking.core.document import Document
    from chunking.core.errors import (
        ChunkingError,
        ContractError,
        LoadError,
        MissingPackageError,
        ModelError,
        SettingsError,
        StoppedError,
        StoreError,
    )
    from chunking.core.prepared import Constraints, Material
    from chunking.embedding import ChunkEmbedder, Embedder, ModelEmbedder
    from chunking.engine import nest, prepare, run
    from chunking.engine.serialization import from_toml, to_toml
    from chunking.engine.universal import UniversalChunker
    from chunking.library.batch import ChunkResult, chunk_many
    from chunking.library.search import search
    from chunking.library.stores.protocol import Hit
    from chunking.library.sync import sync
    from chunking.library.sync_report import Report
    from chunking.loading import find_files, load, load_bytes
    from chunking.loading.chunk_files import load_chunks
    from chunking.loading.samples import sample
    from chunking.output.export import (
        check_exports,
        from_jsonl,
        to_csv,
        to_jsonl,
        to_python,
    )
    from chunking.retrieval.evaluation import evaluate
    from chunking.strategies import (
        Breakpoint,
        Cluster,
        Code,
        Dialogue,
        Fixed,
        Headings,
        Hierarchical,
        Optimal,
        Paragraph,
        Recursive,
        Semantic,
        Sentence,
        Sliding,
        Strategy,
        Structure,
        available,
        get,
    )
    from chunking.strategies.optimal.segment import segment

    __version__: str

# The names of each module below `chunking`.
_NAMES = {
    "analysis.comparison": "compare",
    "analysis.coverage": "coverage",
    "analysis.recommend.chunk": "chunk",
    "analysis.recommend.recommendation": "Recommendation",
    "analysis.recommend.strategy": "recommend",
    "core.chunking": "Chunk Chunking",
    "core.cuts": "REASONS Reason",
    "core.document": "Document",
    "core.errors": (
        "ChunkingError ContractError LoadError MissingPackageError ModelError SettingsError "
        "StoppedError StoreError"
    ),
    "core.prepared": "Constraints Material",
    "embedding": "ChunkEmbedder Embedder ModelEmbedder",
    "engine": "nest prepare run",
    "engine.serialization": "from_toml to_toml",
    "engine.universal": "UniversalChunker",
    "library.batch": "ChunkResult chunk_many",
    "library.search": "search",
    "library.stores.protocol": "Hit",
    "library.sync": "sync",
    "library.sync_report": "Report",
    "loading": "find_files load load_bytes",
    "loading.chunk_files": "load_chunks",
    "loading.samples": "sample",
    "output.export": "check_exports from_jsonl to_csv to_jsonl to_python",
    "retrieval.evaluation": "evaluate",
    "strategies": (
        "Breakpoint Cluster Code Dialogue Fixed Headings Hierarchical Optimal Paragraph Recursive "
        "Semantic Sentence Sliding Strategy Structure available get"
    ),
    "strategies.optimal.segment": "segment",
}
_MODULES = {name: module for module, names in _NAMES.items() for name in names.split()}

__all__ = [
    "REASONS",
    "Breakpoint",
    "Chunk",
    "ChunkEmbedder",
    "ChunkResult",
    "Chunking",
    "ChunkingError",
    "Cluster",
    "Code",
    "Constraints",
    "ContractError",
    "Dialogue",
    "Document",
    "Embedder",
    "Fixed",
    "Headings",
    "Hierarchical",
    "Hit",
    "LoadError",
    "Material",
    "MissingPackageError",
    "ModelEmbedder",
    "ModelError",
    "Optimal",
    "Paragraph",
    "Reason",
    "Recommendation",
    "Recursive",
    "Report",
    "Semantic",
    "Sentence",
    "SettingsError",
    "Sliding",
    "StoppedError",
    "StoreError",
    "Strategy",
    "Structure",
    "UniversalChunker",
    "__version__",
    "available",
    "check_exports",
    "chunk",
    "chunk_many",
    "compare",
    "coverage",
    "evaluate",
    "find_files",
    "from_jsonl",
    "from_toml",
    "get",
    "load",
    "load_bytes",
    "load_chunks",
    "nest",
    "prepare",
    "recommend",
    "run",
    "sample",
    "search",
    "segment",
    "sync",
    "to_csv",
    "to_jsonl",
    "to_python",
    "to_toml",
]


def __getattr__(name: str) -> object:
    if name == "__version__":
        return _module("core.version").program_version()
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    found = getattr(_module(_MODULES[name]), name)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return sorted(__all__)


def _module(name: str):  # type: ignore[no-untyped-def] # noqa: ANN202 - a module of any kind
    """Return a module of the package `chunking` next to this one.

    A file `chunking.py` of the program that uses this package keeps its name: the folder of the
    package is where it then finds modules below it.
    """
    own = str(Path(__file__).parents[1] / "chunking")
    package = sys.modules.get("chunking") or import_module("chunking")
    places = list(getattr(package, "__path__", ()))
    if own not in places and not any(Path(place).samefile(own) for place in places):
        package.__path__ = [own, *places]
    return import_module(f"chunking.{name}")
