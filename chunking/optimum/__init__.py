"""The exact optimum: what segments cost, which are allowed, how many there are, where they lie."""

from chunking.optimum.costs import SegmentCosts
from chunking.optimum.levels import nested
from chunking.optimum.limits import Limits, longest_stretch
from chunking.optimum.optimum import Optimum, Wishes

__all__ = ["Limits", "Optimum", "SegmentCosts", "Wishes", "longest_stretch", "nested"]
