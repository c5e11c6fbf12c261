"""Whether strategies differ by more than chance on some questions.

Every strategy answers the same questions, so that differences are compared question by question.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from chunking.core.text.numbers import count_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from chunking.core.arrays import Bools, Floats, Ints

DRAWS = 10_000
_SEED = 20190401
_LEVEL = 0.05
# A difference of so many standard errors is found in 80 % of cases at the level of 5 %.
_DETECTABLE = 2.8
_BLOCK = 500
# Means that differ by less are equal, apart from rounding.
_EQUAL = 1e-9
# More questions than anybody writes.
_MOST_QUESTIONS = 10_000


@dataclass(frozen=True, slots=True, eq=False)
class Significance:
    """Comparison of strategies with the best one.

    Attributes:
        best: Row of the strategy with the best mean; the first of equal ones.
        best_shares: Share of the draws in which each strategy is best, (s,).
        intervals: 95 % interval of each mean, (s, 2).
        differences: Mean of the best one minus that of each strategy, at least 0, (s,).
        p_values: Probability of such a difference by chance (Wilcoxon signed-rank test, adjusted by
            Holm), (s,); 1 for the best one.
        detectable: Smallest difference from the best one that these questions show, (s,).
        needed: Number of questions that would show the difference, (s,); 0 for the best one and for
            equal ones.
    """

    best: int
    best_shares: Floats
    intervals: Floats
    differences: Floats
    p_values: Floats
    detectable: Floats
    needed: Ints

    @property
    def tied(self) -> Bools:
        """Whether each strategy is indistinguishable from the best one, which is, too, (s,)."""
        found: Bools = self.p_values >= _LEVEL
        return found


def significance(values: Floats, strata: Ints, *, higher: bool = True) -> Significance:
    """Compare strategies with the best one by a paired bootstrap, stratified by document.

    Args:
        values: Value of each strategy on each question, (s, q).
        strata: Document of each question, (q,).
        higher: Whether higher values are better.
    """
    values = values if higher else -values
    means = values.mean(axis=1)
    best = int(np.argmax(means))
    drawn = _drawn_means(values, strata)
    tops = drawn == drawn.max(axis=1, keepdims=True)
    gaps = values[best] - values
    # A single question tells nothing about their spread.
    errors = gaps.std(axis=1, ddof=min(1, values.shape[1] - 1)) / np.sqrt(values.shape[1])
    differences = means[best] - means
    with np.errstate(divide="ignore", invalid="ignore"):
        needed = np.ceil(values.shape[1] * (_DETECTABLE * errors / differences) ** 2)
    needed[~np.isfinite(needed)] = 0
    intervals = np.percentile(drawn, [2.5, 97.5], axis=0).T
    return Significance(
        best,
        (tops / tops.sum(axis=1, keepdims=True)).mean(axis=0),
        intervals if higher else -intervals[:, ::-1],
        differences,
        _p_values(gaps, best),
        _DETECTABLE * errors,
        needed.astype(np.int64),
    )


def _drawn_means(values: Floats, strata: Ints) -> Floats:
    """Return the means of questions drawn with replacement from each document, (draws, s)."""
    rng = np.random.default_rng(_SEED)
    count = values.shape[1]
    groups = [np.flatnonzero(strata == each) for each in np.unique(strata)]
    found = np.empty((DRAWS, len(values)))
    for first in range(0, DRAWS, _BLOCK):
        weights = np.zeros((_BLOCK, count))
        for group in groups:
            chosen = rng.integers(len(group), size=(_BLOCK, len(group)))
            rows = np.repeat(np.arange(_BLOCK), len(group))
            np.add.at(weights, (rows, group[chosen].ravel()), 1)
        found[first : first + _BLOCK] = weights @ values.T / count
    return found


def _p_values(gaps: Floats, best: int) -> Floats:
    """Return the adjusted p-values of the differences from the best strategy, (s,)."""
    from scipy.stats import wilcoxon

    found = np.ones(len(gaps))
    for row, each in enumerate(gaps):
        if row != best and np.any(each != 0):
            found[row] = float(wilcoxon(each, zero_method="zsplit").pvalue)
    others = [row for row in np.argsort(found).tolist() if row != best]
    highest = 0.0
    for place, row in enumerate(others):
        highest = max(highest, min(1.0, found[row] * (len(others) - place)))
        found[row] = highest
    return found


def verdict(found: Significance, titles: Sequence[str], costs: Floats, questions: int) -> str:
    """Return which of several strategies is best, or which are indistinguishable, in a sentence.

    Args:
        found: The comparison.
        titles: Name of each strategy.
        costs: Tokens to embed by strategy, (s,).
        questions: Number of questions.
    """
    number = count_of(questions, "question")
    tied = np.flatnonzero(found.tied).tolist()
    best = titles[found.best]
    if len(tied) == 1:
        return (
            f"{best} is best with {number} (best in {found.best_shares[found.best]:.0%} of draws)"
        )
    names = [titles[row] for row in tied]
    text = f"{', '.join(names[:-1])} and {names[-1]} are indistinguishable with {number}"
    enough = _enough(found, [row for row in tied if row != found.best])
    cheapest = titles[tied[int(np.argmin(costs[tied]))]]
    return f"{text}{enough}; {cheapest} embeds the fewest tokens"


def _enough(found: Significance, others: Sequence[int]) -> str:
    """Return how many questions would show the differences of strategies from the best one.

    Equal means need no number of questions: then it is the difference that these would have shown.
    Without any difference on a question, they tell nothing about their spread either.
    """
    if (found.differences[others] > _EQUAL).all():
        needed = int(found.needed[others].max())
        if needed > _MOST_QUESTIONS:
            return f"; more than {_MOST_QUESTIONS:,} would be needed"
        return f"; about {needed:,} would be enough"
    detectable = float(found.detectable[others].max())
    if not detectable:
        return ", with the same recall on every question"
    return f"; differences from {100 * detectable:.1f} percentage points would show"
