"""Rules for messages, logs and speech: what shows each kind; empty where nothing does."""

import re

from chunking.analysis.recommend.document_kind.features import FEWEST, MONTH, SHORT, Features
from chunking.core.text.numbers import count_of
from chunking.units.conversation import Conversation

_FIELD = re.compile(r"(?:>\s?)?([A-Z][A-Za-z]*(?:-[A-Za-z]+)*):(?:\s|$)")
_FIELDS = frozenset([
    "From", "To", "Cc", "Subject", "Date", "Message-ID", "Message-Id", "Received",
    "Return-Path", "Reply-To", "Delivered-To", "MIME-Version", "Mime-Version", "In-Reply-To",
    "References", "Sender",
])  # fmt: skip
_FOLDED = re.compile(r"[ \t]+\S")
# The line of a mailbox above a message, or its subject as a heading.
_ABOVE_FIELDS = re.compile(r"From \S+.*\d{2}:\d{2}.*\d{4}|# ")
_FIELDS_AND_MORE = 100
_LOG_LINE = re.compile(
    rf"(?:[^\s]+[ \t]+){{0,4}}?[\[(<]?(?:\w{{3}},?[ ]+)?"
    rf"(?:\d{{4}}[-/.]\d{{2}}[-/.]\d{{2}}|\d{{1,2}}[-/ ]{MONTH}[-/ ]\d{{4}}"
    rf"|{MONTH}[ ]+\d{{1,2}}(?:[ ]\d{{4}})?|\d{{1,2}}/\d{{1,2}}/\d{{2,4}})[ T:,]+\d{{2}}:\d{{2}}"
    r"|(?:\[?\d{2}:\d{2}:\d{2}|\[? *\d+\.\d{6})\b"
)
# The share of lines that have times in a log, of lines that are no comments.
_LOGGED = 0.5


def email(features: Features) -> str:
    """A message header."""
    names: dict[str, None] = {}
    for line in features.lines[:_FIELDS_AND_MORE]:
        field = _FIELD.match(line)
        if field is not None:
            names[field[1]] = None
        elif not (_FOLDED.match(line) or _ABOVE_FIELDS.match(line)):
            break
    known = [name for name in names if name in _FIELDS]
    if len(known) < 2 or not {"From", "Subject"} & set(known):
        return ""
    return f"it begins with a message header ({', '.join(known[:FEWEST])})"


def chat(features: Features) -> str:
    """Turns with times or names in angle brackets."""
    found = features.conversation
    if found is None or not found.is_chat or found.share < _SPOKEN:
        return ""
    return f"{_turns(found)}, with times or names in angle brackets"


def log(features: Features) -> str:
    """Lines that begin with a time."""
    if not features.is_written or _is_spoken(features):
        return ""
    lines = [line for line in features.lines if line[0] != "#"]
    timed = sum(":" in line[:SHORT] and bool(_LOG_LINE.match(line[:SHORT])) for line in lines)
    if timed < FEWEST or timed < _LOGGED * len(lines):
        return ""
    return f"{timed / len(lines):.0%} of the lines begin with a time"


_SPOKEN = 0.5
_SCENE = re.compile(
    r"[\W_]*(?:(?:ACT|Act|SCENE|Scene|Actus|Sc(?:ae|œ|oe)na|SC(?:AE|Œ)NA)[ .]+"
    r"(?:[IVXLC]+|\d+|[A-Z][A-Za-z]+)\b"
    r"|(?:INT|EXT|I/E)[./ ])"
)
_DIRECTION = re.compile(
    r"[\W_]*(?:Enter|Exit|Exeunt|Re-enter|Curtain|Alarum|Flourish|Fade (?:in|out)|CUT TO|FADE)\b"
    r"|\s*[\[(_].{2,}[\])_][.]?\s*$"
)


def _turns(found: Conversation) -> str:
    return f"{count_of(found.turns, 'turn')} of {count_of(found.speakers, 'speaker')}"


def play(features: Features) -> str:
    """Scenes, with turns or stage directions."""
    if not features.is_written:
        return ""
    scenes = features.count(_SCENE)
    if not scenes:
        return ""
    directions = features.count(_DIRECTION)
    if not _is_spoken(features) and (scenes < 2 or directions < 2 * FEWEST):
        return ""
    turns = f"{_turns(features.conversation)}, " if features.conversation else ""
    return f"{turns}headings of acts or scenes, and stage directions"


def transcript(features: Features) -> str:
    """Turns of speakers."""
    return _turns(features.conversation) if features.conversation and _is_spoken(features) else ""


def _is_spoken(features: Features) -> bool:
    return features.conversation is not None and features.conversation.share >= _SPOKEN
