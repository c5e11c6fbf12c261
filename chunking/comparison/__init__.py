"""Ways to cut one document, side by side: what is measured, and how it is shown."""

from chunking.comparison.lanes import Comparison, Lane, compare
from chunking.comparison.report import agreed, described, letter, measured, to_dict, to_table

__all__ = [
    "Comparison",
    "Lane",
    "agreed",
    "compare",
    "described",
    "letter",
    "measured",
    "to_dict",
    "to_table",
]
