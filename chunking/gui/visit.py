"""What one visitor has done that outlives a page and its controls."""

from __future__ import annotations

import secrets
import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from chunking.gui.history import History, LanesStep, Step
from chunking.gui.opened import Documents
from chunking.types import NONE

if TYPE_CHECKING:
    from chunking.analysis.metrics.boundaries import ReferenceBoundaries
    from chunking.gui.controls import Put
    from chunking.gui.tuned import Given
    from chunking.settings.workspace import DocumentEntry, Workspace
    from chunking.strategies import Strategy
    from chunking.types import Constraints, Document, Prepared


@dataclass(frozen=True, slots=True)
class Fitting:
    """A search for settings that was asked for: on what, from where, and its name."""

    prepared: Prepared
    strategy: Strategy
    gold: ReferenceBoundaries
    marks: Constraints
    name: str


def fresh_name() -> str:
    """A name that nobody guesses."""
    return secrets.token_urlsafe(12)


@dataclass(slots=True, weakref_slot=True)
class Visit:
    """Documents, marks, the steps that were gone, and all that a session keeps.

    One object for as long as the visit lasts, so that a download made later holds what is set.
    """

    name: str = field(default_factory=fresh_name)
    documents: Documents = field(default_factory=Documents)
    begun: bool = False
    """Whether the documents that the visit begins with are there."""
    taken: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """Which files have been taken in, by the field they were put in."""
    put: dict[str, Put] = field(default_factory=dict)
    """Which controls the program has set, by their keys."""
    kinds: dict[str, str] = field(default_factory=dict)
    """What kind of control was drawn last, by keys for which there are several."""
    menus: dict[str, dict[str, Any]] = field(default_factory=dict)
    """What the controls of each menu hold, by their keys, while it is closed."""
    open_menus: set[str] = field(default_factory=set)
    """The menus that were open when they were drawn last."""
    contradicts: bool = False
    """Whether the controls of a lane said, when they were drawn last, what cannot be."""
    marks: dict[str, Constraints] = field(default_factory=dict)
    """By the SHA-256 of their documents."""
    applied: bool = True
    """Whether the marks cut."""
    marked: int = 0
    """The number of the last mark that the page made."""
    history: History[Step] = field(default_factory=History)
    """What was set on Tune."""
    lanes_history: History[LanesStep] = field(default_factory=History)
    """What was set on Compare."""
    baseline: dict[str, Any] | None = None
    """What is pinned, in plain values."""
    fitting: Fitting | None = None
    """The search for settings that goes on."""
    fitted: Strategy | None = None
    """What it found and is yet to be set."""
    fit_said: tuple[str, str] = ("", "")
    """What it gained, after the SHA-256 of its document."""
    adopted: Strategy | None = None
    """What another page set in Tune, which has not taken it yet."""
    uploaded: tuple[str, Document] | None = None
    """The file that was read last, by its id, and as what."""
    tables: int = 0
    """How often the table of a sweep was made anew, for no row to be picked in it."""
    changed_elsewhere: bool = False
    """Whether a step has just changed the marks of a document that is not shown."""
    settings: dict[str, Strategy] = field(default_factory=dict)
    """Those last used under each prefix of controls."""
    given: dict[str, Given] = field(default_factory=dict)
    """The settings of Tune that a page began with, by the name of the page."""
    own: set[str] = field(default_factory=set)
    """The pages that the visitor has set something on: they follow Tune no more."""
    side_by_side: int = 3
    """The lanes of Compare."""
    to_open: bytes | None = None
    """A session's file that is to be taken up next."""
    opened: Workspace | None = None
    """The session taken up last: what no page shows of it is handed on when it is saved."""
    library: tuple[Document, ...] = ()
    """The documents that are looked at together."""
    elsewhere: dict[str, tuple[str, bytes] | None] = field(default_factory=dict)
    """Files of chunks made elsewhere, name and content, by the SHA-256 of their documents."""
    library_begun: bool = False
    """Whether the library was looked at."""

    def marks_of(self, document: Document) -> Constraints:
        """What is marked by hand in a document."""
        return self.marks.get(document.sha256, NONE)

    def mark(self, sha256: str, marks: Constraints) -> None:
        """Keep the marks of a document: they outlive its settings, and its being closed."""
        others = {key: kept for key, kept in self.marks.items() if key != sha256}
        self.marks = others if marks == NONE else {**others, sha256: marks}
        self.fit_said = ("", "")

    def fit_ended(self, sha256: str, found: Strategy | None, said: str) -> None:
        """End the search: what it found is set at the next run, and what it gained is said."""
        self.fitting, self.fitted, self.fit_said = None, found, (sha256, said)

    def fit_said_of(self, document: Document) -> str:
        """What the last search gained, if it was about this document."""
        sha256, said = self.fit_said
        return said if sha256 == document.sha256 else ""

    def note(self, strategy: Strategy, preset: str | None) -> None:
        """Keep what is set on Tune now as a step to come back to."""
        self.history.note(Step(strategy, preset, self.marks, self.applied), time.monotonic())

    def note_lanes(self, strategies: dict[str, Strategy], presets: dict[str, str | None]) -> None:
        """Keep what is set on Compare now as a step to come back to."""
        self.lanes_history.note(LanesStep(strategies, presets), time.monotonic())

    def take(self, step: Step) -> None:
        """Set the marks as they were at a step."""
        self.marks, self.applied = dict(step.marks), step.applied
        self.fit_said = ("", "")

    def missing(self, present: set[str]) -> list[DocumentEntry]:
        """The documents of the session taken up that are not open; samples always are."""
        kept = self.opened.documents if self.opened else ()
        return [each for each in kept if each.sha256 not in present and each.sample is None]
