"""Measures of a chunking, without and with reference boundaries."""

from __future__ import annotations

from chunking.analysis.metrics.boundaries import (
    BOUNDARY_MEASURES,
    BoundaryMeasure,
    agreement_matrix,
    boundary_agreement,
    boundary_measures,
    f1_within,
    measures_against,
    unit_boundaries,
)
from chunking.analysis.metrics.cohesion import (
    COHESION,
    SEPARATION,
    SILHOUETTE,
    boundary_similarity,
    sentence_silhouettes,
)
from chunking.analysis.metrics.measure import Evaluation, Measure, Precomputed
from chunking.analysis.metrics.sizes import (
    CHUNKS,
    INSIDE_LIMITS,
    REDUNDANCY,
    TOKENS_MAX,
    TOKENS_MEDIAN,
    TOKENS_MIN,
    TRUNCATED,
)
from chunking.analysis.metrics.structure import (
    BROKEN_FENCES,
    BROKEN_LISTS,
    BROKEN_TABLES,
    SENTENCE_CUTS,
    STRANDED_HEADINGS,
)

__all__ = [
    "BOUNDARY_MEASURES",
    "MEASURES",
    "BoundaryMeasure",
    "Evaluation",
    "Measure",
    "Precomputed",
    "agreement_matrix",
    "boundary_agreement",
    "boundary_measures",
    "boundary_similarity",
    "f1_within",
    "measures",
    "measures_against",
    "sentence_silhouettes",
    "unit_boundaries",
]

# In display order: number, sizes, quality, broken structure, cost.
MEASURES: tuple[Measure, ...] = (
    CHUNKS,
    TOKENS_MEDIAN,
    TOKENS_MIN,
    TOKENS_MAX,
    INSIDE_LIMITS,
    COHESION,
    SEPARATION,
    SILHOUETTE,
    SENTENCE_CUTS,
    BROKEN_FENCES,
    BROKEN_TABLES,
    BROKEN_LISTS,
    STRANDED_HEADINGS,
    REDUNDANCY,
    TRUNCATED,
)


def measures(evaluation: Evaluation) -> dict[str, float]:
    """Return every measure by its name, in the order of `MEASURES`; nan where undefined."""
    return {measure.name: measure.compute(evaluation) for measure in MEASURES}
