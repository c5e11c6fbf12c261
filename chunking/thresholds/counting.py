"""Thresholds from the number of cuts: where it hardly changes, and where it gives a size."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from chunking.errors import SettingsError
from chunking.numerals import count_of, rounded
from chunking.thresholds.ladder import Ladder, tidy
from chunking.thresholds.selection import Curve, Selection, Selector, values_of

if TYPE_CHECKING:
    from chunking.types import Floats, Prepared

# Cuts hardly change while they grow by a quarter, or by one.
_GROWTH = 0.25
# Fewer cuts than this share of the square root of the gaps are taken for outliers; where more
# than a half of the gaps are cut, everything is a boundary.
_FEWEST, _MOST = 2 / 3, 0.5
TARGET_TOKENS = 400


def _cuts_curve(ladder: Ladder) -> Curve:
    return Curve("cuts", ladder.thresholds, ladder.cuts.astype(np.float64), y_title="cuts")


def _plateau(prepared: Prepared, scores: Floats) -> Selection:
    """The middle of the longest range of thresholds over which the cuts hardly change."""
    scores, things = values_of(prepared, scores)
    ladder = Ladder.of(scores)
    ascending = scores[ladder.order]
    low = ascending[ladder.cuts - 1]
    most = np.maximum(ladder.cuts + 1, np.floor(ladder.cuts * (1 + _GROWTH)).astype(np.int64))
    high = ascending[np.minimum(most, len(scores) - 1)]
    allowed = (ladder.cuts >= _FEWEST * np.sqrt(len(scores))) & (most <= _MOST * len(scores))
    best = int(np.argmax(np.where(allowed | ~allowed.any(), high - low, 0)))
    start, end = float(low[best]), float(high[best])
    value, length = tidy((start + end) / 2, scores), end - start
    inside = int(np.count_nonzero(scores < value))
    quartiles = np.quantile(scores, [0.25, 0.75])
    reason = (
        f"from {rounded(start, 2)} to {rounded(end, 2)} the cuts only grow from "
        f"{ladder.cuts[best]:,} to {most[best]:,} of {len(scores):,} {things}, the longest such "
        f"range; in its middle, {value:g}, they are {inside:,}"
    )
    usual = max(float(quartiles[1] - quartiles[0]), 1e-9)
    facts = {"start": start, "end": end}
    return Selection(
        value, float(np.clip(length / usual, 0, 1)), reason, (_cuts_curve(ladder),), facts
    )


def target(tokens: int = TARGET_TOKENS) -> Selector:
    """The selector that gives chunks of about `tokens`.

    Raises:
        SettingsError: `tokens` is below 1.
    """
    if tokens < 1:
        raise SettingsError(f"target tokens must be at least 1, got {tokens}")

    def choose(prepared: Prepared, scores: Floats) -> Selection:
        size = prepared.sizes.tokens(0, prepared.sizes.length)
        wanted = size // tokens
        ladder = Ladder.of(scores)
        best = ladder.nearest(wanted)
        cuts, value = int(ladder.cuts[best]), ladder.at(best)
        facts = {"target_tokens": float(tokens), "wanted_cuts": float(wanted)}
        if wanted == 0:
            reason = f"the text has {count_of(size, 'token')}, fewer than the target of {tokens:,}"
            return Selection(None, 1.0, reason, (_cuts_curve(ladder),), facts)
        mean = size / (cuts + 1)
        return Selection(
            value,
            float(np.clip(min(mean, tokens) / max(mean, tokens), 0, 1)),
            f"{size:,} tokens at a target of {tokens:,} ask for {count_of(wanted, 'cut')}, and "
            f"{cuts:,} of {len(scores):,} gaps lie below {value:g}",
            (_cuts_curve(ladder),),
            facts,
        )

    return Selector(
        "target",
        f"Target of {tokens:,} tokens",
        "The threshold that gives chunks of a size: as many of the lowest gaps as it takes.",
        "exact, from one sort",
        choose,
    )


PLATEAU = Selector(
    "plateau",
    "Plateau",
    "The longest range of thresholds over which the number of cuts hardly changes.",
    "Maximally stable extremal regions: Matas, Chum, Urban and Pajdla 2002",
    _plateau,
)
TARGET = target()
