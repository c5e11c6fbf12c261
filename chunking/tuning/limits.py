"""What limits a result: settings that change nothing at this point, curves that say nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from chunking.errors import SettingsError
from chunking.similarity import band, windows_in
from chunking.splitting import split_at_marks
from chunking.types import NONE

if TYPE_CHECKING:
    from collections.abc import Callable, Collection

    from chunking.chunks import Chunking
    from chunking.strategies import Strategy
    from chunking.types import Constraints, Ints, Prepared, Vectors

# A curve says something where shuffled units are as lively in at most one of ten orders.
LEVEL = 0.1
# Short, middling and long passages show in one of these.
_WINDOWS = (2, 4, 8)
_MOST_UNITS = 3_000
# Shuffles of a short text, and of a long one, where fewer tell as much and each takes longer.
_SHUFFLES, _FEWEST = 99, 19
_UNITS_IN_ALL = 40_000
_SEED = 20100506
_DECIMALS = 6  # so that another machine ranks the same


def idle(
    prepared: Prepared,
    strategy: Strategy,
    chunking: Chunking,
    among: Collection[str] | None = None,
    constraints: Constraints = NONE,
) -> list[str]:
    """The settings that change nothing at this point, of those that can be switched off.

    The cuts are the same with that setting alone switched off, a step of its slider higher, and a
    step lower. Where it is known which can be meant, only those `among` them are tried.
    `constraints` are the marks with which `chunking` was cut.
    """
    split = split_at_marks(prepared, constraints)

    def cut(other: Strategy) -> Ints:
        return other.cut(split, constraints).offsets

    names = [name for name in strategy.relaxed() if among is None or name in among]
    return [name for name in names if _is_idle(cut, strategy, chunking, name)]


def _is_idle(
    cut: Callable[[Strategy], Ints], strategy: Strategy, chunking: Chunking, name: str
) -> bool:
    info = type(strategy).model_fields[name]
    extra = info.json_schema_extra if isinstance(info.json_schema_extra, dict) else {}
    value, step = getattr(strategy, name), extra.get("step", 1)
    others = [strategy.relaxed()[name]]
    for beside in (value - step, value + step):
        try:
            others.append(strategy.with_(**{name: type(value)(round(beside, 6))}))
        except SettingsError:  # the setting ends here
            continue
    return all(np.array_equal(cut(other), chunking.boundaries) for other in others)


def order_tells(vectors: Vectors) -> float | None:
    """How likely shuffled units give a curve at least as lively as their own, from 0 to 1.

    Liveliness is the standard deviation of the similarity of the windows before and after each
    gap, the mean of windows of 2, 4 and 8 units. Where topics follow one another, windows within a
    topic are alike and windows across its border are not. In shuffled order every window is a
    sample of the whole text, so all are about equally alike, and what spread is left is noise.
    Above `LEVEL` the order of the units tells no more than noise: cuts by it are arbitrary.

    The share of shuffles that reach the spread, the text's own counted as one of them (Davison
    and Hinkley 1997, 4.3). The shuffles are the same each time. Of a text of more than 3,000 units
    those in its middle are looked at. None for fewer units than two of the longest windows.
    """
    middle = max(0, (len(vectors) - _MOST_UNITS) // 2)
    looked_at = vectors[middle : middle + _MOST_UNITS]
    count = len(looked_at)
    if count <= 2 * max(_WINDOWS):
        return None
    shuffles = int(np.clip(_UNITS_IN_ALL // count, _FEWEST, _SHUFFLES))
    rng = np.random.default_rng(_SEED)
    own = _liveliness(looked_at)
    reached = sum(_liveliness(looked_at[rng.permutation(count)]) >= own for _ in range(shuffles))
    return (1 + reached) / (1 + shuffles)


def _liveliness(vectors: Vectors) -> float:
    longest = max(_WINDOWS)
    products = band(vectors, 2 * longest)
    alike = np.mean([windows_in(products, window, len(vectors)) for window in _WINDOWS], axis=0)
    # Windows that the ends of the text cut short are noisier than the others.
    return float(np.std(alike[longest - 1 : len(vectors) - longest].round(_DECIMALS)))
