"""What announces the text behind it: a caption, the head of a list, what ends with a colon."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from chunking.types import Units

# Tags and the marks of emphasis say nothing themselves.
_UNSAID = re.compile(r"<[^<>]*>|[*_`]+")
_HEADING = re.compile(r"[\s>]*#{1,6}\s")
_ENDS_SENTENCE = tuple(".!?…;,。！？；、।؟\"'”’»)]")
_COLONS = (":", "：")
# A caption is no longer than a line, and what ends with a colon no longer than some lines.
_CAPTION, _INTRODUCTION = 120, 1200


class LeadIns:
    """Whether a unit of a text announces the next one, by its index."""

    def __init__(self, text: str, units: Units) -> None:
        self._text = text
        self._starts, self._ends = units.starts.data, units.ends.data
        self._atomic = units.atomic.data

    def __call__(self, unit: int) -> bool:
        """Whether it is better not to cut behind this unit; it is not the last one."""
        if self._atomic[unit] or self._ends[unit] - self._starts[unit] > _INTRODUCTION:
            return False
        own = self._text[self._starts[unit] : self._ends[unit]]
        said = _UNSAID.sub("", own).rstrip()
        if not said.strip() or said.endswith(_COLONS) or _HEADING.match(own):
            return True
        if len(said) > _CAPTION or said.endswith(_ENDS_SENTENCE):
            return False
        return bool(self._atomic[unit + 1]) or self._is_below(unit + 1, own)

    def _is_below(self, unit: int, own: str) -> bool:
        """Whether a unit is indented more than the one before it."""
        following = self._text[self._starts[unit] : self._ends[unit]]
        return _indent(following) > _indent(own)


def _indent(text: str) -> int:
    return len(text) - len(text.lstrip(" \t"))
