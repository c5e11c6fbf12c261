"""An embedder that asks its model only for texts that were never embedded before."""

from __future__ import annotations

import threading
import time
from typing import TYPE_CHECKING

import numpy as np

from chunking.embedding.precision import EXACT
from chunking.embedding.slices import windows
from chunking.embedding.store import VectorStore
from chunking.embedding.vectors import no_vectors, unit_vectors
from chunking.errors import ModelError
from chunking.normalize import encodable, normalize_text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from chunking.embedding.protocol import Embedder, OnBatch, OnPart
    from chunking.types import Ints, Vectors

# What a crash may cost; each write is a file of its own.
WRITE_EVERY_SECONDS = 2.0
# Texts looked up or written at once, to bound memory.
BLOCK = 4096


class CachedEmbedder:
    """An embedder in front of another, with the vectors of all texts it has seen on disk.

    The model is given the text in its normal form (`normalize_text`, `encodable`), which is
    also what the vector is kept by: equal keys always mean equal vectors. Where every text
    is known the model is never touched. Without a `store` it is the one of the user's cache
    folder, opened at the first use.

    `precision` is how the model computes, and part of what vectors are kept by; `note` says in one
    sentence where that is not what was asked for.
    """

    def __init__(
        self,
        embedder: Embedder,
        store: VectorStore | None = None,
        *,
        precision: str = EXACT,
        note: str = "",
    ) -> None:
        self._embedder = embedder
        self._store = store
        self._lock = threading.Lock()
        self.precision = precision
        self.note = note

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
                self._store = VectorStore(self.id, self.revision, precision=self.precision)
            return self._store

    def encode(self, texts: Sequence[str], *, on_batch: OnBatch | None = None) -> Vectors:
        """One vector a text, (n, d) float32 of norm 1; equal texts are embedded once.

        `on_batch` is called with the texts that were not known: (0, total) before the model
        is touched, then after each window of them. Where it raises, what is done is kept in the
        store.
        """
        return self._encode(texts, on_batch, None)

    def encode_parts(
        self, texts: Sequence[str], *, on_part: OnPart, on_batch: OnBatch | None = None
    ) -> Vectors:
        """As `encode`; `on_part` is given the vectors of the first texts as soon as they are there.

        Texts that are known count with those before them, and where all are known there are no
        parts. The first part waits for 64 texts that are not, each later one for twice as many,
        up to 1,024.
        """
        return self._encode(texts, on_batch, on_part)

    def _encode(
        self, texts: Sequence[str], on_batch: OnBatch | None, on_part: OnPart | None
    ) -> Vectors:
        if not len(texts):
            return no_vectors()
        rows = Rows(texts)
        missing = self._look_up(rows)
        if len(missing):
            self._embed(rows, missing, on_batch, on_part)
        return rows.top(len(texts))

    def _look_up(self, rows: Rows) -> Ints:
        """The numbers of the texts that are not known, (m,); the others get their vectors."""
        missing = []
        for start in range(0, len(rows.distinct), BLOCK):
            known, vectors = self.store.lookup(rows.distinct[start : start + BLOCK])
            numbers = start + np.flatnonzero(known)
            if len(numbers):
                self._put(rows, numbers, vectors if known.all() else vectors[known])
            missing.append(start + np.flatnonzero(~known))
        return np.concatenate(missing)

    def _embed(
        self, rows: Rows, missing: Ints, on_batch: OnBatch | None, on_part: OnPart | None
    ) -> None:
        """The vectors of texts the store does not know, written to it as they come."""
        texts = [rows.distinct[number] for number in missing.tolist()]
        if on_batch is not None:
            on_batch(0, len(texts))
        done = kept = 0
        written = time.monotonic()
        try:
            for window in windows(texts, growing=on_part is not None):
                answer = self._embedder.encode(texts[window])
                fresh = unit_vectors(answer, window.stop - window.start, self.id)
                self._put(rows, missing[window], fresh)
                done = window.stop
                if done - kept >= BLOCK or time.monotonic() - written >= WRITE_EVERY_SECONDS:
                    self._keep(rows, missing[kept:done])
                    kept, written = done, time.monotonic()
                if on_batch is not None:
                    on_batch(done, len(texts))
                if on_part is not None and done < len(texts):
                    on_part(rows.top(rows.first[missing[done]]))
        finally:
            self._keep(rows, missing[kept:done])

    def _put(self, rows: Rows, numbers: Ints, vectors: Vectors) -> None:
        if rows.width not in {0, vectors.shape[1]}:
            raise ModelError(
                f"model {self.id!r} answered with vectors of {vectors.shape[1]} numbers, but "
                f"those in {self.store.folder} have {rows.width}: remove that folder"
            )
        rows.put(numbers, vectors)

    def _keep(self, rows: Rows, numbers: Ints) -> None:
        if len(numbers):
            texts = [rows.distinct[number] for number in numbers.tolist()]
            self.store.write(texts, rows.vectors[rows.first[numbers]])


class Rows:
    """The vectors of some texts while they are found: `distinct` texts are numbered from the top.

    `first` is the row of each distinct text, (m,).
    """

    def __init__(self, texts: Sequence[str]) -> None:
        numbers: dict[str, int] = {}
        of = np.fromiter(
            (numbers.setdefault(_normal(text), len(numbers)) for text in texts), dtype=np.int64
        )
        self.distinct = list(numbers)
        self.vectors = no_vectors()
        # A new text has the next number: where the largest so far grows, a text is new.
        new = np.diff(np.maximum.accumulate(of), prepend=-1) > 0
        self.first: Ints = np.flatnonzero(new)
        self._again: Ints = np.flatnonzero(~new)
        self._source = self.first[of[self._again]]
        self._count = len(of)
        self._copied = 0

    @property
    def width(self) -> int:
        """How many numbers a vector has; 0 as long as there is none."""
        return int(self.vectors.shape[1])

    def put(self, numbers: Ints, vectors: Vectors) -> None:
        """The vectors, (k, d), of the distinct texts of those numbers."""
        if not self.width:
            self.vectors = np.zeros((self._count, vectors.shape[1]), dtype=np.float32)
        self.vectors[self.first[numbers]] = vectors

    def top(self, count: int) -> Vectors:
        """The vectors of the first texts, once all of them are there; a view."""
        copied = int(np.searchsorted(self._again, count))
        some = slice(self._copied, copied)
        self.vectors[self._again[some]] = self.vectors[self._source[some]]
        self._copied = copied
        return self.vectors[:count]


def _normal(text: str) -> str:
    return encodable(normalize_text(text))
