"""Speaker labels and turns of transcripts, plays and chats."""

from __future__ import annotations

import re
from array import array
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from chunking.core.arrays import contains
from chunking.core.layout import SplitPoints
from chunking.core.text.whitespace import trimmed_end
from chunking.core.units import UnitKind, Units
from chunking.units.sentences import sentences

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from chunking.core.arrays import Bools, Codes, Ints
    from chunking.core.layout import Layout

_TIME = r"\d{1,2}:\d{2}(?::\d{2})?(?:[.,]\d{1,3})?(?:[ \u202f]?[AaPp]\.?[Mm]\.?)?"
_DATE = (
    r"(?:\d{1,4}[./-]\d{1,2}[./-]\d{1,4}(?:T|,?[ \t]+)"
    r"|\d{1,2} [A-Z][a-z]{2,8}(?: \d{4})?,?[ \t]+)?"
)
_STAMP = rf"(?:[\[(]?{_DATE}{_TIME}[\])]?[ \t]*(?:[-–—][ \t]+)?|\[[\d:.,]+\][ \t]*)?"
_TITLE = (
    r"(?:(?:(?:Right[ ]|Rt\.[ ]?)?Hon|[DMR]r|M(?:rs|s)|Prof|St|Rev|Sgt|Capt|Gen|Gov|Sen|Rep"
    r"|D[Rr]|M[Rr]|M(?:RS|S))\.[ ])?"
)
# The Chair (Mrs. A. Name (Place, Party)), as in the records of parliaments
_ROLE = r"(?:\((?:[^()\n:：*_<>]|\([^()\n:：*_<>]{0,60}\)){1,100}\))?"
_BARE = r"[^\W\d_][^:\n*_.!?<>\[\]()\d]{0,39}"

# The first form that matches counts; its group is the name. None begins with whitespace or extends
# to the text of the next line.
_FORMS = {
    # <v Name>text
    "voice": r"<v(?:\.[\w.]{1,40})?[ \t]+(?P<voice>[^>\n]{1,60})>",
    # [12:03] <name> text
    "angle": rf"{_STAMP}<[@+~&%! ]?(?P<angle>[^\s<>/=\"'][^<>\n/=!\"']{{0,39}})"
    r"(?:![^<>\s]{1,99})?>(?=\s)",
    # [12:03] **Name** (12:03): text
    "colon": rf"{_STAMP}[*_]*(?P<colon>{_TITLE}[^\W\d_][^:：\n*_.!?<>]{{0,39}}{_ROLE})[*_]*"
    rf"(?:[ \t]*[(\[]{_TIME}[)\]])?[*_]*(?::[*_]*(?=\s|\Z)|：)",
    # - Name -, Name 12:03 PM: alone on a line
    "dash": rf"[-–—][ \t]*(?P<dash>{_BARE})(?<=\S)[ \t]*[-–—][^\S\n]*(?=\n|\Z)",
    "timed": rf"[*_]*(?P<timed>{_BARE})(?<=\S)[*_]*[ \t]+[(\[]?{_DATE}{_TIME}[)\]]?[^\S\n]*"
    r"(?=\n|\Z)",
    # NAME. text
    "stop": rf"[*_]*(?P<stop>{_BARE})(?:\.[*_]*|[*_]+\.)(?=\s|\Z)",
    # NAME, alone above the speech
    "cue": rf"[*_]*(?P<cue>{_BARE})(?<=\S)[*_]*(?:[ \t]*\([^()\n]{{1,40}}\))?[^\S\n]*\n"
    r"(?=[^\S\n]*\S)",
}
_FORM_CODES = {form: code for code, form in enumerate(_FORMS)}
# Forms in which a name must be in capitals, and those in which one that occurs once is a speaker.
_CAPITALS = frozenset({"stop", "cue"})
_UNAMBIGUOUS = frozenset(_FORMS) - {"colon"}
_LABEL = re.compile(rf"[^\S\n]*+(?:{'|'.join(_FORMS.values())})")
# What a line with a label has: one of these signs, a dash at its start, or a name in capitals.
# Looking for it first skips most lines of prose.
_SIGNS = r"(?=[^\n:：<]*[:：<]|[^\S\n]*[*_]*(?:[-–—]|[^\W\d_a-z](?:[^a-z]|\Z)))"
_LABELS = re.compile(rf"(?m)^{_SIGNS}{_LABEL.pattern}")
# The line with the times of a subtitle, and its number above.
_SUBTITLE_TIMES = re.compile(r"(?m)^(?:[^\n]{0,40}\n)?[^\n]{0,20}-->[^\n]*\n\Z")


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
            forms.append(_FORM_CODES[form])
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
    for form, code in _FORM_CODES.items():
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


