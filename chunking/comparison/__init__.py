"""Ways to cut one document, or many, side by side: what is measured, and how it is shown."""

from chunking.comparison.differences import Differences, differences
from chunking.comparison.lanes import Comparison, Given, Lane, compare, side_by_side
from chunking.comparison.library import Profile, profile, spread
from chunking.comparison.report import (
    agreed,
    described,
    measured,
    size_of,
    to_dict,
    to_table,
)

__all__ = [
    "Comparison",
    "Differences",
    "Given",
    "Lane",
    "Profile",
    "agreed",
    "compare",
    "described",
    "differences",
    "measured",
    "profile",
    "side_by_side",
    "size_of",
    "spread",
    "to_dict",
    "to_table",
]
