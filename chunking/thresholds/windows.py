"""The threshold whose cuts best agree with what windows of several units say."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

import numpy as np

from chunking.numerals import count_of
from chunking.similarity import band, lowest, windows_in
from chunking.thresholds.ladder import Ladder
from chunking.thresholds.selection import Curve, Selection, Selector

if TYPE_CHECKING:
    from chunking.types import Floats, Prepared, Vectors

# Windows of two lengths see short and long passages; the mean of both cosines is used.
WINDOWS_OF = (2, 4)
# A minimum of the windows is as likely a boundary as not where they are this many standard
# deviations less alike than the mean, and other gaps are this much less likely. Chosen on all
# labelled sets at once; the values beside them do as well.
EVEN_ODDS, OFF_MINIMUM = 0.5, 0.1
DECIMALS = 4
# How far, in log-odds, and how finely the chances are lowered to a number of boundaries.
_LOWERED, _HALVINGS = 20.0, 40


def alike_around(vectors: Vectors) -> Floats:
    """The mean of the windowed similarities of both lengths, (n - 1,)."""
    products = band(vectors, 2 * max(WINDOWS_OF))
    every = np.stack([windows_in(products, window, len(vectors)) for window in WINDOWS_OF])
    # Rounded as similarities are, so that another machine finds the same minima.
    alike: Floats = every.mean(axis=0).round(DECIMALS)
    return alike


def chances(vectors: Vectors, most: float = np.inf) -> Floats:
    """How likely each gap is a boundary by its windows, (n - 1,): a logistic of their z-score.

    They are lowered together, by the same factor of the odds, until `most` boundaries are expected.
    """
    alike = alike_around(vectors)
    deviation = float(alike.std())
    z = (alike - alike.mean()) / deviation if deviation > 0 else np.zeros(len(alike))
    weights = np.where(lowest(alike), 1.0, OFF_MINIMUM)
    low, high = EVEN_ODDS, EVEN_ODDS + _LOWERED
    if _logistic(z + low) @ weights > most:
        for _ in range(_HALVINGS):
            middle = (low + high) / 2
            low, high = (middle, high) if _logistic(z + middle) @ weights > most else (low, middle)
    likely: Floats = _logistic(z + low) * weights
    return likely


def _logistic(against: Floats) -> Floats:
    chance: Floats = 1 / (1 + np.exp(against))
    return chance


def expected_f1(scores: Floats, likely: Floats, ladder: Ladder) -> Floats:
    """The F1 to be expected of each rung's cuts where a boundary counts one unit away, too.

    `likely[i]` is the chance of a boundary at gap i. A boundary is found where a cut is at its gap
    or a neighbouring one; there are no more finds than cuts.
    """
    fenced = np.concatenate([[np.inf], scores, [np.inf]])
    lowest = np.minimum(np.minimum(fenced[:-2], fenced[2:]), scores)
    order = np.argsort(lowest, kind="stable")
    found = np.concatenate([[0.0], np.cumsum(likely[order])])
    reached = np.searchsorted(lowest[order], ladder.thresholds)
    f1: Floats = 2 * np.minimum(found[reached], ladder.cuts) / (ladder.cuts + likely.sum())
    return f1


def _agreement(prepared: Prepared, scores: Floats) -> Selection:
    """The rung with the highest expected F1."""
    likely = chances(cast("Vectors", prepared.vectors))
    ladder = Ladder.of(scores)
    expected = expected_f1(scores, likely, ladder)
    best = int(np.argmax(expected))
    value, cuts = ladder.at(best), int(ladder.cuts[best])
    reason = (
        f"windows of {WINDOWS_OF[0]} and {WINDOWS_OF[1]} units expect "
        f"{count_of(round(likely.sum()), 'boundary', 'boundaries')} in {len(scores):,} gaps, and "
        f"agree best with {count_of(cuts, 'gap')} below {value:g}, with an expected F1 of "
        f"{expected[best]:.2f} where no size is limited"
    )
    curves = (
        Curve("expected F1", ladder.thresholds, expected, y_title="F1"),
        Curve("chance of a boundary", np.arange(1.0, len(likely) + 1), likely,
              x_title="gap", y_title="chance"),
    )  # fmt: skip
    facts = {"boundaries": float(likely.sum()), "cuts": float(cuts)}
    return Selection(value, float(np.clip(expected[best], 0, 1)), reason, curves, facts)


WINDOWS = Selector(
    "windows",
    "Agreement with windows",
    "The threshold with the highest F1 to be expected if windows of several units are right.",
    "windows: Hearst 1997; expected F1: Ye, Chai, Lee and Chieu 2012",
    _agreement,
    needs_vectors=True,
)
