"""Plotly figures, independent of the window."""

from chunking.core.packages import require

require("a figure", "plotly")

from chunking.output.figures.comparison import comparison_figure  # noqa: E402 - needs the package
from chunking.output.figures.suggestions import distribution, evidence  # noqa: E402 - as above

__all__ = ["comparison_figure", "distribution", "evidence"]
