"""Headings and literal environments of LaTeX."""

import re
from collections.abc import Iterator

from chunking.core.layout import Outline
from chunking.core.text.characters import is_boundary
from chunking.core.units import Units
from chunking.units.insertion import (
    Heading,
    broken,
    insert_headings,
    with_line_feeds,
    without_overlaps,
)
from chunking.units.paragraphs import paragraphs_and_lists

_LEVELS = {
    "title": 0,
    "part": 1,
    "chapter": 2,
    "section": 3,
    "subsection": 4,
    "subsubsection": 5,
    "paragraph": 6,
    "subparagraph": 7,
}
# Environments of literal text, many of which documents define.
LITERAL = r"\w*[Vv]erbatim\*?|\w*listing|\w*code|minted|filecontents\*?"
# A comment, an environment of literal text, a heading, or another command or escaped character.
_TOKENS = re.compile(
    r"%[^\n]*+"
    rf"|\\begin[ \t]*\{{(?P<literal>{LITERAL}|comment)\}}"
    r"|\\verb\*?(?P<mark>[^\w\s*])[^\n]*?(?P=mark)"
    rf"|(?m:^)[ \t]*+\\(?P<command>{'|'.join(_LEVELS)})\b\*?"
    r"\s*+(?:\[[^\[\]]{0,500}\]\s*+)?(?=\{)"
    r"|\\(?s:.)"
)
# A brace, or what ends a title without one: another heading or a blank line.
_BRACES = re.compile(
    rf"(?P<ends>\\(?:{'|'.join(_LEVELS)})\b|\n[^\S\n]*+\n)|\\(?s:.)|%[^\n]*+|[{{}}]"
)
# Maximum characters of a title with its commands.
_LONGEST = 1000
# A float or a table, and a logo.
_FLOAT = re.compile(
    r"(?ms)^[ \t]*\\begin\{((?:figure|table|algorithm|tabular[xy]?|longtable)\*?)\}.*?\\end\{\1\}"
)
_LOGO = re.compile(r"\\([A-Za-z]*TeX)\b(?:\{\}|\\ )?")
# Maximum characters of a float that is kept whole.
_LONGEST_FLOAT = 1000
_LABEL = re.compile(r"(?:[^\S\n]*+\n?[^\S\n]*+\\label[ \t]*+\{[^{}\n]{0,200}\})?")
_OPENING = re.compile(r"\\[a-z]+\*?\s*(?:\[[^\[\]]*\]\s*)?\{")
_ITEM, _LIST = re.compile(r"(?m)^[ \t]*\\item\b"), re.compile(r"[ \t]*\\begin\b")
_UNSHOWN = re.compile(r"(?<!\\)%[^\n]*|\\(?:label|index|thanks|footnote)[ \t]*\{[^{}]*\}")
_FORMATTING = re.compile(r"\\(?:[A-Za-z]+\*?\s*|([%&_#$])|[^A-Za-z])|[{}]")


def latex(text: str) -> tuple[Units, Outline]:
    r"""Return the blocks and the outline of LaTeX, from `\title` to `\subparagraph`.

    Commands in comments and in literal environments are none, nor are those after other text of
    their line, as in definitions. A `\label` belongs to the heading before it.
    Each item of a list begins a block, except the first, which stays with the line above it.
    Short floats and literal environments are fences.
    """
    lines = with_line_feeds(text)
    headings, fences = _headings_and_fences(text, lines)
    blocks = broken(text, paragraphs_and_lists(text), _later_items(lines))
    short = [each.span() for each in _FLOAT.finditer(lines) if len(each[0]) <= _LONGEST_FLOAT]
    taken = [(each.start, each.end) for each in headings]
    floats = list(without_overlaps(lines, short, taken))
    fences = sorted([*floats, *without_overlaps(lines, fences, floats)])
    return insert_headings(text, blocks, headings, title, fences=fences)


def title(source: str) -> str:
    r"""Return the title of a heading without commands and braces.

    >>> title(r"\section*[Short]{The \emph{long} title}\label{sec:one}")
    'The long title'
    """
    opening = _OPENING.search(source)
    begin = opening.end() if opening else 0
    shown = source[begin : _closing_brace(source, begin)].replace("\\\\", " ")
    bare = _LOGO.sub(r"\1 ", _UNSHOWN.sub("", shown))
    return " ".join(_FORMATTING.sub(r"\1", bare).replace("~", " ").split())


def _later_items(lines: str) -> Iterator[int]:
    """Yield where items of lists begin that are not right below what opens the list."""
    for item in _ITEM.finditer(lines):
        above = lines[lines.rfind("\n", 0, max(0, item.start() - 1)) + 1 : item.start()]
        if not _LIST.match(above):
            yield item.start()


def _headings_and_fences(text: str, lines: str) -> tuple[list[Heading], list[tuple[int, int]]]:
    found: list[Heading] = []
    fences: list[tuple[int, int]] = []
    at = 0
    while token := _TOKENS.search(lines, at):
        at = token.end()
        if token["literal"]:
            closing = rf"\end{{{token['literal']}}}"
            end = lines.find(closing, at)
            at = end + len(closing) if end >= 0 else len(lines)
            if end >= 0:
                fences.append((token.start(), at))
            continue
        if not token["command"]:
            continue
        end = _closing_brace(lines, at + 1) + 1
        if end == 0 or not title(lines[token.start() : end]):
            continue
        label = _LABEL.match(lines, end)
        at = end = label.end() if label else end
        if is_boundary(text, end):
            found.append(Heading(token.start(), end, _LEVELS[token["command"]]))
    return found, fences


def _closing_brace(lines: str, start: int) -> int:
    """Return the offset of the brace that closes one before `start`; -1 across a blank line."""
    depth = 1
    for found in _BRACES.finditer(lines, start, start + _LONGEST):
        if found["ends"]:
            return -1
        if found[0] == "{":
            depth += 1
        elif found[0] == "}":
            depth -= 1
        if depth == 0:
            return found.start()
    return -1
