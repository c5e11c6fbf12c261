"""Embedder that embeds each distinct text once while it is used."""

from collections.abc import Sequence

import numpy as np

from chunking.core.arrays import Vectors
from chunking.embedding import Embedder, OnBatch
from chunking.embedding.protocol import check_vectors, no_vectors
from chunking.embedding.wrapper import EmbedderWrapper


class MemoizedEmbedder(EmbedderWrapper):
    """An embedder that keeps the vectors of all texts in memory.

    Many chunkings of one document have most of their chunks in common; the cache on disk would
    look each of them up again.

    Args:
        embedder: The model.
    """

    def __init__(self, embedder: Embedder) -> None:
        super().__init__(embedder)
        self._rows: dict[str, int] = {}
        self._vectors = no_vectors()

    def encode(self, texts: Sequence[str], *, on_batch: OnBatch | None = None) -> Vectors:
        """Return one vector per text, (n, d) float32 of norm 1."""
        missing = [text for text in dict.fromkeys(texts) if text not in self._rows]
        if missing:
            fresh = check_vectors(self._embedder.encode(missing, on_batch=on_batch), len(missing))
            known = self._vectors
            self._vectors = np.concatenate([known, fresh]) if len(known) else fresh
            self._rows |= {text: len(known) + i for i, text in enumerate(missing)}
        if not texts:
            return no_vectors()
        found: Vectors = self._vectors[[self._rows[text] for text in texts]]
        return found
