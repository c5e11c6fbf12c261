"""Where the sentences of blocks end, as the splitter underneath sees them."""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import chain
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable

    from chunking.characters import Characters
    from chunking.types import Bools, Ints

# A longer sentence is read a second time without its quotation marks and brackets.
LONG = 400
_OPENS = re.compile(r"[\"“”„«»(\[「『](?<![^\s(\[\"“„«].)(?=\S)", re.DOTALL)
_QUOTING = re.compile(r"[\"“”„«»()\[\]「」『』]")
_CLOSES = re.compile(r"[\"“”«»)\]」』]")

# What stands before a name, after which the splitter may end a sentence all the same.
_TITLES = {
    "en": ("Dr", "Mr", "Mrs", "Ms", "Prof", "Gen", "Col", "Lt", "Capt", "Sgt", "Rev", "Hon", "Ft"),
    "hi": ("डॉ", "प्रो"),
}

# Characters of a block that are read at once.
_PART = 10_000
_FULL_STOP, _BRACKET = ord("."), ord(")")
# What closes something that was opened before, and the blank space behind it.
_CLOSERS = re.compile(r"(?:</[A-Za-z][^<>\n]{0,40}>|[)\]])+(\s*)")
_TAG, _SLASH, _SQUARE = ord("<"), ord("/"), ord("]")
# The number of an item of a list, alone; nothing longer is one.
_NUMBER = re.compile(r"\s*\(?(?:\d{1,9}|[a-z]|[ivxlc]{2,6})[.)]")
_NUMBER_LENGTH = 24


def lengths(text: str, begins: Ints, stops: Ints, language: str) -> tuple[Ints, Ints]:
    """The lengths of the sentences of each block, and how many every block has, (blocks,).

    There is at least one block. The lengths include the blank space behind a sentence, so those
    of a block are together as long as the block is. A long quotation has sentences of its own.
    """
    segment = _splitter()
    spans = zip(begins.tolist(), stops.tolist(), strict=True)
    blocks = [text[start:stop] for start, stop in spans]
    rows = [segment(language, block) if len(block) <= _PART else [block] for block in blocks]
    counts = np.fromiter(map(len, rows), np.int64, len(rows))
    sizes = np.fromiter(map(len, chain.from_iterable(rows)), np.int64, int(counts.sum()))
    firsts = np.cumsum(counts) - counts
    found: list[Ints] = []
    at = 0
    for i in np.flatnonzero(np.maximum.reduceat(sizes, firsts) > LONG).tolist():
        block, row = blocks[i], sizes[firsts[i] : firsts[i] + counts[i]].tolist()
        read = row if len(block) <= _PART else _read(block, language)
        parted = np.array(_parted(block, read, language), dtype=np.int64)
        found += [sizes[at : firsts[i]], parted]
        at = firsts[i] + counts[i]
        counts[i] = len(parted)
    return np.concatenate([*found, sizes[at:]]), counts


def _parted(block: str, found: list[int], language: str) -> list[int]:
    """The lengths of the sentences of a block, the long ones parted where that can be."""
    parted: list[int] = []
    start = 0
    for length in found:
        stop = start + length
        if length <= LONG:
            parted.append(length)
        else:
            # The splitter reads over whatever stands between quotation marks or brackets, and a
            # page of direct speech is no sentence. Same length, so the offsets stay.
            said = block[start:stop]
            bare = _CLOSES.sub(" ", _OPENS.sub("*", said)) if _QUOTING.search(said) else said
            parted += [length] if bare == said else _read(bare, language)
        start = stop
    return parted


def after_titles(text: str, codes: Characters, ends: Ints, language: str) -> Bools:
    """Which of the pieces that end there, blanks left out, end with a title, same shape.

    `codes` are the characters of the text. No sentence ends with a title.
    """
    found = np.zeros(len(ends), np.bool_)
    stopped = np.flatnonzero(codes[ends - 1] == _FULL_STOP)
    for title in _TITLES.get(language, ()):
        rows = stopped
        for back, letter in enumerate(reversed(title), 2):
            rows = rows[(ends[rows] >= back) & (codes[ends[rows] - back] == ord(letter))]
        for row, start in zip(rows.tolist(), (ends[rows] - len(title) - 1).tolist(), strict=True):
            found[row] = start == 0 or not text[start - 1].isalnum()
    return found


def closers(text: str, codes: Characters, starts: Ints, ends: Ints) -> tuple[Ints, Bools]:
    """What the pieces that span `starts` to `ends` begin with that closes what was opened before.

    How many characters of each they are, the blank space behind them included: `</b>` and `)`
    after the full stop of a sentence belong to it. And which pieces are no sentence by themselves,
    but go on with the one before: nothing else is in them, or no blank stands behind what closes.
    Both of the same shape.
    """
    taken, joined = np.zeros(len(starts), np.int64), np.zeros(len(starts), np.bool_)
    first = codes[starts]
    tags = (first == _TAG) & (codes[np.minimum(starts + 1, ends - 1)] == _SLASH)
    for row in np.flatnonzero(tags | (first == _BRACKET) | (first == _SQUARE)).tolist():
        start, end = int(starts[row]), int(ends[row])
        closing = _CLOSERS.match(text, start, end)
        if closing is not None:
            joined[row] = closing.end() == end or not closing[1]
            taken[row] = 0 if joined[row] else closing.end() - start
    return taken, joined


@lru_cache(maxsize=1)
def _splitter() -> Callable[[str, str], list[str]]:
    from sentencex import segment

    return segment  # type: ignore[no-any-return]


def _read(text: str, language: str) -> list[int]:
    """The lengths of the sentences of a text.

    A long one is read in parts, each from the last end in the part before, since the splitter's
    time grows with the square of the quotation marks that are never closed.
    """
    segment = _splitter()
    if len(text) <= _PART:
        return list(map(len, segment(language, text)))
    found: list[int] = []
    begun = start = 0
    while start < len(text):
        stop = min(start + _PART, len(text))
        parts = list(map(len, segment(language, text[start:stop])))
        if stop < len(text):
            parts.pop()
        if parts:
            parts[0] += start - begun
            found += parts
            begun = start = begun + sum(parts)
        else:
            start = stop
    return found


def after_numbers(text: str, codes: Characters, starts: Ints, ends: Ints) -> Bools:
    """Which of the pieces that span `starts` to `ends` are the number of an item, same shape.

    `codes` are the characters of the text, and no piece ends with a blank. A number stands at the
    start of a line; no sentence ends with it, as its item follows.
    """
    found = np.zeros(len(starts), np.bool_)
    last = codes[ends - 1]
    closed = (last == _FULL_STOP) | (last == _BRACKET)
    for row in np.flatnonzero(closed & (ends - starts <= _NUMBER_LENGTH)).tolist():
        start = int(starts[row])
        if _NUMBER.fullmatch(text, start, int(ends[row])):
            before = text[max(0, start - _NUMBER_LENGTH) : start].rstrip(" \t")
            found[row] = not before or before.endswith("\n")
    return found
