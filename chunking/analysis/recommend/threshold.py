"""The recommended threshold of a document under the settings of a strategy, or that there is none.

A threshold is recommended only where it decides the boundaries, not the size limits, and only where
its boundaries are expected to agree better than those of no threshold and of even chunks, by more
than the uncertainty. Agreement is the F1 expected under the boundary probabilities of `optimal`,
which compare all segmentations of the text. It orders thresholds; as a figure it is two to three
times too high on coarse texts, so none is shown. The selectors of `chunking.analysis.thresholds`
are alternatives that ignore the limits and the other settings.
"""

from dataclasses import replace

import numpy as np

from chunking.analysis.metrics.boundaries import nearest_gaps
from chunking.analysis.setting_effects import size_effects
from chunking.analysis.thresholds import Curve, SelectedThreshold, ThresholdGrid
from chunking.analysis.thresholds.selector import NEARLY_ALL, flat_note, no_threshold
from chunking.core.arrays import Floats, Ints
from chunking.core.errors import SettingsError
from chunking.core.prepared import Prepared
from chunking.core.text.numbers import count_of, format_threshold
from chunking.embedding import sizes_for
from chunking.engine import compute_features
from chunking.strategies import Strategy, get
from chunking.strategies.base import UNLIMITED
from chunking.strategies.signals.similarity import SIGNALS, candidate_scores

SOURCE = "expected F1: Ye, Chai, Lee and Chieu 2012"
"""What the choice by expected F1 is based on."""

NONE_SUITS = "no threshold suits this text"
"""How the reason begins where no threshold is recommended."""

ADVICE = "; use the recommended strategy"
"""How it ends."""

# Below every similarity.
_LOWEST = -1.0

# Thresholds to try, evenly by the number of boundaries on a logarithmic scale.
_THRESHOLDS = 48


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
    """Return the recommended threshold under the settings of a strategy; its value may be None.

    Thresholds of the document are tried with the strategy's limits, and the actual boundaries are
    compared with the boundary probabilities. The best must beat no threshold and even chunks by
    more than one standard error of the difference. Where none does, `by_size` is the one whose
    chunks are nearest to the geometric mean of the limits, of those that are not above nearly all
    similarities; None without a minimum or a maximum.

    Args:
        prepared: Sentences with vectors. Signal and tokenizer may be those of other settings.
        strategy: `semantic` with any settings; its threshold has no influence.

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
    scores, gaps = candidate_scores(prepared.signal), prepared.units.gaps
    problem = no_threshold(scores) or flat_note(scores)
    if problem:
        return _none(problem)
    grid = ThresholdGrid.of(scores)
    indices = {grid.nearest(count) for count in np.geomspace(1, len(scores), _THRESHOLDS)}
    tried = [grid.rounded(index) for index in sorted(indices)]
    cuts = [strategy.with_(threshold=each).cut(prepared) for each in tried]
    effects = [size_effects(each.reasons, each.verdicts) for each in cuts]
    decisive = np.array([each.similar > 0 and not each.decide for each in effects])
    numbers = np.array([len(each.offsets) for each in cuts])
    by_size = _nearest(tried, numbers, _chunks_by_size(prepared, strategy), scores)
    if not decisive.any():
        return _none("the size limits decide the boundaries at every threshold", by_size)
    if probabilities is None:
        probabilities = boundary_probabilities(prepared)
    # Boundaries may also be inside units.
    found = [np.flatnonzero(np.isin(gaps, each.offsets)) for each in cuts]
    weights = [_weights(each, probabilities) for each in found]
    # A boundary finds one true boundary at most.
    expected = np.array(
        [
            min(each @ probabilities, each.max() * len(at))
            for each, at in zip(weights, found, strict=True)
        ]
    )
    best = int(np.argmax(np.where(decisive, expected, -np.inf)))
    offsets = cuts[best].offsets
    chunks = len(offsets) + 1
    uncut = strategy.with_(threshold=_LOWEST).cut(prepared).offsets
    even = np.arange(1, chunks) * len(prepared.document.text) // chunks
    for others, name in ((uncut, "no threshold"), (even, "even chunks of the same size")):
        at = np.unique(nearest_gaps(others, gaps)) if len(others) else others
        if not _is_better(weights[best], _weights(at, probabilities), probabilities):
            why = f"none is expected to match changes of topic clearly better than {name}"
            return _none(why, by_size)
    threshold = _rounded(tried, best, strategy, prepared, offsets)
    reason = f"{format_threshold(threshold)}: {count_of(chunks, 'chunk')}"
    tried[best] = threshold
    # Where the limits decide, no agreement is that of the threshold.
    shares = np.where(decisive, expected, 0) / expected[best]
    curve = Curve("expected agreement", np.array(tried), shares, y_title="share of best")
    return SelectedThreshold(threshold, reason, (curve,), {"boundaries": float(chunks - 1)})


def _nearest(thresholds: list[float], numbers: Ints, number: float, scores: Floats) -> float | None:
    """Return the threshold with the nearest number of boundaries, if that number is finite.

    Of those that tell one gap from another; None without any.
    """
    below = np.searchsorted(np.sort(scores), thresholds)
    off = np.where(below < NEARLY_ALL * len(scores), np.abs(numbers - number), np.inf)
    best = int(np.argmin(off))
    return thresholds[best] if np.isfinite(off[best]) else None


def _none(why: str, by_size: float | None = None) -> SelectedThreshold:
    reason = f"{NONE_SUITS}: {why}{ADVICE}"
    return SelectedThreshold(None, reason, by_size=by_size)


def _chunks_by_size(prepared: Prepared, strategy: Strategy) -> float:
    """Return the number of chunks of the geometric mean of the limits, inf without both."""
    low, high = strategy.limits
    size = prepared.sizes.tokens(0, prepared.sizes.length)
    return float(size / np.sqrt(low * high)) if low > 0 and high < UNLIMITED else np.inf


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


def _weights(boundaries: Ints, probabilities: Floats) -> Floats:
    """Return what a true boundary at each gap adds to the F1 of boundaries, (n,).

    A boundary may be one unit off.
    """
    near = np.zeros(len(probabilities) + 2)
    for shift in range(3):
        near[boundaries + shift] = 1
    found: Floats = 2 * near[1:-1] / max(len(boundaries) + probabilities.sum(), 1e-9)
    return found


def _is_better(ours: Floats, others: Floats, probabilities: Floats) -> bool:
    """Return whether the expected F1 is higher by more than one standard error."""
    difference = ours - others
    variance = (probabilities * (1 - probabilities)) @ difference**2
    return bool(probabilities @ difference > np.sqrt(variance))
