"""Plotly figures, independent of the window."""

from __future__ import annotations

from chunking.output.figures.comparison import comparison_figure
from chunking.output.figures.suggestions import distribution, evidence

__all__ = ["comparison_figure", "distribution", "evidence"]
