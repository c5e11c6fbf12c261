"""Embedder that looks vectors up in the cache before it embeds."""

from __future__ import annotations

import threading
import time
from collections.abc import Sequence

import numpy as np

from chunking.core.arrays import Ints, Vectors
from chunking.core.errors import ModelError
from chunking.core.text.normalization import normalize_text, replace_surrogates
from chunking.embedding.long_texts import batches
from chunking.embedding.protocol import (
    Embedder,
    EmbedderWrapper,
    OnBatch,
    OnPart,
    RemoteEmbedder,
    no_vectors,
    unit_vectors,
)
from chunking.embedding.vector_cache import BLOCK, VectorCache

# How much work a crash may lose.
WRITE_INTERVAL_SECONDS = 2.0


class CachedEmbedder(EmbedderWrapper):
    """An embedder behind a vector cache.

    Texts are embedded and cached in their normalized form, so equal keys always mean equal vectors.
    If all texts are cached, the model is not loaded.

    Args:
        cache: Its vectors; by default those in the user's cache folder, opened at first use.
    """

    def __init__(self, embedder: Embedder, cache: VectorCache | None = None) -> None:
        super().__init__(embedder)
        self._cache = cache
        self._lock = threading.Lock()

    @property
    def remote(self) -> RemoteEmbedder | None:
        """The model if it is on a server; `None` for one that runs here."""
        return self._embedder if isinstance(self._embedder, RemoteEmbedder) else None

    @property
    def to_download(self) -> str | None:
        """The name under which the model would be downloaded; `None` if that is not needed."""
        return getattr(self._embedder, "to_download", None)

    @property
    def device(self) -> str:
        """The GPU that the model runs on, such as `cuda`; empty for the processor."""
        return str(getattr(self._embedder, "device", ""))

    @property
    def uncached(self) -> Embedder:
        """The model without the cache."""
        return self._embedder

    def missing(self, texts: Sequence[str]) -> list[str]:
        """Return the distinct texts that are not cached, in normalized form."""
        if not texts:
            return []
        result = _Result(texts)
        return [result.distinct[index] for index in self._look_up(result).tolist()]

    @property
    def cache(self) -> VectorCache:
        """The cached vectors of the model."""
        with self._lock:
            if self._cache is None:
                self._cache = VectorCache(self.id, self.revision)
            return self._cache

    def encode(self, texts: Sequence[str], *, on_batch: OnBatch | None = None) -> Vectors:
        """Return one vector per text, (n, d) float32 of norm 1; equal texts are embedded once.

        `on_batch` counts the texts that are not cached: it is called with (0, total) before the
        model is used, then after each batch. If it raises, the finished vectors stay cached.
        """
        return self._encode(texts, on_batch, None)

    def encode_parts(
        self, texts: Sequence[str], *, on_part: OnPart, on_batch: OnBatch | None = None
    ) -> Vectors:
        """Return the same as `encode`, and call `on_part` with the first vectors as they grow.

        The first part waits for 64 texts that are not cached, each later one for twice as many, up
        to 1,024. If all texts are cached there are no parts.
        """
        return self._encode(texts, on_batch, on_part)

    def _encode(
        self, texts: Sequence[str], on_batch: OnBatch | None, on_part: OnPart | None
    ) -> Vectors:
        if not len(texts):
            return no_vectors()
        result = _Result(texts)
        missing = self._look_up(result)
        if len(missing):
            self._embed(result, missing, on_batch, on_part)
        return result.first_rows(len(texts))

    def _look_up(self, result: _Result) -> Ints:
        """Fill in the cached vectors, and return the indices of the other distinct texts, (m,)."""
        missing = []
        for start in range(0, len(result.distinct), BLOCK):
            known, vectors = self.cache.lookup(result.distinct[start : start + BLOCK])
            indices = start + np.flatnonzero(known)
            if len(indices):
                self._put(result, indices, vectors if known.all() else vectors[known])
            missing.append(start + np.flatnonzero(~known))
        return np.concatenate(missing)

    def _embed(
        self, result: _Result, missing: Ints, on_batch: OnBatch | None, on_part: OnPart | None
    ) -> None:
        """Embed the missing texts, and cache their vectors as they become available."""
        texts = [result.distinct[index] for index in missing.tolist()]
        if on_batch is not None:
            on_batch(0, len(texts))
        done = written = 0
        written_at = time.monotonic()
        try:
            most = getattr(self._embedder, "batch_texts", None)
            for batch in batches(texts, growing=on_part is not None, max_texts=most):
                answer = self._embedder.encode(
                    texts[batch], on_batch=_within(batch, len(texts), on_batch)
                )
                fresh = unit_vectors(answer, batch.stop - batch.start, self.id)
                self._put(result, missing[batch], fresh)
                done = batch.stop
                elapsed = time.monotonic() - written_at
                if done - written >= BLOCK or elapsed >= WRITE_INTERVAL_SECONDS:
                    self._write(result, missing[written:done])
                    written, written_at = done, time.monotonic()
                if on_batch is not None:
                    on_batch(done, len(texts))
                if on_part is not None and done < len(texts):
                    on_part(result.first_rows(result.first[missing[done]]))
        finally:
            self._write(result, missing[written:done])

    def _put(self, result: _Result, indices: Ints, vectors: Vectors) -> None:
        if result.dimension not in {0, vectors.shape[1]}:
            raise ModelError(
                f"model {self.id!r} returned vectors of {vectors.shape[1]} numbers, but "
                f"its cached ones have {result.dimension}: run chunkscope cache --clear"
            )
        result.put(indices, vectors)

    def _write(self, result: _Result, indices: Ints) -> None:
        if len(indices):
            texts = [result.distinct[index] for index in indices.tolist()]
            self.cache.write(texts, result.vectors[result.first[indices]])


