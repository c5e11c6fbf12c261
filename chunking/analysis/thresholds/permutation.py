"""Threshold that best selects the boundaries that a permutation test finds significant."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

import numpy as np

from chunking.analysis.thresholds.selector import (
    Curve,
    SelectedThreshold,
    ThresholdGrid,
    ThresholdSelector,
)
from chunking.analysis.thresholds.windows import mean_window_similarity
from chunking.core.text.numbers import format_threshold

if TYPE_CHECKING:
    from chunking.core.arrays import Bools, Floats, Ints, Vectors
    from chunking.core.prepared import Prepared

# Total shuffles after each round; only undecided candidates go on to the next round.
SHUFFLES = (199, 999, 4_999)
# A candidate that this many shuffles match is not significant: further rounds are skipped.
_MAX_MATCHES = 10
# Shuffles per batch, which bounds memory.
_BATCH = 500
# Stricter than the usual 5 %: adjacent sentences are more similar than shuffled ones even where
# the topic does not change.
FALSE_DISCOVERY_RATE = 0.02
# Below this F1, most gaps below the threshold are not the significant boundaries.
_MIN_F1 = 0.2
# Maximum units on each side of a candidate.
_MAX_SIDE = 20
# A candidate is a minimum of the window similarity this many standard deviations below its mean.
_MIN_DROP = 1.0
_SEED = 19950289


def significant(p: Floats, rate: float = FALSE_DISCOVERY_RATE) -> Bools:
    """Return which tests are significant at a false discovery rate, same shape.

    Benjamini and Hochberg 1995: the k smallest p, for the largest k with `p_k <= rate * k / tests`.
    """
    found: Bools = np.zeros(len(p), np.bool_)
    order = np.argsort(p, kind="stable")
    passed = np.flatnonzero(p[order] <= rate * np.arange(1, len(p) + 1) / max(len(p), 1))
    if len(passed):
        found[order[: passed[-1] + 1]] = True
    return found


class PermutationTest:
    """Test of whether units split better at their best gap than in random order.

    Splitting units into a group of a and a group of b, with vector sums A and B, reduces the cost
    by `|A|²/a + |B|²/b - |A + B|²/(a + b)`. Both the text and each shuffle take their best gap,
    which corrects for having searched for it.

    Attributes:
        matches: Number of shuffles that split at least as well as the units in order.
        shuffles: Number of shuffles so far.
    """

    def __init__(self, vectors: Vectors) -> None:
        centered = vectors - vectors.mean(axis=0)
        self._gram = centered @ centered.T
        self._observed = float(self._best_gains(np.arange(len(vectors))[None, :])[0])
        self.matches = 0
        self.shuffles = 0

    @property
    def p(self) -> float:
        """Estimated p-value."""
        return (self.matches + 1) / (self.shuffles + 1)

    def shuffle(self, total: int, rng: np.random.Generator) -> None:
        """Add shuffles up to a total."""
        while self.shuffles < total:
            count = min(_BATCH, total - self.shuffles)
            orders = np.tile(np.arange(len(self._gram)), (count, 1))
            gains = self._best_gains(rng.permuted(orders, axis=1))
            self.matches += int(np.count_nonzero(gains >= self._observed - 1e-6))
            self.shuffles += count

    def _best_gains(self, orders: Ints) -> Floats:
        """Return the cost reduction at the best gap of each order, (orders,)."""
        count = len(self._gram)
        # Each unit adds to |A|² its own square and twice its product with the units before it.
        earlier = np.tril(np.full((count, count), 2, np.float32), -1)
        earlier += np.eye(count, dtype=np.float32)
        shuffled = self._gram[orders[:, :, None], orders[:, None, :]]
        increments = np.einsum("sij,ij->si", shuffled, earlier)
        squares = np.cumsum(increments, axis=1, dtype=np.float64)[:, :-1]
        # The vectors are centered, so B = -A.
        left = np.arange(1, count)
        gains: Floats = (squares * count / (left * (count - left))).max(axis=1)
        return gains


def _select(prepared: Prepared, scores: Floats) -> SelectedThreshold:
    vectors = cast("Vectors", prepared.vectors)
    candidates = _candidates(vectors)
    p = _p_values(vectors, candidates)
    passed = significant(p)
    boundaries = np.zeros(len(scores), np.bool_)
    boundaries[candidates[passed]] = True
    count, tests = int(np.count_nonzero(passed)), len(p)
    ascending = np.sort(p)
    ranks = np.arange(1.0, tests + 1)
    limits = FALSE_DISCOVERY_RATE * ranks / max(tests, 1)
    curves: tuple[Curve, ...] = (
        Curve("p, sorted", ranks, ascending, "points", x_title="rank", y_title="p"),
        Curve("significant below", ranks, limits, x_title="rank", y_title="p"),
    )
    facts = {"candidates": float(tests), "significant": float(count)}
    if tests == 0:
        reason = "no boundary: no minimum is low enough to be tested"
        return SelectedThreshold(None, 1.0, reason, curves, facts)
    found = (
        f"{count:,} of {tests:,} candidate boundaries significant at a false discovery rate of "
        f"{FALSE_DISCOVERY_RATE:.0%}"
    )
    if count == 0:
        # The false discovery rate at which the first candidate would be significant.
        adjusted = float((ascending * tests / ranks).min())
        reason = f"no boundary is stronger than chance (adjusted p = {adjusted:.2f}): {found}"
        return SelectedThreshold(None, adjusted, reason, curves, facts)
    grid = ThresholdGrid.of(scores)
    f1 = grid.f1(boundaries)
    best = int(np.argmax(f1))
    value, best_f1 = grid.rounded(best), float(f1[best])
    curves = (
        *curves,
        Curve("F1 with the significant boundaries", grid.thresholds, f1, y_title="F1"),
    )
    if best_f1 < _MIN_F1:
        best_one = f"best F1 {best_f1:.2f} at {format_threshold(value)}"
        reason = f"{found}, but no threshold selects them: {best_one}"
        return SelectedThreshold(None, 1 - best_f1, reason, curves, facts)
    reason = f"{grid.summary(best)}: F1 {best_f1:.2f} with {found}"
    return SelectedThreshold(value, best_f1, reason, curves, facts)


def _candidates(vectors: Vectors) -> Ints:
    """Return the gaps at minima of the window similarity well below its mean."""
    similarity = mean_window_similarity(vectors)
    padded = np.concatenate([[np.inf], similarity, [np.inf]])
    minimum = (similarity < padded[:-2]) & (similarity <= padded[2:])
    limit = similarity.mean() - _MIN_DROP * similarity.std()
    return np.flatnonzero(minimum & (similarity < limit))


def _p_values(vectors: Vectors, candidates: Ints) -> Floats:
    """Return the p-value of each candidate, tested on the units up to the adjacent candidates.

    Sequential: candidates are shuffled on until they are significant among the others or can no
    longer become so (Sandve, Ferkingstad and Nygård 2011).
    """
    rng = np.random.default_rng(_SEED)
    edges = np.concatenate([[-1], candidates, [len(vectors) - 1]]) + 1
    starts = np.maximum(edges[:-2], edges[1:-1] - _MAX_SIDE).tolist()
    ends = np.minimum(edges[2:], edges[1:-1] + _MAX_SIDE).tolist()
    tests = [PermutationTest(vectors[a:b]) for a, b in zip(starts, ends, strict=True)]
    p = np.ones(len(tests))
    for total in SHUFFLES:
        for test, decided in zip(tests, significant(p).tolist(), strict=True):
            if not decided and test.matches < _MAX_MATCHES:
                test.shuffle(total, rng)
        p = np.array([test.p for test in tests])
    return p


PERMUTATION = ThresholdSelector(
    "permutation",
    "Permutation test",
    "Selects the boundaries that shuffled units do not explain; there may be none.",
    "Benjamini and Hochberg 1995",
    _select,
    needs_vectors=True,
)
