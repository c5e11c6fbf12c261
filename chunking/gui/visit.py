"""What one visitor has done that outlives a page and its controls."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from chunking.gui.history import History, Step
from chunking.gui.opened import Documents
from chunking.types import NONE

if TYPE_CHECKING:
    from chunking.gui.controls import Put
    from chunking.metrics.gold import Gold
    from chunking.sessions import Kept, Session
    from chunking.strategies import Strategy
    from chunking.types import Constraints, Document, Prepared


@dataclass(frozen=True, slots=True)
class Fitting:
    """A search for settings that was asked for: on what, from where, and its name."""

    prepared: Prepared
    strategy: Strategy
    gold: Gold
    name: str


@dataclass(slots=True)
class Visit:
    """Documents, marks, the steps that were gone, and all that a session keeps.

    One object for as long as the visit lasts, so that a download made later holds what is set.
    `begun` says that the documents it begins with are there, `taken` which files of each field
    for files have been taken in, `put` which controls the program has set. `marks` are by the
    SHA-256 of their documents, `applied` says whether they cut. `fitting` is the search for
    settings that goes on, `fitted` what it found and is yet to be set, `fit_said` what it gained.
    `settings` are those last used under each prefix of controls, `side_by_side` the lanes of
    Compare. `to_open` is a session's file that is to be taken up next, `opened` the session taken
    up last: what this page does not show of it is handed on when it is saved.
    """

    documents: Documents = field(default_factory=Documents)
    begun: bool = False
    taken: dict[str, tuple[str, ...]] = field(default_factory=dict)
    put: dict[str, Put] = field(default_factory=dict)
    marks: dict[str, Constraints] = field(default_factory=dict)
    applied: bool = True
    history: History = field(default_factory=History)
    fitting: Fitting | None = None
    fitted: Strategy | None = None
    fit_said: str = ""
    settings: dict[str, Strategy] = field(default_factory=dict)
    side_by_side: int = 3
    to_open: bytes | None = None
    opened: Session | None = None

    def marks_of(self, document: Document) -> Constraints:
        """What is marked by hand in a document."""
        return self.marks.get(document.sha256, NONE)

    def mark(self, sha256: str, marks: Constraints) -> None:
        """Keep the marks of a document: they outlive its settings, and its being closed."""
        others = {key: kept for key, kept in self.marks.items() if key != sha256}
        self.marks = others if marks == NONE else {**others, sha256: marks}
        self.fit_said = ""

    def fit_ended(self, found: Strategy | None, said: str) -> None:
        """End the search: what it found is set at the next run, and what it gained is said."""
        self.fitting, self.fitted, self.fit_said = None, found, said

    def note(self, strategy: Strategy, preset: str | None) -> None:
        """Keep what is set on Tune now as a step to come back to."""
        self.history.note(Step(strategy, preset, self.marks, self.applied), time.monotonic())

    def take(self, step: Step) -> None:
        """Set the marks as they were at a step."""
        self.marks, self.applied = dict(step.marks), step.applied

    def missing(self, present: set[str]) -> list[Kept]:
        """The documents of the session taken up that are not open; samples always are."""
        kept = self.opened.documents if self.opened else ()
        return [each for each in kept if each.sha256 not in present and each.sample is None]
