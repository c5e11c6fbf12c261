"""Actions of the question in the bar."""

from collections.abc import Callable

from chunking.gui.session.session import Session
from chunking.retrieval.ranking import Ranking


def _ask(session: Session, question: str) -> None:
    session.ask.ask(str(question))


def _ranking(session: Session, name: Ranking) -> None:
    session.ask.rank_by(str(name))


def _exact(session: Session, version: str) -> None:
    """Embed the best chunks, unless other results are on screen by now."""
    session.ask.exact = str(version)


ACTIONS: dict[str, Callable[..., object]] = {
    "ask": _ask,
    "ask_ranking": _ranking,
    "ask_exact": _exact,
}
"""The actions of a question, by name."""
