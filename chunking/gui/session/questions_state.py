"""The view of the question set, and how the lanes are evaluated by it."""

from dataclasses import dataclass

from chunking.embedding import TRUNCATE, LongTexts
from chunking.retrieval.evaluation import TOKENS

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
