"""Headings, literal blocks and tables of formats with marks at the start of lines."""

import re
from bisect import bisect_right
from collections.abc import Sequence
from functools import partial
from typing import NamedTuple

from chunking.core.layout import Outline
from chunking.core.text import media_types
from chunking.core.units import Units
from chunking.units.insertion import (
    Heading,
    broken,
    insert_headings,
    with_line_feeds,
    without_overlaps,
)
from chunking.units.paragraphs import paragraphs, paragraphs_and_lists
from chunking.units.plain_tables import plain_tables

_MAX_LEVEL = 255
_UNDERLINES = "=-~^+"
_TEXINFO_CHAPTERS = frozenset({"chapheading", "majorheading"})


class Markup(NamedTuple):
    """How a format marks its lines.

    Attributes:
        tokens: A heading, or the line that opens a literal block or a table. The group `marks` is
            the level of a heading: a run of signs, a digit or a command; `title` is the title of
            the document, which encloses all headings; `underline` a row below a heading. `block`
            or `table` is what opens a block or a table.
        closing: The pattern of what closes a block for what has opened it, `{0}`; "" is for all
            others. Or the pattern of the rows of signs that close what the same row has opened.
        title: Markup in the text of a heading: each pattern with what replaces it.
        breaks: Lines that begin a paragraph without a blank line above.
    """

    tokens: re.Pattern[str]
    closing: str | dict[str, str]
    title: tuple[tuple[re.Pattern[str], str], ...]
    breaks: re.Pattern[str] | None = None


def _patterns(*pairs: tuple[str, str]) -> tuple[tuple[re.Pattern[str], str], ...]:
    return tuple((re.compile(pattern, re.IGNORECASE), by) for pattern, by in pairs)


def _quotes(signs: str) -> str:
    """Return the pattern of signs around words, which tries a run of signs once."""
    inside = signs.replace("_", "")
    letter = r"(?<=[^\W_])"
    return (
        rf"(?<![\w{signs}])[{signs}]++(?=\w)|{letter}[{signs}]++(?!\w)"
        rf"|{letter}[{inside}]{{2,}}+(?=\w)"
    )