def subtitle_start(text: str, start: int) -> int:
    """Return where the times of a subtitle begin just above `start`, or `start`."""
    found = _SUBTITLE_TIMES.search(text, max(0, start - 120), start)
    if found is None or (found.start() > 0 and text[found.start() - 1] != "\n"):
        return start
    return found.start()


def speech_start(text: str, start: int) -> int:
    """Return where the speech of the turn at `start` begins, after its label, or `start`."""
    for _ in range(3):
        label = label_at(text, start)
        if label is not None:
            near = text[label.end : label.end + 200]
            return label.end + len(near) - len(near.lstrip())
        line_end = text.find("\n", start)
        if line_end < 0:
            break
        start = line_end + 1
    return start


# Speakers have at least so many turns on average, and one paragraph in so many begins a turn.
_MIN_TURNS = 2
_PARAGRAPHS_PER_TURN = 6
_LINES = re.compile(r"(?m)^(?=[^\S\n]*\S)")


def turns(text: str, layout: Layout, language: str) -> tuple[Units, tuple[SplitPoints, ...]]:
    """Return the turns of a text, and the points inside them: sentences, then lines.

    A turn extends to the next one or to a heading. Headings, and the blocks before the first turn
    of a section, are separate units. No point lies before the end of the first sentence or line
    of a turn, which the name of the speaker stays with. Prose has no units.
    """
    readable = text.replace("\r\n", " \n").replace("\r", "\n")
    starts = _turn_starts(readable, layout)
    if len(starts) == 0:
        return Units.of([]), ()
    units = _units(text, starts, layout)
    sentence_starts = sentences(text, layout.blocks, language).starts
    line_starts = np.fromiter((line.start() for line in _LINES.finditer(readable)), np.int64)
    speeches = np.fromiter((speech_start(readable, at) for at in starts.data), np.int64)
    levels = [
        _inside_speech(offsets, units, starts, speeches)
        for offsets in (sentence_starts, line_starts)
    ]
    return units, tuple(SplitPoints(level, np.ones(len(level), np.bool_)) for level in levels)


class Conversation(NamedTuple):
    """The turns of a conversation.

    `share` is that of the text, from 0 to 1. A chat has the clock or a date before names, or names
    in angle brackets.
    """

    turns: int
    speakers: int
    share: float
    is_chat: bool


def conversation(text: str, layout: Layout) -> Conversation | None:
    """Return the conversation that a text is; None if its labels are not those of speakers.

    Of each turn only the block is counted in which its speech begins, since the last turn extends
    to the end of the text. Lists of names and values, as of settings, functions or changes, are no
    conversation, although `turns` splits them.
    """
    readable = text.replace("\r\n", " \n").replace("\r", "\n")
    labels, blocks = _turn_labels(readable, layout), layout.blocks
    if len(labels) == 0:
        return None
    begins, ends = _speeches(readable, labels.starts, blocks)
    speeches = [readable[a:b] for a, b in zip(begins.tolist(), ends.tolist(), strict=True)]
    is_chat = _is_chat(readable, labels)
    if not _is_conversation(readable, labels, speeches, is_chat=is_chat):
        return None
    spoken = ends - _starts_with_times(readable, labels)
    share = min(1.0, float(spoken.sum() / (blocks.ends - blocks.starts).sum()))
    return Conversation(len(labels), len(np.unique(labels.speakers)), share, is_chat)


