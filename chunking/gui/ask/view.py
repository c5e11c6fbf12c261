"""Messages of the Ask page."""

from __future__ import annotations

from typing import TYPE_CHECKING

from chunking.gui.compare.view import send_lanes
from chunking.gui.questions import drafting
from chunking.gui.questions.view import send_questions
from chunking.gui.session.questions_state import QUESTIONS
from chunking.gui.shell import window

if TYPE_CHECKING:
    from chunking.gui.session.session import Session


def publish(session: Session) -> None:
    """Send the lanes and their results, and the question set where it is shown."""
    window.wait_for(drafting.finish(session))
    shown, _ = send_lanes(session, as_one_text=True)
    if session.asking.view == QUESTIONS:
        send_questions(session, shown)
