"""The optimum of one document under limits and wishes."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from chunking.optimum import search
from chunking.optimum.assembly import cuts
from chunking.optimum.limits import nodes, programme, stretches_of_nodes
from chunking.optimum.openings import before_headings, before_paragraphs, before_speakers
from chunking.optimum.selection import penalty_for
from chunking.types import NONE

if TYPE_CHECKING:
    from chunking.chunks import Cuts
    from chunking.optimum.limits import Limits
    from chunking.types import Constraints, Costs, Floats, Ints, Prepared


@dataclass(frozen=True, slots=True)
class Wishes:
    """What is wanted of a cutting beside its limits.

    `words` is the share of the words in the cost, from 0 (vectors alone) to 1. The penalty of a
    boundary is divided by `granularity`; `heading`, `paragraph` and `speaker` are how much of it
    a boundary there is spared. `target_tokens` is the size chunks should have on the whole and,
    as far as `evenness` says, each; 0 for none.
    """

    words: float = 0.5
    granularity: float = 1.0
    heading: float = 0.0
    paragraph: float = 0.0
    speaker: float = 0.0
    target_tokens: int = 0
    evenness: float = 0.0


# Rows that are worked on at once.
_BLOCK = 64


class Optimum:
    """The cheapest cutting of a document that has units and costs.

    With `parts` it is the cheapest into so many chunks, or as near to that as the limits let it;
    `given` are offsets where it is cut in any case.
    """

    def __init__(
        self,
        prepared: Prepared,
        costs: Costs,
        limits: Limits,
        wishes: Wishes,
        constraints: Constraints = NONE,
        *,
        parts: int | None = None,
        given: Ints | None = None,
    ) -> None:
        self._parts = parts
        self._prepared, self._limits, self._constraints = prepared, limits, constraints
        self._wishes = wishes
        marks = constraints
        if given is not None:
            marks = replace(constraints, required=(*constraints.required, *given.tolist()))
        self._nodes = nodes(prepared, limits, marks)
        self._penalty = costs.penalty(wishes.words)
        self._spared = self._sparing(costs.worth())
        rows = stretches_of_nodes(costs.rows(self._nodes.width, wishes.words), self._nodes)
        if wishes.target_tokens and wishes.evenness:
            self._add_unevenness(rows)
        asked = self._penalty / wishes.granularity
        self._programme = programme(rows, self._nodes, self._spared, asked)

    @property
    def cuts(self) -> Cuts:
        """Where it is cut, and why."""
        return cuts(
            self._prepared, self._limits, self._nodes, self._begins, self._constraints,
            wanted=self._wanted,
        )  # fmt: skip

    def margins(self, boundaries: Ints) -> Floats:
        """How much more the best cutting without each boundary costs, same shape.

        Infinite where the limits leave none, nan where there is no boundary between units.
        """
        found = np.full(len(boundaries), np.nan)
        offsets = self._prepared.units.starts[self._nodes.first]
        at = np.minimum(np.searchsorted(offsets, boundaries), len(offsets) - 1)
        known = np.flatnonzero((offsets[at] == boundaries) & (at > 0))
        margins = search.margins(self._programme.rows, self._tolls, at[known])
        found[known] = np.where(margins < self._programme.short / 2, margins, np.inf)
        return found

    @cached_property
    def _begins(self) -> Ints:
        rows = self._programme.rows
        if self._parts is None:
            return self._found[1]
        fewest = search.cheapest(rows, self._tolls + self._programme.penalty)
        if self._parts <= len(fewest) + 1:
            return fewest
        return search.into(rows, self._tolls, min(self._parts, len(rows)))

    @property
    def _wanted(self) -> Ints:
        """The nodes that would begin chunks at the same penalty if there were no minimum."""
        if self._parts is not None or not self._limits.min_tokens:
            return self._begins
        rows, short = self._programme.rows, self._programme.short
        free = np.where(rows < short / 2, rows, rows - short)
        return search.cheapest(free, self._tolls)

    @property
    def _tolls(self) -> Floats:
        return self._found[0] - self._spared

    @cached_property
    def _found(self) -> tuple[float, Ints]:
        """The penalty and the cheapest cutting at it."""
        wishes, sizes, rows = self._wishes, self._prepared.sizes, self._programme.rows
        if wishes.target_tokens:
            wanted = round(sizes.tokens(0, sizes.length) / wishes.target_tokens) - 1
            return penalty_for(rows, self._spared, max(0, wanted), self._programme.penalty)
        penalty = self._penalty / wishes.granularity
        return penalty, search.cheapest(rows, penalty - self._spared)

    def _sparing(self, worth: Floats) -> Floats:
        """What a boundary after each node is spared of the penalty, (m,)."""
        wishes, found = self._wishes, worth[self._nodes.last]
        for share, speaking_for in (
            (wishes.heading, before_headings),
            (wishes.paragraph, before_paragraphs),
            (wishes.speaker, before_speakers),
        ):
            if share:
                spared = self._penalty * share * speaking_for(self._prepared)
                found[:-1] += spared[self._nodes.last[:-1]]
        return found

    def _add_unevenness(self, rows: Floats) -> None:
        """Have each chunk cost the squared logarithm of its size against the target, too.

        In blocks that stay in the processor's cache. A chunk far above the maximum, which is none,
        costs as much as the largest there is.
        """
        sizes, width, wishes = self._prepared.sizes, rows.shape[1], self._wishes
        begins, ends = sizes.ticks(self._nodes.starts), sizes.ticks(self._nodes.ends)
        largest = max(2, int(np.max(ends - begins[self._nodes.earliest])) + 1)
        logs = np.log(np.maximum(np.arange(largest), 1) / (wishes.target_tokens * sizes.per))
        uneven = self._penalty * wishes.evenness * logs**2
        before = np.concatenate([np.full(width - 1, begins[0]), begins])
        # Each row goes back from the last unit of a chunk: the size of it with one more in each.
        back = np.lib.stride_tricks.sliding_window_view(before, width)[:, ::-1]
        for first in range(0, len(rows), _BLOCK):
            block = slice(first, first + _BLOCK)
            rows[block] += uneven.take(ends[block, None] - back[block], mode="clip")
