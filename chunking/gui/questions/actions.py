"""Actions of the question set."""

from collections.abc import Callable
from typing import Literal

from chunking.embedding import LongTexts, check_long_texts
from chunking.gui.questions.evaluation import forget_stopped, plan_of
from chunking.gui.results import question_set
from chunking.gui.results.lanes import lanes, ready
from chunking.gui.session.session import Session


def _add(session: Session, start: int | None = None, end: int = 0) -> None:
    """Add the question with a passage; without one, with those selected as the answer."""
    ask, document = session.ask, session.document
    if not ask.question:
        return
    if start is not None:
        ask.select(document, (int(start), int(end)))
    passages = ask.passages_of(document)
    if not passages:
        session.notify("Select the answer in the text first.")
        return
    session.add_question(ask.question, passages)
    _show(session, ask.question)


def _delete(session: Session, text: str) -> None:
    question_set.delete(session, str(text))
    if session.ask.question == text:
        session.ask.selected = None


def _show(session: Session, text: str) -> None:
    """Ask a question of the set, with its passages as the answer."""
    found = question_set.find(session, str(text))
    if found is not None:
        session.ask.ask(found.question.text)
        session.ask.select(session.document, *found.question.evidence)


def _view(session: Session, name: str) -> None:
    session.asking.show(str(name))


def _retrieve(session: Session, unit: Literal["tokens", "chunks"], limit: int) -> None:
    session.asking.retrieve(str(unit), int(limit))


def _long_texts(session: Session, value: LongTexts) -> None:
    session.asking.long_texts = check_long_texts(str(value))


def _draft(session: Session) -> None:
    session.asking.drafting = session.document.sha256


def _evaluate(session: Session) -> None:
    """Evaluate the lanes; an evaluation that was stopped starts again."""
    session.asking.evaluates = True
    questions = [each.question for each in question_set.located(session)]
    plan = plan_of(session, ready(lanes(session)), questions)
    if plan is not None:
        session.asking.sent = plan.version
        forget_stopped(plan)


ACTIONS: dict[str, Callable[..., object]] = {
    "add_question": _add,
    "delete_question": _delete,
    "show_question": _show,
    "ask_view": _view,
    "retrieve": _retrieve,
    "long_texts": _long_texts,
    "draft_questions": _draft,
    "evaluate": _evaluate,
}
"""The actions of the question set, by name."""
