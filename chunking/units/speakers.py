"""Who begins to speak where a line names a speaker, in the forms people write that in.

Any line may look like one; so it counts only where names come again and again in a document.
"""

from __future__ import annotations

import re
from array import array
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterable

    from chunking.types import Bools, Codes, Ints

_TIME = r"\d{1,2}:\d{2}(?::\d{2})?(?:[.,]\d{1,3})?(?:[ \u202f]?[AaPp]\.?[Mm]\.?)?"
_DATE = r"(?:\d{1,4}[./-]\d{1,2}[./-]\d{1,4},?[ \t]+)?"
_STAMP = rf"(?:[\[(]?{_DATE}{_TIME}[\])]?[ \t]*(?:[-–—][ \t]+)?|\[[\d:.,]+\][ \t]*)?"
_TITLE = (
    r"(?:(?:(?:Right[ ]|Rt\.[ ]?)?Hon|[DMR]r|M(?:rs|s)|Prof|St|Rev|Sgt|Capt|Gen|Gov|Sen|Rep"
    r"|D[Rr]|M[Rr]|M(?:RS|S))\.[ ])?"
)
# The Chair (Mrs. A. Name (Place, Party)), as in the records of parliaments
_ROLE = r"(?:\((?:[^()\n:：*_<>]|\([^()\n:：*_<>]{0,60}\)){1,100}\))?"
_BARE = r"[^\W\d_][^:\n*_.!?<>\[\]()\d]{0,39}"

# The first that fits counts. In `STRONG` forms a name that comes once is a speaker too. The group
# of a form holds the name; none of them begins with a blank or goes on to the next line's text.
_FORMS = {
    # <v Name>text
    "voice": r"<v(?:\.[\w.]{1,40})?[ \t]+(?P<voice>[^>\n]{1,60})>",
    # [12:03] <name> text
    "angle": rf"{_STAMP}<[@+~&%! ]?(?P<angle>[^\s<>][^<>\n]{{0,39}})>(?=\s)",
    # [12:03] **Name** (12:03): text
    "colon": rf"{_STAMP}[*_]*(?P<colon>{_TITLE}[^\W\d_][^:：\n*_.!?<>]{{0,39}}{_ROLE})[*_]*"
    rf"(?:[ \t]*[(\[]{_TIME}[)\]])?[*_]*(?::[*_]*(?=\s|\Z)|：)",
    # - Name -, Name 12:03 PM, [12:03] Name: each on a line of its own
    "dash": rf"[-–—][ \t]*(?P<dash>{_BARE})(?<=\S)[ \t]*[-–—][^\S\n]*(?=\n|\Z)",
    "timed": rf"[*_]*(?P<timed>{_BARE})(?<=\S)[*_]*[ \t]+[(\[]?{_DATE}{_TIME}[)\]]?[^\S\n]*"
    r"(?=\n|\Z)",
    # NAME. text
    "stop": rf"[*_]*(?P<stop>{_BARE})(?:\.[*_]*|[*_]+\.)(?=\s|\Z)",
    # NAME, alone above what is said
    "cue": rf"[*_]*(?P<cue>{_BARE})(?<=\S)[*_]*(?:[ \t]*\([^()\n]{{1,40}}\))?[^\S\n]*\n"
    r"(?=[^\S\n]*\S)",
}
_ORDER = {form: code for code, form in enumerate(_FORMS)}
_CAPITALS = frozenset({"stop", "cue"})
STRONG = frozenset(_FORMS) - {"colon"}
_LABEL = re.compile(rf"[^\S\n]*+(?:{'|'.join(_FORMS.values())})")
_LABELS = re.compile(rf"(?m)^{_LABEL.pattern}")
# The line of a subtitle's times, with its number above.
_TIMING = re.compile(r"(?m)^(?:[^\n]{0,40}\n)?[^\n]{0,20}-->[^\n]*\n\Z")


class Label(NamedTuple):
    """That a line names who speaks: its form, the name, where it begins and where it ends."""

    form: str
    name: str
    start: int
    end: int

    @property
    def speaker(self) -> str:
        """The name by which others are the same."""
        return _speaker(self.name)


