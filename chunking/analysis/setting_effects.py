"""The effects of settings and of size limits on the boundaries of a document."""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from chunking.core.arrays import Codes, Ints
from chunking.core.chunking import Chunking
from chunking.core.cuts import Reason
from chunking.core.prepared import NONE, Constraints, Prepared
from chunking.engine import split_units
from chunking.strategies import Strategy


def setting_effects(
    prepared: Prepared,
    strategy: Strategy,
    chunking: Chunking,
    constraints: Constraints = NONE,
    on_setting: Callable[[], object] | None = None,
) -> dict[str, int]:
    """Return for each setting how many boundaries vanish or move when it alone is switched off.

    A boundary has moved where the chunk that it ends would start at the same offset and end at
    another one.

    Args:
        constraints: Manual boundaries that `chunking` was made with.
        on_setting: Called before each setting that is tried; it may raise an error to stop.
    """
    split = split_units(prepared, constraints)
    found = {}
    for name, relaxed in strategy.relaxed().items():
        found[name] = 0
        if relaxed != strategy:
            if on_setting is not None:
                on_setting()
            found[name] = _changed(chunking.boundaries, relaxed.cut(split, constraints).offsets)
    return found


def _changed(boundaries: Ints, others: Ints) -> int:
    """Count the boundaries that are not in `others`, or end a chunk that ends elsewhere there."""
    if len(boundaries) == 0:
        return 0
    vanished = ~np.isin(boundaries, others)
    starts = np.concatenate([[-1], boundaries[:-1]])
    shared = np.isin(starts, others) | (starts < 0)
    end = np.searchsorted(others, starts, side="right")
    ends = np.append(others, np.iinfo(np.int64).max)[end]
    return int(np.count_nonzero(vanished | (shared & (ends != boundaries))))


# So many suppressed candidates for each boundary by similarity: the minimum decides.
_CROWDED = 2


class SizeEffects(NamedTuple):
    """Boundaries by similarity, those that the maximum forces, and suppressed candidates."""

    similar: int
    forced: int
    suppressed: int

    @property
    def is_crowded(self) -> bool:
        """Whether the minimum decides which candidates become boundaries."""
        return self.suppressed > _CROWDED * max(1, self.similar)

    @property
    def decide(self) -> bool:
        """Whether the limits decide most boundaries, not the threshold."""
        return self.is_crowded or self.forced > self.similar


def size_effects(reasons: Codes, verdicts: Codes) -> SizeEffects:
    """Return the effects of the limits.

    Args:
        reasons: The codes of the boundaries, (k,).
        verdicts: The codes of all gaps between units, (n - 1,).
    """
    return SizeEffects(
        int(np.count_nonzero(reasons == Reason.SIMILARITY.code)),
        int(np.count_nonzero(reasons == Reason.MAX_TOKENS.code)),
        int(np.count_nonzero(verdicts == Reason.MIN_TOKENS.code)),
    )
