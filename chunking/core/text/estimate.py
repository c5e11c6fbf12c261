"""Estimate of tokens from the shapes of words, without a tokenizer.

A tokenizer of subwords cuts a text into words, numbers, signs and blanks, and only then a word into
pieces. So a word is one token, and more if it is long: in English beyond seven letters, in Hindi
beyond one. The estimate is additive over characters.
"""

from collections.abc import Mapping
from functools import lru_cache
from string import ascii_lowercase, digits
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from chunking.core.arrays import Bools
from chunking.core.text.sizes import Sizes


class Letters(NamedTuple):
    """Tokens of the words of a script: one up to some letters, and a part of one for each further.

    Attributes:
        first: Letters that the first token of a word holds; 0 for scripts without blanks between
            words, in which every letter costs the same.
        further: Tokens of each further letter.
    """

    first: int
    further: float


# Fitted to o200k with `python -m benchmarks.token_estimate`.
_LATIN = Letters(7, 0.4)
_MARKED = Letters(1, 1.45)  # as in Polish, Czech and Turkish: most of them split a word
_ARABIC = Letters(4, 0.6)
_RARE = Letters(0, 0.7)
_HAN = Letters(0, 0.78)
_PUNCTUATION = None
LETTERS: dict[int, Letters | None] = {
    0x0000: _PUNCTUATION,
    0x0041: _LATIN,
    0x005B: _PUNCTUATION,
    0x0061: _LATIN,
    0x007B: _PUNCTUATION,
    0x00C0: _LATIN,
    0x0100: _MARKED,
    0x0370: Letters(3, 0.5),  # Greek
    0x0400: Letters(3, 0.2),  # Cyrillic
    0x0530: Letters(3, 0.64),  # Armenian, Hebrew
    0x0600: _ARABIC,
    0x0780: _RARE,
    0x08A0: _ARABIC,
    0x0900: Letters(1, 0.17),  # Devanagari
    0x0980: Letters(3, 0.46),  # other scripts of India
    0x0E00: Letters(0, 0.4),  # Thai
    0x0E80: _RARE,  # Lao, Tibetan, Burmese
    0x10A0: Letters(3, 0.46),  # Georgian
    0x1100: _RARE,  # Hangul parts, Ethiopic, Khmer, Mongolian
    0x1E00: Letters(7, 0.1),  # Vietnamese
    0x1F00: Letters(3, 0.5),  # Greek additions
    0x2000: _PUNCTUATION,
    0x2C00: _RARE,
    0x2E80: _HAN,
    0x3000: _PUNCTUATION,
    0x3040: Letters(0, 0.94),  # Hiragana
    0x30A0: Letters(0, 0.3),  # Katakana
    0x3100: _HAN,
    0xA000: _RARE,
    0xAC00: Letters(1, 0.6),  # Hangul
    0xD800: _RARE,
    0xF900: _HAN,
    0xFB00: _LATIN,  # ligatures
    0xFB50: _ARABIC,
    0xFE20: _PUNCTUATION,  # full-width forms
    0xFFF0: Letters(0, 1.5),  # pictographs
    0x20000: _HAN,
}
"""Letters by the first code point they apply to; None for signs."""

DIGITS_PER_TOKEN = 3
"""Digits of a token."""

TOKENS_PER_SIGN = 0.5
"""Tokens of a sign that is neither letter, digit nor blank."""

# Ticks per token: two decimals of the values above.
TICKS = 100
# Kinds of characters: the last two are letters of scripts without and with blanks between words.
_SIGN_KIND, _BLANK, _LINE_BREAK, _DIGIT, _UNSPACED, _SPACED = range(6)
_OTHER_KINDS = {"\t\v\f \xa0": _BLANK, "\n\r": _LINE_BREAK, digits: _DIGIT}


class Tables(NamedTuple):
    """Kind, letters of the first token and ticks of each code point; the last is that of the rest.

    Each has the shape (code points,).
    """

    kind: NDArray[np.uint8]
    first: NDArray[np.uint8]
    further: NDArray[np.uint8]


def tables(scripts: Mapping[int, Letters | None]) -> Tables:
    """Return the tables of scripts, which are given as in `LETTERS`."""
    kind, first, further = (np.zeros(max(scripts) + 1, np.uint8) for _ in range(3))
    for start, letters in sorted(scripts.items()):
        if letters is None:
            kind[start:], first[start:], further[start:] = (
                _SIGN_KIND,
                0,
                round(TICKS * TOKENS_PER_SIGN),
            )
        else:
            kind[start:] = _SPACED if letters.first else _UNSPACED
            first[start:], further[start:] = letters.first, round(TICKS * letters.further)
    for characters, other in _OTHER_KINDS.items():
        codes = [ord(each) for each in characters]
        kind[codes], first[codes], further[codes] = other, 0, 0
    return Tables(kind, first, further)


def estimated_sizes(text: str, values: Tables | None = None) -> Sizes:
    """Return the estimated sizes of a text.

    Args:
        values: Replaces those of `LETTERS`.

    >>> estimated_sizes("seven words are a token each, usually").tokens(0, 37)
    8
    >>> estimated_sizes("今天天气很好").tokens(0, 6)
    5
    """
    codes = np.frombuffer(text.encode("utf-32-le", "surrogatepass"), np.uint32)
    sums = np.zeros(len(codes) + 1, np.int64)
    np.cumsum(_ticks(codes, values or _fitted()), out=sums[1:])
    return Sizes(len(codes), per=TICKS, tick_sums=sums)


def _ticks(codes: NDArray[np.uint32], values: Tables) -> NDArray[np.uint8]:
    """Return the ticks of each character, same shape."""
    known = np.minimum(codes, len(values.kind) - 1)
    kind = values.kind[known]
    ticks = values.further[known]
    starts = _starts(codes, kind)
    place = _places(starts)
    ticks[place < values.first[known]] = 0
    firsts = np.flatnonzero(starts)
    kinds = kind[firsts]
    ticks[firsts[kinds == _SPACED]] += TICKS
    numbers = np.flatnonzero(kind == _DIGIT)
    ticks[numbers[place[numbers] % DIGITS_PER_TOKEN == 0]] = TICKS
    # A blank belongs to the word after it, but not to a number; two or more are a token.
    ticks[(kind == _BLANK) & (place == 1)] = TICKS
    blanks = firsts[:-1][(kinds[:-1] == _BLANK) & (kinds[1:] == _DIGIT)]
    ticks[blanks] = TICKS
    # Line breaks belong to the sign before them.
    breaks = firsts[1:][(kinds[1:] == _LINE_BREAK) & (kinds[:-1] != _SIGN_KIND)]
    ticks[breaks] = TICKS
    return ticks


def _starts(codes: NDArray[np.uint32], kind: NDArray[np.uint8]) -> Bools:
    """Return whether a word, number or run of blanks or signs starts at each character."""
    starts = np.ones(len(kind), np.bool_)
    np.not_equal(kind[1:], kind[:-1], out=starts[1:])
    # Code points below "A" and "a" wrap around to large numbers.
    is_upper, is_lower = (codes - np.uint32(ord(each)) < len(ascii_lowercase) for each in "Aa")
    starts[1:] |= is_upper[1:] & is_lower[:-1]  # camelCase
    return starts


def _places(starts: Bools) -> NDArray[np.int32]:
    """Return the number of characters since the last start, same shape."""
    places = np.arange(len(starts), dtype=np.int32)
    places -= np.maximum.accumulate(places * starts)
    return places


@lru_cache(maxsize=1)
def _fitted() -> Tables:
    return tables(LETTERS)
