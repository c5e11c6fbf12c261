"""What single units say of a boundary: a question opens a topic, a colon does not end one."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from chunking.optimum.words import Words
    from chunking.types import Floats, Ints

_ASKS = re.compile("[?\uff1f\u061f]")
_UNFINISHED = re.compile("[:,;\uff1a\uff0c\uff1b\u3001\u060c\u061b][\\s*_\"'\u201d\u2019)]*$")
_FENCED = re.compile("^\\s*(?:```|~~~)")
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


def worth(texts: Sequence[str], counts: Ints, turns: Words) -> tuple[Floats, Floats]:
    """What a boundary before each unit is worth for that unit, and after it, both (n,).

    Before a question a topic may begin; after one it goes on, until it is answered. After a
    colon, semicolon or comma comes the rest, and after code what explains it.
    """
    asks, ends = _holds(_ASKS, texts), _holds(_ENDS_ASKING, texts)
    share = float(np.mean(asks)) if len(asks) else 0.0
    question = _QUESTION * share / (share + _HALF_AT)
    before, after = question * asks, -question * ends
    after -= _OPEN_END * _holds(_UNFINISHED, texts) + _CODE * _holds(_FENCED, texts)
    if len(texts) and len(turns.units) >= _TURNS * len(texts):
        length = np.log(np.maximum(counts, 1))
        before += _TURN * (length - length.mean())
    return before, after


def _holds(pattern: re.Pattern[str], texts: Sequence[str]) -> Floats:
    return np.array([bool(pattern.search(text)) for text in texts], dtype=np.float64)
