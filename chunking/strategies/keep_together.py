"""Gaps that should not be boundaries: inside lists, and after captions and lead-ins."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

import numpy as np
from pydantic import Field

from chunking.types import UnitKind

if TYPE_CHECKING:
    from chunking.arrays import Bools, Ints
    from chunking.types import Constraints, Prepared, Units

KeepWhole: TypeAlias = Literal["blocks", "lists"]


def keep_whole_field() -> Any:  # noqa: ANN401 - pydantic's
    """Return `keep_whole`: which blocks are not split where they fit."""
    return Field(
        "blocks", description="What stays whole where it fits: fences and tables, or lists too."
    )


def gaps_inside_lists(
    prepared: Prepared, keep_whole: KeepWhole, tokens: int, constraints: Constraints
) -> Bools:
    """Return which gaps lie inside a list of at most `tokens`, (n - 1,); none but for "lists".

    In a longer list, those inside an item of at most that size. Manual boundaries take precedence.
    """
    units, gaps = prepared.units, prepared.units.gaps
    if keep_whole != "lists":
        return np.zeros(len(gaps), np.bool_)
    block = np.searchsorted(prepared.layout.blocks.starts, units.starts, side="right") - 1
    listed = prepared.layout.blocks.kinds[block] == UnitKind.LIST_ITEM.code
    inside: Bools = listed[:-1] & listed[1:] & ~np.isin(gaps, constraints.required)
    in_list = _in_small_runs(prepared, inside, tokens)
    in_item = _in_small_runs(prepared, inside & (block[:-1] == block[1:]), tokens)
    joined: Bools = in_list | in_item
    forbidden = np.isin(gaps, constraints.forbidden)
    # A list that exceeds the maximum together with units joined by hand is not kept whole.
    return joined & _in_small_runs(prepared, joined | forbidden, tokens)


def _in_small_runs(prepared: Prepared, joined: Bools, tokens: int) -> Bools:
    """Return which joined gaps belong to a run of units of at most `tokens`, same shape."""
    starts, ends = runs(joined)
    sizes = prepared.sizes.token_counts(prepared.units.starts[starts], prepared.units.ends[ends])
    found = np.zeros(len(joined), np.bool_)
    for first, last in zip(starts[sizes <= tokens], ends[sizes <= tokens], strict=True):
        found[first:last] = True
    return found


def runs(joined: Bools) -> tuple[Ints, Ints]:
    """Return the first and the last unit of each run of units that the gaps join."""
    steps = np.diff(np.concatenate([[0], joined.astype(np.int8), [0]]))
    return np.flatnonzero(steps == 1), np.flatnonzero(steps == -1)


_TAG_OR_EMPHASIS = re.compile(r"<[^<>]*>|[*_`]+")
_HEADING = re.compile(r"[\s>]*#{1,6}\s")
_SENTENCE_ENDS = tuple(".!?…;,。！？；、।؟\"'”’»)]")
_COLONS = (":", "：")
# Maximum characters of a caption, and of a unit that ends with a colon.
_CAPTION, _INTRODUCTION = 120, 1200


class LeadIns:
    """Detects units that announce the next one: headings, captions, introductions."""

    def __init__(self, text: str, units: Units) -> None:
        self._text = text
        self._starts, self._ends = units.starts.data, units.ends.data
        self._atomic = units.atomic.data
        self._heading = (units.kinds == UnitKind.HEADING.code).data

    def __call__(self, unit: int) -> bool:
        """Return whether a unit, which is not the last, announces the next one."""
        if self._atomic[unit] or self._ends[unit] - self._starts[unit] > _INTRODUCTION:
            return False
        if self._heading[unit]:
            return True
        source = self._text[self._starts[unit] : self._ends[unit]]
        plain = _TAG_OR_EMPHASIS.sub("", source).rstrip()
        if not plain.strip() or plain.endswith(_COLONS) or _HEADING.match(source):
            return True
        if len(plain) > _CAPTION or plain.endswith(_SENTENCE_ENDS):
            return False
        return bool(self._atomic[unit + 1]) or self._is_indented_below(unit + 1, source)

    def _is_indented_below(self, unit: int, previous: str) -> bool:
        """Return whether a unit is indented more than the one before it."""
        return _indent(self._text[self._starts[unit] : self._ends[unit]]) > _indent(previous)


def _indent(text: str) -> int:
    return len(text) - len(text.lstrip(" \t"))
