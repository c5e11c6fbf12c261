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

SHUFFLES = 199
# Stricter than the usual 5 %: neighbouring sentences are more alike than shuffled ones even
# where no topic changes.
FALSE_DISCOVERIES = 0.02
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


def drop_p(vectors: Vectors, rng: np.random.Generator) -> float:
    """The chance that shuffled units part as well as these do, at the best place to part them.

    The drop in cost of a split is `|A|²/a + |B|²/b - |A + B|²/(a + b)` of the sums A and B of its
    a and b units. Taking the best place in either case pays for having searched for it.
    """
    count = len(vectors)
    centred = vectors - vectors.mean(axis=0)
    gram = centred @ centred.T
    orders = np.tile(np.arange(count), (SHUFFLES + 1, 1))
    orders[1:] = rng.permuted(orders[1:], axis=1)
    # |A|² grows with each unit by its own square and twice its product with those before it.
    earlier = np.tril(np.full((count, count), 2, np.float32), -1) + np.eye(count, dtype=np.float32)
    shuffled = gram[orders[:, :, None], orders[:, None, :]]
    grown = np.einsum("sij,ij->si", shuffled, earlier)
    squares = np.cumsum(grown, axis=1, dtype=np.float64)[:, :-1]
    # Around their mean, B is -A.
    left = np.arange(1, count)
    drops = (squares * count / (left * (count - left))).max(axis=1)
    return float(np.count_nonzero(drops >= drops[0] - 1e-6) / len(drops))


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
    tested = f"of {tried} tested by {SHUFFLES} shuffles each"
    if count == 0:
        needed = FALSE_DISCOVERIES / max(len(p), 1)
        least = (
            f" (the least p is {ranked[0]:.3f}; of so many at once, one alone would have to be at "
            f"most {needed:.5f})"
            if len(p)
            else ""
        )
        reason = f"{tested}, none is significant{least}: no boundary here"
        return Selection(None, 1 - FALSE_DISCOVERIES, reason, curves, facts)
    ladder = Ladder.of(scores)
    agreement = ladder.f1(wanted)
    best = int(np.argmax(agreement))
    value = ladder.at(best)
    reason = (
        f"{tested}, {count_of(count, 'is', 'are')} significant at a false discovery rate of "
        f"{FALSE_DISCOVERIES:.0%}, and the threshold {value:g} finds them with F1 "
        f"{agreement[best]:.2f}"
    )
    found = Curve("agreement with the significant", ladder.thresholds, agreement, y_title="F1")
    return Selection(value, float(agreement[best]), reason, (*curves, found), facts)


def _candidates(vectors: Vectors) -> Ints:
    """The minima of the similarity of windows that lie well below its mean."""
    alike = alike_around(vectors)
    fenced = np.concatenate([[np.inf], alike, [np.inf]])
    minimum = (alike < fenced[:-2]) & (alike <= fenced[2:])
    return np.flatnonzero(minimum & (alike < alike.mean() - _LOW * alike.std()))


def _tested(vectors: Vectors, candidates: Ints) -> Floats:
    """The p of each candidate between the candidates beside it, within the reach."""
    rng = np.random.default_rng(_SEED)
    edges = np.concatenate([[-1], candidates, [len(vectors) - 1]]) + 1
    starts = np.maximum(edges[:-2], edges[1:-1] - _REACH)
    ends = np.minimum(edges[2:], edges[1:-1] + _REACH)
    return np.array(
        [drop_p(vectors[a:b], rng) for a, b in zip(starts.tolist(), ends.tolist(), strict=True)]
    )


PERMUTATION = Selector(
    "permutation",
    "Permutation test",
    "Finds again the boundaries that units in shuffled order do not explain; it may find none.",
    "Benjamini and Hochberg 1995",
    _permutation,
    needs_vectors=True,
)
