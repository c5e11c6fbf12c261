"""Lists that are kept together: the gaps inside of them, which no cut is wanted at."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, TypeAlias

import numpy as np
from pydantic import Field

from chunking.types import UnitKind

if TYPE_CHECKING:
    from chunking.types import Bools, Constraints, Ints, Prepared

Whole: TypeAlias = Literal["blocks", "lists"]


def whole_field() -> Any:  # noqa: ANN401 - pydantic's own
    """Which blocks are never cut inside where they fit a chunk."""
    return Field(
        "blocks",
        description="What stays whole where it fits: fences and tables, or lists too.",
        json_schema_extra={"label": "Keep whole"},
    )


def gaps_held(prepared: Prepared, whole: Whole, tokens: int, constraints: Constraints) -> Bools:
    """Which gaps lie inside a list of at most so many tokens, (n - 1,); none but for "lists".

    Of a longer list, those inside an item of at most that. Marks made by hand come first.
    """
    units, gaps = prepared.units, prepared.units.gaps
    if whole != "lists":
        return np.zeros(len(gaps), np.bool_)
    block = np.searchsorted(prepared.layout.blocks.starts, units.starts, side="right") - 1
    listed = prepared.layout.blocks.kinds[block] == UnitKind.LIST_ITEM.code
    inside: Bools = listed[:-1] & listed[1:] & ~np.isin(gaps, constraints.required)
    small = _in_small_runs(prepared, inside, tokens)
    items = inside & (block[:-1] == block[1:])
    held: Bools = small | _in_small_runs(prepared, items, tokens)
    forbidden = np.isin(gaps, constraints.forbidden)
    # What marks by hand make too large together with a list gives up the list.
    return held & _in_small_runs(prepared, held | forbidden, tokens)


def _in_small_runs(prepared: Prepared, joined: Bools, tokens: int) -> Bools:
    """Which of those gaps join units that have at most so many tokens together, same shape."""
    starts, ends = runs(joined)
    sizes = prepared.sizes.between(prepared.units.starts[starts], prepared.units.ends[ends])
    found = np.zeros(len(joined), np.bool_)
    for first, last in zip(starts[sizes <= tokens], ends[sizes <= tokens], strict=True):
        found[first:last] = True
    return found


def runs(joined: Bools) -> tuple[Ints, Ints]:
    """The first and the last unit of each run of units that those gaps join."""
    steps = np.diff(np.concatenate([[0], joined.astype(np.int8), [0]]))
    return np.flatnonzero(steps == 1), np.flatnonzero(steps == -1)
