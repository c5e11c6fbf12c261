"""What single units say of a boundary: a question opens a topic, a colon does not end one."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from chunking.optimum.words import Words
    from chunking.types import Bools, Floats, Ints

_ASKS = re.compile("[?\uff1f\u061f]")
_UNFINISHED = re.compile("[:,;\uff1a\uff0c\uff1b\u3001\u060c\u061b][\\s*_\"'\u201d\u2019)]*$")
_FENCED = re.compile("^\\s*(?:```|~~~)")
_MARKUP = re.compile("^\\s*[`~|<]")
_ENDS_ASKING = re.compile("[?\uff1f\u061f][\\s\"'\u201d\u2019)]*$")

# What a question is worth in units of the scatter, where it is much asked; half of it where one
# unit in ten asks.
_QUESTION = 0.6
_HALF_AT = 0.1

# What it costs to part an unfinished unit from what follows, and code from the words on it.
_OPEN_END = 0.6
_CODE = 0.3

# What a turn is worth that is e times as long as others, where all but some units are turns.
_TURN = 0.2
_TURNS = 0.9

# What an item is worth in a text of nothing else. Its formula opens so many units, such a share of
# all units, and more than such a share of its places are at the beginning of one.
_ITEM = 1.0
_ITEMS = 3
_OFTEN = 0.04
_OPENS = 0.5


def worth(texts: Sequence[str], counts: Ints, turns: Words, item: Bools) -> tuple[Floats, Floats]:
    """What a boundary before each unit is worth for that unit, and after it, both (n,).

    Before a question a topic may begin; after one it goes on, until it is answered. After a
    colon, semicolon or comma comes the rest, and after code what explains it. An item begins
    something of its own, the more so the more of the text is items.
    """
    asks, ends = _holds(_ASKS, texts), _holds(_ENDS_ASKING, texts)
    share = float(np.mean(asks)) if len(asks) else 0.0
    question = _QUESTION * share / (share + _HALF_AT)
    before, after = question * asks, -question * ends
    after -= _OPEN_END * _holds(_UNFINISHED, texts) + _CODE * _holds(_FENCED, texts)
    if item.any():
        before += _ITEM * np.mean(item) * item
    if len(texts) and len(turns.units) >= _TURNS * len(texts):
        length = np.log(np.maximum(counts, 1))
        before += _TURN * (length - length.mean())
    return before, after


def items(texts: Sequence[str], words: Words, turns: Words) -> Bools:
    """Which units open as several do, like articles of a law or entries of a glossary, (n,).

    By their first two words ("No one shall", "Jeder hat"), which are more often found there than
    inside of units. Who speaks opens all turns alike, and markup what it marks: they are not asked,
    nor is a unit that was there before, since a refrain is no item.
    """
    said, units = words.words, words.units
    pairs = np.full(len(said), -1)
    within = np.flatnonzero(units[1:] == units[:-1])
    pairs[within] = said[within] * words.distinct + said[within + 1]
    which, times = np.unique(pairs, return_inverse=True, return_counts=True)[1:]
    none = _holds(_MARKUP, texts) > 0
    none[turns.units] = True
    none[_repeated(texts)] = True
    first = np.flatnonzero(np.diff(units, prepend=-1))
    first = first[(pairs[first] >= 0) & ~none[units[first]]]
    opened = np.bincount(which[first], minlength=len(times))
    formula = (opened >= max(_ITEMS, _OFTEN * len(texts))) & (opened > _OPENS * times)
    found = np.zeros(len(texts), np.bool_)
    found[units[first[formula[which[first]]]]] = True
    return found


def _repeated(texts: Sequence[str]) -> list[int]:
    """The numbers of the texts that were there before."""
    first = {text: i for i, text in reversed(list(enumerate(texts)))}
    return [i for i, text in enumerate(texts) if first[text] != i]


def _holds(pattern: re.Pattern[str], texts: Sequence[str]) -> Floats:
    return np.array([bool(pattern.search(text)) for text in texts], dtype=np.float64)
