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
from chunking.embedding.folders import cache_root
from chunking.embedding.model import ModelEmbedder, TextModel
from chunking.embedding.named import BUNDLED_NAMES, check_name, find_folder
from chunking.embedding.pieces import piece_starts
from chunking.embedding.precision import EXACT, PRECISIONS, check_precision, precision_note
from chunking.embedding.protocol import Embedder, InParts, OnBatch, OnPart, check_embedder
from chunking.embedding.store import VectorStore
from chunking.embedding.vectors import check_vectors

if TYPE_CHECKING:
    from pathlib import Path

__all__ = [
    "DEFAULT_MODEL",
    "PRECISIONS",
    "CachedEmbedder",
    "Embedder",
    "InParts",
    "ModelEmbedder",
    "OnBatch",
    "OnPart",
    "TextModel",
    "VectorStore",
    "cache_root",
    "check_embedder",
    "check_precision",
    "check_vectors",
    "get_embedder",
    "piece_starts",
    "precision_note",
]

# ONNX Runtime reports from the moment it is imported, by whomever.
os.environ["ORT_DISABLE_TELEMETRY"] = "1"

_LOCK = threading.Lock()
_MODELS: dict[tuple[str, str], FolderEmbedder] = {}
_CACHED: dict[tuple[str, str, Path], CachedEmbedder] = {}


def get_embedder(name: str = DEFAULT_MODEL, precision: str = EXACT) -> CachedEmbedder:
    """The model of that name, or in that folder, behind the cache of vectors.

    One name and precision give one object within a process. Nothing is read, fetched or loaded
    before the embedder is used; a model that cannot be found raises `ModelError` then, a name that
    can name no model does at once, and one of no precision `SettingsError`. Where this machine
    cannot be `fast`, what is given is exact, and its `note` says so.
    """
    plain = check_name(name)
    if plain in BUNDLED_NAMES:
        plain = DEFAULT_MODEL
    note = precision_note(precision)
    had = EXACT if note else precision
    key = (plain, precision, cache_root())
    with _LOCK:
        if (plain, had) not in _MODELS:
            _MODELS[plain, had] = (
                BundledEmbedder(had)
                if plain == DEFAULT_MODEL
                else FolderEmbedder(plain, lambda: find_folder(plain), had)
            )
        if key not in _CACHED:
            _CACHED[key] = CachedEmbedder(_MODELS[plain, had], precision=had, note=note)
        return _CACHED[key]
