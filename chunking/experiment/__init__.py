"""Thresholds side by side on one document: what is tried, and how it is shown."""

from chunking.experiment.report import to_dict, to_table
from chunking.experiment.trial import Experiment, Row, Suggestion, experiment, parse_thresholds

__all__ = [
    "Experiment",
    "Row",
    "Suggestion",
    "experiment",
    "parse_thresholds",
    "to_dict",
    "to_table",
]
