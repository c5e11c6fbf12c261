"""Sizes of chunks that suit a model, in its own tokens."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from chunking.core.text.tokenizers import ESTIMATE
from chunking.embedding import model_tokenizer, token_limit

if TYPE_CHECKING:
    from chunking.embedding import Embedder

# Retrieval finds larger chunks less often even where the model embeds all of them, and chunks of
# half that size more often: docs/thresholds.md has the figures.
MOST_TOKENS = 254
TARGET_TOKENS = 128


@dataclass(frozen=True, slots=True)
class ChunkSizes:
    """The sizes that are recommended for a model.

    Attributes:
        most: Tokens of the largest chunk.
        target: Tokens of a chunk where a strategy has a target.
        tokenizer: Tokenizer of strategies without a model: the name of the model's own, or the
            estimate where that has no name. Strategies with the model count in its tokens.
        is_limit: Whether `most` is the limit of the model.
    """

    most: int
    target: int
    tokenizer: str
    is_limit: bool

    @property
    def settings(self) -> dict[str, Any]:
        """The settings of a strategy without a model that counts in these tokens."""
        return {"tokenizer": self.tokenizer}

    @property
    def limit(self) -> str:
        """The largest size in words."""
        return "the model limit" if self.is_limit else f"{self.most} tokens"

    @property
    def statement(self) -> str:
        """The largest size as part of a sentence."""
        return f"{'the model limit is' if self.is_limit else 'a chunk may have'} {self.most}"

    @property
    def at_most(self) -> str:
        """The largest size as a summary."""
        note = " (the model limit)" if self.is_limit else ""
        return f"at most {self.most} tokens per chunk{note}"

    @property
    def about_target(self) -> str:
        """The target size as a summary."""
        note = " (half the model limit)" if self.is_limit else ""
        return f"about {self.target} tokens per chunk{note}"


def chunk_sizes(embedder: Embedder) -> ChunkSizes:
    """Return the sizes for a model: at most its limit, and at most those that retrieval finds.

    Raises:
        ModelError: The model cannot be found.
    """
    limit = token_limit(embedder)
    most = MOST_TOKENS if limit is None else min(MOST_TOKENS, max(2, limit))
    tokenizer = model_tokenizer(embedder)
    return ChunkSizes(
        most=most,
        target=TARGET_TOKENS * most // MOST_TOKENS,
        tokenizer=tokenizer if isinstance(tokenizer, str) else ESTIMATE,
        is_limit=most == limit,
    )
