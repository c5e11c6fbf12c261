"""Undo and redo: snapshots of everything that the user sets."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace

from chunking.core.prepared import Constraints
from chunking.core.text.numbers import count_of
from chunking.gui.session.documents import name_of
from chunking.retrieval.questions import Question
from chunking.strategies import Strategy

# Seconds within which changes of one setting are one step: a slider that is dragged.
ONE_DRAG = 1.2
# Steps that are kept.
MOST = 200


@dataclass(frozen=True, slots=True)
class Snapshot:
    """The settings of each scope, manual boundaries by the SHA-256 of their document, questions.

    Attributes:
        settings: The settings by scope; those of Tune by `tune_of` the key of their document, and
            those of the lanes that are shown.
        boundaries: The manual boundaries.
        apply_boundaries: Whether they take part in splitting.
        questions: The question set.
        reason: What the step is called, where it is not by the setting that differs.
        document: The key of the document on screen.
    """

    settings: Mapping[str, Strategy]
    boundaries: Mapping[str, Constraints]
    apply_boundaries: bool
    questions: tuple[Question, ...] = ()
    reason: str = field(default="", compare=False)
    document: str = field(default="", compare=False)

    def change_from(self, before: Snapshot, shown: str) -> str:
        """Return a short name of what differs from an earlier snapshot.

        Args:
            before: The earlier snapshot.
            shown: The key of the document on screen; another one is named.
        """
        concerns = self.boundaries != before.boundaries or any(map(_is_tune, self.differ(before)))
        where = f" on {name_of(self.document)}" if concerns and self.document != shown else ""
        return f"{self._change_from(before)}{where}"

    def differ(self, before: Snapshot) -> list[str]:
        """Return the scopes whose settings differ from an earlier snapshot."""
        return [key for key, each in self.settings.items() if each != before.settings.get(key)]

    def with_settings(self, settings: Mapping[str, Strategy]) -> Snapshot:
        """Return the snapshot with other settings of some scopes."""
        return replace(self, settings={**self.settings, **settings})

    def named(self, other: Snapshot) -> Snapshot:
        """Return the snapshot as a step with the name and the document of another one."""
        return replace(self, reason=other.reason, document=other.document)

    def is_of_another(self, before: Snapshot, shown: str) -> bool:
        """Return whether Tune was set, not by the user, for a document that is not on screen.

        Args:
            before: The snapshot before.
            shown: The key of the document on screen.
        """
        is_shown = not self.reason or self.document == shown
        return not is_shown and tune_of(self.document) in self.differ(before)

    def _change_from(self, before: Snapshot) -> str:
        if self.reason:
            return self.reason
        scopes = self.differ(before)
        if self.boundaries != before.boundaries:
            return "manual boundaries"
        if self.apply_boundaries != before.apply_boundaries:
            return "apply manual boundaries"
        if self.questions != before.questions:
            return _changed_questions(before.questions, self.questions)
        if len(scopes) != 1:
            return "settings"
        (scope,) = scopes
        old, new = before.settings.get(scope), self.settings[scope]
        field_ = None if old is None else changed_field(old, new)
        label = "strategy" if field_ is None else new.label_of(field_).lower()
        return (
            label
            if _is_tune(scope)
            else f"{label} of {scope.upper() if len(scope) == 1 else scope}"
        )

    def dragged_from(self, before: Snapshot) -> str | None:
        """Return the one setting that differs from an earlier snapshot; None for any more."""
        if (self.boundaries, self.apply_boundaries) != (before.boundaries, before.apply_boundaries):
            return None
        if self.questions != before.questions:
            return None
        scopes = self.differ(before)
        if len(scopes) != 1 or scopes[0] not in before.settings:
            return None
        name = changed_field(before.settings[scopes[0]], self.settings[scopes[0]])
        return None if name is None else f"{scopes[0]}.{name}"


@dataclass(slots=True)
class History:
    """The snapshots up to now, those that were undone, and the number of steps ever made.

    `notice` is the number of the notice on the last undo or redo; 0 without one.
    """

    done: list[Snapshot] = field(default_factory=list)
    undone: list[Snapshot] = field(default_factory=list)
    dragged: str | None = None
    when: float = 0.0
    steps: int = 0
    notice: int = 0

    def record(self, snapshot: Snapshot, now: float, reason: str = "") -> bool:
        """Record what is set at a time in seconds.

        Args:
            snapshot: What is set.
            now: The time.
            reason: What the step is called, if not by the setting: then it is a step of its own.

        Returns:
            Whether it differs from what was set before.
        """
        last = self.done[-1] if self.done else None
        if snapshot == last:
            return False
        snapshot = replace(snapshot, reason=reason)
        dragged = None if last is None or reason else snapshot.dragged_from(last)
        if (
            len(self.done) > 1
            and dragged
            and dragged == self.dragged
            and now - self.when < ONE_DRAG
        ):
            self.done[-1] = snapshot
        else:
            self.done = [*self.done[1 - MOST :], snapshot]
            self.steps += 1
        self.undone.clear()
        self.dragged, self.when = dragged, now
        return True

    def rebase(self, snapshot: Snapshot) -> None:
        """Replace the last snapshot: other settings follow those that it changed."""
        if self.done:
            snapshot = snapshot.named(self.done[-1])
        self.done[-1:] = [snapshot]

    def add_document(self, key: str, strategy: Strategy) -> None:
        """Add the settings of a document on Tune to all snapshots: they have not changed."""
        for steps in (self.done, self.undone):
            steps[:] = [each.with_settings({tune_of(key): strategy}) for each in steps]

    def replace_document(self, old: str, new: str) -> None:
        """Give the settings of a document on Tune to another version of it, by their keys."""
        for steps in (self.done, self.undone):
            for i, each in enumerate(steps):
                settings = dict(each.settings)
                settings[tune_of(new)] = settings.pop(tune_of(old))
                document = new if each.document == old else each.document
                steps[i] = replace(each, settings=settings, document=document)

    def undo_label(self, shown: str) -> str | None:
        """Return what undo would take back; None if there is nothing.

        Args:
            shown: The key of the document on screen.
        """
        at = self._last(shown)
        return self.done[at].change_from(self.done[at - 1], shown) if at > 0 else None

    def redo_label(self, shown: str) -> str | None:
        """Return what redo would set again; None if there is nothing.

        Args:
            shown: The key of the document on screen.
        """
        found = self.undone and self.done
        return self.undone[-1].change_from(self.done[-1], shown) if found else None

    def undo(self, shown: str) -> Snapshot | None:
        """Return what was set before; None if there is nothing to undo.

        Args:
            shown: The key of the document on screen.
        """
        at = self._last(shown)
        if at < 1:
            return None
        before, undone, *later = self.done[at - 1 :]
        # What only later steps set stays, and comes before the undone step from now on.
        kept, last, own = [before], undone, undone.differ(before)
        for each in later:
            others = {key: each.settings[key] for key in each.differ(last) if key not in own}
            if others:
                kept.append(kept[-1].with_settings(others).named(each))
            last = each
        self.done[at - 1 :] = kept
        self.undone.append(last.named(undone))
        self.dragged = None
        return self.done[-1]

    def _last(self, shown: str) -> int:
        """Return the index of the last step; below 1 if there is none.

        What was not set by the user for a document that is not on screen is none.
        """
        at = len(self.done) - 1
        while at > 0 and self.done[at].is_of_another(self.done[at - 1], shown):
            at -= 1
        return at

    def redo(self) -> Snapshot | None:
        """Return what was undone last; None if there is nothing to redo."""
        if not self.undone:
            return None
        self.done.append(self.undone.pop())
        self.dragged = None
        return self.done[-1]


def tune_of(key: str) -> str:
    """Return the name under which a snapshot has the settings of a document on Tune."""
    return f"tune:{key}"


def _is_tune(scope: str) -> bool:
    return scope.startswith(tune_of(""))


def _changed_questions(before: Collection[Question], after: Collection[Question]) -> str:
    """Return the number of the questions that differ, and their document if it is one."""
    texts = {(each.document, each.text) for each in set(before) ^ set(after)}
    documents = {document for document, _ in texts}
    where = f" on {documents.pop()}" if len(documents) == 1 and "" not in documents else ""
    return f"{count_of(len(texts), 'question')}{where}"


def changed_field(old: Strategy, new: Strategy) -> str | None:
    """Return the one setting in which two strategies differ; None for any more, or another kind."""
    if type(old) is not type(new):
        return None
    differ = [name for name in type(new).model_fields if getattr(old, name) != getattr(new, name)]
    return differ[0] if len(differ) == 1 else None
