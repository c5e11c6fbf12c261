"""Units split at manual boundaries inside them."""

import re
from collections.abc import Iterable
from dataclasses import replace

import numpy as np

from chunking.core.prepared import Constraints, Prepared
from chunking.core.text.characters import is_boundary
from chunking.core.units import Units
from chunking.units.sentences import sentences

# The start of a unit: the indentation of its first line, which stays with it, or no whitespace.
_UNIT_START = re.compile(r"(?:(?<=[\r\n])[^\S\r\n]+)?\S")


def split_units(prepared: Prepared, constraints: Constraints) -> Prepared:
    """Return the document with a gap at each manual boundary inside a unit that may be split.

    A required offset splits its unit in two. Around a forbidden one, which must be the start of
    a sentence, the two neighboring sentences become units, so that only they stay together.
    An offset that only whitespace precedes in its unit has no effect, and neither has any where
    units have vectors or features depend on them.
    """
    units = prepared.units
    fixed = prepared.material.needs_complete_units
    if prepared.vectors is not None or fixed or len(units) == 0:
        return prepared
    text = prepared.document.text
    edges = {
        offset
        for offset in _inside_units(units, constraints.required)
        if _UNIT_START.match(text, offset) and is_boundary(text, offset)
    }
    edges |= _neighboring_sentences(prepared, _inside_units(units, constraints.forbidden))
    kept = _without_blank_units(units, text, sorted(edges))
    return replace(prepared, units=_split_units(units, text, kept)) if kept else prepared


def _inside_units(units: Units, offsets: Iterable[int]) -> list[int]:
    """Return the offsets that lie inside a unit that is not atomic."""
    column = np.array(sorted(set(offsets)), dtype=np.int64)
    unit = np.searchsorted(units.starts, column, side="right") - 1
    inside = (unit >= 0) & (column > units.starts[unit]) & (column < units.ends[unit])
    found: list[int] = column[inside & ~units.atomic[unit]].tolist()
    return found


def _neighboring_sentences(prepared: Prepared, offsets: list[int]) -> set[int]:
    """Return the starts of the sentences before, at and after each offset, inside its unit."""
    if not offsets:
        return set()
    units, blocks = prepared.units, prepared.layout.blocks
    holders = np.unique(np.searchsorted(units.starts, offsets, side="right") - 1)
    holder = np.searchsorted(units.starts[holders], blocks.starts, side="right") - 1
    kept = (holder >= 0) & (blocks.ends <= units.ends[holders][holder])
    inner = Units(blocks.starts[kept], blocks.ends[kept], blocks.kinds[kept], blocks.atomic[kept])
    starts = sentences(prepared.document.text, inner, prepared.document.language).starts
    at = np.flatnonzero(np.isin(starts, offsets))
    near = np.concatenate([at - 1, at, at + 1])
    found = starts[near[(near >= 0) & (near < len(starts))]]
    return set(_inside_units(units, found.tolist()))


def _without_blank_units(units: Units, text: str, edges: list[int]) -> list[int]:
    """Return the edges, ascending, at which no unit of whitespace would result."""
    column = np.array(edges, dtype=np.int64)
    begins = units.starts[np.searchsorted(units.starts, column, side="right") - 1]
    kept: list[int] = []
    for edge, begin in zip(edges, begins.tolist(), strict=True):
        before = max(begin, kept[-1]) if kept else begin
        if not text[before:edge].isspace():
            kept.append(edge)
    return kept


def _split_units(units: Units, text: str, edges: list[int]) -> Units:
    """Return the units, split at every edge."""
    starts = np.sort(np.concatenate([units.starts, np.array(edges, dtype=np.int64)]))
    unit = np.searchsorted(units.starts, starts, side="right") - 1
    ends = units.ends[unit].copy()
    for i in np.flatnonzero(unit[:-1] == unit[1:]).tolist():
        start, stop = int(starts[i]), int(starts[i + 1])
        ends[i] = start + len(text[start:stop].rstrip())
    return Units(starts, ends, units.kinds[unit], units.atomic[unit])
