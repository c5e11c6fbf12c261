"""Where the word pieces of a text start, by a tokenizer that is given."""

from __future__ import annotations

import re
from itertools import groupby, islice
from typing import TYPE_CHECKING

import numpy as np

from chunking.embedding.lengths import Reader, readable

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tokenizers import Tokenizer

    from chunking.embedding.lengths import Vocabulary
    from chunking.types import Ints

PARTS_AT_ONCE = 64
# Where a tokenizer of the BERT kind always ends a word: before blanks and ideographs.
BREAK = re.compile("[ \t\r\n\u3400-\u4dbf\u4e00-\u9fff]")


def starts_in(
    text: str, tokenizer: Tokenizer, *, part: int, vocabulary: Vocabulary | None = None
) -> Ints:
    """The starts of all pieces of `text`, which is read in parts of at least `part` characters.

    With a `vocabulary` the tokenizer is asked for each word once, where the text is plain enough.
    """
    found: list[Ints] = []
    reader = Reader(vocabulary) if vocabulary else None

    def plain(place: tuple[int, int]) -> bool:
        return readable(text[slice(*place)])

    for alike, places in groupby(_parts(text, part), plain):
        while group := list(islice(places, PARTS_AT_ONCE)):
            begin, end = group[0][0], group[-1][1]
            first = reader.starts(text[begin:end]) if reader and alike else None
            if first is None:
                found += _told(text, group, tokenizer)
            else:
                found.append(first + begin)
    return np.concatenate(found) if found else np.zeros(0, dtype=np.int64)


def _told(text: str, group: list[tuple[int, int]], tokenizer: Tokenizer) -> Iterator[Ints]:
    """The starts of the pieces of some parts, as the tokenizer has kept track of them."""
    parts = [text[start:end] for start, end in group]
    encodings = tokenizer.encode_batch(parts, add_special_tokens=False)
    for (start, _), encoding in zip(group, encodings, strict=True):
        offsets = encoding.offsets
        first = np.fromiter((pair[0] for pair in offsets), dtype=np.int64, count=len(offsets))
        yield first + start


def _parts(text: str, part: int) -> Iterator[tuple[int, int]]:
    start = 0
    while start < len(text):
        place = BREAK.search(text, start + part)
        end = place.start() if place else len(text)
        yield start, end
        start = end
