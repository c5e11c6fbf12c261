"""The threshold that suits a document under the size limits of a strategy."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

import numpy as np

from chunking.numerals import count_of
from chunking.similarity import candidates
from chunking.strategies.base import LIMITLESS
from chunking.thresholds import RECOMMENDED, Curve, Ladder, Selection
from chunking.thresholds.windows import chances

if TYPE_CHECKING:
    from chunking.strategies import Strategy
    from chunking.types import Floats, Ints, Prepared, Signal, Vectors

# As many thresholds are tried, evenly by the number of cuts on a logarithmic scale.
_RUNGS = 48


def threshold_within(prepared: Prepared, strategy: Strategy) -> Selection:
    """The threshold for `semantic` with these limits: the highest F1 to be expected of its cuts.

    As the selector `windows`, but of the cuts that are left once the limits have had their say,
    and with no more boundaries expected than chunks of the limits' geometric mean would give.
    A minimum of 0 or no maximum limits nothing.

    Raises:
        SettingsError: the document was prepared without similarities and vectors.
    """
    free = RECOMMENDED(prepared)
    if free.value is None:
        return free
    scores = candidates(cast("Signal", prepared.signal))
    low, high = strategy.limits
    size = prepared.sizes.tokens(0, prepared.sizes.length)
    most = size / np.sqrt(low * high) if low > 0 and high < LIMITLESS else np.inf
    likely = chances(cast("Vectors", prepared.vectors), most)
    ladder = Ladder.of(scores)
    rungs = {ladder.nearest(cuts) for cuts in np.geomspace(1, len(scores), _RUNGS)}
    tried = [ladder.at(rung) for rung in sorted(rungs)]
    made = [strategy.with_(threshold=threshold).cut(prepared).offsets for threshold in tried]
    expected = np.array([_expected(_gaps_cut(prepared, cuts), likely) for cuts in made])
    best = int(np.argmax(expected))
    cuts = len(made[best])
    reason = (
        f"the best of {count_of(len(tried), 'threshold')} tried is {tried[best]:g}: "
        f"{_within(low, high)} it makes {count_of(cuts, 'cut')} and agrees best with "
        f"windows of sentences (an expected F1 of {expected[best]:.2f})"
    )
    curves = (Curve("expected F1 within the limits", np.array(tried), expected, y_title="F1"),)
    facts = {"cuts": float(cuts), "min_tokens": float(low), "max_tokens": float(high)}
    return Selection(tried[best], float(np.clip(expected[best], 0, 1)), reason, curves, facts)


def _within(low: int, high: int) -> str:
    return f"within {low:,} to {high:,} tokens" if high < LIMITLESS else f"from {low:,} tokens on"


def _gaps_cut(prepared: Prepared, cuts: Ints) -> Ints:
    """The gaps between units that are cut, as indices; a cut may be inside a unit, too."""
    return np.flatnonzero(np.isin(prepared.units.gaps, cuts))


def _expected(cuts: Ints, likely: Floats) -> float:
    """The F1 to be expected of some cuts where a boundary counts one unit away, too."""
    near = np.zeros(len(likely) + 2, np.bool_)
    for shift in range(3):
        near[cuts + shift] = True
    found = min(float(likely[near[1:-1]].sum()), len(cuts))
    return float(2 * found / (len(cuts) + likely.sum()))