_MULTILINE = re.MULTILINE
_ASCIIDOC = Markup(
    re.compile(
        # Anchors and attributes may stand above.
        r"^(?:(?:\[{1,2}[^\]\n]{0,200}\]{1,2}[ \t]*\n){0,4}"
        r"(?P<marks>={1,6}|\#{1,6})[ \t]+\S[^\n]*+"
        r"|(?:\[[^\]\n]{0,200}\][ \t]*\n|\.[^\s.][^\n]*\n){0,4}"
        r"(?:(?P<block>-{4,}|\.{4,}|\+{4,}|/{4,}|`{3,})|(?P<table>[|,:!]={3,}))[ \t]*$"
        r"|(?<!\S\n)[^\s=|.\[\-+/][^\n]{0,99}\n(?P<underline>=+|-+|~+|\^+|\++)[ \t]*$)",
        _MULTILINE,
    ),
    r"^(?:-{4,}|\.{4,}|\+{4,}|/{4,}|`{3,}|[|,:!]={3,})(?=[ \t]*$)",
    _patterns(
        (r"^(?:\[[^\n]*\n)+", ""),
        (r"^([=#]+)[ \t]+(.*\S)[ \t]+\1$", r"\2"),
        (r"^[=#]+[ \t]+|\n.*", ""),
        (r"\[\[[^\[\]]*\]\]", ""),
        (_quotes("*_`#"), ""),
    ),
)
_MEDIAWIKI = Markup(
    re.compile(
        r"^(?:(?P<marks>={1,6})[ \t]*[^\s=][^\n]*?(?P=marks)[ \t]*(?:<!--[^\n]*)?$"
        r"|[ \t:]*<(?P<block>pre|nowiki|syntaxhighlight|source|math|gallery)\b[^>/\n]*>"
        r"|[ \t:]*(?P<table>\{\|))",
        _MULTILINE,
    ),
    {"{|": r"^[ \t:]*\|\}", "": r"</{0}[ \t]*>"},
    _patterns(
        (r"<!--.*", ""),
        (r"^=+[ \t]*|(?<!=)=+[ \t]*$", ""),
        (r"\[\[(?:[^\[\]|]*\|)?([^\[\]|]*)\]\]", r"\1"),
        (r"'{2,5}|<[^<>]*>", ""),
    ),
)
_ORG = Markup(
    re.compile(
        r"^(?:(?P<title>\#\+title:[ \t]*+\S[^\n]*+)"
        r"|(?P<marks>\*+)[ ]+\S[^\n]*+"
        r"|[ \t]*+\#\+begin_(?P<block>src|example|export|comment|verbatim)\b[^\n]*+)",
        re.IGNORECASE | _MULTILINE,
    ),
    {"": r"^[ \t]*+\#\+end_{0}\b[^\n]*+"},
    _patterns(
        (r"^\#\+title:[ \t]*", ""),
        (r"^\*+[ ]+(?:(?-i:TODO|DONE|NEXT|WAITING|CANCELLED)[ ]+)?(?:\[\#\w\][ ]+)?", ""),
        (r"(?<![ \t])[ \t]+:[\w@#%:]+:[ \t]*$", ""),
        (r"\[\[[^\[\]]*\]\[([^\[\]]*)\]\]|\[\[([^\[\]]*)\]\]", r"\1\2"),
    ),
)
_POD = Markup(
    re.compile(
        r"^=(?:head(?P<marks>[1-6])[ \t]+\S[^\n]*+|begin[ \t]+(?P<block>\w+)\b[^\n]*+)", _MULTILINE
    ),
    {"": r"^=end[ \t]+{0}\b[^\n]*+"},
    _patterns((r"^=head\d[ \t]+", ""), (r"[A-Z]<+\s?([^<>|]*?)(?:\|[^<>]*)?\s?>+", r"\1")),
)
_TEXINFO = Markup(
    re.compile(
        # Anchors may stand above.
        r"^(?:@anchor\b[^\n]*\n\s*){0,8}"
        r"@(?:(?P<title>settitle[ \t]+\S[^\n]*+)"
        r"|(?P<marks>top|(?:part|chapter|unnumbered|appendix|chapheading|majorheading"
        r"|(?:unnumbered|appendix)?(?:sub){0,2}sec(?:tion)?|(?:sub){0,2}heading))"
        r"[ \t]+\S[^\n]*+"
        r"|(?P<block>(?:small)?(?:example|lisp|verbatim|display|format)|copying|titlepage|tex)"
        r"[ \t]*$|(?P<table>multitable)\b[^\n]*+)",
        _MULTILINE,
    ),
    {"": r"^@end[ \t]+{0}\b[^\n]*+"},
    _patterns(
        (r"(?s)^(?:@anchor\b[^\n]*\n\s*)+", ""),
        (r"^@\w+[ \t]+", ""),
        (r"@\w+\{([^{}]*)\}", r"\1"),
        (r"@([@{}])", r"\1"),
    ),
    # Commands that begin an item, a definition or a list.
    re.compile(
        r"^@(?:item|table|itemize|enumerate|ftable|vtable|def\w*(?<!x)|end|quotation|multitable)\b",
        _MULTILINE,
    ),
)
_TEXTILE = Markup(
    re.compile(
        r"^(?:h(?P<marks>[1-6])(?:\([^)\n]*\)|\{[^}\n]*\}|[<>=])*\.[ \t]+\S[^\n]*+"
        r"|(?P<block>(?:bc|pre)\.\.?|<pre)(?=[ \t>])[^\n]*+|(?P<table>table)[^.\n]{0,99}\.[ \t]*$)",
        _MULTILINE,
    ),
    {
        **dict.fromkeys(("bc.", "pre.", "table"), r"(?=\n[ \t]*\n)|\Z"),
        **dict.fromkeys(("bc..", "pre.."), r"(?=\n[ \t]*\n(?:p|h[1-6]|bq|bc|pre)\b[^\n]*\.)|\Z"),
        "<pre": r"</pre>",
    },
    _patterns((r"^h[1-6][^.\n]*\.[ \t]+", ""), (r'"([^"]*)":\S+', r"\1")),
)
_TYPST = Markup(
    re.compile(r"^(?:(?P<marks>=+)[ \t]+\S[^\n]*+|[ \t]*(?P<block>`{3,})[^`\n]*$)", _MULTILINE),
    "`{3,}",
    _patterns((r"^=+[ \t]+|<[\w:.-]+>[ \t]*$", ""), (_quotes("*_"), "")),
)
_FORMATS = {
    media_types.ASCIIDOC: _ASCIIDOC,
    media_types.MEDIAWIKI: _MEDIAWIKI,
    media_types.ORG: _ORG,
    media_types.POD: _POD,
    media_types.TEXINFO: _TEXINFO,
    media_types.TEXTILE: _TEXTILE,
    media_types.TYPST: _TYPST,
}


