"""Plotly figures of chunkings; they know no window and work in a notebook."""

from __future__ import annotations

from chunking.figures.curve import similarity
from chunking.figures.decimation import MOST_POINTS, decimate
from chunking.figures.histogram import sizes
from chunking.figures.lanes import Lane, comparison
from chunking.figures.library import library
from chunking.figures.matrix import agreement
from chunking.figures.parallel import parallel
from chunking.figures.style import LANE_COLOURS
from chunking.figures.suggestions import distribution, evidence

__all__ = [
    "LANE_COLOURS",
    "MOST_POINTS",
    "Lane",
    "agreement",
    "comparison",
    "decimate",
    "distribution",
    "evidence",
    "library",
    "parallel",
    "similarity",
    "sizes",
]
