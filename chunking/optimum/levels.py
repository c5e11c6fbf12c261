"""Nested optima: chapters, sections, passages, each inside of what the level before has cut."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from chunking.chunks import Cuts
from chunking.optimum.limits import Limits
from chunking.optimum.optimum import Optimum
from chunking.overlap import Overlap
from chunking.types import Reason

if TYPE_CHECKING:
    from chunking.optimum.optimum import Wishes
    from chunking.types import Constraints, Costs, Prepared


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
    given the level before; the maximum holds for the innermost alone. Where a cut would leave a
    chunk below the minimum that can be joined, it is none in any level.
    """
    flat = Optimum(prepared, costs, limits, wishes, constraints).cuts
    whole = max(limits.max_tokens, prepared.sizes.tokens(0, prepared.sizes.length))
    outer = Limits(limits.min_tokens, whole, Overlap(0), split_atomic=False)
    found: list[Cuts] = []
    given = np.zeros(0, np.int64)
    for level in range(1, levels):
        parts = round((len(flat.offsets) + 1) ** (level / levels))
        within = Optimum(prepared, costs, outer, wishes, constraints, parts=parts, given=given)
        found.append(within.cuts)
        given = found[-1].offsets
    innermost = Optimum(prepared, costs, limits, wishes, constraints, given=given).cuts
    return (*(_kept(prepared, cuts, innermost) for cuts in found), innermost)


def _kept(prepared: Prepared, cuts: Cuts, innermost: Cuts) -> Cuts:
    """The cuts of a level that the limits have left in the innermost one."""
    kept = np.isin(cuts.offsets, innermost.offsets)
    verdicts = cuts.verdicts.copy()
    verdicts[np.isin(prepared.units.gaps, cuts.offsets[~kept])] = Reason.FITS.code
    return Cuts(cuts.offsets[kept], cuts.reasons[kept], verdicts)
