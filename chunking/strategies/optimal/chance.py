"""Cost of units in random order, by which the costs of segments are judged.

Any units cost less together than apart. A segment is evidence for a topic only as far as it costs
less than as many words of the same text in random order.
"""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from chunking.core.arrays import Floats, Ints
from chunking.strategies.optimal.word_columns import Occurrences

# Random orders, fewer for long texts, where chance matters less.
_MAX_ORDERS, _MIN_ORDERS = 12, 4
_ORDERED_UNITS = 12_000
_SEED = 20060601

# Shares of the text at which costs are averaged.
_SHARES = np.linspace(0.0, 1.0, 201)
# Entries of a table of costs by amount.
_ENTRIES = 1 << 15


class ChanceCost(NamedTuple):
    """Cost of units in random order.

    Attributes:
        amounts: Amount of each unit by which its cost grows: words, weight, or turns, (n,).
        costs: `costs[k]` is the mean cost of units with k / 32,768 of the total amount, (32,769,).
    """

    amounts: Floats
    costs: Floats

    def of_segments(self, width: int) -> Floats:
        """Return the mean cost of as large an amount as each segment has, (n, width).

        Segments are as in `dynamic_programming`; those that would start before the first unit get
        the cost of the units up to their end.
        """
        before = np.concatenate([np.zeros(width), np.cumsum(self.amounts)])
        entries = np.rint(before * (_ENTRIES / max(before[-1], 1e-9))).astype(np.int32)
        starts = np.lib.stride_tricks.sliding_window_view(entries[:-1], width)[:, ::-1]
        found: Floats = self.costs.take(entries[width:, None] - starts, mode="clip")
        return found


def chance_cost(
    amounts: Floats,
    cumulative_cost: Callable[[Ints], Floats],
    *,
    orders: int | None = None,
) -> ChanceCost:
    """Return the cost of units in random order.

    Args:
        amounts: Amount of each unit, (n,).
        cumulative_cost: Returns the cost of the first units of an order of all units, (n,).
        orders: Number of random orders; by default fewer for long texts.
    """
    count, total = len(amounts), float(amounts.sum())
    if total <= 0:
        return ChanceCost(amounts, np.zeros(_ENTRIES + 1))
    rng = np.random.default_rng(_SEED)
    orders = orders or int(np.clip(_ORDERED_UNITS // count, _MIN_ORDERS, _MAX_ORDERS))
    paths = np.empty((orders, len(_SHARES)))
    for row in range(orders):
        order = rng.permutation(count)
        reached = np.concatenate([[0.0], np.cumsum(amounts[order])]) / total
        costs = np.concatenate([[0.0], cumulative_cost(order)])
        paths[row] = np.interp(_SHARES, reached, costs)
    table = np.interp(np.linspace(0.0, 1.0, _ENTRIES + 1), _SHARES, paths.mean(axis=0))
    return ChanceCost(amounts, table)


def cumulative_description_length(words: Occurrences, prior: float, order: Ints) -> Floats:
    """Return the description length of the words of the first units of an order, (n,).

    In nats; equal to `costs.description_lengths` of the segment of those units. `order` is a
    permutation of all n units.
    """
    ordered = words.subset(order)
    by_word = np.argsort(ordered.ids, kind="stable")
    sorted_ids = ordered.ids[by_word]
    first = np.searchsorted(sorted_ids, sorted_ids)
    ranks = np.empty(len(by_word), np.int64)
    ranks[by_word] = np.arange(len(by_word)) - first
    previous = np.arange(len(by_word))
    lengths = np.log((previous + words.distinct * prior) / (ranks + prior))
    cumulative = np.concatenate([[0.0], np.cumsum(lengths)])
    found: Floats = cumulative[np.searchsorted(ordered.units, np.arange(len(order)), side="right")]
    return found
