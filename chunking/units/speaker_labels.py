"""Labels of speakers at the start of lines, in transcripts, plays and chats."""

from __future__ import annotations

import re
from array import array
from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from chunking.core.arrays import Bools, Codes, Ints

# A half of the day, after a time, and before it in Chinese, Japanese and Korean.
_HALF = r"(?:[ \u202f\xa0]?(?:[AaPp]\.?[ \u202f\xa0]?[Mm]\b\.?|[صم]\b))"
_TIME = (
    rf"(?:[上下]午|午[前後]|오[전후] ?)?\d{{1,2}}:\d{{2}}(?::\d{{2}})?(?:[.,]\d{{1,3}})?{_HALF}?"
)
DATE = (
    r"(?:(?:\d{1,4}[./-] ?\d{1,2}[./-] ?\d{1,4}\.?|\d{4}[年년] ?\d{1,2}[月월] ?\d{1,2}[日일])"
    r"(?:T|[,،]?[ \t]+)"
    r"|\d{1,2}[ -][A-Z][a-z]{2,8}(?:[ -]\d{2,4})?,?[ \t]+)?"
)
# Finnish writes 9.12, after a word.
_STAMP = (
    rf"(?:\u200e?[\[(]?(?:{DATE}{_TIME}|{DATE}klo \d{{1,2}}\.\d{{2}})[\])]?[ \t]*(?:[-–—][ \t]+)?"
    r"|\[[\d:.,]+\][ \t]*)?"
)
_TITLE = (
    r"(?:(?:(?:Right[ ]|Rt\.[ ]?)?Hon|[DMR]r|M(?:rs|s)|Prof|St|Rev|Sgt|Capt|Gen|Gov|Sen|Rep"
    r"|D[Rr]|M[Rr]|M(?:RS|S))\.[ ])?"
)
# The Chair (Mrs. A. Name (Place, Party)), as in the records of parliaments
_ROLE = r"(?:\((?:[^()\n:：*_<>]|\([^()\n:：*_<>]{0,60}\)){1,100}\))?"
_TELEPHONE = r"\u202a?\+?\(?\d[\d ()\xa0\u2010-\u2011-]{5,22}\d\u202c?"
_BARE = r"[^\W\d_][^:\n*_.!?<>\[\]()\d]{0,39}"

# The first form that matches counts; its group is the name. None begins with whitespace or extends
# to the text of the next line.
_FORMS = {
    # [12:03] <name> text
    "angle": rf"{_STAMP}<[@+~&%! ]?(?P<angle>[^\s<>/=\"'][^<>\n/=!\"']{{0,39}})"
    r"(?:![^<>\s]{1,99})?>(?=\s)",
    # [12:03] **Name** (12:03): text; after a time the name may be a telephone number
    "colon": rf"{_STAMP}(?:~[ \u202f])?[*_]*"
    rf"(?P<colon>{_TITLE}[^\W\d_][^:：\n*_.!?<>]{{0,39}}{_ROLE}"
    rf"|(?<=[\])\-–—][ ]){_TELEPHONE})[*_]*+"
    rf"(?:[ \t]*[(\[]{_TIME}[)\]])?[*_]*+(?::[*_]*(?=\s|\Z)|：)",
    # Name 12:03 PM: alone on a line
    "timed": rf"[*_]*(?P<timed>{_BARE})(?<=\S)[*_]*[ \t]+(?:[-–—][ \t]+)?[(\[]?{DATE}{_TIME}[)\]]?"
    r"[^\S\n]*(?=\n|\Z)",
    # [5/3/2024 12:03 PM] Name: alone above the message
    "stamped": rf"\[{DATE}{_TIME}\][ \t]+(?P<stamped>{_BARE})(?<=\S)(?:#\d{{4}})?[^\S\n]*\n"
    r"(?=[^\S\n]*[^\s\[\d])",
    # NAME. text
    "stop": rf"[*_]*(?P<stop>{_BARE})(?:\.[*_]*|[*_]+\.)(?=\s|\Z)",
    # NAME, alone above the speech
    "cue": rf"[*_]*(?P<cue>{_BARE})(?<=\S)[*_]*(?:[ \t]*\([^()\n]{{1,40}}\))?[^\S\n]*\n"
    r"(?=[^\S\n]*\S)",
}
FORM_CODES = {form: code for code, form in enumerate(_FORMS)}
# Forms in which a name must be in capitals, and those in which one that occurs once is a speaker.
_CAPITALS = frozenset({"stop", "cue"})
_UNAMBIGUOUS = frozenset(_FORMS) - {"colon"}
_LABEL = re.compile(rf"[^\S\n]*+(?:{'|'.join(_FORMS.values())})")
# What a line with a label has: one of these signs, or a name in capitals.
# Looking for it first skips most lines of prose.
_SIGNS = r"(?=[^\n:：<]*[:：<]|[^\S\n]*[*_]*[^\W\d_a-z](?:[^a-z]|\Z))"
_LABELS = re.compile(rf"(?m)^{_SIGNS}{_LABEL.pattern}")

