"""The session of a browser tab: documents, settings, manual boundaries, undo, and the view."""

import copy
import secrets
import threading
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple
from weakref import WeakValueDictionary

from chunking.analysis.runs import Run
from chunking.core.document import Document
from chunking.core.prepared import NONE, Constraints
from chunking.core.text.numbers import readable_size
from chunking.engine.manual_boundaries import boundaries_before
from chunking.engine.workspace import DocumentEntry, Workspace
from chunking.gui.session.ask_state import AskState, QuestionsState
from chunking.gui.session.compare_state import LANES, CompareState
from chunking.gui.session.documents import MOST, Documents, OnDisk, name_of
from chunking.gui.session.library_state import LibraryState
from chunking.gui.session.model_sizes import start_at_target, start_of
from chunking.gui.session.settings import Settings
from chunking.gui.session.sweep_state import SweepState
from chunking.gui.session.tune_state import ModelChange, TuneState
from chunking.gui.session.undo import History, Snapshot, changed_field, tune_of
from chunking.retrieval.question_sets import merge_questions, one_line
from chunking.retrieval.questions import Question, Span
from chunking.strategies import Strategy

FIRST = "semantic"
"""The strategy that a session starts with."""


class Offer(NamedTuple):
    """A button next to a notice: its label, and the event that it sends."""

    label: str
    event: tuple[str | float, ...]


OPEN = Offer("Open", ("dialog", "open"))
UNDO = Offer("Undo", ("undo",))
USE_RECOMMENDED = Offer("Use recommended", ("use_recommended",))


@dataclass(frozen=True, slots=True)
class Notice:
    """One sentence for the user, which may be a problem, and a button that helps.

    `page` is the only page that shows it; all do if it is empty.
    """

    number: int
    text: str
    problem: bool = True
    offer: Offer | None = None
    page: str = ""


@dataclass(frozen=True, slots=True)
class Awaited:
    """The document of a link, which is not open, and what the link says of it.

    Attributes:
        digits: The first digits of its hash.
        name: The name of its file; "" if the link does not name it.
        size: The bytes of its text; None if the link does not name them.
        key: The open document, which is not shown; "" once the user has chosen one.
        place: The offset that the link selects; None without one.
        question: The question of the link.
        answer: The passages that answer it.
        in_set: Whether it is the question set.
        baseline: The spec of the baseline; "" without one.
        boundaries: Its manual boundaries.
        notice: The number of the notice shown with another document; 0 without one.
    """

    digits: str
    name: str
    size: int | None
    key: str
    place: int | None = None
    question: str = ""
    answer: tuple[Span, ...] = ()
    in_set: bool = False
    baseline: str = ""
    boundaries: Constraints = NONE
    notice: int = 0

    @property
    def text(self) -> str:
        """A sentence for the user: the document is not open."""
        named = f"{self.name}, the document of this link," if self.name else _ANY
        return f"{named} is not open: open its file to see the same chunks."

    @property
    def offer(self) -> str:
        """The label of the button that opens its file."""
        size = "" if self.size is None else f" ({readable_size(self.size)})"
        return f"Open {self.name}{size}" if self.name else f"Open the file{size}"


_ANY = "The document of this link"


class DocumentSettings(NamedTuple):
    """The settings of Tune for a document that is not on screen, and whether the user set them."""

    settings: Settings
    touched: bool


class BeforeDemo(NamedTuple):
    """What a demonstration replaces while it is shown."""

    snapshot: Snapshot
    touched: frozenset[str]
    document: str
    ask: AskState
    page: str


def _settings() -> dict[str, Settings]:
    starts = {scope: start_of(FIRST) for scope in ("tune", "library", "sweep")}
    starts |= {letter: start_at_target(name) for letter, name in LANES.items()}
    return {scope: Settings(start) for scope, start in starts.items()}


def _name() -> str:
    return secrets.token_urlsafe(12)


