"""The question that a tab asks."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, get_args

from chunking.analysis.retrieval.ranking import Ranking
from chunking.text.normalization import replace_surrogates

if TYPE_CHECKING:
    from chunking.gui.jobs import Waiting
    from chunking.types import Document

RANKINGS: tuple[Ranking, ...] = get_args(Ranking)
"""The ways to rank chunks, the default first."""

LONGEST = 1_000
"""Characters of a question."""


@dataclass(slots=True)
class AskState:
    """A question, how chunks are ranked for it, and the passage that answers it.

    Attributes:
        question: One line; empty without a question.
        ranking: How chunks are ranked.
        selected: The passage that the user selected as the answer: SHA-256 of its document, start
            and end; None if the best sentences are the answer.
        exact: The version of the answer whose best chunks are embedded.
        embedding: The jobs that embed them.
    """

    question: str = ""
    ranking: Ranking = RANKINGS[0]
    selected: tuple[str, int, int] | None = None
    exact: str = ""
    embedding: list[Waiting] = field(default_factory=list)

    def ask(self, text: str) -> None:
        """Ask another question; none with a blank text."""
        question = " ".join(replace_surrogates(text).split())[:LONGEST]
        if question != self.question:
            self.question, self.selected = question, None

    def rank_by(self, name: str) -> None:
        """Rank chunks in another way; an unknown one changes nothing."""
        if name in RANKINGS:
            self.ranking = name

    def select(self, document: Document, start: int, end: int) -> None:
        """Take a passage of a document as the answer, without blanks around it."""
        text = document.text[max(0, start) : max(0, end)]
        start = max(0, start) + len(text) - len(text.lstrip())
        end = start + len(text.strip())
        self.selected = (document.sha256, start, end) if start < end else None

    def passage_of(self, document: Document) -> tuple[int, int] | None:
        """Return the passage that the user selected in a document."""
        if self.selected is None or self.selected[0] != document.sha256:
            return None
        return self.selected[1:]
