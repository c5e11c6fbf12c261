"""Thresholds for a document: the recommended one, and that of each selector."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from chunking.analysis.recommend.threshold import SOURCE
from chunking.analysis.thresholds import SELECTORS
from chunking.engine.split import Split
from chunking.gui.core.jobs import Waiting
from chunking.gui.results import engine_calls
from chunking.gui.results.chunks import split
from chunking.gui.results.recommendations import counts, recommended_threshold, selections
from chunking.strategies import get

if TYPE_CHECKING:
    from chunking.analysis.recommend.recommendation import Recommendation
    from chunking.analysis.thresholds import SelectedThreshold
    from chunking.gui.session.session import Session

RECOMMENDED_ROW = "recommended"
"""The name of the row of the recommended threshold."""

# The strategy of the thresholds where the present one has none.
_PLAIN = "semantic"


class Row(NamedTuple):
    """A threshold, the selector that chose it, and the number of chunks it gives."""

    name: str
    title: str
    summary: str
    source: str
    selection: SelectedThreshold
    chunks: int | None = None

    @property
    def threshold(self) -> float | None:
        """The threshold; None if the selector found none."""
        return self.selection.value


def base_split(session: Session, found: Recommendation) -> Split | None:
    """Return the split whose threshold is suggested; None until the text is embedded.

    It has the present settings, or, if these have no threshold, those of the alternative.
    """
    shown = split(session)
    if isinstance(shown, Waiting) or not shown.complete:
        return None
    if getattr(shown.strategy, "threshold", None) is not None:
        return None if shown.prepared.signal is None else shown
    strategy = found.alternative or get(_PLAIN)(model=session.model())
    ready = engine_calls.prepared(session.document, strategy.material)
    if isinstance(ready, Waiting) or ready.signal is None:
        return None
    boundaries = session.applied_boundaries(session.document)
    return Split(engine_calls.chunk(ready, strategy, boundaries), ready, strategy, boundaries)


def rows(base: Split) -> list[Row]:
    """Return the recommended threshold, then those of the selectors from low to high."""
    found = [
        Row(name, each.title, each.summary, each.source, selection)
        for name, selection in selections(base.prepared).items()
        for each in (SELECTORS[name],)
    ]
    found.sort(key=lambda row: 2.0 if row.threshold is None else row.threshold)
    best = recommended_threshold(base.prepared, base.strategy)
    if best is not None:
        found.insert(0, _recommended(best))
    values = tuple(each.threshold for each in found if each.threshold is not None)
    chunks = dict(zip(values, counts(base, values), strict=True))
    return [
        each if each.threshold is None else each._replace(chunks=chunks[each.threshold])
        for each in found
    ]


def _recommended(best: SelectedThreshold) -> Row:
    return Row(
        RECOMMENDED_ROW,
        "Recommended",
        "The highest estimated F1 of the boundaries that the size limits leave.",
        SOURCE,
        best,
    )
