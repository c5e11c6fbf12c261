"""Marks inside of units: the units are split there, so that a mark is honoured all the same.

A strategy over paragraphs knows no gap inside one, yet a reader marks a place between two of its
sentences. Units without vectors can be split at will; those with vectors stay as they are.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from chunking.errors import SettingsError, expect
from chunking.graphemes import is_boundary
from chunking.types import Constraints, Ints, Prepared, Units
from chunking.units.sentences import sentences

# What a unit may begin with: its first line's indentation, which stays with it, or no blank.
_INDENTED = re.compile(r"(?:(?<=[\r\n])[^\S\r\n]+)?\S")

if TYPE_CHECKING:
    from collections.abc import Iterable


def check_marks(given: Constraints) -> None:
    """Nothing, where these are constraints with offsets.

    Raises:
        SettingsError: they are something else, or one side is no sequence of whole numbers.
    """
    expect(given, Constraints, "constraints must be Constraints with the offsets of marks")
    for side, offsets in (("required", given.required), ("forbidden", given.forbidden)):
        column = np.asarray(offsets)
        if column.ndim != 1 or (len(column) and column.dtype.kind not in "iu"):
            raise SettingsError(
                f"{side} marks must be a sequence of offsets, whole numbers, got {offsets!r:.80}"
            )


def split_at_marks(prepared: Prepared, constraints: Constraints) -> Prepared:
    """The same with a gap at each mark that lies inside a unit which may be cut.

    At a required offset the unit becomes two. About a forbidden one, which must be where a
    sentence starts, the two sentences beside it become units, so that they alone stay together.
    A mark that has nothing but blank space before it in its unit has no effect. What has vectors
    or costs is returned as it is.
    """
    units = prepared.units
    if prepared.vectors is not None or prepared.costs is not None or len(units) == 0:
        return prepared
    text = prepared.document.text
    edges = {
        offset
        for offset in _inside(units, constraints.required)
        if _INDENTED.match(text, offset) and is_boundary(text, offset)
    }
    edges |= _about(prepared, _inside(units, constraints.forbidden))
    kept = _with_ink_before(units, text, sorted(edges))
    return replace(prepared, units=_split(units, text, kept)) if kept else prepared


def _inside(units: Units, offsets: Iterable[int]) -> list[int]:
    """Those of the offsets that lie inside a unit, which is not atomic."""
    given = np.array(sorted(set(offsets)), dtype=np.int64)
    unit = np.searchsorted(units.starts, given, side="right") - 1
    inside = (unit >= 0) & (given > units.starts[unit]) & (given < units.ends[unit])
    found: list[int] = given[inside & ~units.atomic[unit]].tolist()
    return found


def _about(prepared: Prepared, offsets: list[int]) -> set[int]:
    """Where the sentence before, at and after each offset starts, inside the unit it is in."""
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
    return set(_inside(units, found.tolist()))


def _with_ink_before(units: Units, text: str, edges: list[int]) -> list[int]:
    """Those of the edges, ascending, that leave no unit of blank space before them."""
    given = np.array(edges, dtype=np.int64)
    begins = units.starts[np.searchsorted(units.starts, given, side="right") - 1]
    kept: list[int] = []
    for edge, begin in zip(edges, begins.tolist(), strict=True):
        before = max(begin, kept[-1]) if kept else begin
        if not text[before:edge].isspace():
            kept.append(edge)
    return kept


def _split(units: Units, text: str, edges: list[int]) -> Units:
    """The units, each cut in two at every edge inside it."""
    at: Ints = np.array(edges, dtype=np.int64)
    starts = np.sort(np.concatenate([units.starts, at]))
    unit = np.searchsorted(units.starts, starts, side="right") - 1
    ends = units.ends[unit].copy()
    for i in np.flatnonzero(unit[:-1] == unit[1:]).tolist():
        start, stop = int(starts[i]), int(starts[i + 1])
        ends[i] = start + len(text[start:stop].rstrip())
    return Units(starts, ends, units.kinds[unit], units.atomic[unit])
