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
    from chunking.adapters.haystack import ChunkscopeSplitter
    from chunking.adapters.langchain import ChunkscopeRetriever, ChunkscopeTextSplitter
    from chunking.adapters.llama_index import ChunkscopeNodeParser
    from chunking.analysis import explain
    from chunking.analysis.chunk_checks import check_chunks
    from chunking.analysis.coverage import coverage
    from chunking.analysis.differences import differences
    from chunking.analysis.metrics import METRICS, metrics_against
    from chunking.analysis.recommend.by_structure import Recommendation
    from chunking.analysis.recommend.shared_threshold import shared_threshold
    from chunking.analysis.recommend.strategy import chunk, recommend
    from chunking.analysis.recommend.threshold import recommended_threshold
    from chunking.analysis.recommend.threshold_transfer import transfer_by_share, transfer_to_model
    from chunking.analysis.setting_effects import setting_effects
    from chunking.analysis.settings_search import outcomes
    from chunking.analysis.thresholds import SELECTORS
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
    from chunking.core.prepared import Constraints, Material, Prepared
    from chunking.embedding import (
        ChunkEmbedder,
        Embedder,
        ModelEmbedder,
        get_embedder,
        model_tokens,
    )
    from chunking.embedding.openai import OpenAIEmbedder
    from chunking.engine import cost_of, manual_boundaries, nest, prepare, run
    from chunking.engine.serialization import from_toml, to_toml
    from chunking.engine.universal import UniversalChunker
    from chunking.library.batch import ChunkResult, chunk_many
    from chunking.library.plan import embedding_cost, plan, state_of
    from chunking.library.search import search
    from chunking.library.source import open_source
    from chunking.library.stores.protocol import Hit, Store
    from chunking.library.sync import Options, dry_run, sync
    from chunking.library.sync_report import Report
    from chunking.loading import find_files, load, load_bytes
    from chunking.loading.chunk_files import load_chunks
    from chunking.loading.samples import sample
    from chunking.output.comparison import compare
    from chunking.output.export import check_exports, from_jsonl, to_csv, to_jsonl, to_python
    from chunking.output.report import to_html
    from chunking.retrieval.evaluation import evaluate
    from chunking.retrieval.recall_curve import recall_curve
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

__all__ = [
    "METRICS",
    "REASONS",
    "SELECTORS",
    "Breakpoint",
    "Chunk",
    "ChunkEmbedder",
    "ChunkResult",
    "Chunking",
    "ChunkingError",
    "ChunkscopeNodeParser",
    "ChunkscopeRetriever",
    "ChunkscopeSplitter",
    "ChunkscopeTextSplitter",
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
    "OpenAIEmbedder",
    "Optimal",
    "Options",
    "Paragraph",
    "Prepared",
    "Reason",
    "Recommendation",
    "Recursive",
    "Report",
    "Semantic",
    "Sentence",
    "SettingsError",
    "Sliding",
    "StoppedError",
    "Store",
    "StoreError",
    "Strategy",
    "Structure",
    "UniversalChunker",
    "__version__",
    "available",
    "check_chunks",
    "check_exports",
    "chunk",
    "chunk_many",
    "compare",
    "cost_of",
    "coverage",
    "differences",
    "dry_run",
    "embedding_cost",
    "evaluate",
    "explain",
    "find_files",
    "from_jsonl",
    "from_toml",
    "get",
    "get_embedder",
    "load",
    "load_bytes",
    "load_chunks",
    "manual_boundaries",
    "metrics_against",
    "model_tokens",
    "nest",
    "open_source",
    "outcomes",
    "plan",
    "prepare",
    "recall_curve",
    "recommend",
    "recommended_threshold",
    "run",
    "sample",
    "search",
    "segment",
    "setting_effects",
    "shared_threshold",
    "state_of",
    "sync",
    "to_csv",
    "to_html",
    "to_jsonl",
    "to_python",
    "to_toml",
    "transfer_by_share",
    "transfer_to_model",
]

# The names of each module below `chunking`.
_NAMES = {
    "adapters.haystack": "ChunkscopeSplitter",
    "adapters.langchain": "ChunkscopeRetriever ChunkscopeTextSplitter",
    "adapters.llama_index": "ChunkscopeNodeParser",
    "analysis": "explain",
    "analysis.chunk_checks": "check_chunks",
    "analysis.coverage": "coverage",
    "analysis.differences": "differences",
    "analysis.metrics": "METRICS metrics_against",
    "analysis.recommend.shared_threshold": "shared_threshold",
    "analysis.recommend.by_structure": "Recommendation",
    "analysis.recommend.strategy": "chunk recommend",
    "analysis.recommend.threshold": "recommended_threshold",
    "analysis.recommend.threshold_transfer": "transfer_by_share transfer_to_model",
    "analysis.setting_effects": "setting_effects",
    "analysis.settings_search": "outcomes",
    "analysis.thresholds": "SELECTORS",
    "core.chunking": "Chunk Chunking",
    "core.cuts": "REASONS Reason",
    "core.document": "Document",
    "core.errors": (
        "ChunkingError ContractError LoadError MissingPackageError ModelError SettingsError "
        "StoppedError StoreError"
    ),
    "core.prepared": "Constraints Material Prepared",
    "embedding": "ChunkEmbedder Embedder ModelEmbedder get_embedder model_tokens",
    "embedding.openai": "OpenAIEmbedder",
    "engine": "cost_of manual_boundaries nest prepare run",
    "engine.serialization": "from_toml to_toml",
    "engine.universal": "UniversalChunker",
    "library.batch": "ChunkResult chunk_many",
    "library.plan": "embedding_cost plan state_of",
    "library.search": "search",
    "library.source": "open_source",
    "library.stores.protocol": "Hit Store",
    "library.sync": "Options dry_run sync",
    "library.sync_report": "Report",
    "loading": "find_files load load_bytes",
    "loading.chunk_files": "load_chunks",
    "loading.samples": "sample",
    "output.comparison": "compare",
    "output.export": "check_exports from_jsonl to_csv to_jsonl to_python",
    "output.report": "to_html",
    "retrieval.evaluation": "evaluate",
    "retrieval.recall_curve": "recall_curve",
    "strategies": (
        "Breakpoint Cluster Code Dialogue Fixed Headings Hierarchical Optimal Paragraph "
        "Recursive Semantic Sentence Sliding Strategy Structure available get"
    ),
    "strategies.optimal.segment": "segment",
}
_MODULES = {name: module for module, names in _NAMES.items() for name in names.split()}


def __getattr__(name: str) -> object:
    if name == "__version__":
        return _module("core.packages").program_version()
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    module = _module(_MODULES[name])
    found = getattr(module, name, None) or _module(f"{_MODULES[name]}.{name}")
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
