"""Thresholds for a document: the recommended one, and that of each selector."""

from chunking.analysis.recommend.by_structure import Recommendation
from chunking.analysis.recommend.suggested_thresholds import (
    SuggestedThreshold,
    suggested_thresholds,
)
from chunking.engine.run import Split
from chunking.gui.core.jobs import Waiting
from chunking.gui.results import engine_calls
from chunking.gui.results.chunks import split
from chunking.gui.results.recommendations import counts, recommended_threshold, selections
from chunking.gui.session.model_sizes import start_of
from chunking.gui.session.session import Session

# The strategy of the thresholds where the present one has none.
_PLAIN = "semantic"


def base_split(session: Session, found: Recommendation) -> Split | None:
    """Return the split whose threshold is suggested; None until the text is embedded.

    It has the present settings, or, if these have no threshold, those of the alternative.
    """
    shown = split(session)
    if isinstance(shown, Waiting) or not shown.complete:
        return None
    if getattr(shown.strategy, "threshold", None) is not None:
        return None if shown.prepared.signal is None else shown
    strategy = found.alternative or start_of(_PLAIN, session.model())
    ready = engine_calls.prepared(session.document, strategy.material)
    if isinstance(ready, Waiting) or ready.signal is None:
        return None
    boundaries = session.applied_boundaries(session.document)
    return Split(engine_calls.chunk(ready, strategy, boundaries), ready, strategy, boundaries)


def rows(base: Split) -> list[SuggestedThreshold]:
    """Return the thresholds with the number of chunks that each gives."""
    best = recommended_threshold(base.prepared, base.strategy)
    found = suggested_thresholds(selections(base.prepared), best)
    values = tuple(each.threshold for each in found if each.threshold is not None)
    chunks = dict(zip(values, counts(base, values), strict=True))
    return [
        each if each.threshold is None else each._replace(chunks=chunks[each.threshold])
        for each in found
    ]
