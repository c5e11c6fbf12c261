"""Where the text itself says that something new begins: a heading, a paragraph, a speaker.

Each says how much a gap between the units of a document speaks for a cut, (n - 1,).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from chunking.optimum.words import speakers
from chunking.types import UnitKind

if TYPE_CHECKING:
    from chunking.types import Bools, Floats, Prepared


def before_headings(prepared: Prepared) -> Floats:
    """1 before a heading and -1 after it, since a heading belongs to what follows."""
    heading = _headings(prepared)
    return heading[1:].astype(np.float64) - heading[:-1]


def before_paragraphs(prepared: Prepared) -> Floats:
    """1 before any other block that no heading stands above."""
    heading = _headings(prepared)
    block = np.isin(prepared.units.starts, prepared.layout.blocks.starts)
    paragraphs = (block & ~heading)[1:] & ~heading[:-1]
    return paragraphs.astype(np.float64)


def before_speakers(prepared: Prepared) -> Floats:
    """1 where somebody else begins to speak."""
    units, text = prepared.units, prepared.document.text
    spans = zip(units.starts.tolist(), units.ends.tolist(), strict=True)
    named = speakers([text[a:b] for a, b in spans])
    other = np.ones(len(named.words), np.bool_)
    other[1:] = named.words[1:] != named.words[:-1]
    changes = np.zeros(len(units))
    changes[named.units[other]] = 1.0
    return changes[1:]


def _headings(prepared: Prepared) -> Bools:
    """Which units begin with a heading."""
    units = prepared.units
    under = np.isin(units.starts, prepared.layout.outline.starts)
    heading: Bools = under | (units.kinds == UnitKind.HEADING.code)
    return heading
