"""Compare: two to four strategies on one document."""

from chunking.gui.ask.answer import add_answer
from chunking.gui.compare.view import add_lanes, add_metrics
from chunking.gui.core.view import View
from chunking.gui.pages import Page
from chunking.gui.results.lanes import asked_lanes, lanes, ready
from chunking.gui.session.session import Session


def view(session: Session) -> View:
    """Return what Compare shows."""
    view, found = View(), lanes(session)
    add_answer(view, session, asked_lanes(session, ready(found)))
    add_lanes(view, session, found)
    add_metrics(view, session, ready(found))
    return view


PAGE = Page(2, "Compare", view)
