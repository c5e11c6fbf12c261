"""The metrics that color the map: those of the chunks, and agreement with other boundaries."""

import numpy as np

from chunking.analysis.metrics import METRICS
from chunking.analysis.metrics.boundaries import BOUNDARY_METRICS
from chunking.analysis.metrics.cohesion import SILHOUETTE
from chunking.analysis.metrics.metric import MetricInfo
from chunking.analysis.settings_search.sweep import AGREEMENT
from chunking.core.arrays import Floats
from chunking.core.prepared import NONE
from chunking.gui.core.jobs import Job, Waiting
from chunking.gui.results.chunks import split
from chunking.gui.results.reference_boundaries import reference_of
from chunking.gui.session.messages import GroupedChoice
from chunking.gui.session.session import Session
from chunking.gui.sweep import question_metrics
from chunking.gui.sweep.measured import Measured
from chunking.retrieval.evidence_metrics import RETRIEVAL_METRICS

# Cohesion alone is highest for the smallest chunks, wherever the boundaries are.
DEFAULT = SILHOUETTE


def options(session: Session) -> list[GroupedChoice]:
    """Return the metrics to choose from, in groups; those of questions only if there are any.

    Likewise those of manual boundaries.
    """
    grouped: list[tuple[str, MetricInfo]] = [("Chunks", each) for each in METRICS]
    grouped.append(("Settings of Tune", AGREEMENT))
    if session.boundaries_of(session.document) != NONE:
        grouped += [("Manual boundaries", each) for each in BOUNDARY_METRICS]
    if question_metrics.is_available(session):
        grouped += [("Questions", each) for each in RETRIEVAL_METRICS]
    return [
        {"value": each.name, "title": each.title, "help": each.meaning, "group": group}
        for group, each in grouped
    ]


def chosen(session: Session) -> MetricInfo:
    """Return the metric of the map; the default one for a name that is not offered."""
    name = session.sweep.metric
    if name in {each["value"] for each in options(session)}:
        known = (*METRICS, AGREEMENT, *BOUNDARY_METRICS, *RETRIEVAL_METRICS)
        return next(each for each in known if each.name == name)
    return DEFAULT


def column(session: Session, measured: Measured, job: Job, metric: MetricInfo) -> Floats:
    """Return a metric of every cell, (cells,); nan where it is undefined or pending."""
    sweep = measured.sweep
    if metric in RETRIEVAL_METRICS:
        return question_metrics.column(session, measured, job, metric.name)
    if metric is AGREEMENT:
        shown = split(session)
        if isinstance(shown, Waiting):
            return np.full(len(sweep.grid), np.nan)
        return sweep.agreement(shown.chunking)
    if metric in BOUNDARY_METRICS:
        reference = reference_of(session, session.document)
        if reference is None:
            return np.full(len(sweep.grid), np.nan)
        return sweep.against(reference, metric.name)
    return sweep.column(metric.name)
