"""Texts to vectors: the protocol, the models, the cache.

Importing this imports no model library; that happens when a text is embedded that no cache knows.
"""

from __future__ import annotations

import os
import threading
from typing import TYPE_CHECKING

from chunking.embedding.bundled import DEFAULT_MODEL, BundledEmbedder
from chunking.embedding.cache import CachedEmbedder
from chunking.embedding.folder import FolderEmbedder
from chunking.embedding.model import ModelEmbedder, TextModel
from chunking.embedding.named import BUNDLED_NAMES, check_name, find_folder
from chunking.embedding.pieces import piece_starts
from chunking.embedding.protocol import Embedder, OnBatch
from chunking.embedding.store import VectorStore, cache_root

if TYPE_CHECKING:
    from pathlib import Path

__all__ = [
    "DEFAULT_MODEL",
    "CachedEmbedder",
    "Embedder",
    "ModelEmbedder",
    "OnBatch",
    "TextModel",
    "VectorStore",
    "cache_root",
    "get_embedder",
    "piece_starts",
]

# ONNX Runtime reports from the moment it is imported, by whomever.
os.environ["ORT_DISABLE_TELEMETRY"] = "1"

_LOCK = threading.Lock()
_MODELS: dict[str, FolderEmbedder] = {}
_CACHED: dict[tuple[str, Path], CachedEmbedder] = {}


def get_embedder(name: str = DEFAULT_MODEL) -> Embedder:
    """The model of that name, or in that folder, behind the cache of vectors.

    One name gives one object within a process. Nothing is read, fetched or loaded before
    the embedder is used; a model that cannot be found raises `ModelError` then, a name that
    can name no model at once.
    """
    plain = check_name(name)
    if plain in BUNDLED_NAMES:
        plain = DEFAULT_MODEL
    key = (plain, cache_root())
    with _LOCK:
        if plain not in _MODELS:
            _MODELS[plain] = (
                BundledEmbedder()
                if plain == DEFAULT_MODEL
                else FolderEmbedder(plain, lambda: find_folder(plain))
            )
        if key not in _CACHED:
            _CACHED[key] = CachedEmbedder(_MODELS[plain])
        return _CACHED[key]
