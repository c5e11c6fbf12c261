"""Sizes of chunks that suit a model, in its own tokens."""

from dataclasses import dataclass, replace
from typing import Any

from chunking.analysis.coverage import coverage
from chunking.core.document import Document
from chunking.core.text.tokenizers import ESTIMATE
from chunking.embedding import DEFAULT_MODEL, Embedder, get_embedder, model_tokenizer, token_limit
from chunking.strategies import Strategy, get
from chunking.strategies.base import size_settings

# Larger chunks are found less often, even where the model embeds all of them; docs/thresholds.md
# has the figures.
MOST_TOKENS = 254
TARGET_TOKENS = 128
# Overlap finds no more, and takes its share of what is retrieved.
_RECOMMENDED: dict[str, dict[str, Any]] = {
    "structure": {"overlap_share": 0, "lead_ins": "keep", "oversize": "split"}
}
# From this share of a text on that a model does not cover, another model is needed.
_UNCOVERED_SHARE = 0.5


@dataclass(frozen=True, slots=True)
class ChunkSizes:
    """The sizes that are recommended for a model.

    Attributes:
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
    """Return the sizes for a model: at most its limit, and at most those that retrieval finds."""
    limit = token_limit(embedder)
    most = MOST_TOKENS if limit is None else min(MOST_TOKENS, max(2, limit))
    tokenizer = model_tokenizer(embedder)
    return ChunkSizes(
        most=most,
        target=TARGET_TOKENS * most // MOST_TOKENS,
        tokenizer=tokenizer if isinstance(tokenizer, str) else ESTIMATE,
        is_limit=most == limit,
    )


def document_sizes(document: Document, embedder: Embedder) -> ChunkSizes:
    """Return the sizes for a model, in estimated tokens where it does not cover a document.

    Tokens of a model that spells the words of a language would make chunks of one sentence.

    Raises:
        ModelError: The model cannot be found, or its tokenizer cannot be read.
    """
    sizes, found = chunk_sizes(embedder), coverage(document, embedder)
    if found.unknown + found.spelled < _UNCOVERED_SHARE:
        return sizes
    return replace(sizes, tokenizer=ESTIMATE, is_limit=False)


def starting(name: str, model: str | None = None, sizes: ChunkSizes | None = None) -> Strategy:
    """Return a strategy as the window and the commands start with it: its sizes fit a model.

    The maximum is the largest size for the model, a target the one for it, and other sizes keep
    their share of the maximum. `structure` has the recommended settings: no overlap, and
    paragraphs that introduce a block stay with it. All other settings are the defaults, such as
    `merge_below`.
    """
    model = model or DEFAULT_MODEL
    default = get(name)(**_RECOMMENDED.get(name, {}))
    known = size_settings(default)
    changes: dict[str, Any] = {"model": model} if "model" in default.fields() else {}
    if "max_tokens" not in known:
        return default.with_(**changes)
    sizes = sizes or chunk_sizes(get_embedder(model))
    if not changes:
        changes |= sizes.settings
    share = min(1.0, sizes.most / known["max_tokens"])
    changes |= {name: int(share * size) for name, size in known.items() if name != "merge_below"}
    changes["max_tokens"] = min(sizes.most, known["max_tokens"])
    if known.get("target_tokens"):
        changes["target_tokens"] = sizes.target
    return default.with_(**changes)
