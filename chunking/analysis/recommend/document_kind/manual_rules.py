"""Rules for manuals and what comes with a program: what shows each kind."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from chunking.analysis.recommend.document_kind.features import FEWEST, MONTH, SHORT
from chunking.core.text.numbers import count_of

if TYPE_CHECKING:
    from chunking.analysis.recommend.document_kind.features import Features

_QUESTION = re.compile(
    r"(?:[#=*\s]*(?:Q(?:uestion)?\s*[\d.]*[:.)]|[\d.]+[.):]?\s)?\s*\(?[A-Z\d`*].{6,110})\?[*`\s]*$"
)
_LABELED_QUESTION = re.compile(r"[\W_]*Q(?:uestion)?\s*[\d.]*\s*[:.)]\s")
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


def faq(features: Features) -> str:
    """Headings or lines that are questions."""
    if not features.is_written:
        return ""
    of_headings = sum(heading.rstrip("*` ").endswith("?") for heading in features.headings)
    if of_headings > FEWEST and of_headings >= _QUESTION_SHARE * len(features.headings):
        return f"{of_headings:,} of {count_of(len(features.headings), 'heading')} are questions"
    labeled = features.count(_LABELED_QUESTION)
    if labeled > FEWEST and labeled * _WORDS_PER_QUESTION >= features.words.total():
        return f"{labeled:,} questions begin with Q"
    is_named = _FAQ.search(features.title) or _FAQ.search(features.document.source)
    if not is_named:
        return ""
    questions = max(of_headings, features.count(_QUESTION))
    if questions < FEWEST:
        return ""
    return f"the title mentions frequently asked questions; {questions:,} lines are questions"


def changelog(features: Features) -> str:
    """Lines with a version or a release date."""
    if not features.is_written:
        return ""
    lines = [line for line in features.lines if len(line) < SHORT and _NUMBER.search(line)]
    releases = len({line.strip() for line in lines if _RELEASE.match(line)})
    of_headings = sum(_RELEASE.match(heading) is not None for heading in features.headings)
    releases = max(releases, of_headings)
    is_named = _CHANGES.search(features.title) or _CHANGES.search(features.document.source)
    if releases < (2 if is_named else FEWEST):
        return ""
    if not is_named and releases * _LINES_PER_RELEASE < len(features.lines):
        return ""
    return f"{releases:,} lines with a version or release date"


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


def reference(features: Features) -> str:
    """Definitions of functions and the like."""
    if not features.is_written:
        return ""
    page = {line.strip("#= ") for line in features.lines if _PAGE.match(line)}
    if len(page) >= FEWEST:
        return f"the sections {', '.join(sorted(page))} of a manual page"
    lines = [line for line in features.lines if len(line) < SHORT and _may_define(line)]
    definitions = len({line.strip() for line in lines if _DEFINITION.match(line)})
    parts = features.count(_PART)
    both = definitions + parts
    if definitions < 2 * FEWEST or both * _LINES_PER_DEFINITION < len(features.lines):
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


def manual(features: Features) -> str:
    """Commands, paths and identifiers."""
    if not features.is_written:
        return ""
    found = _TECHNICAL.findall("\n".join(features.lines[::_LINES_PER_TECHNICAL]))
    share = _LINES_PER_TECHNICAL * features.per_thousand_words(len(found))
    headings = len(features.headings)
    if share < _TECHNICAL_WORDS:
        return ""
    names = f"{share:.0f} commands, paths or code identifiers per 1,000 words"
    if headings >= FEWEST and headings * _CHARACTERS_PER_HEADING >= len(features.document.text):
        return f"{headings:,} headings, and {names}"
    return names if share >= FEWEST * _TECHNICAL_WORDS else ""