def turn_share(text: str, layout: Layout) -> float:
    """Return the share of a text that is turns of a conversation, from 0 to 1."""
    found = conversation(text, layout)
    return 0.0 if found is None else found.share


def _turn_starts(text: str, layout: Layout) -> Ints:
    """Return where turns start, outside of fences and tables; none where they are too sparse."""
    return np.unique(_starts_with_times(text, _turn_labels(text, layout)))


def _turn_labels(text: str, layout: Layout) -> Labels:
    """Return the labels of turns, outside of fences and tables; none where they are too sparse."""
    labels = find_labels(text)
    protected_starts, protected_ends = layout.protected_starts, np.append(layout.protected_ends, 0)
    span = np.searchsorted(protected_starts, labels.starts, side="right") - 1
    labels = speaker_labels(labels.where(labels.starts >= protected_ends[span]), _MIN_TURNS)
    if _PARAGRAPHS_PER_TURN * len(labels) >= len(layout.blocks):
        return labels
    return labels.where(np.zeros(len(labels), np.bool_))


def _starts_with_times(text: str, labels: Labels) -> Ints:
    """Return the starts of labels, or those of the times of subtitles just above."""
    if "-->" not in text:
        return labels.starts
    starts = (subtitle_start(text, at) for at in labels.starts.data)
    return np.fromiter(starts, np.int64, len(labels))


# In a conversation one turn in so many has a question, and this share of turns is by another
# speaker than the one before. Names nearly all begin with a capital, or nearly all without.
# Speeches end as sentences, or have several words. Of 137 manuals, changelogs, licenses, settings
# and messages in which two labels recur, only one passes: a list of questions and answers.
_TURNS_PER_QUESTION = 25
_CHANGES = 0.5
_CONSISTENT = 0.8
_SENTENCES, _WORDS = 0.3, 4
# In a chat, several messages in a row are often by one person.
_CHAT_CHANGES = 0.2
_STAMPED = 0.5
# At most this share of labels is words of the text, of which so many characters are searched.
_MOST_WORDS = 0.5
_WORD_SAMPLE = 100_000
_CLOCK = re.compile(rf"\W*(?P<date>{_DATE})(?P<hour>\d{{1,2}}):\d{{2}}")
_QUESTION = re.compile(r"[?？؟\u037e](?=[\s\"'”’»)\]*_]|\Z)|か。")
_SENTENCE_END = re.compile(r"[.!?…。！？؟۔।][\W_]*\Z")


def _is_conversation(text: str, labels: Labels, speeches: Sequence[str], *, is_chat: bool) -> bool:
    """Whether the labels are names, and those named alternate, ask, and speak in sentences.

    The messages of a chat need no questions, since their times show that they are messages.
    """
    count = len(labels)
    changes = np.count_nonzero(np.diff(labels.speakers)) / max(1, count - 1)
    lower = np.array([name[:1].islower() for name in labels.spellings])[labels.names].mean()
    if changes < (_CHAT_CHANGES if is_chat else _CHANGES):
        return False
    if not is_chat and _CONSISTENT > lower > 1 - _CONSISTENT:
        return False
    questions = sum(_QUESTION.search(speech) is not None for speech in speeches)
    if not is_chat and questions * _TURNS_PER_QUESTION < count:
        return False
    if _word_share(text, labels) > _MOST_WORDS:
        return False
    sentences = sum(_SENTENCE_END.search(speech) is not None for speech in speeches)
    words = np.median([len(speech.split()) for speech in speeches])
    return bool(sentences >= _SENTENCES * count or words >= _WORDS)