def _within(batch: slice, total: int, on_batch: OnBatch | None) -> OnBatch | None:
    """Return a callback for progress within a batch; the caller reports its end."""
    if on_batch is None:
        return None

    def report(done: int, count: int) -> None:
        if done < count:
            on_batch(batch.start + done, total)

    return report


class _Result:
    """Vectors of texts of which some are equal, filled in by distinct text.

    `distinct` holds the texts in normalized form, `first` the row of each, (m,), and `vectors` all
    rows, (n, d).
    """

    def __init__(self, texts: Sequence[str]) -> None:
        indices: dict[str, int] = {}
        normalized = (replace_surrogates(normalize_text(text)) for text in texts)
        of_row = np.fromiter(
            (indices.setdefault(text, len(indices)) for text in normalized), dtype=np.int64
        )
        self.distinct = list(indices)
        self.vectors = no_vectors()
        # A new text has the next index, so it is where the running maximum grows.
        is_new = np.diff(np.maximum.accumulate(of_row), prepend=-1) > 0
        self.first: Ints = np.flatnonzero(is_new)
        self._repeats: Ints = np.flatnonzero(~is_new)
        self._sources = self.first[of_row[self._repeats]]
        self._count = len(of_row)
        self._copied = 0

    @property
    def dimension(self) -> int:
        """Numbers per vector; 0 before the first."""
        return int(self.vectors.shape[1])

    def put(self, indices: Ints, vectors: Vectors) -> None:
        """Set the vectors, (k, d), of distinct texts."""
        if not self.dimension:
            self.vectors = np.zeros((self._count, vectors.shape[1]), dtype=np.float32)
        self.vectors[self.first[indices]] = vectors

    def first_rows(self, count: int) -> Vectors:
        """Return a view of the first rows, once all of them are available."""
        copied = int(np.searchsorted(self._repeats, count))
        some = slice(self._copied, copied)
        self.vectors[self._repeats[some]] = self.vectors[self._sources[some]]
        self._copied = copied
        return self.vectors[:count]
