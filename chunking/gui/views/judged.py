"""How far the settings agree with what was marked by hand."""

from __future__ import annotations

from math import isnan
from typing import TYPE_CHECKING

from chunking.analysis.metrics.boundaries import BOUNDARY_METRICS, ReferenceBoundaries
from chunking.gui import cached, marked, state
from chunking.gui.cached import Reference, Waiting
from chunking.text.numbers import count_of
from chunking.types import NONE

if TYPE_CHECKING:
    from chunking.types import Chunking, Document

# Of fewer judged sentences, or fewer marks in them, one more or less changes the measures by much.
_FEW, _FEW_MARKS = 20, 4
# In the readout, in this order.
_SHOWN = ("b", "f1_1", "pk", "wd")


def measured(document: Document, alone: Chunking) -> tuple[list[tuple[str, str]], str]:
    """The measures of the cut without marks beside the marks, as (value, name), and on what."""
    gold = gold_of(document)
    if gold is None:
        return [], ""
    found = gold.metrics_of(alone)
    figures = [
        (number(found[each.name]), each.title)
        for name in _SHOWN
        for each in BOUNDARY_METRICS
        if each.name == name
    ]
    return figures, said_of(gold)


def gold_of(document: Document) -> ReferenceBoundaries | None:
    """The marks of a document to measure against; None while that cannot be done."""
    known = cached.reference(document)
    marks = state.visit().marks_of(document)
    if marks == NONE:
        return None
    units = known.prepared.units if isinstance(known, Reference) else marked.sentences(document)
    if units is None or (isinstance(known, Waiting) and known.job.error is None):
        return None
    return ReferenceBoundaries.of(marks, units)


def said_of(gold: ReferenceBoundaries) -> str:
    """What of the text is judged."""
    return (
        f"The first {count_of(gold.count, 'sentence')} are judged, up to the one after the last "
        "mark: there a gap without a mark counts as no boundary. The cut that is measured is the "
        f"one the settings make without the marks.{_little(gold)}"
    )


def _little(gold: ReferenceBoundaries) -> str:
    if gold.count < _FEW:
        return f" So few say little of the rest: mark on, until {_FEW} or more are judged."
    if gold.manual < _FEW_MARKS:
        return " So few marks say little: mark every boundary up to there, or the fewest cuts win."
    return ""


def number(value: float) -> str:
    """A measure as people read it."""
    return "–" if isnan(value) else f"{value:.2f}"
