"""Whether strategies differ by more than chance on some questions.

Every strategy answers the same questions, so that differences are compared question by question.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from chunking.core.arrays import Bools, Floats, Ints
from chunking.core.packages import require
from chunking.core.text.numbers import count_of, rounded

DRAWS = 10_000
_SEED = 20190401
_LEVEL = 0.05
# A difference of so many standard errors is found in 80% of cases at the level of 5%.
_DETECTABLE = 2.8
_BLOCK = 500
# Means that differ by less are equal, apart from rounding.
_EQUAL = 1e-9
# More questions than anybody writes.
_MOST_QUESTIONS = 10_000
# A cheaper strategy is named if it saves this share of the tokens, and certainly loses less recall
# than this: a difference that 1,000 questions would hardly show.
SAVED, MARGIN = 1 / 3, 0.02


@dataclass(frozen=True, slots=True, eq=False)
class Significance:
    """Comparison of strategies with the best one.

    Attributes:
        best: Row of the strategy with the best mean; the first of equal ones.
        best_shares: Share of the draws in which each strategy is best, (s,).
        intervals: 95% interval of each mean, (s, 2): bootstrap over the questions; where all values
            are equal, what as many questions leave open (Clopper and Pearson 1934).
        differences: Mean of the best one minus that of each strategy, at least 0, (s,).
        p_values: Probability of such a difference by chance (Wilcoxon signed-rank test, adjusted by
            Holm), (s,); 1 for the best one.
        difference_intervals: 95% interval of each difference, (s, 2): paired t; as above where all
            differences are equal.
        needed: Number of questions that would show the difference, (s,); 0 for the best one and for
            equal ones.
    """

    best: int
    best_shares: Floats
    intervals: Floats
    differences: Floats
    p_values: Floats
    difference_intervals: Floats
    needed: Ints

    @property
    def tied(self) -> Bools:
        """Whether each strategy is indistinguishable from the best one, which is, too, (s,)."""
        found: Bools = self.p_values >= _LEVEL
        return found

    def cheaper(self, costs: Floats) -> int | None:
        """Return the row of the cheapest strategy that is worth naming besides the best.

        It saves a third of the tokens, and the interval excludes a loss above `MARGIN`.

        Args:
            costs: Tokens to embed by strategy, (s,).
        """
        saves = costs <= (1 - SAVED) * costs[self.best]
        rows = np.flatnonzero(saves & (self.difference_intervals[:, 1] <= MARGIN))
        return int(rows[costs[rows].argmin()]) if len(rows) else None


def significance(values: Floats) -> Significance:
    """Compare strategies with the best one, question by question.

    Args:
        values: Value of each strategy on each question, from 0 to 1, (s, q).

    Raises:
        MissingPackageError: scipy is not installed.
    """
    require("an evaluation", "scipy")
    means = values.mean(axis=1)
    best = int(np.argmax(means))
    drawn = _drawn_means(values)
    tops = drawn == drawn.max(axis=1, keepdims=True)
    gaps = values[best] - values
    # A single question tells nothing about their spread.
    errors = gaps.std(axis=1, ddof=min(1, values.shape[1] - 1)) / np.sqrt(values.shape[1])
    differences = means[best] - means
    with np.errstate(divide="ignore", invalid="ignore"):
        needed = np.ceil(values.shape[1] * (_DETECTABLE * errors / differences) ** 2)
    needed[~np.isfinite(needed)] = 0
    intervals = _with_unseen(np.percentile(drawn, [2.5, 97.5], axis=0).T, values)
    return Significance(
        best,
        (tops / tops.sum(axis=1, keepdims=True)).mean(axis=0),
        intervals,
        differences,
        _p_values(gaps, best),
        _difference_intervals(gaps, differences, errors, best),
        needed.astype(np.int64),
    )


def _difference_intervals(gaps: Floats, differences: Floats, errors: Floats, best: int) -> Floats:
    require("an evaluation of several strategies", "scipy")
    from scipy.stats import t

    reach = t.ppf(1 - _LEVEL / 2, max(1, gaps.shape[1] - 1)) * errors
    found = np.stack([differences - reach, differences + reach], axis=1)
    found = _with_unseen(found, gaps, lowest=-1.0)
    found[best] = 0
    return found


def _with_unseen(intervals: Floats, values: Floats, *, lowest: float = 0.0) -> Floats:
    """Return intervals of means, (s, 2), widened where all values are equal.

    After q equal values, up to the share `1 - 0.025 ** (1 / q)` of other questions may have another
    value, from `lowest` to 1.
    """
    found = intervals.copy()
    equal = np.ptp(values, axis=1) <= _EQUAL
    open_share = 1 - (_LEVEL / 2) ** (1 / values.shape[1])
    known = (1 - open_share) * values[equal, 0]
    found[equal] = np.stack([known + open_share * lowest, known + open_share], axis=1)
    return found


def _drawn_means(values: Floats) -> Floats:
    """Return the means of questions drawn with replacement, (draws, s)."""
    rng = np.random.default_rng(_SEED)
    count = values.shape[1]
    found = np.empty((DRAWS, len(values)))
    for first in range(0, DRAWS, _BLOCK):
        chosen = rng.integers(count, size=(_BLOCK, count))
        rows = np.repeat(np.arange(_BLOCK), count)
        weights = np.bincount(rows * count + chosen.ravel(), minlength=_BLOCK * count)
        found[first : first + _BLOCK] = weights.reshape(_BLOCK, count) @ values.T / count
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


def verdict(
    found: Significance,
    titles: Sequence[str],
    counts: Ints,
    sizes: Floats,
    questions: int,
    *,
    unit: str = "tokens",
) -> str:
    """Return which strategy leads, by how much, and what is uncertain, in a sentence.

    Args:
        counts: Number of chunks by strategy, (s,).
        sizes: Mean size of a chunk by strategy in `unit`, (s,).
    """
    number, best = count_of(questions, "question"), titles[found.best]
    order = np.argsort(found.differences, kind="stable")
    second = int(order[order != found.best][0])
    interval = _interval(found, second)
    behind = [row for row in order.tolist() if row not in {found.best, second}]
    if found.differences[second] <= _EQUAL:
        equal = [titles[row] for row in behind if found.differences[row] <= _EQUAL]
        behind = behind[len(equal) :]
        others = [best, titles[second], *equal]
        text = (
            f"{', '.join(others[:-1])} and {others[-1]} are equal with {number} ({interval} points)"
        )
    else:
        leads = "leads" if found.tied[second] else "is best, ahead of"
        ahead = _points(found.differences[second])
        text = f"{best} {leads} {titles[second]} by {ahead} points with {number} ({interval})"
        if found.tied[second]:
            text += f"; {_more(int(found.needed[second]) - questions)}"
    text += "".join(_behind(found, titles, row) for row in behind)
    each = zip(titles, sizes.tolist(), strict=True)
    text += f"; mean size {', '.join(f'{title} {size:,.0f}' for title, size in each)} {unit}"
    costs = counts * sizes
    cheaper = found.cheaper(costs)
    if cheaper is None:
        return text
    return f"{text}; {titles[cheaper]} {saving(costs[cheaper], costs[found.best])}"


def _behind(found: Significance, titles: Sequence[str], row: int) -> str:
    """Return how far another strategy is behind the best one."""
    sure = "" if found.tied[row] else ", more than chance"
    points = _points(found.differences[row])
    return f"; {titles[row]} is {points} points behind ({_interval(found, row)}){sure}"


def _interval(found: Significance, row: int) -> str:
    """Return the interval of the difference of a strategy from the best one."""
    low, high = (_points(each) for each in found.difference_intervals[row])
    return f"95% interval {low} to {high}"


def saving(cost: float, of_best: float) -> str:
    """Return what a cheaper strategy saves, and the loss that is excluded."""
    saved, points = 1 - cost / of_best, 100 * MARGIN
    return f"embeds {saved:.0%} fewer tokens and loses less than {points:.0f} points"


def _points(share: float) -> str:
    return rounded(100 * share, 1).replace("-", "−")


def _more(questions: int) -> str:
    """Return how many more questions would show a difference."""
    if questions > _MOST_QUESTIONS:
        return f"more than {_MOST_QUESTIONS:,} more questions would be needed to decide"
    return f"about {questions:,} more would decide" if questions > 0 else "more would decide"