def _word_share(text: str, labels: Labels) -> float:
    """Return the share of labels that are words of the text, in lower case and without a colon.

    `Returns` and `Note` are, a name is not. Names in capitals are not looked at, since those of
    plays are often words (`KING`), nor are names that are always in lower case.
    """
    names = {name.casefold() for name in labels.spellings if name[:1].isupper()}
    names = {name for name in names if name.isalpha() and len(name) > 1}
    capitals = {name.casefold() for name in labels.spellings if name.isupper()}
    sample = text[:_WORD_SAMPLE]
    words = {name for name in names - capitals if re.search(rf"\b{name}\b(?!:)", sample)}
    is_word = np.array([name.casefold() in words for name in labels.spellings])
    return float(is_word[labels.names].mean())


def _is_chat(text: str, labels: Labels) -> bool:
    """Whether most labels have names in angle brackets, or the clock before names."""
    in_angles = labels.forms == _FORM_CODES["angle"]
    if np.mean(in_angles) >= _STAMPED:
        return True
    if labels.in_capitals.mean() >= _STAMPED:
        return False
    stamps = [_CLOCK.match(text, start) for start in labels.starts.data]
    found = [stamp for stamp in stamps if stamp]
    # Times of a recording begin at zero.
    is_recording = bool(found) and found[0]["hour"] in {"0", "00"} and not found[0]["date"]
    return len(found) >= _STAMPED * len(labels) and not is_recording


def _speeches(text: str, starts: Ints, blocks: Units) -> tuple[Ints, Ints]:
    """Return where the speech of each turn begins, and where its block or the turn ends."""
    begins = np.fromiter((speech_start(text, at) for at in starts.data), np.int64, len(starts))
    rows = np.searchsorted(blocks.starts, begins, side="right") - 1
    return begins, np.minimum(blocks.ends[rows], np.append(starts[1:], len(text)))


def _units(text: str, turns: Ints, layout: Layout) -> Units:
    """Return the turns that start at these offsets, and the blocks outside of turns."""
    blocks = layout.blocks
    outside, atomic = _blocks_outside(turns, blocks)
    starts = np.concatenate([turns, blocks.starts[outside]])
    order = np.argsort(starts, kind="stable")
    turn_kinds = np.full(len(turns), UnitKind.TURN.code, np.uint8)
    kinds = np.concatenate([turn_kinds, blocks.kinds[outside]])
    atomic = np.concatenate([np.zeros(len(turns), np.bool_), atomic[outside]])
    starts = starts[order]
    ends = np.append(starts[1:], len(text))
    for i, (start, end) in enumerate(zip(starts.data, ends.data, strict=True)):
        ends[i] = trimmed_end(text, start, end)
    return Units(starts, ends, kinds[order], atomic[order])


def _blocks_outside(turns: Ints, blocks: Units) -> tuple[Bools, Bools]:
    """Return which blocks are in no turn, and which are atomic and end before a turn, (blocks,)."""
    # Turns that start before the end of each block, and before that of the block above it.
    until = np.searchsorted(turns, blocks.ends)
    before = np.concatenate([np.zeros(1, np.int64), until[:-1]])
    next_turn = np.append(turns, np.iinfo(np.int64).max)[before]
    rows = np.arange(len(blocks))
    last_turn = np.maximum.accumulate(np.where(until > before, rows, -1))
    last_heading = np.maximum.accumulate(np.where(blocks.kinds == UnitKind.HEADING.code, rows, -1))
    last_turn = np.concatenate([np.full(1, -1), last_turn[:-1]])
    inside = (last_turn >= 0) & (last_turn >= last_heading)
    outside = ~inside & (blocks.starts != next_turn)
    return outside, blocks.atomic & (blocks.ends <= next_turn)


def _inside_speech(offsets: Ints, units: Units, starts: Ints, speeches: Ints) -> Ints:
    """Return the offsets that lie inside of a unit and after the label of its speaker."""
    offsets = offsets[(offsets > units.starts[0]) & ~contains(units.starts, offsets)]
    turn = np.searchsorted(starts, offsets, side="right") - 1
    free = (turn < 0) | (offsets > speeches[np.maximum(turn, 0)])
    return offsets[free]
