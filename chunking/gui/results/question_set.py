"""The questions of a session on its document: adding, deleting, importing, locating.

A question belongs to the document that it names, by its source, so that it follows an edited file:
its passages are located again by their quotes.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from chunking.gui.core.cache import Key, cached
from chunking.gui.session.ask_state import one_line
from chunking.retrieval.questions import Located, Question, locate

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from chunking.core.document import Document
    from chunking.gui.results.messages import QuestionSetState
    from chunking.gui.session.session import Session
    from chunking.retrieval.questions import Span


def belongs(question: Question, document: Document) -> bool:
    """Return whether a question is on a document; one that names none is on any."""
    return question.document in {"", document.source}


def located(session: Session) -> list[Located]:
    """Return the questions on the document on screen, with their passages in its present text."""
    own = tuple(each for each in session.questions if belongs(each, session.document))
    return _located((session.document.sha256, own), own, session.document.text)


@cached(8)
def _located(_: Key, questions: tuple[Question, ...], text: str) -> list[Located]:
    return [locate(each, text) for each in questions]


def find(session: Session, text: str) -> Located | None:
    """Return the question on the document on screen with a text."""
    return next((each for each in located(session) if each.question.text == text), None)


def state_of(session: Session) -> QuestionSetState:
    """Return the number of questions on the document, and whether the set has the present one.

    "added" tells that the set also has all passages that the user selected, "view" what Ask shows
    next to the text.
    """
    found = find(session, session.ask.question) if session.ask.question else None
    selected = session.ask.passages_of(session.document)
    known = () if found is None else found.question.evidence
    return {
        "view": session.asking.view,
        "count": len(located(session)),
        "known": found is not None,
        "added": found is not None and set(selected) <= set(known),
    }


# ---- changes -------------------------------------------------------------------------------------


def add(session: Session, text: str, spans: Sequence[Span]) -> None:
    """Add passages to a question on the document on screen, which is new if there is none."""
    document = session.document
    quotes = tuple(document.text[start:end] for start, end in spans)
    session.questions = merged(
        session.questions, [Question(one_line(text), document.source, tuple(spans), quotes)]
    )


def delete(session: Session, text: str) -> None:
    """Delete a question on the document on screen."""
    document = session.document
    session.questions = tuple(
        each for each in session.questions if each.text != text or not belongs(each, document)
    )


def clear(session: Session) -> None:
    """Delete all questions on the document on screen."""
    document = session.document
    session.questions = tuple(each for each in session.questions if not belongs(each, document))


def merged(questions: Iterable[Question], others: Iterable[Question]) -> tuple[Question, ...]:
    """Return questions with those of others; questions of one text and document become one."""
    found: dict[tuple[str, str], Question] = {}
    for each in (*questions, *others):
        key = (each.document, each.text)
        found[key] = _joined(found[key], each) if key in found else each
    return tuple(found.values())


def _joined(one: Question, other: Question) -> Question:
    """Return a question with the passages of two, each once, in reading order."""
    passages: dict[Span, str] = {}
    for each in (one, other):
        quotes = each.quotes or ("",) * len(each.evidence)
        passages |= dict(zip(each.evidence, quotes, strict=True))
    spans = tuple(sorted(passages))
    quotes = tuple(passages[span] for span in spans)
    return replace(one, evidence=spans, quotes=quotes if all(quotes) else ())


# ---- files ---------------------------------------------------------------------------------------


class Found(NamedTuple):
    """The questions of a file that are on a document, and the number of the others."""

    questions: list[Question]
    others: int


def on_document(
    questions: Sequence[Question], contained: Mapping[str, Document], document: Document
) -> Found:
    """Return the questions of a file that are on a document.

    A question is if it names no document, or this one, with or without the ending of its file; else
    if this document has all of its quotes.

    Args:
        questions: The questions.
        contained: The documents in the file by name, which give the quotes.
        document: The document.
    """
    names = {"", document.source, document.source.rpartition(".")[0]}
    found = []
    for each in questions:
        if not each.quotes and each.document in contained:
            each = locate(each, contained[each.document].text).question  # noqa: PLW2901
        if not each.evidence or not one_line(each.text):
            continue
        if each.document in names or _has_quotes(document.text, each):
            found.append(replace(each, text=one_line(each.text), document=document.source))
    return Found(found, len(questions) - len(found))


def _has_quotes(text: str, question: Question) -> bool:
    return bool(question.quotes) and all(each and each in text for each in question.quotes)


def exported(session: Session) -> list[Question]:
    """Return the questions on the document on screen as a file keeps them.

    Passages that were located have their present places; lost ones stay, for an earlier version.
    """
    return [
        each.question if "lost" not in each.statuses else before
        for each, before in zip(
            located(session),
            (each for each in session.questions if belongs(each, session.document)),
            strict=True,
        )
    ]
