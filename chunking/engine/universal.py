"""`UniversalChunker`, with the signature of Alexandria's ADR 0007."""

from __future__ import annotations

from typing import TYPE_CHECKING

from chunking.core.document import as_document
from chunking.core.errors import SettingsError
from chunking.core.text.tokenizers import ESTIMATE
from chunking.engine import prepare, run
from chunking.strategies.semantic import Semantic

if TYPE_CHECKING:
    from sentence_transformers import SentenceTransformer


class UniversalChunker:
    """Semantic chunking with a model that the caller has loaded; sizes in tokens.

    A lower threshold gives fewer chunks. Sentences are those of this package, since the published
    `split('. ')` loses text.

    Raises:
        SettingsError: A setting is out of range.
    """

    def __init__(
        self,
        embedding_model: SentenceTransformer,
        threshold: float = 0.5,
        min_chunk_size: int = 200,
        max_chunk_size: int = 1200,
    ) -> None:
        from chunking.embedding import ModelEmbedder

        self._model = embedding_model
        self.threshold = threshold
        self.min_size = min_chunk_size
        self.max_size = max_chunk_size
        self._embedder = ModelEmbedder(embedding_model)
        self._strategy()

    @property
    def model(self) -> SentenceTransformer:
        """The model; another one needs another chunker."""
        return self._model

    def chunk(self, text: str) -> list[str]:
        """Return the chunks of a text, exact slices of it, in order.

        Raises:
            SettingsError: `text` is not a str.
            ModelError: The model does not return one vector per text.
        """
        strategy = self._strategy()
        prepared = prepare(as_document(text), strategy.material, embedder=self._embedder)
        return run(prepared, strategy).texts

    def _strategy(self) -> Semantic:
        """Return the strategy with the current attributes."""
        try:
            return Semantic(
                threshold=self.threshold,
                min_tokens=self.min_size,
                max_tokens=self.max_size,
                keep_whole="blocks",
                tokenizer=ESTIMATE,
            )
        except SettingsError as error:
            names = str(error).replace("min_tokens", "min_chunk_size")
            raise SettingsError(names.replace("max_tokens", "max_chunk_size")) from None
