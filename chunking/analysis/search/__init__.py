"""Search over settings: sweeps, outcomes of one setting, and fits to manual boundaries."""

from chunking.analysis.search.axes import (
    STRATEGY,
    Axis,
    Grid,
    axis_of,
    axis_of_strategies,
    parse_axis,
    sweepable,
)
from chunking.analysis.search.fit import Fit, fit
from chunking.analysis.search.outcomes import (
    BoundaryRanges,
    Outcomes,
    OutcomeSweep,
    boundary_ranges,
    outcomes,
    plateaus,
    slider_values,
    swept_field,
)
from chunking.analysis.search.sweep import (
    AGREEMENT,
    INVALID,
    PENDING,
    QUICK,
    Best,
    Sweep,
    best_of,
    rank_cells,
)

__all__ = [
    "AGREEMENT",
    "INVALID",
    "PENDING",
    "QUICK",
    "STRATEGY",
    "Axis",
    "Best",
    "BoundaryRanges",
    "Fit",
    "Grid",
    "OutcomeSweep",
    "Outcomes",
    "Sweep",
    "axis_of",
    "axis_of_strategies",
    "best_of",
    "boundary_ranges",
    "fit",
    "outcomes",
    "parse_axis",
    "plateaus",
    "rank_cells",
    "slider_values",
    "sweepable",
    "swept_field",
]
