"""The kind of a document, such as a manual or a play, with the evidence for it."""

from __future__ import annotations

import json
import re
from collections import Counter
from dataclasses import dataclass
from functools import cached_property
from pathlib import PurePath
from typing import TYPE_CHECKING, Any

import numpy as np

from chunking.core.text.numbers import count_of
from chunking.core.units import UnitKind
from chunking.units.dialogue import conversation, find_labels, speaker_labels
from chunking.units.grammars import syntax_of
from chunking.units.rows import RECORDS, ROWS

if TYPE_CHECKING:
    from collections.abc import Callable

    from chunking.core.document import Document
    from chunking.core.layout import Layout
    from chunking.units.dialogue import Conversation

# What a sentence calls each kind.
KINDS = {
    "notebook": "a notebook",
    "subtitles": "subtitles",
    "table": "a table",
    "records": "data records",
    "code": "source code",
    "email": "an email",
    "chat": "a chat",
    "log": "a log file",
    "play": "a play or script",
    "transcript": "a transcript",
    "faq": "questions and answers",
    "changelog": "a changelog",
    "configuration": "a configuration file",
    "legal": "a contract or license",
    "specification": "a specification",
    "paper": "a scientific paper",
    "reference": "a reference manual",
    "manual": "a manual",
    "prose": "prose",
}


@dataclass(frozen=True, slots=True)
class DocumentKind:
    """The kind of a document.

    Attributes:
        name: A key of `KINDS`.
        evidence: What shows it, without a full stop: "1,203 turns of 14 speakers".
    """

    name: str
    evidence: str

    @property
    def sentence(self) -> str:
        """One sentence that names the kind and the evidence."""
        return f"Detected {KINDS[self.name]}: {self.evidence}."


def identify(document: Document, layout: Layout) -> DocumentKind:
    """Return the kind of a document; prose if nothing shows another.

    Of a long text the beginning, the middle and the end are read.
    """
    features = _Features(document, layout)
    for name, rule in _RULES.items():
        evidence = rule(features)
        if evidence:
            return DocumentKind(name, evidence)
    return DocumentKind("prose", _prose(features))


_WRITTEN = frozenset({"text/plain", "text/markdown", "text/x-rst", "text/x-org", "text/x-tex"})
# Characters that are read: of a text with more, half from the beginning and the rest from the
# middle and the end. Beyond some hundred thousand, shares no longer change.
_SAMPLE = 60_000


