"""What the cuts break."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from chunking.metrics.measure import Measure, Reading, cut_inside, edges_of
from chunking.types import UnitKind

if TYPE_CHECKING:
    from chunking.chunks import Chunking
    from chunking.types import Units


# What is broken by a cut inside.
_WHOLE = (UnitKind.FENCE, UnitKind.TABLE, UnitKind.LIST_ITEM)


def broken_blocks(chunking: Chunking, blocks: Units) -> int:
    """How many fenced code blocks, tables and list items have a cut inside."""
    edges = edges_of(chunking)
    return sum(cut_inside(edges, blocks, kind) for kind in _WHOLE)


def _inside_sentence(reading: Reading) -> float:
    """A cut counts where the core before it ends, or the one after it starts, in a sentence."""
    chunking, units = reading.chunking, reading.sentences.units
    if len(chunking) < 2:
        return float("nan")
    of_kind = units.kinds == UnitKind.SENTENCE.code
    if not of_kind.any():  # as in source code
        return float("nan")
    starts, ends = units.starts[of_kind], units.ends[of_kind]
    broken = np.zeros(len(chunking) - 1, np.bool_)
    for offsets in (chunking.start[1:], chunking.end[:-1]):
        at = np.searchsorted(starts, offsets) - 1
        found = np.flatnonzero(at >= 0)
        broken[found] |= ends[at[found]] > offsets[found]
    return float(broken.mean())


def _cut_headings(reading: Reading) -> float:
    """The last chunk may end with a heading: there is no text it could be cut from."""
    chunking, blocks = reading.chunking, reading.sentences.layout.blocks
    starts, ends = chunking.start[:-1], chunking.end[:-1]
    last = np.searchsorted(blocks.starts, ends) - 1
    found = np.flatnonzero(last >= 0)
    last = last[found]
    heading = blocks.kinds[last] == UnitKind.HEADING.code
    return float(np.count_nonzero(heading & (blocks.ends[last] > starts[found])))


SENTENCE_CUTS = Measure(
    "sentence_cuts",
    "Cuts inside a sentence",
    "The share of cuts that part a sentence.",
    _inside_sentence,
    better="lower",
    unit="share",
    decimals=1,
    high=1,
)
BROKEN_FENCES = Measure(
    "broken_fences",
    "Broken fences",
    "Fenced code blocks with a cut inside.",
    lambda reading: float(reading.broken(UnitKind.FENCE)),
    better="lower",
    decimals=0,
)
BROKEN_TABLES = Measure(
    "broken_tables",
    "Broken tables",
    "Tables with a cut inside.",
    lambda reading: float(reading.broken(UnitKind.TABLE)),
    better="lower",
    decimals=0,
)
BROKEN_LISTS = Measure(
    "broken_lists",
    "Broken list items",
    "List items with a cut inside; a cut between two items breaks nothing.",
    lambda reading: float(reading.broken(UnitKind.LIST_ITEM)),
    better="lower",
    decimals=0,
)
CUT_HEADINGS = Measure(
    "cut_headings",
    "Headings cut off",
    "Chunks that end with a heading, so that its text is in the next one.",
    _cut_headings,
    better="lower",
    decimals=0,
)
