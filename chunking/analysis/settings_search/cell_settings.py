"""The settings of a cell that its grid varies, in words."""

from chunking.analysis.settings_search.axes import STRATEGY, Grid
from chunking.core.text.numbers import format_setting
from chunking.strategies import Strategy


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
