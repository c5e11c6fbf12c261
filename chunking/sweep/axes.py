"""What is varied: one setting and its values, or which strategy cuts."""

from __future__ import annotations

import itertools
import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

from chunking.errors import SettingsError
from chunking.strategies import available
from chunking.strategies.sliders import sliders

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

    from chunking.strategies import Strategy

Value: TypeAlias = int | float | str

# The axis whose values are names of strategies.
STRATEGY = "strategy"

# More values than anybody looks at on one axis.
_MOST = 2000


@dataclass(frozen=True, slots=True)
class Axis:
    """A setting, by the name of its field, and the values it takes, each once."""

    name: str
    values: tuple[Value, ...]

    def __len__(self) -> int:
        return len(self.values)


def sweepable(strategy: type[Strategy]) -> dict[str, str]:
    """The settings that have a range to go through, and what each is called on the screen."""
    found = {}
    for name in sliders(strategy):
        extra: Any = strategy.fields()[name].json_schema_extra
        found[name] = str(extra.get("label", name))
    return found


def axis_of(
    strategy: type[Strategy],
    field: str,
    count: int,
    *,
    low: float = -math.inf,
    high: float = math.inf,
    among: Collection[float] = (),
) -> Axis:
    """At most `count` round values of a setting on its slider's range between low and high.

    They are the multiples of 1, 2, 2.5 or 5 times a power of ten of the slider's steps, so that
    each can be set there. Those of `among` that lie in the range are there in any case.

    Raises:
        SettingsError: the strategy has no such setting with a range.
    """
    if field not in sweepable(strategy):
        allowed = ", ".join(sweepable(strategy)) or "none"
        raise SettingsError(
            f"a setting of {strategy.name} with a range is {allowed}; got {field!r}"
        )
    info, slider = strategy.fields()[field], sliders(strategy)[field]
    first, last, step, _ = slider
    least = info.metadata[0].ge if info.metadata and hasattr(info.metadata[0], "ge") else -math.inf
    low, high = max(first, low, least), min(last, high)
    lowest = math.ceil((low - first) / step - 1e-9)
    highest = max(lowest, math.floor((high - first) / step + 1e-9))
    below = round(first / step)  # steps from the slider's low end down to zero
    asked = {each for each in among if low <= each <= high}
    for stride in _strides():
        begin = lowest + -(lowest + below) % stride
        values = asked | {slider.value(each) for each in range(begin, highest + 1, stride)}
        if len(values) <= count or stride > highest - lowest:
            break
    if len(values) > count:
        values = asked
    return Axis(field, tuple(sorted(values or {slider.value(lowest)})))


def _strides() -> Iterator[int]:
    """Every how many steps a value is taken: 1, 2, 5, 10, 20, 25, 50, and so on."""
    for power in itertools.count():
        for quarters in (4, 8, 10, 20):
            stride, rest = divmod(quarters * 10**power, 4)
            if rest == 0:
                yield stride


def axis_of_strategies(names: Sequence[str] = ()) -> Axis:
    """The strategies of these names, or all there are."""
    return Axis(STRATEGY, tuple(names or available()))


def parse_axis(text: str) -> Axis:
    """The axis that a word describes: `field=low:high:step` or `field=value,value`.

    >>> parse_axis("threshold=0.2:0.4:0.1").values
    (0.2, 0.3, 0.4)

    Raises:
        SettingsError: it has no field, no values, or a range that is none.
    """
    field, equals, rest = (part.strip() for part in text.partition("="))
    field = field.replace("-", "_")
    if not field or not equals or not rest:
        raise SettingsError(
            f"what is swept must be field=low:high:step or field=value,value; got {text!r}"
        )
    words = [part.strip() for part in rest.split(",") if part.strip()]
    values = [value for word in words for value in (_steps(word, text) if ":" in word else [word])]
    return Axis(field, tuple(dict.fromkeys(map(_value, values))))


def _steps(word: str, text: str) -> list[str]:
    """The values of a range, its end included where the steps meet it."""
    try:
        low, high, step = (float(part) for part in word.split(":"))
    except ValueError:
        low = high = step = math.nan
    if not (step > 0 and math.isfinite(low) and low <= high < math.inf):
        raise SettingsError(
            f"a range must be low:high:step, low first and step above 0; got {text!r}"
        )
    count = math.floor((high - low) / step + 1e-9) + 1
    if count > _MOST:
        raise SettingsError(f"a range may have {_MOST:,} values at most, got {count:,} in {text!r}")
    return [f"{round(low + i * step, 9):.9g}" for i in range(count)]


def _value(word: str) -> Value:
    """A number where it is one, else the word."""
    for kind in (int, float):
        try:
            return kind(word)
        except ValueError:
            continue
    return word
