"""Synthetic questions on the document on screen, drafted by a background job."""

from dataclasses import replace

from chunking.core.document import Document
from chunking.core.text.numbers import count_of
from chunking.gui.core.jobs import Kind, Waiting
from chunking.gui.results import engine_calls, question_set
from chunking.gui.results.engine_calls import key_of
from chunking.gui.session.session import UNDO, Session
from chunking.retrieval.question_sets import merge_questions, one_line
from chunking.retrieval.questions import Question

_DRAFTING = Kind("Drafting questions", stoppable=False)
_NONE = "No questions drafted: no heading has a text of 80 to 4,000 characters below it."


def finish(session: Session) -> list[Waiting]:
    """Add drafted questions to the set once they are known; return the job while it works."""
    document = session.document
    if session.asking.drafting != document.sha256:
        session.asking.drafting = None
        return []

    def work(_: object) -> list[Question]:
        from chunking.retrieval.drafts import draft

        return draft(document)

    waiting = engine_calls.background((*key_of(document), "drafts"), work, _DRAFTING)
    if not waiting.job.finished.is_set():
        return [waiting]
    session.asking.drafting = None
    if waiting.job.result is None:
        session.notify(f"{waiting.job.error}.")
    elif not waiting.job.result:
        session.notify(_NONE, problem=False)
    else:
        _add(session, document, waiting.job.result)
    return []


def _add(session: Session, document: Document, drafts: list[Question]) -> None:
    """Add drafts as a step of undo."""
    before = len(question_set.located(session))
    named = [replace(each, text=one_line(each.text), document=document.source) for each in drafts]
    session.questions = merge_questions(session.questions, named)
    session.record()
    count = len(question_set.located(session)) - before
    session.notify(
        f"Added: {count_of(count, 'synthetic question')}.",
        problem=False,
        offer=UNDO if count else None,
    )
