"""An embedder that asks its model only for texts that were never embedded before."""

from __future__ import annotations

import threading
import time
from typing import TYPE_CHECKING

import numpy as np

from chunking.embedding.slices import by_length
from chunking.embedding.store import VectorStore
from chunking.embedding.vectors import no_vectors, unit_vectors
from chunking.errors import ModelError
from chunking.normalize import encodable, normalize_text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from chunking.embedding.protocol import Embedder, OnBatch
    from chunking.types import Vectors

# What a crash may cost; each write is a file of its own.
WRITE_EVERY_SECONDS = 2.0


class CachedEmbedder:
    """An embedder in front of another, with the vectors of all texts it has seen on disk.

    The model is given the text in its normal form (`normalize_text`, `encodable`), which is
    also what the vector is kept by: equal keys always mean equal vectors. Where every text
    is known the model is never touched. Without a `store` it is the one of the user's cache
    folder, opened at the first use.
    """

    def __init__(self, embedder: Embedder, store: VectorStore | None = None) -> None:
        self._embedder = embedder
        self._store = store
        self._lock = threading.Lock()

    @property
    def id(self) -> str:
        """The model's id."""
        return self._embedder.id

    @property
    def revision(self) -> str:
        """The model's revision."""
        return self._embedder.revision

    @property
    def max_pieces(self) -> int | None:
        """The number of word pieces the model reads of one text."""
        return self._embedder.max_pieces

    @property
    def store(self) -> VectorStore:
        """Where the vectors are kept."""
        with self._lock:
            if self._store is None:
                self._store = VectorStore(self.id, self.revision)
            return self._store

    def encode(self, texts: Sequence[str], *, on_batch: OnBatch | None = None) -> Vectors:
        """One vector a text, (n, d) float32 of norm 1; equal texts are embedded once.

        `on_batch` is called with the texts that were not known: (0, total) before the model
        is touched, then after each slice. Where it raises, what is done is kept in the store.
        """
        if not len(texts):
            return no_vectors()
        numbers: dict[str, int] = {}
        rows = [numbers.setdefault(_normal(text), len(numbers)) for text in texts]
        distinct = list(numbers)
        known, vectors = self.store.lookup(distinct)
        missing = np.flatnonzero(~known)
        if len(missing):
            fresh = self._embed([distinct[i] for i in missing], on_batch)
            if not len(vectors):
                vectors = np.zeros((len(distinct), fresh.shape[1]), dtype=np.float32)
            if fresh.shape[1] != vectors.shape[1]:
                raise ModelError(
                    f"model {self.id!r} answered with vectors of {fresh.shape[1]} numbers, but "
                    f"those in {self.store.folder} have {vectors.shape[1]}: remove that folder"
                )
            vectors[missing] = fresh
        return vectors if len(distinct) == len(texts) else vectors[rows]

    def _embed(self, texts: list[str], on_batch: OnBatch | None) -> Vectors:
        """The vectors of texts the store does not know, written to it as they come."""
        if on_batch is not None:
            on_batch(0, len(texts))
        fresh: Vectors | None = None
        unwritten: list[int] = []
        done, written = 0, time.monotonic()
        try:
            for indices in by_length(texts):
                answer = self._embedder.encode([texts[i] for i in indices])
                slice_ = unit_vectors(answer, len(indices), self.id)
                if fresh is None:
                    fresh = np.zeros((len(texts), slice_.shape[1]), dtype=np.float32)
                fresh[indices] = slice_
                unwritten += indices
                done += len(indices)
                if time.monotonic() - written >= WRITE_EVERY_SECONDS:
                    self.store.write([texts[i] for i in unwritten], fresh[unwritten])
                    unwritten, written = [], time.monotonic()
                if on_batch is not None:
                    on_batch(done, len(texts))
        finally:
            if fresh is not None and unwritten:
                self.store.write([texts[i] for i in unwritten], fresh[unwritten])
        return fresh if fresh is not None else no_vectors()


def _normal(text: str) -> str:
    return encodable(normalize_text(text))
