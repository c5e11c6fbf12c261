"""Batches of texts for a model, and windows of texts that exceed its token limit."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np

from chunking.core.arrays import Ints, Vectors
from chunking.core.text.tokenizers import TokenizerLike, token_sizes, unlimited
from chunking.core.text.word_pieces import token_starts
from chunking.embedding.protocol import unit_vectors

if TYPE_CHECKING:
    from tokenizers import Tokenizer

# A batch takes one or two seconds on two cores, which bounds the delay of progress and of
# cancelling. Larger batches gain nothing, measured on 4,096 sentences.
MAX_TEXTS = 1024
MAX_CHARACTERS = 131_072
# First of the growing batches, small so that partial results appear at once.
FIRST_TEXTS = 64
# Tokens a core works on at once. Measured: 256 and 512 are fastest, 4,096 is half as fast.
MAX_TOKENS = 512


def batches(
    texts: Sequence[str], *, growing: bool = False, max_texts: int | None = None
) -> Iterator[slice]:
    """Yield consecutive slices of `texts` to embed together.

    With `growing`, the first one is small and each may hold twice as many texts as the one before.
    None holds more than `max_texts`, or `MAX_TEXTS`.
    """
    most = MAX_TEXTS if max_texts is None else max_texts
    limit, start, room = (min(FIRST_TEXTS, most) if growing else most), 0, MAX_CHARACTERS
    for index, text in enumerate(texts):
        if index > start and (index - start == limit or len(text) > room):
            yield slice(start, index)
            limit, start, room = min(2 * limit, most), index, MAX_CHARACTERS
        room -= len(text)
    if texts:
        yield slice(start, len(texts))


def equal_length_batches(
    token_counts: Sequence[int], *, max_tokens: int = MAX_TOKENS
) -> list[list[int]]:
    """Return the indices of texts in batches of equal token counts, the longest texts first.

    Nothing is padded, so no sum depends on the rest of the batch; measured, this costs no more than
    padding. A text of more than `max_tokens` is a batch by itself.
    """
    found: list[list[int]] = []
    room = length = 0
    for index in sorted(range(len(token_counts)), key=lambda i: -token_counts[i]):
        if not room or token_counts[index] != length:
            found.append([])
            length = token_counts[index]
            room = max(1, max_tokens // max(1, length))
        found[-1].append(index)
        room -= 1
    return found


# A word divided between two windows may have more tokens in its parts than it has whole.
SPARE_TOKENS = 2
# Libraries write infinity or 10^30 for a model without a limit.
UNLIMITED = 1_000_000


def token_limit(value: object) -> int | None:
    """Return a model's token limit, or `None` if it has none, as for static models."""
    return int(value) if isinstance(value, int | float) and 0 < value < UNLIMITED else None


class LongTextSplitter:
    """Splits texts of more than `limit` tokens, special tokens not counted, into windows.

    Args:
        tokenizer: The model's tokenizer, without padding and truncation.
        limit: Tokens per window.
    """

    def __init__(self, tokenizer: Tokenizer, limit: int) -> None:
        self._tokenizer = tokenizer
        self.limit = limit

    @classmethod
    def for_model(cls, model: Any) -> LongTextSplitter | None:  # noqa: ANN401 - any object that embeds
        """Return the splitter for a model with a `tokenizer` and a limit; `None` for others."""
        limit = token_limit(getattr(model, "max_seq_length", None))
        tokenizer = getattr(model, "tokenizer", None)
        if limit is None or tokenizer is None:
            return None
        if not hasattr(tokenizer, "encode_batch_fast"):
            tokenizer = unlimited(tokenizer)
        if tokenizer is None:
            return None
        prompts, name = (getattr(model, key, None) for key in ("prompts", "default_prompt_name"))
        return cls(tokenizer, max(1, limit - count_reserved(tokenizer, prompts, name)))

    def split(self, texts: Sequence[str]) -> list[list[tuple[str, int]]]:
        """Return the windows of each text as (text, weight).

        The weight of a window is its token count; a text within the limit is one window of weight
        1.
        """
        found = [[(text, 1)] for text in texts]
        # A token has at least one byte.
        candidates = [i for i, text in enumerate(texts) if len(text.encode()) > self.limit]
        encodings = self._tokenizer.encode_batch_fast(
            [texts[i] for i in candidates], add_special_tokens=False
        )
        for i, encoding in zip(candidates, encodings, strict=True):
            if len(encoding) > self.limit:
                starts = token_starts(texts[i], self._tokenizer, part=len(texts[i]) + 1)
                found[i] = split_by_tokens(texts[i], starts, max(1, self.limit - SPARE_TOKENS))
        return found


