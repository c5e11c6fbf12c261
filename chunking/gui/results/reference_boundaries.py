"""Manual boundaries as a reference, with which others are compared."""

from chunking.analysis.metrics.boundaries import ReferenceBoundaries
from chunking.core.document import Document
from chunking.core.prepared import NONE
from chunking.gui.core.jobs import Waiting
from chunking.gui.results import engine_calls
from chunking.gui.session.session import Session


def reference_of(session: Session, document: Document) -> ReferenceBoundaries | None:
    """Return the manual boundaries as a reference; None while sentences are unknown."""
    found = session.boundaries_of(document)
    if found == NONE:
        return None
    known = engine_calls.reference(document, session.model())
    if isinstance(known, Waiting) and known.job.error is None:
        return None
    units = engine_calls.sentences(document, session.model())
    return None if units is None else ReferenceBoundaries.of(found, units)
