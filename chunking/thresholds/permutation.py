"""The threshold that finds the boundaries which shuffled units do not explain."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

import numpy as np

from chunking.numerals import count_of
from chunking.thresholds.ladder import Ladder
from chunking.thresholds.selection import Curve, Selection, Selector
from chunking.thresholds.windows import alike_around

if TYPE_CHECKING:
    from chunking.types import Bools, Floats, Ints, Prepared, Vectors

# How often units are shuffled: all at first, then those alone of which that leaves it open.
SHUFFLES = (199, 999, 4_999)
# A boundary of which so many orders part as well is none, however often one shuffles.
_SETTLED = 10
# So many orders at once take little memory.
_BATCH = 500
# Stricter than the usual 5 %: neighbouring sentences are more alike than shuffled ones even
# where no topic changes.
FALSE_DISCOVERIES = 0.02
# Below this agreement a threshold cuts mostly elsewhere than at what is significant.
_FOUND_AGAIN = 0.2
# The units looked at on each side of a boundary.
_REACH = 20
# A possible boundary is a minimum of the windows this many standard deviations below their mean.
_LOW = 1.0
_SEED = 19950289


def significant(p: Floats, rate: float = FALSE_DISCOVERIES) -> Bools:
    """Which of some tests hold while at most `rate` of those that do are false, same shape.

    Benjamini and Hochberg 1995: the k smallest p, for the largest k with p_k <= rate * k / tests.
    """
    held: Bools = np.zeros(len(p), np.bool_)
    order = np.argsort(p, kind="stable")
    passed = np.flatnonzero(p[order] <= rate * np.arange(1, len(p) + 1) / max(len(p), 1))
    if len(passed):
        held[order[: passed[-1] + 1]] = True
    return held


class Shuffled:
    """How well units part at their best place, and how many random orders of them part as well.

    The drop in cost of a split is `|A|²/a + |B|²/b - |A + B|²/(a + b)` of the sums A and B of its
    a and b units. Taking the best place in either case pays for having searched for it.
    """

    def __init__(self, vectors: Vectors) -> None:
        centred = vectors - vectors.mean(axis=0)
        self._gram = centred @ centred.T
        self._own = float(self._drops(np.arange(len(vectors))[None, :])[0])
        self.as_well = 0
        self.shuffles = 0

    @property
    def p(self) -> float:
        """The chance that shuffled units part as well as these do, as far as it is known."""
        return (self.as_well + 1) / (self.shuffles + 1)

    def shuffle(self, total: int, rng: np.random.Generator) -> None:
        """Go on until there were `total` random orders."""
        while self.shuffles < total:
            times = min(_BATCH, total - self.shuffles)
            orders = np.tile(np.arange(len(self._gram)), (times, 1))
            drops = self._drops(rng.permuted(orders, axis=1))
            self.as_well += int(np.count_nonzero(drops >= self._own - 1e-6))
            self.shuffles += times

    def _drops(self, orders: Ints) -> Floats:
        """The drop in cost at the best place of each order, (orders,)."""
        count = len(self._gram)
        # |A|² grows with each unit by its own square and twice its product with those before it.
        earlier = np.tril(np.full((count, count), 2, np.float32), -1)
        earlier += np.eye(count, dtype=np.float32)
        shuffled = self._gram[orders[:, :, None], orders[:, None, :]]
        grown = np.einsum("sij,ij->si", shuffled, earlier)
        squares = np.cumsum(grown, axis=1, dtype=np.float64)[:, :-1]
        # Around their mean, B is -A.
        left = np.arange(1, count)
        drops: Floats = (squares * count / (left * (count - left))).max(axis=1)
        return drops


def _permutation(prepared: Prepared, scores: Floats) -> Selection:
    """The threshold that best finds again the boundaries that stand the test."""
    vectors = cast("Vectors", prepared.vectors)
    candidates = _candidates(vectors)
    p = _tested(vectors, candidates)
    held = significant(p)
    wanted = np.zeros(len(scores), np.bool_)
    wanted[candidates[held]] = True
    count = int(np.count_nonzero(held))
    ranked = np.sort(p)
    ranks = np.arange(1.0, len(p) + 1)
    curves = (
        Curve("p, sorted", ranks, ranked, "points", x_title="rank", y_title="p"),
        Curve("allowed", ranks, FALSE_DISCOVERIES * ranks / max(len(p), 1),
              x_title="rank", y_title="p"),
    )  # fmt: skip
    facts = {"candidates": float(len(p)), "significant": float(count)}
    tried = count_of(len(p), "possible boundary", "possible boundaries")
    tested = f"of {tried} tested by {SHUFFLES[0]:,} to {SHUFFLES[-1]:,} shuffles"
    if count == 0:
        # The rate at which the first would hold: the case against is as clear as that is high.
        rate = min(1.0, float((ranked * len(p) / ranks).min(initial=1.0)))
        first = f" (the first would be at {_percent(rate)})" if len(p) else ""
        reason = (
            f"{tested}, none is significant at a false discovery rate of "
            f"{FALSE_DISCOVERIES:.0%}{first}: no boundary here"
        )
        return Selection(None, rate, reason, curves, facts)
    ladder = Ladder.of(scores)
    agreement = ladder.f1(wanted)
    best = int(np.argmax(agreement))
    value, agreed = ladder.at(best), float(agreement[best])
    found = Curve("agreement with the significant", ladder.thresholds, agreement, y_title="F1")
    held_by = (
        f"{tested}, {count_of(count, 'is', 'are')} significant at a false discovery rate of "
        f"{FALSE_DISCOVERIES:.0%}"
    )
    if agreed < _FOUND_AGAIN:
        reason = (
            f"{held_by}, but no one threshold finds them: the best, {value:g}, with F1 {agreed:.2f}"
        )
        return Selection(None, 1 - agreed, reason, (*curves, found), facts)
    reason = f"{held_by}, and the threshold {value:g} finds them with F1 {agreed:.2f}"
    return Selection(value, agreed, reason, (*curves, found), facts)


def _candidates(vectors: Vectors) -> Ints:
    """The minima of the similarity of windows that lie well below its mean."""
    alike = alike_around(vectors)
    fenced = np.concatenate([[np.inf], alike, [np.inf]])
    minimum = (alike < fenced[:-2]) & (alike <= fenced[2:])
    return np.flatnonzero(minimum & (alike < alike.mean() - _LOW * alike.std()))


def _tested(vectors: Vectors, candidates: Ints) -> Floats:
    """The p of each candidate between the candidates beside it, within the reach.

    Few shuffles know no small p: what they leave open is shuffled on, until it is significant
    beside the others or can no more become so (Sandve, Ferkingstad and Nygård 2011).
    """
    rng = np.random.default_rng(_SEED)
    edges = np.concatenate([[-1], candidates, [len(vectors) - 1]]) + 1
    starts = np.maximum(edges[:-2], edges[1:-1] - _REACH)
    ends = np.minimum(edges[2:], edges[1:-1] + _REACH)
    tests = [Shuffled(vectors[a:b]) for a, b in zip(starts.tolist(), ends.tolist(), strict=True)]
    p = np.ones(len(tests))
    for total in SHUFFLES:
        held = significant(p)
        for test, holds in zip(tests, held.tolist(), strict=True):
            if not holds and test.as_well < _SETTLED:
                test.shuffle(total, rng)
        p = np.array([test.p for test in tests])
    return p


def _percent(rate: float) -> str:
    return f"{rate:.0%}" if rate >= 0.1 else f"{rate:.1%}"


PERMUTATION = Selector(
    "permutation",
    "Permutation test",
    "Finds again the boundaries that units in shuffled order do not explain; it may find none.",
    "Benjamini and Hochberg 1995",
    _permutation,
    needs_vectors=True,
)
