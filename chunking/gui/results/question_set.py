"""The questions of a session on its document, and how chunks are retrieved for them."""

from chunking.core.errors import ModelError
from chunking.gui.core.cache import Key, cached
from chunking.gui.results.engine_calls import is_remote
from chunking.gui.results.messages import QuestionSetState
from chunking.gui.session.session import Session
from chunking.retrieval.evaluation import TOKENS, Retrieval
from chunking.retrieval.question_sets import belongs, with_present_places
from chunking.retrieval.questions import Located, Question, locate


def located(session: Session) -> list[Located]:
    """Return the questions on the document on screen, with their passages in its present text."""
    own = tuple(each for each in session.questions if belongs(each, session.document))
    return _located((session.document.sha256, own), own, session.document.text)


@cached(8)
def _located(_: Key, questions: tuple[Question, ...], text: str) -> list[Located]:
    return [locate(each, text) for each in questions]


def answered(session: Session) -> tuple[Question, ...]:
    """Return the questions on the document on screen that have evidence in its present text."""
    return tuple(each.question for each in located(session) if each.question.evidence)


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


def exported(session: Session) -> list[Question]:
    """Return the questions on the document on screen as a file keeps them."""
    own = [each for each in session.questions if belongs(each, session.document)]
    return with_present_places(located(session), own)


# ---- retrieval -----------------------------------------------------------------------------------


def retrieval_of(session: Session, model: str) -> Retrieval:
    """Return how chunks are ranked by a model, and how much of them is retrieved."""
    asking = session.asking
    return Retrieval(
        asking.limit if asking.unit == "tokens" else TOKENS,
        asking.limit if asking.unit == "chunks" else None,
        ranking=session.ask.ranking,
        model=model,
        long_texts=asking.long_texts,
    )


def sends_text(retrieval: Retrieval) -> bool:
    """Return whether ranking sends text to a server."""
    try:
        return retrieval.ranking != "words" and is_remote(retrieval.model)
    except ModelError:
        return False  # the job that ranks names the error
