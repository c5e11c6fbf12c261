"""The engine: prepare a document once, split it many times."""

from chunking.engine.manual_boundaries import split_units
from chunking.engine.prepare import compute_features, cost_of, prepare, prepare_from
from chunking.engine.run import (
    check_constraints,
    check_strategy,
    chunk,
    model_notes,
    nest,
    run,
    run_levels,
)

__all__ = [
    "check_constraints",
    "check_strategy",
    "chunk",
    "compute_features",
    "cost_of",
    "model_notes",
    "nest",
    "prepare",
    "prepare_from",
    "run",
    "run_levels",
    "split_units",
]
