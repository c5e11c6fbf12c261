"""What a visitor has set, step by step, to go back and forth over."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Generic, Protocol, Self, TypeVar

if TYPE_CHECKING:
    from collections.abc import Mapping

    from chunking.strategies import Strategy
    from chunking.types import Constraints

# Seconds within which changes of one setting are one step: a slider that is dragged.
ONE_DRAG = 1.2
# Steps that are kept.
MOST = 200


class Back(Protocol):
    """A step to come back to."""

    def only_change(self, before: Self) -> str | None:
        """The one setting that differs from the step before; None where it is more or none."""

    def is_renamed(self, before: Self) -> bool:
        """Whether it sets nothing else than the step before."""


S = TypeVar("S", bound=Back)


@dataclass(frozen=True, slots=True)
class Step:
    """All that can be taken back on Tune: the settings, the preset that is named, the marks.

    `marks` are by the SHA-256 of their documents; `applied` says whether they cut.
    """

    strategy: Strategy
    preset: str | None
    marks: Mapping[str, Constraints]
    applied: bool

    def only_change(self, before: Self) -> str | None:
        """The one setting that differs from the step before; None where it is more or none."""
        if (before.preset, before.marks, before.applied) != (self.preset, self.marks, self.applied):
            return None
        return _only_setting(before.strategy, self.strategy)

    def is_renamed(self, before: Self) -> bool:
        """Whether it is the step before, but for the name of the preset."""
        return replace(self, preset=before.preset) == before

    def is_elsewhere(self, before: Self, shown: str) -> bool:
        """Whether it changes the marks of other documents alone than of the one that is shown."""
        same = replace(self, marks=before.marks) == before
        here = self.marks.get(shown) == before.marks.get(shown)
        return same and here and self.marks != before.marks


@dataclass(frozen=True, slots=True)
class LanesStep:
    """All that can be taken back on Compare: settings and named presets by the lanes' letters."""

    strategies: Mapping[str, Strategy]
    presets: Mapping[str, str | None]

    def only_change(self, before: Self) -> str | None:
        """The one setting of one lane that differs from the step before; else None."""
        if before.presets != self.presets or before.strategies.keys() != self.strategies.keys():
            return None
        lanes = [name for name, each in self.strategies.items() if each != before.strategies[name]]
        if len(lanes) != 1:
            return None
        setting = _only_setting(before.strategies[lanes[0]], self.strategies[lanes[0]])
        return None if setting is None else f"{lanes[0]}.{setting}"

    def is_renamed(self, before: Self) -> bool:
        """Whether it is the step before, but for the names of presets and which lanes are shown."""
        both = self.strategies.keys() & before.strategies.keys()
        return all(self.strategies[lane] == before.strategies[lane] for lane in both)


@dataclass(slots=True)
class History(Generic[S]):
    """The steps up to now, and those that were taken back."""

    done: list[S] = field(default_factory=list)
    undone: list[S] = field(default_factory=list)
    changed: str | None = None
    when: float = 0.0

    def note(self, step: S, now: float) -> None:
        """Keep what is set, at this time in seconds; nothing where it is what was set before."""
        last = self.done[-1] if self.done else None
        if step == last:
            return
        if last is not None and step.is_renamed(last):
            self.done[-1] = step
            return
        changed = None if last is None else step.only_change(last)
        if changed is not None and changed == self.changed and now - self.when < ONE_DRAG:
            self.done[-1] = step
        else:
            self.done = [*self.done[1 - MOST :], step]
        self.undone.clear()
        self.changed, self.when = changed, now

    @property
    def ways(self) -> tuple[bool, bool]:
        """Whether there is a step to take back, and one that was taken back to make again."""
        return len(self.done) > 1, bool(self.undone)

    def undo(self) -> S | None:
        """What was set before; None where there is nothing to take back."""
        if not self.ways[0]:
            return None
        self.undone.append(self.done.pop())
        self.changed = None
        return self.done[-1]

    def redo(self) -> S | None:
        """What was taken back last; None where nothing was."""
        if not self.undone:
            return None
        self.done.append(self.undone.pop())
        self.changed = None
        return self.done[-1]


def _only_setting(old: Strategy, new: Strategy) -> str | None:
    """The one setting in which they differ; None where it is more or something else."""
    if type(old) is not type(new):
        return None
    differ = [name for name in type(new).model_fields if getattr(old, name) != getattr(new, name)]
    return f"{new.name}.{differ[0]}" if len(differ) == 1 else None
