"""Which settings a map varies, over which values, and those of a cell in words."""

import math
from collections.abc import Sequence

from chunking.analysis.settings_search.axes import (
    STRATEGY,
    Axis,
    Grid,
    axis_of,
    axis_of_strategies,
    sweepable,
)
from chunking.core.text.numbers import format_setting
from chunking.strategies import Strategy
from chunking.strategies.base import size_settings

NO_COLUMNS = "none"
"""The choice of a single row of cells."""

# The most values of the rows, of the columns, and of a single axis: round numbers of round values.
_ROWS, _COLUMNS, _ALONE = 52, 41, 202
# These are varied first, in this order.
_FIRST = ("threshold", "max_tokens", "target_tokens", "amount")


def axis_choices(strategy: Strategy) -> dict[str, str]:
    """Return the labels of what can be varied, by field, the defaults first."""
    labels = {**sweepable(type(strategy)), STRATEGY: "Strategy"}
    first = [name for name in _FIRST if name in labels]
    return {name: labels[name] for name in [*first, *labels]}


def choose_axes(strategy: Strategy, rows: str, columns: str) -> tuple[str, str]:
    """Return the fields of rows and columns; what the strategy does not have is the default."""
    names = list(axis_choices(strategy))
    rows = rows if rows in names else names[0]
    others = [name for name in names if name not in {rows, STRATEGY}] or [NO_COLUMNS]
    if columns == rows or columns not in {*names, NO_COLUMNS}:
        columns = others[0]
    return rows, columns


def axes_of(
    base: Strategy,
    names: tuple[str, str],
    present: Sequence[Strategy],
    known: tuple[Axis, ...] = (),
    most: int | None = None,
) -> tuple[Axis, ...]:
    """Return the axes of a map.

    Args:
        names: The fields of rows and columns, as `choose_axes` returns them.
        present: Settings of the same strategy whose values are among those of the axes.
        most: The largest size of a chunk for the model; sizes beyond it are not varied.
        known: Axes that are kept as long as they vary these settings and hold all present values.
    """
    varied = [name for name in names if name != NO_COLUMNS]
    if _fit(known, varied, base, present):
        return known
    counts = (_ALONE,) if len(varied) == 1 else (_ROWS, _COLUMNS)
    return tuple(
        _axis(base, name, count, present, most) for name, count in zip(varied, counts, strict=True)
    )


def _axis(
    base: Strategy, name: str, count: int, present: Sequence[Strategy], most: int | None
) -> Axis:
    if name == STRATEGY:
        return axis_of_strategies()
    among = [getattr(each, name) for each in present]
    is_size = most is not None and name in size_settings(base)
    high = max([most or 0, *among]) if is_size else math.inf
    return axis_of(type(base), name, count, high=high, among=among)


def _fit(
    axes: tuple[Axis, ...], names: Sequence[str], base: Strategy, present: Sequence[Strategy]
) -> bool:
    """Return whether axes vary these settings, and hold all present values."""
    if [axis.name for axis in axes] != list(names):
        return False
    return all(
        axis.name == STRATEGY
        or (
            axis.name in sweepable(type(base))
            and all(getattr(each, axis.name) in axis.values for each in present)
        )
        for axis in axes
    )


def varied_settings(grid: Grid, strategy: Strategy) -> list[list[str]]:
    """Return label and value of each setting that a grid varies."""
    return [
        ["Strategy", strategy.name]
        if axis.name == STRATEGY
        else [strategy.label_of(axis.name), setting_text(getattr(strategy, axis.name))]
        for axis in grid.axes
        if axis.name == STRATEGY or hasattr(strategy, axis.name)
    ]


def varied_in_words(grid: Grid, strategy: Strategy) -> str:
    """Return the settings that a grid varies as "max tokens 300, overlap 0"."""
    found = varied_settings(grid, strategy)
    return ", ".join(f"{label.lower()} {value}" for label, value in found)


def setting_text(value: object) -> str:
    """Return the value of a setting as people read it: a float with two or three decimals."""
    if isinstance(value, float):
        return format_setting(round(value, 3))
    return f"{value:,}" if isinstance(value, int) else str(value)
