"""The question that a tab asks, and the question set with its evaluation."""

from dataclasses import dataclass
from typing import get_args

from chunking.core.document import Document
from chunking.embedding import TRUNCATE, LongTexts
from chunking.retrieval.evaluation import TOKENS
from chunking.retrieval.question_sets import one_line
from chunking.retrieval.questions import Span
from chunking.retrieval.ranking import Ranking

RANKINGS: tuple[Ranking, ...] = get_args(Ranking)
"""The ways to rank chunks, the default first."""


@dataclass(slots=True)
class AskState:
    """A question, how chunks are ranked for it, and the passages that answer it.

    Attributes:
        question: One line; empty without a question.
        ranking: How chunks are ranked.
        selected: The SHA-256 of a document, and the passages that the user selected in it.
        exact: The version of the answer whose best chunks are embedded.
    """

    question: str = ""
    ranking: Ranking = RANKINGS[0]
    selected: tuple[str, tuple[Span, ...]] | None = None
    exact: str = ""

    def ask(self, text: str) -> None:
        """Ask another question; none with a blank text."""
        question = one_line(text)
        if question != self.question:
            self.question, self.selected = question, None

    def rank_by(self, name: str) -> None:
        """Rank chunks in another way; an unknown one changes nothing."""
        if name in RANKINGS:
            self.ranking = name

    def select(self, document: Document, *spans: Span) -> None:
        """Take passages of a document as the answer, without blanks around them."""
        found = {each for each in (_trimmed(document.text, *span) for span in spans) if each}
        self.selected = (document.sha256, tuple(sorted(found))) if found else None

    def passages_of(self, document: Document) -> tuple[Span, ...]:
        """Return the passages that the user selected in a document, in order."""
        if self.selected is None or self.selected[0] != document.sha256:
            return ()
        return self.selected[1]


def _trimmed(text: str, start: int, end: int) -> Span | None:
    """Return a span without blanks at its ends; None if nothing remains."""
    part = text[max(0, start) : max(0, end)]
    start = max(0, start) + len(part) - len(part.lstrip())
    end = start + len(part.strip())
    return (start, end) if start < end else None


VIEWS = CHUNKS, QUESTIONS = "chunks", "questions"
"""What Ask shows next to the text, the default first."""

LIMITS: dict[str, tuple[int, ...]] = {
    "tokens": (200, 400, TOKENS, 1600, 3200),
    "chunks": (1, 3, 5, 10),
}
"""How much can be retrieved per question, by unit."""


@dataclass(slots=True)
class QuestionsState:
    """The view of the question set.

    Attributes:
        view: What Ask shows next to the text.
        unit: What is retrieved: "tokens" or "chunks".
        limit: How many of them.
        long_texts: What is embedded of chunks beyond the limit of a model.
        evaluates: Whether the user has asked for the evaluation, which then follows changes.
        sent: The version of the evaluation that may send text to a server.
        drafting: SHA-256 of the document of which questions are drafted.
    """

    view: str = CHUNKS
    unit: str = "tokens"
    limit: int = TOKENS
    long_texts: LongTexts = TRUNCATE
    evaluates: bool = False
    sent: str = ""
    drafting: str | None = None

    def show(self, view: str) -> None:
        """Show another view; an unknown one changes nothing."""
        if view in VIEWS:
            self.view = view

    def retrieve(self, unit: str, limit: int) -> bool:
        """Retrieve so many tokens or chunks; return whether that is possible."""
        if unit not in LIMITS or not 1 <= limit <= _MOST[unit]:
            return False
        self.unit, self.limit = unit, limit
        return True


# More than any program puts into a prompt.
_MOST = {"tokens": 1_000_000, "chunks": 1_000}
