"""Round numbers along an axis."""

import math
from dataclasses import dataclass

from chunking.core.text.numbers import rounded


@dataclass(frozen=True, slots=True)
class Ticks:
    """Multiples of a round step, ascending."""

    values: tuple[float, ...]
    decimals: int

    @property
    def labels(self) -> list[str]:
        """The values with the decimals of the step."""
        return [rounded(value, self.decimals) for value in self.values]


def ticks_inside(low: float, high: float, most: int) -> Ticks:
    """Return the multiples of 1, 2 or 5 times a power of ten from `low` to `high`.

    There are at most `most` + 1. `high` must be above `low`.

    >>> ticks_inside(0, 44_616, 5).labels
    ['0', '10,000', '20,000', '30,000', '40,000']
    """
    power = 10.0 ** math.floor(math.log10((high - low) / most))
    # Rounding must not turn a range of exactly `most` steps into more.
    step = next(
        factor * power for factor in (1, 2, 5, 10) if factor * power * most >= (high - low) * 0.999
    )
    decimals = max(0, -math.floor(math.log10(step) + 1e-9))
    numbers = range(math.ceil(round(low / step, 6)), math.floor(round(high / step, 6)) + 1)
    return Ticks(tuple(round(number * step, decimals) for number in numbers), decimals)
