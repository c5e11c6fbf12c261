"""Axes of settings, and the grid of their combinations."""

import itertools
import math
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from math import prod
from typing import Any, TypeAlias

import numpy as np

from chunking.core.errors import ConflictError, SettingsError, expect_each
from chunking.core.prepared import Material
from chunking.core.text.tokenizers import MODEL
from chunking.engine import check_strategy
from chunking.strategies import Strategy, available, get
from chunking.strategies.base import sliders

Value: TypeAlias = int | float | str

# The name of the axis whose values are strategies.
STRATEGY = "strategy"

# The most values of one axis.
_MOST_VALUES = 2000


@dataclass(frozen=True, slots=True)
class Axis:
    """A setting by its field name, with distinct values."""

    name: str
    values: tuple[Value, ...]

    def __len__(self) -> int:
        return len(self.values)


def sweepable(strategy: type[Strategy]) -> dict[str, str]:
    """Return the settings that have a slider, with their labels."""
    return {name: strategy.label_of(name) for name in sliders(strategy)}


def axis_of(
    strategy: type[Strategy],
    field: str,
    count: int,
    *,
    low: float = -math.inf,
    high: float = math.inf,
    among: Collection[float] = (),
) -> Axis:
    """Return an axis of at most `count` round values of a setting.

    They are multiples of 1, 2, 2.5 or 5 times a power of ten of the slider's steps.

    Args:
        among: Values in the range to include in any case.
    """
    if field not in sweepable(strategy):
        allowed = ", ".join(sweepable(strategy)) or "none"
        raise SettingsError(f"{strategy.name} has no slider {field!r}; it has {allowed}")
    info, slider = strategy.fields()[field], sliders(strategy)[field]
    first, last, step, _ = slider
    least = info.metadata[0].ge if info.metadata and hasattr(info.metadata[0], "ge") else -math.inf
    low, high = max(first, low, least), min(last, high)
    lowest = math.ceil((low - first) / step - 1e-9)
    highest = max(lowest, math.floor((high - first) / step + 1e-9))
    below = round(first / step)  # steps from the slider's low end down to zero
    included = {each for each in among if low <= each <= high}
    for stride in _strides():
        begin = lowest + -(lowest + below) % stride
        values = included | {slider.value(each) for each in range(begin, highest + 1, stride)}
        if len(values) <= count or stride > highest - lowest:
            break
    if len(values) > count:
        values = included
    return Axis(field, tuple(sorted(values or {slider.value(lowest)})))


def _strides() -> Iterator[int]:
    """Yield the distances between values in steps: 1, 2, 5, 10, 20, 25, 50 and so on."""
    for power in itertools.count():
        for quarters in (4, 8, 10, 20):
            stride, rest = divmod(quarters * 10**power, 4)
            if rest == 0:
                yield stride


def axis_of_strategies(names: Sequence[str] = ()) -> Axis:
    """Return an axis of strategies by name, or of all."""
    return Axis(STRATEGY, tuple(names or available()))


def parse_axis(text: str) -> Axis:
    """Read an axis from `field=low:high:step` or `field=value,value`.

    >>> parse_axis("threshold=0.2:0.4:0.1").values
    (0.2, 0.3, 0.4)

    Raises:
        SettingsError: It has no field, no values, or an invalid range.
    """
    field, equals, rest = (part.strip() for part in text.partition("="))
    field = field.replace("-", "_")
    if not field or not equals or not rest:
        raise SettingsError(
            f"an axis must be field=low:high:step or field=value,value; got {text!r}"
        )
    words = [part.strip() for part in rest.split(",") if part.strip()]
    values = [value for word in words for value in (_steps(word, text) if ":" in word else [word])]
    return Axis(field, tuple(dict.fromkeys(map(_value, values))))


def _steps(word: str, text: str) -> list[str]:
    """Return the values of a range, its end included if a step reaches it."""
    try:
        low, high, step = (float(part) for part in word.split(":"))
    except ValueError:
        low = high = step = math.nan
    if not (step > 0 and math.isfinite(low) and low <= high < math.inf):
        raise SettingsError(
            f"a range must be low:high:step, low first and step above 0; got {text!r}"
        )
    count = math.floor((high - low) / step + 1e-9) + 1
    if count > _MOST_VALUES:
        raise SettingsError(
            f"a range may have {_MOST_VALUES:,} values at most, got {count:,} in {text!r}"
        )
    return [f"{round(low + i * step, 9):.9g}" for i in range(count)]


def _value(word: str) -> Value:
    """Return a number where the word is one, otherwise the word."""
    for kind in (int, float):
        try:
            return kind(word)
        except ValueError:
            continue
    return word


# Each takes one or two kilobytes.
MOST_CELLS = 200_000


