"""The similarity curves of the lanes, and the scale on which they are drawn."""

from __future__ import annotations

from typing import TYPE_CHECKING

from chunking.gui.results.engine_calls import Reference
from chunking.gui.results.lanes import Lane
from chunking.gui.session.compare_state import QUANTILE, SIMILARITY

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from chunking.core.prepared import Prepared
    from chunking.gui.core.jobs import Waiting
    from chunking.gui.session.session import Session


def own_curve(lane: Lane) -> Prepared | None:
    """Return the prepared document with a lane's similarity curve, or None."""
    ready = lane.prepared
    return None if ready is None or ready.signal is None else ready


def shared_curve(shown: Sequence[Lane], known: Reference | Waiting) -> Prepared | None:
    """Return the curve of lanes without a model: another lane's, or that of the selected model."""
    own = next((ready for each in shown if (ready := own_curve(each)) is not None), None)
    return known.prepared if own is None and isinstance(known, Reference) else own


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
