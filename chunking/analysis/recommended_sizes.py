"""Sizes of chunks that suit a model, in its own tokens."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from chunking.embedding import DEFAULT_MODEL
from chunking.text.tokenizers import ESTIMATE, MAX_PIECES, MODEL, SPECIAL_TOKENS

if TYPE_CHECKING:
    from chunking.embedding import Embedder

# Word pieces of a chunk that all-MiniLM-L6-v2 embeds. Most programs truncate a longer chunk.
MODEL_LIMIT = MAX_PIECES - SPECIAL_TOKENS
# Retrieval finds chunks of half that size more often, and larger ones less often even where the
# model reads all of them: docs/thresholds.md has the figures.
TARGET_TOKENS = 128


@dataclass(frozen=True, slots=True)
class ChunkSizes:
    """The sizes that are recommended for a model.

    Attributes:
        most: Tokens of the largest chunk.
        target: Tokens of a chunk where a strategy has a target.
        tokenizer: Tokenizer of strategies without a model.
        own_tokenizer: Tokenizer of strategies with the model.
        is_limit: Whether `most` is the limit of the model.
    """

    most: int = MODEL_LIMIT
    target: int = TARGET_TOKENS
    tokenizer: str = "wordpiece"
    own_tokenizer: str = "wordpiece"
    is_limit: bool = True

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


BUNDLED_SIZES = ChunkSizes()


def chunk_sizes(embedder: Embedder) -> ChunkSizes:
    """Return the sizes for a model: at most its limit, and at most those that retrieval finds.

    Tokens are those of the model if its tokenizer is known, and estimated otherwise.

    Raises:
        ModelError: The model cannot be found.
    """
    if embedder.id.partition("@")[0] == DEFAULT_MODEL:
        return BUNDLED_SIZES
    limit = embedder.max_pieces
    most = MODEL_LIMIT if limit is None else min(MODEL_LIMIT, max(2, limit - SPECIAL_TOKENS))
    found = getattr(embedder, "tokenizer", None)
    tokenizer = found if isinstance(found, str) else ESTIMATE
    return ChunkSizes(
        most=most,
        target=TARGET_TOKENS * most // MODEL_LIMIT,
        tokenizer=tokenizer,
        own_tokenizer=ESTIMATE if found is None else MODEL,
        is_limit=limit is not None and most == limit - SPECIAL_TOKENS,
    )
