"""Sizes of a text by a function that counts tokens.

The function is called once for each distinct word with the blanks before it, as most tokenizers
divide a text; the tokens of a word are taken to be equally long.
"""

import re
from collections.abc import Callable, Sized

import numpy as np

from chunking.core.errors import SettingsError
from chunking.core.text.sizes import Sizes

# A word or line breaks, with the blanks before them; those at the end of the text do not count.
_PIECE = re.compile(r"[^\S\r\n]*(\S+|[\r\n]+)")


def counted_sizes(text: str, function: Callable[[str], int | Sized]) -> Sizes:
    """Return the sizes of a text, by a function that returns the number of tokens, or the tokens.

    Raises:
        SettingsError: The function returns neither.
    """
    counts: dict[str, int] = {}
    rows = []
    for piece in _PIECE.finditer(text):
        content = piece[0]
        if content not in counts:
            counts[content] = _count(function, content)
        rows.append((piece.start(1), piece.end() - piece.start(1), counts[content]))
    first, length, count = np.array(rows, dtype=np.int64).reshape(-1, 3).T
    number = np.arange(int(count.sum())) - np.repeat(np.cumsum(count) - count, count)
    starts = np.repeat(first, count) + number * np.repeat(length, count) // np.repeat(count, count)
    return Sizes(len(text), token_starts=starts)


def _count(function: Callable[[str], int | Sized], text: str) -> int:
    answer = function(text)
    count = len(answer) if isinstance(answer, Sized) else answer
    if isinstance(count, bool) or not isinstance(count, int | np.integer) or count < 0:
        raise SettingsError(
            "a tokenizer function must return the number of tokens of a text, or one item per "
            f"token, got {answer!r:.80}"
        )
    return int(count)