class _Features:
    """Features of a document, each computed when a rule first reads it."""

    def __init__(self, document: Document, layout: Layout) -> None:
        self.document, self.layout = document, layout
        self.media_type = document.media_type
        self.suffixes = PurePath(document.source.lower()).suffixes
        self.suffix = self.suffixes[-1] if self.suffixes else ""

    @property
    def is_written(self) -> bool:
        """Whether the text is for reading: no code and no data."""
        return self.media_type in _WRITTEN

    @cached_property
    def sample(self) -> str:
        text, half, quarter = self.document.text, _SAMPLE // 2, _SAMPLE // 4
        if len(text) > _SAMPLE:
            middle = len(text) // 2
            text = "\n".join((text[:half], text[middle : middle + quarter], text[-quarter:]))
        return text.replace("\r\n", "\n").replace("\r", "\n")

    @cached_property
    def lines(self) -> list[str]:
        """The lines that are not blank."""
        return [line for line in self.sample.split("\n") if line and not line.isspace()]

    @cached_property
    def words(self) -> Counter[str]:
        """How often each word occurs, in lower case, with the punctuation next to it."""
        return Counter(self.sample.lower().split())

    @cached_property
    def headings(self) -> list[str]:
        return [path[-1] for path in self.layout.outline.paths if path]

    @cached_property
    def conversation(self) -> Conversation | None:
        """The conversation that the text is, if its sample has labels of speakers."""
        if not self.is_written:
            return None
        pairs = zip(self.lines, [*self.lines[1:], ""], strict=False)
        may_begin = [f"{line}\n{below}" for line, below in pairs if _may_be_label(line)]
        labels = speaker_labels(find_labels("\n".join(may_begin)), 2)
        if len(labels) * _LINES_PER_TURN < len(self.lines) or not len(labels):
            return None
        return conversation(self.document.text, self.layout)

    @cached_property
    def title(self) -> str:
        """The title, the first heading, and the first lines, which may hold a title."""
        first = [line for line in self.lines[:_TITLE_LINES] if len(line) < _SHORT]
        return "\n".join((self.document.title, *self.headings[:1], *first))

    def count(self, pattern: re.Pattern[str]) -> int:
        """Return how many lines a pattern matches from their start."""
        return sum(map(bool, map(pattern.match, self.lines)))

    def per_thousand_words(self, number: int) -> float:
        """Return a rate per 1,000 words, which have at most seven characters on average.

        A text of a script without spaces has too few words otherwise.
        """
        return 1000 * number / max(1, self.words.total(), len(self.sample) // 7)


# A title is within so many lines from the top, and shorter than so many characters.
_TITLE_LINES, _SHORT = 12, 100
# Fewer than so many of a thing may occur in any text.
_FEWEST = 3


def _may_be_label(line: str) -> bool:
    """Whether a line may begin with the label of a speaker: quicker than the search for one."""
    begin = line[:_SHORT].lstrip(" \t*_-–—")
    return begin[:2].isupper() or ":" in begin or "：" in begin or "<" in begin


# ---- data and code -------------------------------------------------------------------------------

_CUE = re.compile(r"\s*(?:\d+:)?\d{1,2}:\d{2}[.,]\d{1,3}\s*(?:-->|,\s*\d)")
_LINES_PER_CUE = 6
_COLUMNS = ("\t", ";", "|", ",")
_UNIFORM = 0.95
# A larger text is not parsed as JSON.
_LARGEST_JSON = 5_000_000
_STATEMENT_ENDS = (";", "{", "}", "):")
_CODE_SHARE = 0.5
_DATA_TYPES = frozenset({"application/json", "application/toml", "application/yaml"})


def _notebook(features: _Features) -> str:
    if features.suffix != ".ipynb":
        return ""
    cells = int(np.count_nonzero(features.layout.blocks.kinds == UnitKind.FENCE.code))
    return f"{count_of(cells, 'block')} of code between texts, in a Jupyter file"


def _subtitles(features: _Features) -> str:
    cues = features.count(_CUE) if "-->" in features.sample or features.suffix == ".sbv" else 0
    if cues >= _FEWEST and cues * _LINES_PER_CUE >= len(features.lines):
        return f"{cues:,} cues with times"
    return (
        f"the file is named {features.suffix}"
        if features.suffix in {".srt", ".vtt", ".sbv"}
        else ""
    )


def _table(features: _Features) -> str:
    if features.media_type in ROWS - {RECORDS}:
        return f"{count_of(len(features.layout.blocks), 'row')} of a file with columns"
    if features.media_type != "text/plain" or len(features.lines) < 2 * _FEWEST:
        return ""
    for mark in _COLUMNS:
        number, lines = Counter(line.count(mark) for line in features.lines).most_common(1)[0]
        if number >= 2 and lines >= _UNIFORM * len(features.lines):
            return f"{lines:,} lines have {number + 1} columns"
    return ""


def _records(features: _Features) -> str:
    if features.media_type == RECORDS:
        return f"{count_of(len(features.layout.blocks), 'line')} of JSON"
    if features.media_type == "application/xml":
        name, number = Counter(_ELEMENT.findall(features.sample)).most_common(1)[0]
        return f"{number:,} elements called {name}" if number >= _FEWEST else ""
    if features.media_type != "application/json" and features.document.text.lstrip()[:1] not in {
        "[",
        "{",
    }:
        return ""
    number = _number_of_records(features.document.text)
    return f"{number:,} JSON objects in a list" if number >= _FEWEST else ""


_ELEMENT = re.compile(r"<([^\W\d][\w:.-]*)|(?<=\A)")


def _number_of_records(text: str) -> int:
    """Return the length of the longest list of objects in JSON, at most two levels deep."""
    if len(text) > _LARGEST_JSON:
        return text.count("{") if text.lstrip()[:1] == "[" else 0
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return 0
    values = [value, *(value.values() if isinstance(value, dict) else ())]
    return max(map(_objects_in, values))


def _objects_in(value: Any) -> int:  # noqa: ANN401 - any JSON value
    """Return how many objects a list holds, or an object by name; 0 where most are no objects."""
    items = list(value.values()) if isinstance(value, dict) else value
    if not isinstance(items, list):
        return 0
    objects = sum(isinstance(item, dict) for item in items)
    return objects if objects * 2 > len(items) else 0


def _code(features: _Features) -> str:
    syntax = syntax_of(features.document)
    if syntax:
        return f"{syntax} syntax"
    is_code = features.media_type.startswith("text/") and features.media_type not in ROWS
    if is_code and not features.is_written:
        return (
            f"the file is named {features.suffix}"
            if features.suffix
            else "the media type is of code"
        )
    if features.media_type != "text/plain":
        return ""
    if features.lines and features.lines[0].lstrip("\ufeff").startswith("#!"):
        return "the first line names an interpreter"
    lines = sum(line.rstrip().endswith(_STATEMENT_ENDS) for line in features.lines)
    share = lines / max(1, len(features.lines))
    return f"{share:.0%} of the lines end like statements" if share >= _CODE_SHARE else ""


# ---- messages and logs ---------------------------------------------------------------------------

_FIELD = re.compile(r"(?:>\s?)?([A-Z][A-Za-z]*(?:-[A-Za-z]+)*):(?:\s|$)")
_FIELDS = frozenset(
    [
        "From",
        "To",
        "Cc",
        "Subject",
        "Date",
        "Message-ID",
        "Message-Id",
        "Received",
        "Return-Path",
        "Reply-To",
        "Delivered-To",
        "MIME-Version",
        "Mime-Version",
        "In-Reply-To",
        "References",
        "Sender",
    ]
)
_FOLDED = re.compile(r"[ \t]+\S")
_MAILBOX = re.compile(r"From \S+.*\d{2}:\d{2}.*\d{4}")
_MONTH = r"(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*"
_LOG_LINE = re.compile(
    rf"(?:[^\s]+[ \t]+){{0,4}}?[\[(<]?(?:\w{{3}},?[ ]+)?"
    rf"(?:\d{{4}}[-/.]\d{{2}}[-/.]\d{{2}}|\d{{1,2}}[-/ ]{_MONTH}[-/ ]\d{{4}}"
    rf"|{_MONTH}[ ]+\d{{1,2}}(?:[ ]\d{{4}})?|\d{{1,2}}/\d{{1,2}}/\d{{2,4}})[ T:,]+\d{{2}}:\d{{2}}"
    r"|(?:\[?\d{2}:\d{2}:\d{2}|\[? *\d+\.\d{6})\b"
)
# The share of lines that have times in a log, of lines that are no comments.
_LOGGED = 0.5


def _email(features: _Features) -> str:
    names: dict[str, None] = {}
    for line in features.sample.lstrip().split("\n"):
        field = _FIELD.match(line)
        if field is not None:
            names[field[1]] = None
        elif not (_FOLDED.match(line) or _MAILBOX.match(line)):
            break
    known = [name for name in names if name in _FIELDS]
    if len(known) < _FEWEST or not {"From", "Subject"} & set(known):
        return ""
    return f"it begins with a message header ({', '.join(known[:_FEWEST])})"


def _chat(features: _Features) -> str:
    found = features.conversation
    if found is None or not found.is_chat or found.share < _SPOKEN:
        return ""
    return f"{_turns(found)}, with times or names in angle brackets"


def _log(features: _Features) -> str:
    if not features.is_written or _is_spoken(features):
        return ""
    lines = [line for line in features.lines if line[0] != "#"]
    timed = sum(":" in line[:_SHORT] and bool(_LOG_LINE.match(line[:_SHORT])) for line in lines)
    if timed < _FEWEST or timed < _LOGGED * len(lines):
        return ""
    return f"{timed / len(lines):.0%} of the lines begin with a time"


# ---- speech --------------------------------------------------------------------------------------

_SPOKEN = 0.5
# A text with fewer labels of speakers is not searched for turns.
_LINES_PER_TURN = 30
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


def _play(features: _Features) -> str:
    if not features.is_written:
        return ""
    scenes = features.count(_SCENE)
    if not scenes:
        return ""
    directions = features.count(_DIRECTION)
    if not _is_spoken(features) and (scenes < 2 or directions < 2 * _FEWEST):
        return ""
    turns = f"{_turns(features.conversation)}, " if features.conversation else ""
    return (
        f"{turns}{count_of(scenes, 'heading')} of acts or scenes, "
        f"and {count_of(directions, 'stage direction')}"
    )


def _transcript(features: _Features) -> str:
    return _turns(features.conversation) if features.conversation and _is_spoken(features) else ""


def _is_spoken(features: _Features) -> bool:
    return features.conversation is not None and features.conversation.share >= _SPOKEN


# ---- texts with a form of their own --------------------------------------------------------------

_QUESTION = re.compile(
    r"(?:[#=*\s]*(?:Q(?:uestion)?\s*[\d.]*[:.)]|[\d.]+[.):]?\s)?\s*\(?[A-Z\d`*].{6,110})\?[*`\s]*$"
)
_LABELED_QUESTION = re.compile(r"[\W_]*Q(?:uestion)?\s*[\d.]*\s*[:.)]\s")
_FAQ = re.compile(r"\bFAQs?\b|frequently[ -]asked", re.IGNORECASE)
_QUESTION_SHARE = 0.4
_WORDS_PER_QUESTION = 400

_DATE = (
    rf"(?:\d{{4}}[-/.]\d{{1,2}}[-/.]\d{{1,2}}|\d{{1,2}}[ -]?{_MONTH}[ -]?,?\d{{4}}"
    rf"|{_MONTH}[ ]+\d{{1,2}},?[ ]\d{{4}}|\d{{1,2}}[./]\d{{1,2}}[./]\d{{4}})"
)
_VERSION = r"v?\d{1,4}(?:\.\d{1,3}(?!\d))+[\w.+~-]*"
_NUMBER = re.compile(r"\d\.\d|\d-\d|\d{4}")
_NAME = (
    r"(?!Section|Chapter|Figure|Table|Appendix|Part|Clause|Since|For|From|In|Until)"
    r"[A-Za-z][\w.'’-]*(?:[ ][^\W\d][\w.'’-]*){0,4}?"
)
_RELEASE_DATE = rf"[\s,:–—(\[-]*(?:released?[ :]*|on[ ])?(?:{_DATE}|unreleased)[)\]]*"
# A version with a mark of headings, a name or a date; a date with an author; an entry of Debian.
_RELEASE = re.compile(
    rf"(?:[#*=\[\s]*[#*=\[]\s*(?:{_NAME}[ :,]+)?\[?{_VERSION}\]?(?:\([^)\s]*\))?"
    rf"(?:{_RELEASE_DATE})?"
    rf"|(?:{_NAME}[ :,]+){_VERSION}(?:{_RELEASE_DATE})?"
    rf"|\s*{_VERSION}{_RELEASE_DATE})\W*$"
    rf"|{_DATE}\s+\S.*[<@].*|{_DATE}[\s:]*$"
    r"|\S+ \([^)\s]+\) [\w. -]+; urgency=",
    re.IGNORECASE,
)
_LINES_PER_RELEASE = 100
_CHANGES = re.compile(
    r"change ?(?:log|s)\b|release notes|what.s new|\bnews\b|(?:release|version) history",
    re.IGNORECASE,
)
_SETTING = re.compile(
    r"\s*(?:[\w.\-/\"']+\s*[=:](?!=)|\[[^\]]+\]\s*$|[a-z][\w.-]*(?:[ \t]+\S+){1,4}$)"
)
_ASSIGNED = re.compile(r"\s*[\w.\-/\"']+\s*=(?!=)|\[[^\]]+\]\s*$")
_COMMENT = re.compile(r"\s*(?:#|;|//)")
_SETTINGS_SHARE = 0.8
_CONFIGURATIONS = frozenset(
    [
        ".ini",
        ".cfg",
        ".conf",
        ".cf",
        ".cnf",
        ".properties",
        ".toml",
        ".yaml",
        ".yml",
        ".env",
        ".rc",
        ".service",
        ".desktop",
    ]
)


def _faq(features: _Features) -> str:
    if not features.is_written:
        return ""
    of_headings = sum(heading.rstrip("*` ").endswith("?") for heading in features.headings)
    if of_headings > _FEWEST and of_headings >= _QUESTION_SHARE * len(features.headings):
        return f"{of_headings:,} of {count_of(len(features.headings), 'heading')} are questions"
    labeled = features.count(_LABELED_QUESTION)
    if labeled > _FEWEST and labeled * _WORDS_PER_QUESTION >= features.words.total():
        return f"{labeled:,} questions begin with Q"
    is_named = _FAQ.search(features.title) or _FAQ.search(features.document.source)
    if not is_named:
        return ""
    questions = max(of_headings, features.count(_QUESTION))
    if questions < _FEWEST:
        return ""
    return f"the title mentions frequently asked questions; {questions:,} lines are questions"


def _changelog(features: _Features) -> str:
    if not features.is_written:
        return ""
    lines = [line for line in features.lines if len(line) < _SHORT and _NUMBER.search(line)]
    releases = len({line.strip() for line in lines if _RELEASE.match(line)})
    of_headings = sum(_RELEASE.match(heading) is not None for heading in features.headings)
    releases = max(releases, of_headings)
    is_named = _CHANGES.search(features.title) or _CHANGES.search(features.document.source)
    if releases < (2 if is_named else _FEWEST):
        return ""
    if not is_named and releases * _LINES_PER_RELEASE < len(features.lines):
        return ""
    return f"{releases:,} lines with a version or release date"


def _configuration(features: _Features) -> str:
    is_named = features.suffix in _CONFIGURATIONS or features.media_type in _DATA_TYPES
    is_named = is_named or bool(_CONFIGURATIONS.intersection(features.suffixes))
    if not is_named and features.media_type != "text/plain":
        return ""
    comments = features.count(_COMMENT)
    settings = features.count(_SETTING if is_named else _ASSIGNED)
    if is_named:
        name = "".join(features.suffixes[-2:])
        return f"{settings:,} settings and {comments:,} comments in a file named {name}"
    if settings <= _FEWEST or settings + comments < _SETTINGS_SHARE * len(features.lines):
        return ""
    return f"{count_of(settings, 'line')} are settings, and {comments:,} comments"


_LEGAL = frozenset(
    [
        "hereby",
        "herein",
        "hereof",
        "hereunder",
        "hereto",
        "thereof",
        "therein",
        "thereto",
        "notwithstanding",
        "pursuant",
        "shall",
        "license",
        "licensed",
        "licensee",
        "licensor",
        "licenses",
        "licensing",
        "sublicense",
        "agreement",
        "party",
        "parties",
        "warranty",
        "warranties",
        "warrants",
        "liability",
        "liable",
        "indemnify",
        "indemnification",
        "damages",
        "infringement",
        "infringe",
        "termination",
        "terminate",
        "terminated",
        "jurisdiction",
        "copyright",
        "copyrighted",
        "provisions",
        "obligations",
        "breach",
        "clause",
        "consent",
        "waiver",
        "waive",
        "covenant",
        "lessee",
        "lessor",
        "tenant",
        "supplier",
        "grant",
        "grants",
        "granted",
        "redistribute",
        "redistribution",
        "recipient",
        "contributor",
        "merchantability",
    ]
)
# Legal terms per 1,000 words, and how many distinct ones.
_LEGAL_WORDS, _LEGAL_DISTINCT_WORDS = 20, 5
_PUNCTUATION = ".,;:()[]\"'“”‘’*_"


def _legal(features: _Features) -> str:
    if not features.is_written:
        return ""
    counts = Counter[str]()
    for token, number in features.words.items():
        word = token.strip(_PUNCTUATION)
        if word in _LEGAL:
            counts[word] += number
    share = features.per_thousand_words(counts.total())
    if share < _LEGAL_WORDS or len(counts) < _LEGAL_DISTINCT_WORDS:
        return ""
    words = ", ".join(word for word, _ in counts.most_common(_FEWEST))
    return f"{share:.0f} legal terms per 1,000 words ({words})"


_REQUIREMENT = re.compile(r"\b(?:MUST|SHALL|SHOULD|MAY|REQUIRED|RECOMMENDED)\b")
_REQUIREMENTS = 2
_STANDARD = re.compile(
    r"Request for Comments|Internet-Draft|Status of This Memo|W3C Recommendation"
    r"|International Standard|Standards Track",
    re.IGNORECASE,
)
_SPECIFICATION = re.compile(
    r"\b(?:specifications?|spec|standard|RFC ?\d+|protocol|(?:bit ?stream|file|data) format)\b",
    re.IGNORECASE,
)
_BEGINNING = 3000


def _specification(features: _Features) -> str:
    if not features.is_written:
        return ""
    standard = _STANDARD.search(features.sample[:_BEGINNING])
    requirements = len(_REQUIREMENT.findall(features.sample))
    if standard:
        return f'the text opens with "{standard[0]}" and has {requirements:,} words such as MUST'
    if requirements > _FEWEST and features.per_thousand_words(requirements) >= _REQUIREMENTS:
        return f"{requirements:,} requirements in capitals, such as MUST or SHOULD"
    named = _SPECIFICATION.search(features.title)
    if named and len(features.headings) >= _FEWEST:
        headings = count_of(len(features.headings), "heading")
        return f'the title says "{named[0]}", with {headings}'
    return ""


_ABSTRACT = re.compile(r"[\W\d_]*(?:abstract|summary)\b|\\begin\{abstract\}", re.IGNORECASE)
_REFERENCES = re.compile(
    r"^[#=*\d. \t]*(?:references|bibliography|works cited|literature cited)[ \t*:]*$"
    r"|\\(?:bibliography|printbibliography|begin\{thebibliography\})",
    re.IGNORECASE | re.MULTILINE,
)
_CITATION = re.compile(
    r"\\cite\w*|\[@|(?<!\w)@[a-z]+:?\d{2,4}|\[\d{1,3}(?:[,–-] ?\d{1,3})*\]|et al\b"
    r"|\((?:[A-Z][^()\n]{0,60}[, ] ?)?(?:19|20)\d\d[a-z]?\)"
)
_CITATIONS = 1.0


def _paper(features: _Features) -> str:
    if not features.is_written:
        return ""
    has_abstract = any(map(_ABSTRACT.match, features.lines[: max(50, len(features.lines) // 5)]))
    if not has_abstract and "bibliography:" not in features.sample[:_BEGINNING]:
        return ""
    citations = len(_CITATION.findall(features.sample))
    if citations < _FEWEST or features.per_thousand_words(citations) < _CITATIONS:
        return ""
    if not _REFERENCES.search(features.document.text):
        return ""
    parts = "an abstract and a list of references" if has_abstract else "a list of references"
    return f"{parts}, with {citations:,} citations"


_DEFINED = r"(?:Function|Method|Class|Macro|Variable|Constant|Command|Data ?[Tt]ype)"
_ARGUMENTS = r"\((?:[^()&\"'<>=;]*\)|[^()&\"'<>=;]*,)"
_DEFINITION = re.compile(
    rf"\s*(?:-- )?(?:Deprecated )?{_DEFINED}: .*\w[_(]|\s*-- {_DEFINED}: |.*\[{_DEFINED}\]\s*$"
    r"|\s*\.\. (?:\w+:)?(?:auto)?(?:function|class|method|module|attribute|data|exception|option)::"
    rf"|(?:[#`*\s]*|(?:[A-Za-z_]\w*\s+){{1,3}}\**)[A-Za-z_][\w.:]*\w\s?{_ARGUMENTS}[`*:\s]*;?$"
    r"|=(?:item|head\d) (?:C<+ ?)?\w+>*$|\s*`{0,2}-{1,2}[A-Za-z][\w-]*[^.]{0,50}::$"
)
_PART = re.compile(
    r"[\W_]*(?:Returns?|Return value|Parameters|Arguments|Raises|Throws|Since|Synopsis|See also)"
    r"[*_]*(?::|\s*$)",
    re.IGNORECASE,
)
_PAGE = re.compile(r"[#=\s]*(?:NAME|SYNOPSIS|DESCRIPTION|OPTIONS|EXIT STATUS|SEE ALSO)\s*$")
_LINES_PER_DEFINITION = 40


def _may_define(line: str) -> bool:
    return "(" in line or ": " in line or "::" in line or line[0] == "=" or line[-1] == "]"


def _reference(features: _Features) -> str:
    if not features.is_written:
        return ""
    page = {line.strip("#= ") for line in features.lines if _PAGE.match(line)}
    if len(page) >= _FEWEST:
        return f"the sections {', '.join(sorted(page))} of a manual page"
    lines = [line for line in features.lines if len(line) < _SHORT and _may_define(line)]
    definitions = len({line.strip() for line in lines if _DEFINITION.match(line)})
    parts = features.count(_PART)
    both = definitions + parts
    if definitions < 2 * _FEWEST or both * _LINES_PER_DEFINITION < len(features.lines):
        return ""
    return f"{definitions:,} definitions, and {parts:,} labels such as Returns"


_TECHNICAL = re.compile(
    r"`[^`\n]+`|(?<!\w)--?[a-z][\w-]+|(?<!\w)(?:/[\w.-]+){2,}|\b\w+_\w+|\b\w+\(\)|https?://"
    r"|\b[\w-]+\.(?:py|c|h|txt|conf|html?|json|xml|sh)\b|^\s*[$>#] \S|<[A-Z]\w*-?\w*>",
    re.MULTILINE,
)
_TECHNICAL_WORDS = 5
# One line in so many is searched, which is enough for a share.
_LINES_PER_TECHNICAL = 3
_CHARACTERS_PER_HEADING = 6000


def _manual(features: _Features) -> str:
    if not features.is_written:
        return ""
    found = _TECHNICAL.findall("\n".join(features.lines[::_LINES_PER_TECHNICAL]))
    share = _LINES_PER_TECHNICAL * features.per_thousand_words(len(found))
    headings = len(features.headings)
    if share < _TECHNICAL_WORDS:
        return ""
    names = f"{share:.0f} commands, paths or code identifiers per 1,000 words"
    if headings >= _FEWEST and headings * _CHARACTERS_PER_HEADING >= len(features.document.text):
        return f"{headings:,} headings, and {names}"
    return names if share >= _FEWEST * _TECHNICAL_WORDS else ""


def _prose(features: _Features) -> str:
    words = count_of(len(features.document.text.split()), "word")
    headings = len(features.headings)
    return f"{words} with {count_of(headings, 'heading') if headings else 'no headings'}"


_RULES: dict[str, Callable[[_Features], str]] = {
    "notebook": _notebook,
    "subtitles": _subtitles,
    "table": _table,
    "records": _records,
    "code": _code,
    "email": _email,
    "chat": _chat,
    "log": _log,
    "play": _play,
    "transcript": _transcript,
    "faq": _faq,
    "legal": _legal,
    "specification": _specification,
    "paper": _paper,
    "changelog": _changelog,
    "configuration": _configuration,
    "reference": _reference,
    "manual": _manual,
}
