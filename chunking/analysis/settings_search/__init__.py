"""Search over settings: sweeps, outcomes of one setting, and fits to manual boundaries."""

from chunking.analysis.settings_search.axes import Axis, Grid, parse_axis
from chunking.analysis.settings_search.best import best_of
from chunking.analysis.settings_search.fit import Fit, fit
from chunking.analysis.settings_search.outcomes import Outcomes, outcomes
from chunking.analysis.settings_search.sweep import Sweep

__all__ = ["Axis", "Fit", "Grid", "Outcomes", "Sweep", "best_of", "fit", "outcomes", "parse_axis"]
