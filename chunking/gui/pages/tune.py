"""Tune: one document, one strategy."""

from chunking.gui.ask.answer import add_answer
from chunking.gui.core.jobs import Waiting
from chunking.gui.core.view import View
from chunking.gui.pages import Page
from chunking.gui.results.chunks import AskedLane, shown_split
from chunking.gui.session.session import Session
from chunking.gui.tune.view import add_tune


def view(session: Session) -> View:
    """Return what Tune shows."""
    found, shown = View(), shown_split(session)
    lanes = []
    if not isinstance(shown, Waiting):
        lanes.append(AskedLane("tune", shown.chunking, session.settings["tune"].model))
    # Before the boundaries, so that both are drawn at once.
    add_answer(found, session, lanes)
    add_tune(found, session)
    return found


PAGE = Page(1, "Tune", view)
