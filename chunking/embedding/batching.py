"""Batches of texts for a model."""

from collections.abc import Iterator, Sequence

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
