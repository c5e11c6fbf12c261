"""Where the sentences of a block end, as the splitter underneath sees them."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from chunking.breaks import next_ink

if TYPE_CHECKING:
    from collections.abc import Callable

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


def lengths(block: str, language: str) -> list[int]:
    """The lengths of the sentences of a block, blank space behind them included.

    Together they are as long as the block. A long quotation has sentences of its own.
    """
    found = _read(block, language)
    if len(block) <= LONG or max(found) <= LONG:
        return found
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


def after_titles(text: str, language: str) -> list[int]:
    """Where what follows a title begins: no sentence does."""
    found = []
    for title in _TITLES.get(language, ()):
        at = -1
        while (at := text.find(f"{title}.", at + 1)) >= 0:
            alone = at == 0 or not text[at - 1].isalnum()
            if alone:
                found.append(next_ink(text, at + len(title) + 1))
    return found


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
