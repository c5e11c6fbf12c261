"""Boundary cues of single units: unfinished sentences, code, and numbers of paragraphs."""

import re
from collections.abc import Sequence

import numpy as np

from chunking.core.arrays import Floats

_UNFINISHED = re.compile("[:,;\uff1a\uff0c\uff1b\u3001\u060c\u061b][\\s*_\"'\u201d\u2019)]*$")
_FENCE = re.compile("^\\s*(?:```|~~~)")
_NUMBER = re.compile("\\s*\\((\\d{1,3})[a-z]?\\)")

# In units of the scatter of one unit.
_UNFINISHED_COST = 0.6
_CODE_COST = 0.3
_NUMBER_BONUS = 1.0


def boundary_bonuses(texts: Sequence[str]) -> Floats:
    """Return the bonus of a boundary after each unit, (n,); negative for a cost. The last is 0.

    A colon, semicolon or comma is continued, and code is explained by what follows. In statutes
    and contracts, paragraph (1) begins a section, and the next number continues it.
    """
    found = -_UNFINISHED_COST * _matches(_UNFINISHED, texts) - _CODE_COST * _matches(_FENCE, texts)
    last = 0
    for i, match in enumerate(map(_NUMBER.match, texts)):
        if match is not None:
            number = int(match[1])
            if number == 1:
                found[i - 1] += _NUMBER_BONUS
            elif last <= number <= last + 1:
                found[i - 1] -= _NUMBER_BONUS
            last = number
    found[-1:] = 0.0
    return found


def _matches(pattern: re.Pattern[str], texts: Sequence[str]) -> Floats:
    return np.array([bool(pattern.search(text)) for text in texts], dtype=np.float64)
