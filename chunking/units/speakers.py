"""Who begins to speak where a line names a speaker, in the forms people write that in.

Any line may look like one; so it counts only where names come again and again in a document.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

_TIME = r"\d{1,2}:\d{2}(?::\d{2})?(?:[.,]\d{1,3})?(?:[ \u202f]?[AaPp]\.?[Mm]\.?)?"
_DATE = r"(?:\d{1,4}[./-]\d{1,2}[./-]\d{1,4},?[ \t]+)?"
_STAMP = rf"(?:[\[(]?{_DATE}{_TIME}[\])]?[ \t]*(?:[-–—][ \t]+)?|\[[\d:.,]+\][ \t]*)?"
_TITLE = (
    r"(?:(?:(?:Right[ ]|Rt\.[ ]?)?Hon|[DMR]r|M(?:rs|s)|Prof|St|Rev|Sgt|Capt|Gen|Gov|Sen|Rep"
    r"|D[Rr]|M[Rr]|M(?:RS|S))\.[ ])?"
)
# The Chair (Mrs. A. Name (Place, Party)), as in the records of parliaments
_ROLE = r"(?:\((?:[^()\n:：*_<>]|\([^()\n:：*_<>]{0,60}\)){1,100}\))?"
_NAME = rf"(?P<name>{_TITLE}[^\W\d_][^:：\n*_.!?<>]{{0,39}}{_ROLE})"
_BARE = r"(?P<name>[^\W\d_][^:\n*_.!?<>\[\]()\d]{0,39})"

# The first that fits counts. In `strong` forms a name that comes once is a speaker too.
_FORMS: dict[str, re.Pattern[str]] = {
    name: re.compile(rf"[^\S\n]*{pattern}")
    for name, pattern in {
        # <v Name>text
        "voice": r"<v(?:\.[\w.]{1,40})?[ \t]+(?P<name>[^>\n]{1,60})>",
        # [12:03] <name> text
        "angle": rf"{_STAMP}<[@+~&%! ]?(?P<name>[^\s<>][^<>\n]{{0,39}})>(?=\s)",
        # [12:03] **Name** (12:03): text
        "colon": rf"{_STAMP}[*_]*{_NAME}[*_]*(?:[ \t]*[(\[]{_TIME}[)\]])?[*_]*"
        r"(?::[*_]*(?=\s|\Z)|：)",
        # - Name -, Name 12:03 PM, [12:03] Name: each on a line of its own
        "dash": rf"[-–—][ \t]*{_BARE}(?<=\S)[ \t]*[-–—][^\S\n]*(?=\n|\Z)",
        "timed": rf"[*_]*{_BARE}(?<=\S)[*_]*[ \t]+[(\[]?{_DATE}{_TIME}[)\]]?[^\S\n]*(?=\n|\Z)",
        # NAME. text
        "stop": rf"[*_]*{_BARE}(?:\.[*_]*|[*_]+\.)(?=\s|\Z)",
        # NAME, alone above what is said
        "cue": rf"[*_]*{_BARE}(?<=\S)[*_]*(?:[ \t]*\([^()\n]{{1,40}}\))?[^\S\n]*\n(?=[^\S\n]*\S)",
    }.items()
}
_CAPITALS = frozenset({"stop", "cue"})
STRONG = frozenset(_FORMS) - {"colon"}
# The line of a subtitle's times, with its number above.
_TIMING = re.compile(r"(?m)^(?:[^\n]{0,40}\n)?[^\n]{0,20}-->[^\n]*\n\Z")
_LINES = re.compile(r"(?m)^(?=[^\S\n]*\S)")


class Label(NamedTuple):
    """That a line names who speaks: its form, the name, where it begins and where it ends."""

    form: str
    name: str
    start: int
    end: int

    @property
    def speaker(self) -> str:
        """The name by which others are the same."""
        return " ".join(self.name.casefold().split())


def label_at(text: str, start: int = 0) -> Label | None:
    """The label that the line at `start` begins with, or None.

    >>> label_at("[12:03] **Ruth**: There is.")
    Label(form='colon', name='Ruth', start=0, end=17)
    """
    for form, pattern in _FORMS.items():
        found = pattern.match(text, start)
        if found and (form not in _CAPITALS or found["name"].isupper()):
            return Label(form, found["name"].strip(), start, found.end())
    return None


def labels(text: str) -> Iterator[Label]:
    """The label of each line that has one; all lines end at a line feed."""
    for line in _LINES.finditer(text):
        found = label_at(text, line.start())
        if found is not None:
            yield found


def speaking(found: Sequence[Label], turns: int) -> list[Label]:
    """Those that name speakers: of one form, where two or more names come again and again.

    They need `turns` each on average. Of strong forms, and where names are in capitals, those
    that come once count too.
    """
    best: list[Label] = []
    for form in _FORMS:
        own = [each for each in found if each.form == form]
        times = Counter(each.speaker for each in own)
        again = [each for each in own if times[each.speaker] > 1]
        names = {each.speaker for each in again}
        if len(names) < 2 or len(again) < turns * len(names) or len(again) <= len(best):
            continue
        best = again
        if form in STRONG:
            best = own
        elif all(each.name.isupper() for each in again):
            best = [each for each in own if each.name.isupper()]
    return best


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
