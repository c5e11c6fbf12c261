"""Metrics of a chunking, without and with reference boundaries."""

from chunking.analysis.metrics.boundaries import (
    BOUNDARY_METRICS,
    BoundaryMetric,
    agreement_matrix,
    boundary_agreement,
    boundary_metrics,
    f1_within,
    metrics_against,
    unit_boundaries,
)
from chunking.analysis.metrics.cohesion import (
    COHESION,
    SEPARATION,
    SILHOUETTE,
    boundary_similarity,
    sentence_silhouettes,
)
from chunking.analysis.metrics.metric import Evaluation, Metric, Precomputed
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
    "BOUNDARY_METRICS",
    "METRICS",
    "BoundaryMetric",
    "Evaluation",
    "Metric",
    "Precomputed",
    "agreement_matrix",
    "boundary_agreement",
    "boundary_metrics",
    "boundary_similarity",
    "compute_metrics",
    "f1_within",
    "metrics_against",
    "sentence_silhouettes",
    "unit_boundaries",
]

# In display order: number, sizes, quality, broken structure, cost.
METRICS: tuple[Metric, ...] = (
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


def compute_metrics(evaluation: Evaluation) -> dict[str, float]:
    """Return every metric by its name, in the order of `METRICS`; nan where undefined."""
    return {metric.name: metric.compute(evaluation) for metric in METRICS}
