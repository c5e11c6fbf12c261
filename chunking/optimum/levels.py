"""Nested optima: chapters, sections, passages, each inside of what the level before has cut."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from chunking.optimum.limits import Limits
from chunking.optimum.optimum import Optimum
from chunking.overlap import Overlap
from chunking.types import Constraints, Reason

if TYPE_CHECKING:
    from chunking.chunks import Cuts
    from chunking.optimum.optimum import Wishes
    from chunking.types import Costs, Prepared


def nested(
    prepared: Prepared,
    costs: Costs,
    limits: Limits,
    wishes: Wishes,
    constraints: Constraints,
    *,
    levels: int,
) -> tuple[Cuts, ...]:
    """The cuts of each level, outermost first; all cuts of one are cuts of the next.

    The innermost level is the optimum under the limits given the cuts of the others. If that
    would be s chunks by itself, level l of n is the cheapest cutting into about s^(l/n) parts
    given the level before; the maximum holds for the innermost alone.
    """
    flat = Optimum(prepared, costs, limits, wishes, constraints).cuts
    found: list[Cuts] = []
    marks = constraints
    whole = max(limits.max_tokens, prepared.sizes.tokens(0, prepared.sizes.length))
    outer = Limits(limits.min_tokens, whole, Overlap(0), split_atomic=False)
    for level in range(1, levels):
        parts = round((len(flat.offsets) + 1) ** (level / levels))
        cuts = Optimum(prepared, costs, outer, wishes, marks, parts=parts).cuts
        found.append(_chosen(prepared, cuts, constraints))
        marks = replace(constraints, required=tuple(cuts.offsets.tolist()))
    innermost = Optimum(prepared, costs, limits, wishes, marks).cuts
    return (*found, _chosen(prepared, innermost, constraints))


def _chosen(prepared: Prepared, cuts: Cuts, constraints: Constraints) -> Cuts:
    """The same, where a cut that only an outer level asked for was chosen and not made by hand."""
    manual, optimum = Reason.MANUAL.code, Reason.OPTIMUM.code
    reasons, verdicts = cuts.reasons.copy(), cuts.verdicts.copy()
    for codes, places in ((reasons, cuts.offsets), (verdicts, prepared.units.gaps)):
        codes[(codes == manual) & ~np.isin(places, constraints.required)] = optimum
    return replace(cuts, reasons=reasons, verdicts=verdicts)