def count_reserved(tokenizer: Tokenizer, prompts: object, name: object) -> int:
    """Return the tokens that a tokenizer adds to each text, and those of the prompt of a name."""
    count = int(tokenizer.num_special_tokens_to_add(is_pair=False))
    prompt = prompts.get(name) if isinstance(prompts, dict) else None
    if isinstance(prompt, str) and prompt:
        count += len(tokenizer.encode(prompt, add_special_tokens=False))
    return count


def split_by_tokens(text: str, starts: Ints, limit: int) -> list[tuple[str, int]]:
    """Split a text into windows of about equal token counts.

    A window ends between words if a word ends in its second half.

    Args:
        starts: Ascending offsets at which its tokens start, (n,).
        limit: Maximum number of tokens per window.

    Returns:
        The text and the token count of each window.
    """
    ends = [0]
    while (left := len(starts) - ends[-1]) > limit:
        windows = -(-left // limit)
        end = _window_end(text, starts, ends[-1], ends[-1] + -(-left // windows))
        if end == len(starts):
            break
        ends.append(end)
    ends.append(len(starts))
    offsets = [0, *starts[ends[1:-1]].tolist(), len(text)]
    return [
        (text[a:b], last - first)
        for (a, b), (first, last) in zip(pairwise(offsets), pairwise(ends), strict=True)
    ]


def windows_of(
    texts: Sequence[str], tokenizer: TokenizerLike | None, limit: int | None
) -> list[list[tuple[str, int]]]:
    """Return the windows of each text as `LongTextSplitter.split` does, for any tokenizer.

    Args:
        tokenizer: The model's tokenizer; None if it is unknown, then no text is split.
        limit: Tokens per window, special tokens not counted; None without a limit.
    """
    found = [[(text, 1)] for text in texts]
    if tokenizer is None or limit is None:
        return found
    for i, text in enumerate(texts):
        if len(text.encode()) > limit:
            starts = token_sizes(text, tokenizer).token_starts
            if starts is not None and len(starts) > limit:
                found[i] = split_by_tokens(text, starts, max(1, limit - SPARE_TOKENS))
    return found


def mean_of_windows(
    rows: Vectors, windows: Sequence[Sequence[tuple[str, int]]], model: str
) -> Vectors:
    """Return the vector of each text: the mean of those of its windows, weighted by tokens.

    Args:
        rows: The unit vectors of all windows, (w, d).
        windows: The windows of each text with their weights, (n,).
    """
    if len(rows) == len(windows):
        return rows
    first = np.cumsum([0, *map(len, windows)])
    vectors: Vectors = rows[first[:-1]]
    for text in np.flatnonzero(np.diff(first) > 1).tolist():
        weights = np.array([tokens for _, tokens in windows[text]], dtype=np.float32)
        of_text = rows[first[text] : first[text + 1]]
        vectors[text] = unit_vectors([weights @ of_text], 1, model)[0]
    return vectors


def _window_end(text: str, starts: Ints, begin: int, target: int) -> int:
    """Return the token at which a window from token `begin` ends, near or before `target`."""
    for i in range(target, (begin + target) // 2, -1):
        offset = int(starts[i])
        if text[offset].isspace() or text[offset - 1].isspace():
            return i
    # Several tokens may start at one offset; a window never ends between them.
    first = int(np.searchsorted(starts, starts[target]))
    return first if first > begin else int(np.searchsorted(starts, starts[target], side="right"))