@dataclass(slots=True, weakref_slot=True)
class Session:
    """Everything that a tab has open and has set.

    Attributes:
        name: An unguessable name, by which a reloaded page continues the session.
        continues: The name of the session that this one continues.
        page: The page on screen; `go` is the page to change to in the next run.
        settings: The settings by scope: "tune", the lanes "a" to "d", "library" and "sweep".
        servers: Servers that the user lets text be sent to.
        left: The settings of Tune for the documents that were on screen, by their key.
        touched: Scopes whose settings the user has set; the others follow recommendations. Of Tune,
            for the document on screen.
        watched: The settings of the run before by scope, to find changes of the model.
        model_changes: Scopes whose threshold was chosen under another model than the selected one.
        boundaries: Manual boundaries by the SHA-256 of their documents.
        baseline: The pinned chunking in plain values, as a workspace file holds it.
        runs: The settings tried on Tune, newest first.
        questions: Questions with known answers, on any document; `asking` is their view.
        dialog: The open dialog and its arguments; None if there is none.
        dialog_problem: One sentence on what the open dialog could not do.
        uploaded: The key of the document uploaded last and the content of its file.
        demo: The step of the demonstration, from 1; 0 without one.
        before_demo: What it has replaced.
        awaited: The document that the link names; None if it is open.
        workspace: The workspace file opened last.
        held: Ids of the data that the page has confirmed to hold.
        handled: The number of the last event that was handled.
        handling: Lock held while events are handled: the framework starts another script run, in
            another thread, before the action of an event has returned.
    """

    name: str = field(default_factory=_name)
    continues: str = ""
    started: bool = False
    page: str = "tune"
    go: str | None = None
    documents: Documents = field(default_factory=Documents)
    settings: dict[str, Settings] = field(default_factory=_settings)
    left: dict[str, DocumentSettings] = field(default_factory=dict)
    servers: set[str] = field(default_factory=set)
    touched: set[str] = field(default_factory=set)
    watched: dict[str, Strategy] = field(default_factory=dict)
    model_changes: dict[str, ModelChange] = field(default_factory=dict)
    boundaries: dict[str, Constraints] = field(default_factory=dict)
    apply_boundaries: bool = True
    baseline: dict[str, Any] | None = None
    tune: TuneState = field(default_factory=TuneState)
    compare: CompareState = field(default_factory=CompareState)
    library: LibraryState = field(default_factory=LibraryState)
    sweep: SweepState = field(default_factory=SweepState)
    ask: AskState = field(default_factory=AskState)
    runs: tuple[Run, ...] = ()
    questions: tuple[Question, ...] = ()
    asking: QuestionsState = field(default_factory=QuestionsState)
    history: History = field(default_factory=History)
    dialog: tuple[str, ...] | None = None
    dialog_problem: str = ""
    uploaded: tuple[str, bytes] | None = None
    notices: list[Notice] = field(default_factory=list)
    demo: int = 0
    before_demo: BeforeDemo | None = None
    awaited: Awaited | None = None
    workspace: Workspace | None = None
    held: set[str] = field(default_factory=set)
    handled: int = 0
    handling: threading.RLock = field(default_factory=threading.RLock, repr=False, compare=False)
    _notice_number: int = 0

    def __post_init__(self) -> None:
        for each in self.settings.values():
            each.servers = self.servers

    # ---- documents ----

    @property
    def document(self) -> Document:
        """The document on screen."""
        return self.documents.current

    @property
    def awaits_document(self) -> bool:
        """Whether nothing is shown until the document of the link, or another one, is chosen."""
        return self.awaited is not None and self.awaited.key == self.documents.chosen

    def open(self, document: Document, on_disk: OnDisk | None = None) -> None:
        """Add a document of the user's own and show it."""
        self._name_closed(self.documents.add(document, on_disk))
        awaited = self.awaited
        if awaited is not None and awaited.digits and document.sha256.startswith(awaited.digits):
            self.dismiss(awaited.notice)
            self.awaited = None
            self.keep_settings()
            self._show_awaited(awaited, document)
            self.notify("Same document as in the link.", problem=False)
            return
        self.change_settings()
        if awaited is None:
            return
        self.dismiss(awaited.notice)
        sentence = f"{document.source} is not the document of this link."
        self.awaited = replace(awaited, key="", notice=self.notify(sentence, offer=OPEN))

    def _show_awaited(self, awaited: Awaited, document: Document) -> None:
        """Set what the link says of its document, which is open now."""
        if awaited.place is not None:
            self.documents.place = min(awaited.place, len(document.text))
        if awaited.answer and self.ask.question == awaited.question:
            self.ask.select(document, *awaited.answer)
            if awaited.in_set:
                self.add_question(awaited.question, self.ask.passages_of(document))
        if awaited.baseline:
            self.baseline = {"document": document.sha256, "strategy": awaited.baseline}
        if awaited.boundaries != NONE:
            inside = boundaries_before(awaited.boundaries, len(document.text))
            self.set_boundaries(document.sha256, inside)

    def choose(self, key: str) -> None:
        """Show an open document, in place of that of the link."""
        if self.documents.choose(key) and self.awaited is not None:
            self.awaited = replace(self.awaited, key="")
        self.change_settings()

    def close(self, key: str) -> None:
        """Close one of the user's own documents; Tune keeps its settings for the next time."""
        self.documents.close(key)
        self.change_settings()

    def change_settings(self) -> None:
        """Set Tune as it was for the document on screen.

        For one that is shown for the first time, the settings of the one before are copied, with a
        notice if they are the user's, and its threshold is the one recommended for it.
        """
        tune, key = self.tune, self.documents.chosen
        before, tune.document = tune.document, key
        if before in {"", key}:
            return
        now = self.settings["tune"]
        self.left[before] = DocumentSettings(now, "tune" in self.touched)
        known = self.left.pop(key, None)
        self.settings["tune"], touched = known or DocumentSettings(now.copy(), touched=False)
        (self.touched.add if touched else self.touched.discard)("tune")
        self.forget_model_change("tune")
        if known is None:
            self.history.add_document(key, now.strategy)
            self._notify_of_kept(now, before)

    def _notify_of_kept(self, settings: Settings, before: str) -> None:
        """Name the document whose settings Tune keeps for a new one, if the user has set them."""
        start, strategy = start_of(FIRST, settings.model), settings.strategy
        is_start = strategy == start or changed_field(start, strategy) == "threshold"
        listed = self.workspace.documents if self.workspace else ()
        if not is_start and self.document.sha256 not in {each.sha256 for each in listed}:
            sentence = f"Tune keeps the settings of {name_of(before)}."
            self.notify(sentence, problem=False, offer=USE_RECOMMENDED)

    def keep_settings(self) -> None:
        """Keep the settings of Tune for what is on screen now: another version of the document."""
        before, key = self.tune.document, self.documents.chosen
        self.tune.document = key
        if before not in {"", key}:
            self.left.pop(key, None)
            self.history.replace_document(before, key)

    def set_document(self, key: str, strategy: Strategy) -> None:
        """Set Tune for a document, which need not be on screen."""
        self.change_settings()
        if key == self.tune.document:
            self.apply("tune", strategy)
            return
        if key not in self.left:
            self.history.add_document(key, self.strategy("tune"))
        found = self.settings["tune"].copy()
        found.apply(strategy)
        self.left[key] = DocumentSettings(found, touched=True)

    @property
    def has_set_tune(self) -> bool:
        """Whether the user has set Tune for any document."""
        touched = "tune" in self.touched or any(each.touched for each in self.left.values())
        return touched or self.tune.strategy_chosen

    def choose_strategy(self, scope: str, name: str) -> None:
        """Choose a strategy for the user, with the settings that it had when it was left.

        One that Tune has not had for the document gets the recommended threshold.
        """
        settings, before = self.settings[scope], self.strategy(scope).name
        is_first = name not in {before, *settings.others}
        settings.choose(name)
        if scope == "tune" and is_first and hasattr(settings.strategy, "threshold"):
            self.touched.discard(scope)
            self.tune.strategy_chosen = True
        else:
            self.touched.add(scope)

    def show(self, document: Document) -> None:
        """Show a document of Library on Tune."""
        self._name_closed(self.documents.show(document))
        self.choose(self.documents.chosen)

    def _name_closed(self, closed: list[Document]) -> None:
        for each in closed:
            self.notify(f"{each.source} was closed: at most {MOST} own documents are open.")

    def missing(self) -> list[DocumentEntry]:
        """Return the documents of the opened workspace file that are not open."""
        listed = self.workspace.documents if self.workspace else ()
        present = set(self.documents.by_hash())
        return [each for each in listed if each.sha256 not in present and each.sample is None]

    # ---- questions ----

    def add_question(self, text: str, spans: Sequence[Span]) -> None:
        """Add passages to a question on the document on screen, which is new if there is none."""
        document = self.document
        quotes = tuple(document.text[start:end] for start, end in spans)
        new = Question(one_line(text), document.source, tuple(spans), quotes)
        self.questions = merge_questions(self.questions, [new])

    # ---- notices ----

    def notify(
        self,
        sentence: str,
        *,
        problem: bool = True,
        offer: Offer | None = None,
        here: bool = False,
        page: str = "",
    ) -> int:
        """Show a sentence until it is dismissed or replaced by the same one; return its number.

        The demonstration, which says itself what happens, shows problems only.

        Args:
            sentence: What to show.
            problem: Whether it stays until it is dismissed.
            offer: A button next to it.
            here: Whether it concerns the page on screen alone.
            page: The only page that it concerns, if that is another one.
        """
        if self.demo and not problem:
            return 0
        self._notice_number += 1
        others = [each for each in self.notices if each.text != sentence]
        page = self.page if here else page
        new = Notice(self._notice_number, sentence, problem, offer, page)
        self.notices = [*others[-3:], new]
        return self._notice_number

    def dismiss(self, number: int | None = None) -> None:
        """Remove a notice; all of them without a number."""
        self.notices = [
            each for each in self.notices if number is not None and each.number != number
        ]

    # ---- dialogs ----

    def open_dialog(self, *what: str) -> None:
        """Open a dialog by its name and arguments; none without a name."""
        self.dialog, self.dialog_problem = what or None, ""

    # ---- manual boundaries ----

    def boundaries_of(self, document: Document) -> Constraints:
        """Return the manual boundaries of a document."""
        return self.boundaries.get(document.sha256, NONE)

    def applied_boundaries(self, document: Document) -> Constraints:
        """Return the manual boundaries that take part in splitting: none while switched off."""
        return self.boundaries_of(document) if self.apply_boundaries else NONE

    def set_boundaries(self, sha256: str, boundaries: Constraints) -> None:
        """Replace the manual boundaries of a document; they outlive its being closed."""
        self.set_all_boundaries({sha256: boundaries})

    def set_all_boundaries(self, boundaries: Mapping[str, Constraints]) -> None:
        """Replace the manual boundaries of documents, by SHA-256."""
        found = {**self.boundaries, **boundaries}
        self.boundaries = {key: each for key, each in found.items() if each != NONE}
        self.tune.fit = ("", "")

    # ---- settings and undo ----

    def model(self, scope: str = "tune") -> str:
        """Return the model of a scope; that selected on Tune where its strategy uses none."""
        return self.strategy(scope).material.model or self.settings["tune"].model

    def strategy(self, scope: str) -> Strategy:
        """Return the valid settings of a scope."""
        return self.settings[scope].strategy

    @property
    def unconfirmed(self) -> dict[str, Strategy]:
        """Settings by scope that wait for the user to confirm a server or a download."""
        found = {scope: each.unconfirmed for scope, each in self.settings.items()}
        return {scope: each for scope, each in found.items() if each is not None}

    def apply(self, scope: str, strategy: Strategy) -> None:
        """Set all settings of a scope for the user."""
        self.clear_problems()
        self.touched.add(scope)
        self.settings[scope].apply(strategy)

    def clear_problems(self) -> None:
        """Forget why values were not taken: the user goes on."""
        for each in self.settings.values():
            each.problem = None

    def follow(self, scope: str, strategy: Strategy) -> bool:
        """Set the settings of a scope that the user has not touched, as a part of the last step.

        It follows what was changed by that step. Returns whether that changed its settings.
        """
        if scope in self.touched or self.settings[scope].strategy == strategy:
            return False
        self.settings[scope].apply(strategy)
        self.history.rebase(self.snapshot())
        return True

    def recommend(self, scope: str, strategy: Strategy, reason: str) -> bool:
        """Set the settings of a scope that the user has not touched, as a step of its own.

        Args:
            scope: The scope.
            strategy: Its settings.
            reason: What the step is called in the history.

        Returns:
            Whether that changed them.
        """
        if scope in self.touched or self.settings[scope].strategy == strategy:
            return False
        self.settings[scope].apply(strategy)
        self.record(reason)
        return True

    def forget_model_change(self, scope: str) -> None:
        """Forget the model of a scope, whose settings take its place or follow others."""
        self.watched.pop(scope, None)
        change = self.model_changes.pop(scope, None)
        if change is not None:
            self.dismiss(change.notice)

    def snapshot(self) -> Snapshot:
        """Return everything that undo restores."""
        self.change_settings()
        shown, settings = self.tune.document, {**self.settings}
        tune = {tune_of(key): each.settings.strategy for key, each in self.left.items()}
        tune[tune_of(shown)] = settings.pop("tune").strategy
        hidden = LANES.keys() - {*self.compare.letters}
        found = {key: each.strategy for key, each in settings.items() if key not in hidden} | tune
        boundaries, questions = dict(self.boundaries), self.questions
        return Snapshot(found, boundaries, self.apply_boundaries, questions, document=shown)

    def record(self, reason: str = "") -> None:
        """Record what is set as a step of undo, and remove the Undo button of the step before.

        Args:
            reason: What the step is called, if not by the setting that differs.
        """
        if self.history.record(self.snapshot(), time.monotonic(), reason):
            self.notices = [each for each in self.notices if each.offer != UNDO]

    def restore(self, snapshot: Snapshot | None) -> None:
        """Set everything as in a snapshot; no recommendation replaces what this changes."""
        if snapshot is None:
            return
        self.notices = [each for each in self.notices if each.offer != UNDO]
        for key, (settings, _) in self.left.items():
            strategy = snapshot.settings[tune_of(key)]
            if settings.strategy != strategy:
                settings.apply(strategy)
                self.left[key] = DocumentSettings(settings, touched=True)
        tune = snapshot.settings[tune_of(self.tune.document)]
        self.compare.shown = len(LANES.keys() & snapshot.settings.keys())
        for scope, settings in self.settings.items():
            own = tune if scope == "tune" else settings.strategy
            strategy = snapshot.settings.get(scope, own)
            if settings.strategy != strategy:
                settings.apply(strategy)
                # What follows Tune goes on following it.
                follows = scope in {"sweep", self.compare.follower}
                if not follows or strategy != tune:
                    self.touched.add(scope)
        self.boundaries = dict(snapshot.boundaries)
        self.apply_boundaries = snapshot.apply_boundaries
        self.questions = snapshot.questions
        self.tune.fit = ("", "")


# Sessions whose tab is gone stay with the server for an hour.
_sessions: WeakValueDictionary[str, Session] = WeakValueDictionary()


def register(session: Session) -> None:
    """Make a session known by its name, for a reloaded page."""
    _sessions[session.name] = session


def continued(name: str) -> Session | None:
    """Return a copy of the session of a reloaded page; None if it is not known any more.

    A copy, since the page may still be open in another tab.
    """
    old = _sessions.get(name)
    if old is None:
        return None
    found = copy.deepcopy(old, {id(old.handling): threading.RLock()})
    found.name, found.continues = _name(), name
    found.held, found.handled, found.dialog = set(), 0, None
    return found


def known_document(own: Session, digits: str) -> Document | None:
    """Return a document by the first digits of its SHA-256, if a tab or Library has it open.

    Args:
        own: The session whose documents are searched first.
        digits: The digits; without any there is no such document.
    """
    for each in (own, *list(_sessions.values())):
        for document in (*list(each.documents.own.values()), *each.library.documents):
            if digits and document.sha256.startswith(digits):
                return document
    return None
