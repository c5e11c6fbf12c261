"""Rules for messages, logs, speech and lists: what shows each kind; empty where nothing does."""

import re

from chunking.analysis.recommend.document_kind.features import (
    FEWEST,
    MONTH,
    SHORT,
    TITLE_LINES,
    Features,
)
from chunking.core.text.media_types import MARKDOWN
from chunking.core.text.numbers import count_of
from chunking.units.attachments import QUESTION_LABELS
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
    """Turns of speakers, who are neither named Q and A nor labels of a changelog."""
    found = features.conversation
    if found is None or not _is_spoken(features) or _labeled(features) or changelog(features):
        return ""
    return _turns(found)


def _is_spoken(features: Features) -> bool:
    return features.conversation is not None and features.conversation.share >= _SPOKEN


_QUESTION = re.compile(
    r"(?:[#=*\s]*(?:Q(?:uestion)?\s*[\d.]*[:.)]|[\d.]+[.):]?\s)?\s*\(?[A-Z\d`*].{6,110})\?[*`\s]*$"
)
_LABELED_QUESTION = re.compile(rf"[\W_]*(?:{QUESTION_LABELS})\s*[\d.]*\s*[:.)]\s")
_FAQ = re.compile(r"\bFAQs?\b|frequently[ -]asked", re.IGNORECASE)
_QUESTION_SHARE = 0.4
_WORDS_PER_QUESTION = 400

_DATE = (
    rf"(?:\d{{4}}[-/.]\d{{1,2}}[-/.]\d{{1,2}}|\d{{1,2}}[ -]?{MONTH}[ -]?,?\d{{4}}"
    rf"|{MONTH}[ ]+\d{{1,2}},?[ ]\d{{4}}|\d{{1,2}}[./]\d{{1,2}}[./]\d{{4}})"
)
_VERSION = r"v?\d{1,4}(?:\.\d{1,3}(?!\d))+[\w.+~-]*"
_NUMBER = re.compile(r"\d\.\d|\d-\d|\d{4}")
_NAME = (
    r"(?!Section|Chapter|Figure|Table|Appendix|Part|Clause|Since|For|From|In|Until)"
    r"[A-Za-z][\w.'’-]*(?:[ ][^\W\d][\w.'’-]*){0,4}?"
)
_RELEASE_DATE = rf"[\s,:–—(\[-]*(?:released?[ :]*|on[ ])?(?:{_DATE}|unreleased)[)\]]*"
# A version with a mark of headings, a name or a date; a date with an author; an entry of Debian or
# of git.
_RELEASE = re.compile(
    rf"(?:[#*=\[\s]*[#*=\[]\s*(?:{_NAME}[ :,]{{1,3}})?\[?{_VERSION}\]?(?:\([^)\s]*\))?"
    rf"(?:{_RELEASE_DATE})?"
    rf"|(?:{_NAME}[ :,]{{1,3}}){_VERSION}(?: (?:and|to) {_VERSION})?(?:{_RELEASE_DATE})?"
    rf"|\s*{_VERSION}{_RELEASE_DATE})\W*$"
    rf"|{_DATE}\s+\S.*[<@].*"
    r"|\S+ \([^)\s]+\) [\w. -]+; urgency=|commit [0-9a-f]{40}$",
    re.IGNORECASE,
)
# A date alone, which a diary has, too.
_DAY = re.compile(rf"[#*=\[\s]*{_DATE}[\s:\])]*$", re.IGNORECASE)
_LINES_PER_RELEASE = 100
_CHANGES = re.compile(
    r"change ?(?:log|s)\b|release notes|what.s new|\bnews\b|(?:release|version) history",
    re.IGNORECASE,
)


def faq(features: Features) -> str:
    """Headings or lines that are questions."""
    if not features.is_written:
        return ""
    of_headings = sum(heading.rstrip("*` ").endswith("?") for heading in features.headings)
    if of_headings > FEWEST and of_headings >= _QUESTION_SHARE * len(features.headings):
        return f"{of_headings:,} of {count_of(len(features.headings), 'heading')} are questions"
    if labeled := _labeled(features):
        return f"{labeled:,} questions are labeled"
    is_named = _FAQ.search(features.title) or _FAQ.search(features.document.source)
    if not is_named:
        return ""
    questions = max(of_headings, features.count(_QUESTION))
    if questions < FEWEST:
        return ""
    return f"the title mentions frequently asked questions; {questions:,} lines are questions"


def _labeled(features: Features) -> int:
    """Return the number of questions with a label; 0 where they are few."""
    labeled = features.count(_LABELED_QUESTION)
    is_many = labeled > FEWEST and labeled * _WORDS_PER_QUESTION >= features.words.total()
    return labeled if is_many else 0


def changelog(features: Features) -> str:
    """Lines with a version or a release date."""
    if not features.is_written:
        return ""
    lines = [line for line in features.lines if len(line) < SHORT and _NUMBER.search(line)]
    is_named = _CHANGES.search(features.title) or _CHANGES.search(features.document.source)
    patterns = (_RELEASE, _DAY) if is_named else (_RELEASE,)

    def is_release(line: str) -> bool:
        return any(pattern.match(line) for pattern in patterns)

    releases = len({line.strip() for line in lines if is_release(line)})
    if features.media_type == MARKDOWN and len(features.headings) >= FEWEST:
        releases = 0  # in Markdown releases are headings; other lines may be metadata
    releases = max(releases, sum(map(is_release, features.headings)))
    if releases < (2 if is_named else FEWEST):
        return ""
    # A manual may end with its changes.
    begins = any(map(is_release, features.lines[:TITLE_LINES]))
    if not is_named and (not begins or releases * _LINES_PER_RELEASE < len(features.lines)):
        return ""
    if 2 * releases > len(features.lines):  # without changes, it is a list of versions
        return ""
    return f"{releases:,} lines with a version or release date"
