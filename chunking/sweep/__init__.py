"""Settings of a strategy over their ranges: how each combination cuts, and how good that is."""

from chunking.sweep.axes import (
    STRATEGY,
    Axis,
    axis_of,
    axis_of_strategies,
    parse_axis,
    sweepable,
)
from chunking.sweep.best import Best, best_of
from chunking.sweep.grid import Grid
from chunking.sweep.report import to_dict, to_table
from chunking.sweep.sweep import AGREEMENT, IMPOSSIBLE, QUICK, WAITING, Sweep

__all__ = [
    "AGREEMENT",
    "IMPOSSIBLE",
    "QUICK",
    "STRATEGY",
    "WAITING",
    "Axis",
    "Best",
    "Grid",
    "Sweep",
    "axis_of",
    "axis_of_strategies",
    "best_of",
    "parse_axis",
    "sweepable",
    "to_dict",
    "to_table",
]