@dataclass(frozen=True)
class Grid:
    """All combinations of the values of the axes, applied to the settings of `base`.

    Cells are numbered with the last axis varying fastest.

    Raises:
        SettingsError: There is no axis or one twice, no strategy has its setting or accepts one of
            its values, a strategy is unknown, or there are more than `MOST_CELLS` combinations.
    """

    base: Strategy
    axes: tuple[Axis, ...]

    def __post_init__(self) -> None:
        check_strategy(self.base)
        expect_each(self.axes, Axis, "the axes of a grid must be a tuple of Axis")
        names = [axis.name for axis in self.axes]
        if not names or len(set(names)) < len(names) or not all(map(len, self.axes)):
            raise SettingsError(
                "a sweep needs at least one axis, each once and with values; "
                f"got {', '.join(names) or 'none'}"
            )
        if len(self) > MOST_CELLS:
            raise SettingsError(
                f"a sweep may have {MOST_CELLS:,} cells at most, got "
                f"{' x '.join(f'{each:,}' for each in self.shape)} = {len(self):,}"
            )
        self._strategies()
        for axis in self.axes:
            if axis.name != STRATEGY:
                self._check(axis)

    def _check(self, axis: Axis) -> None:
        owners = [each for each in self._strategies() if axis.name in each.fields()]
        if not owners:
            allowed = ", ".join([STRATEGY, *self.base.fields()])
            raise SettingsError(
                f"{axis.name!r} cannot be swept with {self.base.name}; allowed are {allowed}"
            )
        for value in axis.values:
            refused = []
            for owner in owners:
                try:
                    owner(**{axis.name: value})
                except ConflictError:
                    continue
                except SettingsError as error:
                    refused.append(error)
            if len(refused) == len(owners):
                raise refused[0]

    def _strategies(self) -> list[type[Strategy]]:
        named = next((axis.values for axis in self.axes if axis.name == STRATEGY), ())
        return [get(str(name)) for name in named] or [type(self.base)]

    def __len__(self) -> int:
        return prod(self.shape)

    @property
    def varies_strategy(self) -> bool:
        """Whether one axis is that of strategies."""
        return any(axis.name == STRATEGY for axis in self.axes)

    @property
    def shape(self) -> tuple[int, ...]:
        """The number of values of each axis."""
        return tuple(len(axis) for axis in self.axes)

    def values(self, cell: int) -> dict[str, Value]:
        """Return the values of a cell by the names of the axes."""
        at = np.unravel_index(cell, self.shape)
        return {axis.name: axis.values[int(i)] for axis, i in zip(self.axes, at, strict=True)}

    def strategy(self, cell: int) -> Strategy | None:
        """Return the strategy of a cell; None where its settings contradict each other.

        A strategy other than `base` takes over the settings that both have. Where these contradict
        its others, its other sizes shrink with the maximum and its text settings are default.
        """
        values = self.values(cell)
        chosen = get(str(values.pop(STRATEGY, self.base.name)))
        fields = chosen.fields()
        settings = {name: value for name, value in values.items() if name in fields}
        try:
            if chosen is type(self.base):
                return self.base.with_(**settings)
            return _transferred(chosen, self.base.model_dump(), settings)
        except SettingsError:
            return None

    def model(self) -> Material | None:
        """Return the material of the first cell whose strategy uses a model; None without one."""
        for cell in range(len(self)):
            strategy = self.strategy(cell)
            if strategy is not None and strategy.material.model is not None:
                return strategy.material
        return None

    def nearest(self, strategy: Strategy) -> int | None:
        """Return the cell nearest to the settings of a strategy; None for another strategy."""
        at = []
        for axis in self.axes:
            if axis.name == STRATEGY:
                if strategy.name not in axis.values:
                    return None
                at.append(axis.values.index(strategy.name))
                continue
            value = getattr(strategy, axis.name, None)
            if value is None or (not self.varies_strategy and strategy.name != self.base.name):
                return None
            if isinstance(value, str):
                if value not in axis.values:
                    return None
                at.append(axis.values.index(value))
                continue
            distances = [abs(float(each) - value) for each in axis.values]
            at.append(int(np.argmin(distances)))
        return int(np.ravel_multi_index(at, self.shape))


def _transferred(chosen: type[Strategy], base: dict[str, Any], changes: dict[str, Any]) -> Strategy:
    """Return a strategy with `changes`, and the settings of `base` that it has.

    The tokenizer of the model is not one of them where the strategy uses no model.
    """
    fields = chosen.fields()
    known = {name: value for name, value in base.items() if name in fields} | changes
    if known["tokenizer"] == MODEL and MODEL not in chosen.choices("tokenizer"):
        del known["tokenizer"]
    try:
        return chosen(**known)
    except ConflictError:
        for name, value in base.items():
            if isinstance(value, str) and name not in {"tokenizer", *changes}:
                known.pop(name, None)
        if "max_tokens" in known:
            share = known["max_tokens"] / fields["max_tokens"].default
            own = {name for name in fields.keys() - known.keys() if name.endswith("_tokens")}
            known |= {name: int(fields[name].default * share) for name in own}
        return chosen(**known)
