"""All combinations of the values of a few settings."""

from __future__ import annotations

from dataclasses import dataclass
from math import prod
from typing import TYPE_CHECKING, Any

import numpy as np

from chunking.engine import as_strategy
from chunking.errors import ConflictError, SettingsError, expect_each
from chunking.specs import with_precision
from chunking.strategies import get
from chunking.sweep.axes import STRATEGY, Axis

if TYPE_CHECKING:
    from chunking.strategies import Strategy
    from chunking.sweep.axes import Value
    from chunking.types import Material


# What is kept of each takes a kilobyte or two.
MOST_CELLS = 200_000


@dataclass(frozen=True)
class Grid:
    """The settings of `base`, with those of the axes varied; cells count with the last axis first.

    With a `precision`, every strategy that uses a model computes in that one.

    Raises:
        SettingsError: `base` is no strategy, there is no axis, one is there twice, nobody has its
            setting, no strategy that has it takes one of its values, there is no strategy of a
            name, or there are more than `MOST_CELLS` combinations.
    """

    base: Strategy
    axes: tuple[Axis, ...]
    precision: str | None = None

    def __post_init__(self) -> None:
        as_strategy(self.base)
        expect_each(self.axes, Axis, "what a sweep varies must be a tuple of Axis")
        names = [axis.name for axis in self.axes]
        if not names or len(set(names)) < len(names) or not all(map(len, self.axes)):
            raise SettingsError(
                "a sweep must vary one setting or more, each once and with values; "
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
            raise SettingsError(f"{self.base.name} has no setting {axis.name!r}; it has {allowed}")
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
    def shape(self) -> tuple[int, ...]:
        """How many values each axis has."""
        return tuple(len(axis) for axis in self.axes)

    def values(self, cell: int) -> dict[str, Value]:
        """The values of a cell by the names of the axes."""
        at = np.unravel_index(cell, self.shape)
        return {axis.name: axis.values[int(i)] for axis, i in zip(self.axes, at, strict=True)}

    def strategy(self, cell: int) -> Strategy | None:
        """The strategy of a cell; None where these settings contradict each other.

        Another strategy than `base` takes from it the settings that both have. Where these do not
        go with its others, its other sizes shrink with the maximum, and its words stay its own.
        """
        values = self.values(cell)
        chosen = get(str(values.pop(STRATEGY, self.base.name)))
        fields = chosen.fields()
        settings = {name: value for name, value in values.items() if name in fields}
        try:
            if chosen is type(self.base):
                found: Strategy = self.base.with_(**settings)
            else:
                found = _taking(chosen, self.base.model_dump(), settings)
        except SettingsError:
            return None
        return found if self.precision is None else with_precision(found, self.precision)

    def model(self) -> Material | None:
        """The material of the first cell whose strategy uses a model; None where none does."""
        for cell in range(len(self)):
            strategy = self.strategy(cell)
            if strategy is not None and strategy.material.model is not None:
                return strategy.material
        return None

    def nearest(self, strategy: Strategy) -> int | None:
        """The cell nearest to a strategy's settings; None where it is of another kind."""
        at = []
        for axis in self.axes:
            if axis.name == STRATEGY:
                if strategy.name not in axis.values:
                    return None
                at.append(axis.values.index(strategy.name))
                continue
            value = getattr(strategy, axis.name, None)
            if value is None or (STRATEGY not in _names(self) and strategy.name != self.base.name):
                return None
            if isinstance(value, str):
                if value not in axis.values:
                    return None
                at.append(axis.values.index(value))
                continue
            away = [abs(float(each) - value) for each in axis.values]
            at.append(int(np.argmin(away)))
        return int(np.ravel_multi_index(at, self.shape))


def _taking(chosen: type[Strategy], base: dict[str, Any], asked: dict[str, Any]) -> Strategy:
    """A strategy with the settings that are asked for, and those of `base` that it has.

    Raises:
        SettingsError: they contradict each other.
    """
    fields = chosen.fields()
    known = {name: value for name, value in base.items() if name in fields} | asked
    try:
        return chosen(**known)
    except ConflictError:
        for name, value in base.items():
            if isinstance(value, str) and name not in {"count_in", *asked}:
                known.pop(name, None)
        if "max_tokens" in known:
            share = known["max_tokens"] / fields["max_tokens"].default
            own = {name for name in fields.keys() - known.keys() if name.endswith("_tokens")}
            known |= {name: int(fields[name].default * share) for name in own}
        return chosen(**known)


def _names(grid: Grid) -> list[str]:
    return [axis.name for axis in grid.axes]
