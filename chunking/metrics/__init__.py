"""What is measured about a chunking, without an answer key and with one."""

from __future__ import annotations

from chunking.metrics.agreement import agreement_matrix, boundary_agreement
from chunking.metrics.boundaries import (
    BOUNDARY_MEASURES,
    BoundaryMeasure,
    boundary_measures,
    f1_within,
    measures_against,
    unit_boundaries,
)
from chunking.metrics.cohesion import COHESION, SEPARATION, boundary_similarity, chunk_means
from chunking.metrics.measure import Measure, Reading
from chunking.metrics.redundancy import REDUNDANCY
from chunking.metrics.shared import Shared
from chunking.metrics.silhouette import SILHOUETTE, sentence_silhouettes
from chunking.metrics.sizes import CHUNKS, INSIDE_LIMITS, TOKENS_MAX, TOKENS_MEDIAN, TOKENS_MIN
from chunking.metrics.structure import (
    BROKEN_FENCES,
    BROKEN_LISTS,
    BROKEN_TABLES,
    CUT_HEADINGS,
    SENTENCE_CUTS,
)
from chunking.metrics.truncation import TRUNCATED

__all__ = [
    "BOUNDARY_MEASURES",
    "MEASURES",
    "BoundaryMeasure",
    "Measure",
    "Reading",
    "Shared",
    "agreement_matrix",
    "boundary_agreement",
    "boundary_measures",
    "boundary_similarity",
    "chunk_means",
    "f1_within",
    "measures",
    "measures_against",
    "sentence_silhouettes",
    "unit_boundaries",
]

# In the order in which they are read: how many, how large, how good, what broke, what it costs.
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
    CUT_HEADINGS,
    REDUNDANCY,
    TRUNCATED,
)


def measures(reading: Reading) -> dict[str, float]:
    """Every measure by its name, in the order of `MEASURES`; nan where one means nothing."""
    return {measure.name: measure.compute(reading) for measure in MEASURES}
