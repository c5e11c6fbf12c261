"""The comparison as one HTML file."""

from collections.abc import Sequence
from dataclasses import replace

from chunking.core.errors import ChunkingError
from chunking.core.prepared import Material, Prepared
from chunking.gui.compare.equal_size import scaled
from chunking.gui.core.jobs import Waiting
from chunking.gui.results import engine_calls, imported_chunks
from chunking.gui.results.engine_calls import Reference
from chunking.gui.results.lanes import Lane, lane_tokens, ready, shown_lanes
from chunking.gui.session.compare_state import IMPORTED
from chunking.gui.session.session import Session
from chunking.output.comparison import LaneInput, compare_chunkings
from chunking.output.report import to_html
from chunking.strategies import Strategy


def report(session: Session) -> bytes:
    """Return the lanes on screen that are ready as an HTML file, as the page compares them.

    Raises:
        ChunkingError: No lane is ready.
    """
    shown: Sequence[Lane] = ready(shown_lanes(session))
    if not shown:
        raise ChunkingError("a report needs a lane that is ready: wait until the text is embedded")
    size = ""
    as_set: tuple[Strategy | None, ...] = ()
    if session.compare.equal_size and len(shown) > 1:
        known = engine_calls.reference(session.document, session.model())
        as_set = tuple(each.strategy for each in shown)
        shown, size = scaled(shown, known)
    inputs = [_input(session, each) for each in shown]
    found = replace(compare_chunkings(_sentences(session), inputs), equal_size=size, as_set=as_set)
    return to_html(found).encode()


def _input(session: Session, lane: Lane) -> LaneInput:
    theirs = imported_chunks.aligned(session) if lane.letter == IMPORTED else None
    unplaced = () if theirs is None else theirs.unplaced
    tokens = lane_tokens(session, lane)
    unit = "" if theirs is None else theirs.size_unit
    return LaneInput(lane.chunking, lane.strategy, lane.prepared, unplaced, lane.name, tokens, unit)


def _sentences(session: Session) -> Prepared:
    """Return the sentences of the document, with vectors once a model has read them."""
    known = engine_calls.reference(session.document, session.model())
    if isinstance(known, Reference):
        return known.prepared
    found = engine_calls.prepared(session.document, Material("sentences"))
    if isinstance(found, Waiting):
        raise ChunkingError("the sentences of the document are not known yet")
    return found
