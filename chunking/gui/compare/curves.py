"""The curves of the lanes, and the scale on which they are drawn."""

import hashlib
from collections.abc import Mapping, Sequence
from typing import cast

from chunking.core.prepared import Prepared, Signal
from chunking.gui.compare.messages import LaneCurve, Measure
from chunking.gui.core.cache import Key, cached
from chunking.gui.core.jobs import Waiting
from chunking.gui.core.view import View
from chunking.gui.results import columns, engine_calls
from chunking.gui.results.engine_calls import Reference
from chunking.gui.results.lanes import Lane
from chunking.gui.session.compare_state import QUANTILE, SIMILARITY
from chunking.gui.session.session import Session
from chunking.strategies.base import DISTANCE, MEASURES


def similarities(lane: Lane) -> Prepared | None:
    """Return the prepared document with the similarities of a lane's model; None without one."""
    ready = lane.prepared
    return None if ready is None or ready.signal is None else ready


def document_curve(
    session: Session, shown: Sequence[Lane], known: Reference | Waiting
) -> Prepared | None:
    """Return the similarities that lanes without a curve of their own are drawn on.

    They are those of the first lane with a model, else of the selected model, as far as it has read
    the document.
    """
    for lane in shown:
        own = similarities(lane)
        if own is not None and own.material.signal == "adjacent":
            return own
    if isinstance(known, Reference):
        return known.prepared
    model = session.model()
    return engine_calls.partial(known, session.document, engine_calls.plain(model))


def add_curve(view: View, lane: Lane, document: Prepared | None) -> LaneCurve:
    """Add the curve of a lane: what decides its boundaries, else the similarities of a document."""
    own = _own_curve((lane.chunking.document.sha256, lane.version), lane)
    if own is None or lane.prepared is None:
        signal = None if document is None else columns.add_signal(view, document)
        model = "" if document is None else str(document.material.model)
        return {"signal": signal, "measure": "similarity", "model": model, "threshold": None}
    model, threshold = lane.prepared.material.model or "", None
    if lane.strategy is not None:
        threshold = lane.strategy.effective_threshold(lane.prepared)
    if own.kind not in MEASURES:
        signal = columns.add_signal(view, lane.prepared, own)
        return {"signal": signal, "measure": "similarity", "model": model, "threshold": threshold}
    if own.kind == DISTANCE and threshold is not None:
        threshold = 1 - threshold
    name = f"{own.kind} {hashlib.sha256(own.scores.tobytes()).hexdigest()[:16]}"
    return {
        "signal": columns.add_signal(view, lane.prepared, own, name),
        "measure": cast("Measure", own.kind),
        "model": model,
        "threshold": threshold,
    }


@cached(24)
def _own_curve(_: Key, lane: Lane) -> Signal | None:
    if lane.strategy is None or lane.prepared is None:
        return None
    return lane.strategy.curve(lane.prepared, lane.chunking.boundaries)


def scale(session: Session, found: Mapping[str, Lane | Waiting]) -> str:
    """Return the scale of the curves: that chosen, else quantiles if they are of several models."""
    if session.compare.scale:
        return session.compare.scale
    models = {session.strategy(each).material.model for each in session.compare.letters}
    models |= {
        each.strategy.material.model
        for each in found.values()
        if isinstance(each, Lane) and each.strategy is not None
    }
    return QUANTILE if len(models - {None}) > 1 else SIMILARITY
