"""A change of one place in a source file."""

import difflib
from typing import NamedTuple


class Change(NamedTuple):
    """A replacement of a part of a text.

    Attributes:
        start: Offset of its first character.
        end: Offset behind its last character.
        text: What replaces it.
        operator: The kind of change.
    """

    start: int
    end: int
    text: str
    operator: str

    def apply(self, source: str) -> str:
        """Return the changed text."""
        return source[: self.start] + self.text + source[self.end :]

    def diff(self, source: str, path: str) -> str:
        """Return the changed lines, without context."""
        line = source.count("\n", 0, self.start) + 1
        lines = difflib.unified_diff(source.splitlines(), self.apply(source).splitlines(), n=0)
        changed = [each for each in lines if each[:3] not in {"---", "+++", "@@ "}]
        return "\n".join([f"{path}:{line}  {self.operator}", *changed])