def line_markup(text: str, media_type: str) -> tuple[Units, Outline]:
    """Return the blocks and the outline of a text in a format of `media_types.LINE_MARKUP`.

    The title of the document encloses all headings. Literal blocks are fences; tables are those of
    the format, and in Org those of `plain_tables`.
    """
    markup = _FORMATS[media_type]
    found = _Scanner(with_line_feeds(text), markup)
    blocks = paragraphs_and_lists(text)
    if markup.breaks is not None:
        blocks = broken(
            text, blocks, (each.start() for each in markup.breaks.finditer(found.lines))
        )
    tables = plain_tables(found.lines) if markup is _ORG else found.tables
    fences = found.fences if markup is not _POD else _with_verbatim(found.lines, found.fences)
    title = partial(title_of, media_type=media_type)
    return insert_headings(text, blocks, found.headings, title, fences=fences, tables=tables)


def _with_verbatim(lines: str, fences: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return the literal blocks of POD with its indented paragraphs."""
    units = paragraphs(lines)
    spans = zip(units.starts.tolist(), units.ends.tolist(), strict=True)
    verbatim = [(start, end) for start, end in spans if lines[start] in " \t"]
    return sorted([*fences, *without_overlaps(lines, verbatim, fences)])


def title_of(source: str, media_type: str) -> str:
    """Return the title of a heading without markup.

    >>> title_of("** TODO [#A] Read the [[https://example.org][tables]]  :sea:moon:", "text/x-org")
    'Read the tables'
    >>> title_of("== The [[Tide|tides]] ==", "text/x-wiki")
    'The tides'
    """
    for pattern, by in _FORMATS[media_type].title:
        source = pattern.sub(by, source)
    return " ".join(source.split())


class _Scanner:
    """Finds the headings, literal blocks and tables of a text."""

    def __init__(self, lines: str, markup: Markup) -> None:
        self.lines = lines
        self.headings: list[Heading] = []
        self.fences: list[tuple[int, int]] = []
        self.tables: list[tuple[int, int]] = []
        self._markup = markup
        self._unclosed: set[str] = set()
        self._rows: dict[str, list[int]] = {}  # ends of rows of signs that may close a block
        if isinstance(markup.closing, str):
            for row in re.finditer(markup.closing, lines, _MULTILINE):
                self._rows.setdefault(row[0], []).append(row.end())
        self._has_title = False
        at = 0
        while token := markup.tokens.search(lines, at):
            at = self._take(token)

    def _take(self, token: re.Match[str]) -> int:
        """Add what a token begins; return where to go on."""
        groups = token.groupdict()
        opening = (groups.get("block") or groups.get("table") or "").lower()
        if opening:
            return self._add_block(token, opening, is_table=bool(groups.get("table")))
        underline = groups.get("underline")
        if underline and abs(token.end() - 2 * token.start("underline") + token.start() + 1) > 2:
            return token.start("underline")  # it opens a block
        is_title = bool(groups.get("title"))
        if is_title and (self._has_title or self.headings):
            return token.end()
        self._has_title |= is_title
        marks = groups.get("marks") or ""
        level = _level(marks, underline) if not is_title else 0
        start = token.end() - len(token[0].lstrip())
        end = start + len(token[0].strip())
        self.headings.append(Heading(start, end, min(level + self._has_title, _MAX_LEVEL)))
        return token.end()

    def _add_block(self, token: re.Match[str], opening: str, *, is_table: bool) -> int:
        closing = None if opening in self._unclosed else self._closing(opening, token.end())
        if closing is None:
            self._unclosed.add(opening)
            return token.end()
        start = token.end() - len(token[0].lstrip())
        end = start + len(self.lines[start:closing].rstrip())
        (self.tables if is_table else self.fences).append((start, end))
        return max(token.end(), end)

    def _closing(self, opening: str, at: int) -> int | None:
        """Return where what closes a block ends, from `at` on; None if nothing does."""
        closing = self._markup.closing
        if isinstance(closing, str):
            ends = self._rows.get(opening, [])
            i = bisect_right(ends, at)
            return ends[i] if i < len(ends) else None
        pattern = closing.get(opening, closing.get("", "")).replace("{0}", re.escape(opening))
        found = re.compile(pattern, re.IGNORECASE | re.MULTILINE).search(self.lines, at)
        return found.end() if found else None


def _level(marks: str, underline: str | None) -> int:
    if underline:
        return 1 + _UNDERLINES.index(underline[0])
    if marks.isdigit():
        return int(marks)
    if marks.endswith(("sec", "section", "heading")) and marks not in _TEXINFO_CHAPTERS:
        return 2 + marks.count("sub")
    return 1 if marks.isalpha() else len(marks)