@dataclass(frozen=True, slots=True)
class Labels:
    """The labels of a text as columns, in reading order: `starts`, `forms` and `names`, all (n,).

    A form is an index into those there are, a name one into `spelled`, where each stands once.
    """

    starts: Ints
    forms: Codes
    names: Ints
    spelled: tuple[str, ...]

    @classmethod
    def of(cls, found: Iterable[Label]) -> Labels:
        """Columns from labels."""
        starts, forms, names = array("q"), bytearray(), array("q")
        numbers: dict[str, int] = {}
        for form, name, start, _ in found:
            starts.append(start)
            forms.append(_ORDER[form])
            names.append(numbers.setdefault(name, len(numbers)))
        return cls(
            np.frombuffer(starts, np.int64),
            np.frombuffer(forms, np.uint8),
            np.frombuffer(names, np.int64),
            tuple(numbers),
        )

    def __len__(self) -> int:
        return len(self.starts)

    def where(self, kept: Bools) -> Labels:
        """Those for which `kept` holds, (n,)."""
        return Labels(self.starts[kept], self.forms[kept], self.names[kept], self.spelled)

    @property
    def speakers(self) -> Ints:
        """The number of who speaks, the same for names that differ in their case alone, (n,)."""
        numbers: dict[str, int] = {}
        own = [numbers.setdefault(_speaker(name), len(numbers)) for name in self.spelled]
        return np.array(own, np.int64)[self.names]

    @property
    def in_capitals(self) -> Bools:
        """Whether the name is in capitals, (n,)."""
        return np.array([name.isupper() for name in self.spelled], np.bool_)[self.names]


def label_at(text: str, start: int = 0) -> Label | None:
    """The label that the line at `start` begins with, or None.

    >>> label_at("[12:03] **Ruth**: There is.")
    Label(form='colon', name='Ruth', start=0, end=17)
    """
    found = _LABEL.match(text, start)
    return _label(found) if found else None


def labels(text: str) -> Labels:
    """The label of each line that has one; all lines end at a line feed."""
    found = map(_label, _LABELS.finditer(text))
    return Labels.of(label for label in found if label is not None)


def _label(found: re.Match[str]) -> Label | None:
    form = found.lastgroup or ""
    name = found[form]
    if form in _CAPITALS and not name.isupper():
        return None
    return Label(form, name.strip(), found.start(), found.end())


def _speaker(name: str) -> str:
    return " ".join(name.casefold().split())


def speaking(found: Labels, turns: int) -> Labels:
    """Those that name speakers: of one form, where two or more names come again and again.

    They need `turns` each on average. Of strong forms, and where names are in capitals, those
    that come once count too.
    """
    speakers, capitals = found.speakers, found.in_capitals
    best = np.zeros(len(found), np.bool_)
    for form, code in _ORDER.items():
        own = found.forms == code
        times = np.bincount(speakers[own])
        many = int(np.count_nonzero(times > 1))
        again = own.copy()
        again[own] = times[speakers[own]] > 1
        count = np.count_nonzero(again)
        if many < 2 or count < turns * many or count <= np.count_nonzero(best):
            continue
        best = again
        if form in STRONG:
            best = own
        elif capitals[again].all():
            best = own & capitals
    return found.where(best)


def cue_start(text: str, start: int) -> int:
    """Where the lines with a subtitle's times begin that stand just above `start`; else `start`."""
    found = _TIMING.search(text, max(0, start - 120), start)
    if found is None or (found.start() > 0 and text[found.start() - 1] != "\n"):
        return start
    return found.start()


def speech_at(text: str, start: int) -> int:
    """Where what is said begins in the turn at `start`, behind the name; `start` if none."""
    for _ in range(3):
        found = label_at(text, start)
        if found is not None:
            near = text[found.end : found.end + 200]
            return found.end + len(near) - len(near.lstrip())
        after = text.find("\n", start)
        if after < 0:
            break
        start = after + 1
    return start
