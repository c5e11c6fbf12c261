"""Where the text itself says that something new begins: a heading, a paragraph, a speaker."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from chunking.optimum.words import speakers
from chunking.types import UnitKind

if TYPE_CHECKING:
    from chunking.types import Floats, Prepared


class Openings(NamedTuple):
    """How much each gap speaks for a cut, by what it lies at, each (n - 1,).

    1 before a heading and -1 after it, since a heading belongs to what follows; 1 before any
    other block; 1 where somebody else begins to speak.
    """

    headings: Floats
    paragraphs: Floats
    speakers: Floats


def openings(prepared: Prepared) -> Openings:
    """What each gap between the units of a document lies at."""
    units, text = prepared.units, prepared.document.text
    heading = np.isin(units.starts, prepared.layout.outline.starts)
    heading |= units.kinds == UnitKind.HEADING.code
    headings = heading[1:].astype(np.float64) - heading[:-1]
    block = np.isin(units.starts, prepared.layout.blocks.starts)
    paragraphs = (block & ~heading)[1:] & ~heading[:-1]
    spans = zip(units.starts.tolist(), units.ends.tolist(), strict=True)
    named = speakers([text[a:b] for a, b in spans])
    other = np.ones(len(named.words), np.bool_)
    other[1:] = named.words[1:] != named.words[:-1]
    changes = np.zeros(len(units))
    changes[named.units[other]] = 1.0
    return Openings(headings, paragraphs.astype(np.float64), changes[1:])
