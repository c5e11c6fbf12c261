"""Vectors of chunks: those beyond the token limit are truncated, or averaged over windows."""

from collections.abc import Sequence
from typing import Literal, TypeAlias, get_args

import numpy as np

from chunking.core.arrays import Vectors
from chunking.core.errors import SettingsError
from chunking.core.text.tokenizers import ESTIMATE, token_sizes
from chunking.embedding.protocol import (
    Embedder,
    EmbedderWrapper,
    OnBatch,
    check_vectors,
    no_vectors,
)
from chunking.embedding.tokenization import model_tokenizer, token_limit

LongTexts: TypeAlias = Literal["truncate", "average"]
"""What is embedded of a chunk beyond the limit: its first tokens, or all of it in windows."""

TRUNCATE: LongTexts = "truncate"
"""The default, as sentence-transformers does: vectors are as those of the user's own pipeline."""

# By `beyond_limit` of the embedder: what other programs get with the same model.
_ELSEWHERE = {
    "truncate": "sentence-transformers truncates them",
    "refuse": "the server refuses such texts",
    "": "most programs truncate them",
}


def check_long_texts(value: str) -> LongTexts:
    """Return a value of `long_texts`; anything else is a `SettingsError`."""
    for each in get_args(LongTexts):
        if value == each:
            return each  # type: ignore[no-any-return] # one of the values
    raise SettingsError(
        f"long_texts must be one of {', '.join(get_args(LongTexts))}; got {value!r:.40}"
    )


def embedded_texts(
    texts: Sequence[str], embedder: Embedder, long_texts: LongTexts = TRUNCATE
) -> list[str]:
    """Return what is embedded of some texts: of one beyond the limit the first tokens, or all.

    Texts stay whole where the limit or the tokenizer of the model is unknown.
    """
    limit = token_limit(embedder) if long_texts == TRUNCATE else None
    tokenizer = model_tokenizer(embedder)
    if limit is None or tokenizer == ESTIMATE:
        return list(texts)
    return [
        # A token has at least one byte.
        text[: token_sizes(text, tokenizer).max_end(0, limit)]
        if len(text.encode("utf-8", "replace")) > limit
        else text
        for text in texts
    ]


def fate_beyond_limit(
    embedder: Embedder, long_texts: LongTexts | None = None, windows: int = 0
) -> str:
    """Return what becomes of the tokens of chunks beyond the limit, as a clause.

    Args:
        long_texts: How chunks are embedded; None where they are not, but by another program.
        windows: The most windows of a chunk; 0 if unknown.
    """
    if long_texts is None:
        return _ELSEWHERE[str(getattr(embedder, "beyond_limit", ""))]
    if long_texts == TRUNCATE:
        return "they are not embedded"
    over = f"up to {windows} windows" if windows > 2 else "two windows" if windows else "windows"
    return f"such chunks are averaged over {over}"


class ChunkEmbedder(EmbedderWrapper):
    """An embedder of chunks, with one treatment of those beyond the limit."""

    def __init__(self, embedder: Embedder, long_texts: LongTexts = TRUNCATE) -> None:
        super().__init__(embedder)
        self._long_texts = long_texts

    def encode(self, texts: Sequence[str], *, on_batch: OnBatch | None = None) -> Vectors:
        """Return one vector per text, (n, d) float32 of norm 1."""
        parts = embedded_texts(texts, self._embedder, self._long_texts)
        return self._embedder.encode(parts, on_batch=on_batch)


class MemoizedEmbedder(EmbedderWrapper):
    """An embedder that keeps the vectors of all texts in memory.

    Many chunkings of one document have most of their chunks in common; the cache on disk would
    look each of them up again.
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
