"""What embedding sends to a server, before it is sent."""

from collections.abc import Sequence
from dataclasses import dataclass

from chunking.core.text.numbers import count_of
from chunking.embedding.cached_embedder import CachedEmbedder


@dataclass(frozen=True, slots=True)
class EmbeddingCost:
    """Texts that are sent to a server, and their tokens.

    Attributes:
        texts: Number of texts that are not cached.
        tokens: Their tokens; an estimate where the tokenizer of the model is unknown.
    """

    model: str
    host: str
    texts: int
    tokens: int
    is_estimate: bool

    @property
    def note(self) -> str:
        """One sentence on what is sent."""
        about = "about " if self.is_estimate else ""
        return (
            f"{self.model} sends {count_of(self.texts, 'text')} of {about}"
            f"{count_of(self.tokens, 'token')} to {self.host}"
        )


def embedding_cost(embedder: CachedEmbedder, texts: Sequence[str]) -> EmbeddingCost | None:
    """Return what embedding texts sends to a server; None if nothing is sent."""
    remote = embedder.remote
    missing = embedder.missing(texts) if remote is not None else []
    if remote is None or not missing:
        return None
    return EmbeddingCost(
        model=embedder.id,
        host=remote.host,
        texts=len(missing),
        tokens=remote.token_count(missing),
        is_estimate=embedder.tokenizer is None,
    )
