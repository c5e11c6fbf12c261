"""Removal of what markup does not print: preambles, comments, settings, labels, index entries."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from chunking.core.origin import Removed
from chunking.core.text import media_types
from chunking.units.latex import LITERAL

Span = tuple[int, int, str]

_BRACES = r"(?:[^{}\\]|\\(?s:.)|\{(?:[^{}\\]|\\(?s:.)|\{[^{}]{0,200}\}){0,400}+\}){0,400}+"
# Definitions and comments may be above the class; up to so many characters.
_PREAMBLE = re.compile(
    r"(?s)(?:(?!\\(?:begin|part|chapter|section)\b).){0,20000}?(?m:^)[ \t]*\\documentclass.*?"
    r"\n[ \t]*+\\begin[ \t]*+\{document\}"
)
_TITLE = re.compile(
    r"(?m)^[ \t]*\\(?:title|subtitle|author|date)\b[ \t]*+(?:\[[^\[\]]{0,500}\][ \t]*+)?"
    rf"\{{{_BRACES}\}}[ \t]*+(?:\n|\Z)"
)
_SECTION = re.compile(r"(?m)^[ \t]*\\(?:part|chapter|(?:sub)*section)\b\*?[ \t]*[\[{]")
_LINE_END = r"[^\n]*(?:\n|\Z)"


class _Syntax(NamedTuple):
    """Patterns of what is not printed.

    `tokens` has a group for each reason; what `block` opens, with its reason in `blocks`, and what
    `literal` opens and stays, reaches up to `closing`.
    """

    tokens: re.Pattern[str]
    closing: str
    blocks: dict[str, str]


_LATEX = _Syntax(
    re.compile(
        rf"(?m)(?P<comment>(?:^[ \t]*%{_LINE_END})+)"
        rf"|\\begin[ \t]*\{{(?:(?P<literal>{LITERAL})|(?P<block>comment))\}}"
    ),
    r"\\end\{{{}\}}",
    {"comment": "comment"},
)
_TEXINFO = _Syntax(
    re.compile(
        r"(?m)^@(?:(?P<literal>verbatim)|(?P<block>ignore|menu|direntry))[ \t]*$"
        rf"|(?P<preamble>\A\\input[ \t]{_LINE_END})|(?P<comment>^@(?:c|comment)\b{_LINE_END})"
        rf"|(?P<index_line>^@\w*index\b{_LINE_END})|(?P<node>^@node\b{_LINE_END})"
        r"|(?P<command>^@(?:setfilename|include|finalout|dircategory|set|clear|page|vskip|sp|need"
        r"|bye|(?:short|summary)?contents|setchapternewpage|paragraphindent|exampleindent|noindent"
        r"|footnotestyle|document(?:encoding|language)|afour\w*|smallbook|top(?=[ \t]*$)"
        rf"|(?:end[ \t]+)?(?:if\w+|group))\b{_LINE_END})"
    ),
    r"^@end[ \t]+{}\b",
    {"ignore": "comment", "menu": "menu", "direntry": "menu"},
)
_ORG = _Syntax(
    re.compile(
        r"(?mi)^[ \t]*(?:\#\+begin_(?P<literal>src|example|export|verse)\b"
        r"|(?:\#\+begin_|:)(?P<block>comment\b|(?:properties|logbook)(?=:[ \t]*$))"
        rf"|(?P<comment>\#(?:[ \t]{_LINE_END}|\n|\Z))"
        rf"|(?P<setting>\#\+(?!(?:sub)?title|author|date|caption|name|include)[\w-]+:{_LINE_END}))"
    ),
    r"^[ \t]*(?:#\+end_{}\b|:end:)",
    {"comment": "comment", "properties": "drawer", "logbook": "drawer"},
)
_ASCIIDOC = _Syntax(
    re.compile(
        r"(?m)^(?:(?P<literal>-{4,}|\.{4,})[ \t]*$|(?P<block>/{4,})[ \t]*$"
        rf"|(?P<comment>(?://(?!/){_LINE_END})+)"
        r"|(?P<setting>:!?[\w-]+!?:(?:[ \t](?:[^\n]*\\\n)*[^\n]*)?(?:\n|\Z)"
        r"|(?:(?:ifn?def|endif)::\S*\[(?::[^\n]*)?\]|ifeval::\[[^\n]*\])[ \t]*(?:\n|\Z)))"
    ),
    r"^{}(?=[ \t]*$)",
    {},
)
# Rows that are longer have ends that are not printed, either.
_LONGEST_ROW = 20
# The rest of a line and the indented ones below it.
_BLOCK = r"[^\n]*(?:\n|\Z)(?:(?:[ \t]*\n)*[ \t]+\S[^\n]*(?:\n|\Z))*"
_RST = _Syntax(
    re.compile(
        r"(?m)^\.\.(?:[ \t]+(?:(?P<label>_[^\n]*:[ \t]*\n)"
        rf"|(?P<link_target>_{_BLOCK})|(?P<substitution>\|[^|\n]+\|{_BLOCK})"
        rf"|(?P<menu>(?:contents|toctree)::{_BLOCK})"
        r"|(?P<setting>(?:index|highlight|(?:\w+:)?currentmodule|meta|(?:default-)?role|sectnum"
        rf"|tabularcolumns)::{_BLOCK}|(?:rst-)?class::{_LINE_END})"
        # A picture that is a link.
        rf"|(?P<badge>image::{_LINE_END}(?:[ \t]+:\w+:{_LINE_END}){{0,8}}?[ \t]+:target:{_BLOCK}))"
        rf"|(?P<comment>(?=\s)(?![ \t]+(?:[\w.+:-]+::|\[[^\]\n]+\]|[_|])){_BLOCK}))"
    ),
    "",
    {},
)
_SYNTAXES = {
    media_types.LATEX: _LATEX,
    media_types.TEXINFO: _TEXINFO,
    media_types.ORG: _ORG,
    media_types.ASCIIDOC: _ASCIIDOC,
    media_types.RESTRUCTUREDTEXT: _RST,
}
_BLANK_LINES = re.compile(r"(?:[ \t]*\n)*")


def without_unprinted(text: str, media_type: str) -> tuple[str, tuple[Removed, ...]]:
    r"""Return a text without what its format does not print, and that; other formats stay.

    Of the blank lines around a span, those below are removed, too. In LaTeX, the title, authors and
    date stay, and so do the comments of files without a preamble and sections, such as packages.

    >>> page = "\\documentclass{article}\n\\title{Tide}\n\\begin{document}\nEbb.\n% Flood.\n"
    >>> without_unprinted(page, "text/x-tex")[0]
    '\\title{Tide}\nEbb.\n'
    """
    kept, removed = list[str](), list[Removed]()
    at, length, tail = 0, 0, ""
    syntax = _SYNTAXES.get(media_type)
    for start, end, reason in _unprinted(text, syntax) if syntax else ():
        kept.append(text[at:start])
        length += start - at
        tail = (tail + text[at:start])[-2:]
        at = end
        if tail in {"", "\n\n"}:
            blank = _BLANK_LINES.match(text, end)
            at = blank.end() if blank else end
        removed.append(Removed(length, text[start:at], reason, inline=True))
    return "".join([*kept, text[at:]]), tuple(removed)


def _unprinted(text: str, syntax: _Syntax) -> Iterator[Span]:
    """Yield the spans that are removed, each with the reason."""
    at = 0
    if syntax is _LATEX:
        preamble = _PREAMBLE.match(text)
        if not preamble and not _SECTION.search(text):
            return
        end = preamble.end() + text.startswith("\n", preamble.end()) if preamble else 0
        for title in _TITLE.finditer(text, 0, end):
            if title.start() > at:
                yield at, title.start(), "preamble"
            at = title.end()
        if end > at:
            yield at, end, "preamble"
        at = end
    yield from _found(syntax, text, at)


def _found(syntax: _Syntax, text: str, at: int) -> Iterator[Span]:
    """Yield the spans of a syntax from `at` on, outside of literal text."""
    unclosed = set[str]()
    while found := syntax.tokens.search(text, at):
        at = found.end()
        groups = {"literal": "", "block": "", **found.groupdict()}
        opening = groups["literal"] or groups["block"]
        if not opening:
            yield found.start(), at, (found.lastgroup or "").replace("_", " ")
            continue
        closing = None
        if opening not in unclosed:
            pattern = syntax.closing.format(re.escape(opening)) + _LINE_END
            closing = re.compile(pattern, re.IGNORECASE | re.MULTILINE).search(text, at)
        if closing is None:
            unclosed.add(opening)
            continue
        if syntax is _ASCIIDOC and groups["literal"]:
            yield from _row_ends(text, found, closing)
        at = closing.end()
        if groups["block"]:
            yield found.start(), at, syntax.blocks.get(opening.lower(), "comment")


def _row_ends(text: str, above: re.Match[str], below: re.Match[str]) -> Iterator[Span]:
    """Yield the ends of two long rows around literal text, after their first four signs.

    A short row within the text would close it, and a row below a title must be as long.
    """
    row = above["literal"]
    title = text[text.rfind("\n", 0, max(0, above.start() - 1)) + 1 : above.start()].strip()
    if len(row) <= max(_LONGEST_ROW, len(title) + 2):
        return
    if not re.search(rf"(?m)^{re.escape(row[:4])}[ \t]*$", text[above.end() : below.start()]):
        for each in (above, below):
            yield each.start() + 4, each.start() + len(row), "row end"
