"""Ask: a question, and the chunks of each lane that answer it."""

from chunking.gui.ask.answer import add_answer
from chunking.gui.compare.view import add_lanes
from chunking.gui.core.view import View
from chunking.gui.pages import Page
from chunking.gui.questions.view import add_questions
from chunking.gui.results.lanes import asked_lanes, lanes, ready
from chunking.gui.session.ask_state import QUESTIONS
from chunking.gui.session.session import Session


def view(session: Session) -> View:
    """Return what Ask shows: the lanes, their answers, and the question set where it is shown."""
    view, found = View(), lanes(session)
    add_answer(view, session, asked_lanes(session, ready(found)))
    add_lanes(view, session, found, as_one_text=True)
    if session.asking.view == QUESTIONS:
        add_questions(view, session, ready(found))
    return view


PAGE = Page(5, "Ask", view)
