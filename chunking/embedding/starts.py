"""Where the word pieces of a text start, by a tokenizer that is given."""

from __future__ import annotations

import re
from itertools import islice
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tokenizers import Tokenizer

    from chunking.types import Ints

PARTS_AT_ONCE = 64
# Where a tokenizer of the BERT kind always ends a word: before blanks and ideographs.
BREAK = re.compile("[ \t\r\n\u3400-\u4dbf\u4e00-\u9fff]")


def starts_in(text: str, tokenizer: Tokenizer, *, part: int) -> Ints:
    """The starts of all pieces of `text`, which is read in parts of at least `part` characters."""
    found: list[Ints] = []
    places = _parts(text, part)
    while group := list(islice(places, PARTS_AT_ONCE)):
        encodings = tokenizer.encode_batch(
            [text[start:end] for start, end in group], add_special_tokens=False
        )
        for (start, _), encoding in zip(group, encodings, strict=True):
            offsets = encoding.offsets
            first = np.fromiter((pair[0] for pair in offsets), dtype=np.int64, count=len(offsets))
            found.append(first + start)
    return np.concatenate(found) if found else np.zeros(0, dtype=np.int64)


def _parts(text: str, part: int) -> Iterator[tuple[int, int]]:
    start = 0
    while start < len(text):
        place = BREAK.search(text, start + part)
        end = place.start() if place else len(text)
        yield start, end
        start = end