_CLOCK = re.compile(
    rf"\W*(?P<date>{DATE})(?P<before>[上下]午|午[前後]|오[전후] ?|klo )?"
    rf"(?P<hour>\d{{1,2}})[:.](?P<minute>\d{{2}})(?::\d{{2}})?(?P<half>{_HALF})?"
)
_AFTERNOON = ("p", "م", "下", "後", "후")


class Clock(NamedTuple):
    """The date before a label, empty without one, and the minutes since midnight."""

    date: str
    minutes: int

    @property
    def is_recording(self) -> bool:
        """Whether it may be the first of a recording, whose times begin at zero."""
        return not self.date and self.minutes < 60


class Label(NamedTuple):
    """The label of a speaker at the start of a line, `[start, end)`."""

    form: str
    name: str
    start: int
    end: int

    @property
    def speaker(self) -> str:
        """The name without regard to case and whitespace."""
        return _speaker(self.name)


@dataclass(frozen=True, slots=True)
class Labels:
    """The labels of a text as columns in reading order, (n,).

    `forms` are indices of the forms of labels, `names` indices into `spellings`, which holds each
    name once.
    """

    starts: Ints
    forms: Codes
    names: Ints
    spellings: tuple[str, ...]

    @classmethod
    def of(cls, labels: Iterable[Label]) -> Labels:
        """Return the columns of labels."""
        starts, forms, names = array("q"), bytearray(), array("q")
        indices: dict[str, int] = {}
        for form, name, start, _ in labels:
            starts.append(start)
            forms.append(FORM_CODES[form])
            names.append(indices.setdefault(name, len(indices)))
        return cls(
            np.frombuffer(starts, np.int64),
            np.frombuffer(forms, np.uint8),
            np.frombuffer(names, np.int64),
            tuple(indices),
        )

    def __len__(self) -> int:
        return len(self.starts)

    def where(self, kept: Bools) -> Labels:
        """Return the labels for which `kept` is true, (n,)."""
        return Labels(self.starts[kept], self.forms[kept], self.names[kept], self.spellings)

    @property
    def speakers(self) -> Ints:
        """The number of each speaker, equal for names that differ only in case, (n,)."""
        numbers: dict[str, int] = {}
        by_name = [numbers.setdefault(_speaker(name), len(numbers)) for name in self.spellings]
        return np.array(by_name, np.int64)[self.names]

    @property
    def in_capitals(self) -> Bools:
        """Whether each name is in capitals, (n,)."""
        return np.array([name.isupper() for name in self.spellings], np.bool_)[self.names]


def label_at(text: str, start: int = 0) -> Label | None:
    """Return the label at the start of the line at `start`, or None.

    >>> label_at("[12:03] **Ruth**: There is.")
    Label(form='colon', name='Ruth', start=0, end=17)
    """
    found = _LABEL.match(text, start)
    return _label(found) if found else None


def clock_at(text: str, start: int) -> Clock | None:
    """Return the date and the time of the label at `start`, or None.

    After a name, only a time with a date or a half of the day is that of a clock.

    >>> clock_at("[05/03/2024, 2:30 PM] Ruth: There is.", 0)
    Clock(date='05/03/2024,', minutes=870)
    """
    found = _CLOCK.match(text, start)
    label = None if found else label_at(text, start)
    if label is not None and label.form == "timed":
        found = _CLOCK.match(text, text.index(label.name, start) + len(label.name))
        found = found if found and (found["date"] or found["half"]) else None
    if found is None:
        return None
    half = f"{found['before'] or ''}{found['half'] or ''}".replace("klo", "").strip().lower()
    is_late = any(mark in half for mark in _AFTERNOON)
    hour = int(found["hour"]) % 12 + 12 * is_late if half else int(found["hour"])
    return Clock(found["date"].strip(), 60 * hour + int(found["minute"]))


def find_labels(text: str) -> Labels:
    """Return the labels of all lines of a text, which must end with line feeds."""
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


def speaker_labels(labels: Labels, min_turns: int) -> Labels:
    """Return the labels of one form in which two or more names recur.

    Recurring names have `min_turns` labels on average. Names that occur once are included in
    unambiguous forms, and where all recurring names are in capitals.
    """
    speakers, in_capitals = labels.speakers, labels.in_capitals
    best = np.zeros(len(labels), np.bool_)
    for form, code in FORM_CODES.items():
        of_form = labels.forms == code
        occurrences = np.bincount(speakers[of_form])
        names = int(np.count_nonzero(occurrences > 1))
        recurring = of_form.copy()
        recurring[of_form] = occurrences[speakers[of_form]] > 1
        count = np.count_nonzero(recurring)
        if names < 2 or count < min_turns * names or count <= np.count_nonzero(best):
            continue
        best = recurring
        if form in _UNAMBIGUOUS:
            best = of_form
        elif in_capitals[recurring].all():
            best = of_form & in_capitals
    return labels.where(best)


def speech_start(text: str, start: int) -> int:
    """Return where the speech of the turn at `start` begins, after its label, or `start`."""
    label = label_at(text, start)
    if label is None:
        return start
    near = text[label.end : label.end + 200]
    return label.end + len(near) - len(near.lstrip())
