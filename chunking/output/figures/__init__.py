"""Plotly figures of chunkings, independent of the window."""

from __future__ import annotations

from chunking.output.figures.curve import similarity
from chunking.output.figures.distributions import agreement, sizes
from chunking.output.figures.lanes import Lane, comparison
from chunking.output.figures.library import library
from chunking.output.figures.parallel import parallel
from chunking.output.figures.style import LANE_COLORS
from chunking.output.figures.suggestions import distribution, evidence

__all__ = [
    "LANE_COLORS",
    "Lane",
    "agreement",
    "comparison",
    "distribution",
    "evidence",
    "library",
    "parallel",
    "similarity",
    "sizes",
]
