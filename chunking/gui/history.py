"""What a visitor has set, step by step, to go back and forth over."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from chunking.strategies import Strategy
    from chunking.types import Constraints

# Seconds within which changes of one setting are one step: a slider that is dragged.
ONE_DRAG = 1.2
# Steps that are kept.
MOST = 200


@dataclass(frozen=True, slots=True)
class Step:
    """All that can be taken back: the settings, the preset that is named, the marks.

    `marks` are by the SHA-256 of their documents; `applied` says whether they cut.
    """

    strategy: Strategy
    preset: str | None
    marks: Mapping[str, Constraints]
    applied: bool


@dataclass(slots=True)
class History:
    """The steps up to now, and those that were taken back."""

    done: list[Step] = field(default_factory=list)
    undone: list[Step] = field(default_factory=list)
    changed: str | None = None
    when: float = 0.0

    def note(self, step: Step, now: float) -> None:
        """Keep what is set, at this time in seconds; nothing where it is what was set before."""
        last = self.done[-1] if self.done else None
        if step == last:
            return
        if last is not None and replace(step, preset=last.preset) == last:
            self.done[-1] = step  # it has another name, or none any more
            return
        changed = None if last is None else _only_change(last, step)
        if changed is not None and changed == self.changed and now - self.when < ONE_DRAG:
            self.done[-1] = step
        else:
            self.done = [*self.done[1 - MOST :], step]
        self.undone.clear()
        self.changed, self.when = changed, now

    def undo(self) -> Step | None:
        """What was set before; None where there is nothing to take back."""
        if len(self.done) < 2:
            return None
        self.undone.append(self.done.pop())
        self.changed = None
        return self.done[-1]

    def redo(self) -> Step | None:
        """What was taken back last; None where nothing was."""
        if not self.undone:
            return None
        self.done.append(self.undone.pop())
        self.changed = None
        return self.done[-1]


def _only_change(old: Step, new: Step) -> str | None:
    """The one setting in which they differ; None where it is more or something else."""
    if (old.preset, old.marks, old.applied) != (new.preset, new.marks, new.applied):
        return None
    if type(old.strategy) is not type(new.strategy):
        return None
    differ = [
        name
        for name in type(new.strategy).model_fields
        if getattr(old.strategy, name) != getattr(new.strategy, name)
    ]
    return f"{new.strategy.name}.{differ[0]}" if len(differ) == 1 else None
