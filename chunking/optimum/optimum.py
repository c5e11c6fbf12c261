"""The optimum of one document under limits and wishes."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from chunking.optimum import search
from chunking.optimum.assembly import cuts
from chunking.optimum.limits import nodes, programme, stretches_of_nodes
from chunking.optimum.openings import openings
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
            rows += self._penalty * wishes.evenness * self._unevenness(rows.shape[1])
        asked = self._penalty / wishes.granularity
        self._programme = programme(rows, self._nodes, self._spared, asked)

    @property
    def cuts(self) -> Cuts:
        """Where it is cut, and why."""
        return cuts(self._prepared, self._limits, self._nodes, self._begins, self._constraints)

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
        rows, tolls = self._programme.rows, self._tolls
        if self._parts is None:
            return search.cheapest(rows, tolls)
        fewest = search.cheapest(rows, tolls + self._programme.penalty)
        if self._parts <= len(fewest) + 1:
            return fewest
        return search.into(rows, tolls, min(self._parts, len(rows)))

    @cached_property
    def _tolls(self) -> Floats:
        wishes, sizes = self._wishes, self._prepared.sizes
        penalty = self._penalty / wishes.granularity
        if wishes.target_tokens:
            wanted = round(sizes.tokens(0, sizes.length) / wishes.target_tokens) - 1
            rows, highest = self._programme.rows, self._programme.penalty
            penalty = penalty_for(rows, self._spared, max(0, wanted), highest, penalty)
        return penalty - self._spared

    def _sparing(self, worth: Floats) -> Floats:
        """What a boundary after each node is spared of the penalty, (m,)."""
        wishes, found = self._wishes, worth[self._nodes.last]
        if wishes.heading or wishes.paragraph or wishes.speaker:
            opens = openings(self._prepared)
            spared = (
                wishes.heading * opens.headings
                + wishes.paragraph * opens.paragraphs
                + wishes.speaker * opens.speakers
            )
            found[:-1] += self._penalty * spared[self._nodes.last[:-1]]
        return found

    def _unevenness(self, width: int) -> Floats:
        """The squared logarithm of each chunk's size against the target, (m, width)."""
        sizes, ends = self._prepared.sizes, self._nodes.ends
        begins, target = sizes.ticks(self._nodes.starts), self._wishes.target_tokens
        first = np.maximum(np.arange(len(ends))[:, None] - np.arange(width), 0)
        ticks = sizes.ticks(ends)[:, None] - begins[first]
        possible = np.arange(1, max(2, int(ticks.max()) + 1))
        squares = np.log(possible / (target * sizes.per)) ** 2
        uneven: Floats = squares[np.maximum(ticks, 1) - 1]
        return uneven
