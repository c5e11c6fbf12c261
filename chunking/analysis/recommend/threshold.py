"""The recommended threshold: the one with the highest expected F1 within the size limits.

F1 is expected under the boundary probabilities of `optimal`, which compare all segmentations of the
text. It is the only threshold the program recommends. The selectors of
`chunking.analysis.thresholds` are alternatives that ignore the limits and the other settings.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from chunking.analysis.thresholds import Curve, SelectedThreshold, ThresholdGrid
from chunking.analysis.thresholds.selector import flat_note, no_threshold
from chunking.core.errors import SettingsError
from chunking.core.text.numbers import count_of, format_threshold
from chunking.embedding import sizes_for
from chunking.engine import compute_features
from chunking.strategies import get
from chunking.strategies.base import UNLIMITED
from chunking.strategies.signals.similarity import SIGNALS, candidate_scores

if TYPE_CHECKING:
    from chunking.core.arrays import Floats, Ints
    from chunking.core.prepared import Prepared
    from chunking.strategies import Strategy

ESTIMATED_F1 = "estimated_f1"
"""The name of the fact with the estimated F1 of the recommended threshold."""

SOURCE = "expected F1: Ye, Chai, Lee and Chieu 2012"
"""What the choice by expected F1 is based on."""

# Thresholds to try, evenly by the number of boundaries on a logarithmic scale.
_THRESHOLDS = 48

# Largest shift of the log-odds, and bisection steps, to match a maximum number of boundaries.
_MAX_SHIFT, _BISECTIONS = 20.0, 40


def boundary_probabilities(prepared: Prepared) -> Floats:
    """Return the probability of a boundary at each gap under `optimal` by default, (n - 1,).

    Takes about as long per document as `optimal`: callers with several settings compute it once.

    Args:
        prepared: Sentences with vectors. Features of `optimal`, if there are any, are reused.
    """
    optimal = get("optimal")()
    material = replace(prepared.material, features=optimal.material.features)
    ready = compute_features(replace(prepared, material=material))
    return optimal.probabilities(ready, ready.units.gaps)


def recommended_threshold(
    prepared: Prepared, strategy: Strategy, probabilities: Floats | None = None
) -> SelectedThreshold:
    """Return the threshold with the highest expected F1 under the settings of a strategy.

    Thresholds of the document are tried with the strategy's limits, and the actual boundaries are
    compared with the boundary probabilities. At most as many boundaries are expected as chunks of
    the geometric mean of the limits would give; a minimum of 0 or no maximum is no limit. There is
    no threshold if all give the same boundaries.

    Args:
        prepared: Sentences with vectors. Signal and tokenizer may be those of other settings.
        strategy: `semantic` with any settings; its threshold has no influence.
        probabilities: `boundary_probabilities` of the document, if known.

    Raises:
        SettingsError: The strategy has no threshold, or the document no similarities and vectors.
    """
    if "threshold" not in type(strategy).fields():
        raise SettingsError(
            "a recommended threshold needs a strategy with a threshold, such as semantic; "
            f"got {strategy.name}"
        )
    prepared = _prepared_for(prepared, strategy)
    if prepared.vectors is None or prepared.signal is None:
        raise SettingsError(
            "a recommended threshold needs similarities and vectors, got none; prepare with the "
            "material of semantic"
        )
    scores = candidate_scores(prepared.signal)
    problem = no_threshold(scores)
    if problem:
        return SelectedThreshold(None, 0.0, problem)
    low, high = strategy.limits
    size = prepared.sizes.tokens(0, prepared.sizes.length)
    most = size / np.sqrt(low * high) if low > 0 and high < UNLIMITED else np.inf
    if probabilities is None:
        probabilities = boundary_probabilities(prepared)
    probabilities = _with_at_most(most, probabilities)
    grid = ThresholdGrid.of(scores)
    indices = {grid.nearest(count) for count in np.geomspace(1, len(scores), _THRESHOLDS)}
    thresholds = [grid.rounded(index) for index in sorted(indices)]
    offsets = [strategy.with_(threshold=each).cut(prepared).offsets for each in thresholds]
    # Boundaries may also be inside units.
    gaps = [np.flatnonzero(np.isin(prepared.units.gaps, each)) for each in offsets]
    expected = np.array([_expected_f1(each, probabilities) for each in gaps])
    best = int(np.argmax(expected))
    count = len(offsets[best])
    chunks = count_of(count + 1, "chunk")
    facts = {"boundaries": float(count), "min_tokens": float(low), "max_tokens": float(high)}
    if all(np.array_equal(each, offsets[best]) for each in offsets):
        return SelectedThreshold(None, 0.0, f"{chunks} at every threshold", (), facts)
    facts[ESTIMATED_F1] = float(expected[best])
    thresholds[best] = _rounded(thresholds, best, strategy, prepared, offsets[best])
    reason = f"{format_threshold(thresholds[best])}: {chunks}, estimated F1 {expected[best]:.2f}"
    curve = Curve("expected F1 within the limits", np.array(thresholds), expected, y_title="F1")
    confidence = float(np.clip(expected[best], 0, 1))
    found = SelectedThreshold(thresholds[best], confidence, reason, (curve,), facts)
    flat = flat_note(scores)
    return replace(found, confidence=0.0, reason=f"{reason}; {flat}") if flat else found


def _with_at_most(most: float, probabilities: Floats) -> Floats:
    """Return probabilities, all odds lowered by one factor until at most `most` are expected."""
    if probabilities.sum() <= most:
        return probabilities
    inside = np.clip(probabilities, 1e-12, 1 - 1e-12)
    log_odds = np.log(inside) - np.log1p(-inside)
    low, high = 0.0, _MAX_SHIFT
    for _ in range(_BISECTIONS):
        middle = (low + high) / 2
        too_many = (1 / (1 + np.exp(middle - log_odds))).sum() > most
        low, high = (middle, high) if too_many else (low, middle)
    found: Floats = 1 / (1 + np.exp(low - log_odds))
    return found


def _prepared_for(prepared: Prepared, strategy: Strategy) -> Prepared:
    """Return the document with the signal and the sizes of a strategy."""
    kind = strategy.material.signal or "adjacent"
    vectors, signal = prepared.vectors, prepared.signal
    if vectors is not None and (signal is None or signal.kind != kind):
        prepared = replace(prepared, signal=SIGNALS[kind](prepared.units, vectors))
    return replace(prepared, sizes=sizes_for(prepared, strategy.material))


def _rounded(
    thresholds: list[float], best: int, strategy: Strategy, prepared: Prepared, offsets: Ints
) -> float:
    """Return the best threshold with the fewest decimals, at least two, that leave its boundaries.

    It stays between the neighboring thresholds.
    """
    low, high = [-np.inf, *thresholds][best], [*thresholds, np.inf][best + 1]
    for decimals in range(2, 5):
        value = round(thresholds[best], decimals)
        if value == thresholds[best]:
            break
        if low < value < high and np.array_equal(
            strategy.with_(threshold=value).cut(prepared).offsets, offsets
        ):
            return value
    return thresholds[best]


def _expected_f1(boundaries: Ints, probabilities: Floats) -> float:
    """Return the expected F1 of boundaries that may be one unit off.

    Args:
        boundaries: Indices of gaps.
        probabilities: The probability of a true boundary at each gap, (n,).
    """
    near = np.zeros(len(probabilities) + 2, np.bool_)
    for shift in range(3):
        near[boundaries + shift] = True
    found = min(float(probabilities[near[1:-1]].sum()), len(boundaries))
    return float(2 * found / (len(boundaries) + probabilities.sum()))
