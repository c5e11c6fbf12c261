"""The marks that open and close the blocks of a Markdown line, as compiled expressions.

They are asked at an offset of a text whose lines all end at a line feed. Runs are possessive
wherever they can be, so that no expression looks at a character more than a few times.
"""

from __future__ import annotations

import re

from chunking.types import UnitKind

NOT_BLANK = re.compile(r"[^ \t]")
SPACE = re.compile(r"\s*+")

# A line that can neither open a block nor underline the paragraph above it. Most lines are such,
# and a run of them is passed by in one match.
_PLAIN_TEXT = (
    r"(?:"
    r"[^\s\d#`~|\-+*_=><:]"
    r"|\d(?!\d{0,8}[.)])"
    r"|\*{1,2}[^\s*]|_{1,2}[^\s_]|`{1,2}[^\s`]"
    r")[^\n]*+"
)
_PLAIN = rf" {{0,3}}{_PLAIN_TEXT}"
PLAIN_LINES = re.compile(rf"(?:{_PLAIN}\n?+)++")

_BLANK_LINES = r"(?:[^\S\n]*+\n)++"
_MARKER = r"(?:[-+*]|\d{1,9}[.)]) {1,4}"
_FENCED = (
    r"(?P<ticks>`{3,}+)[^`\n]*+(?=\n|\Z)"
    r"(?:\n(?! {0,3}(?P=ticks)`*+[^\S\n]*+(?:\n|\Z))[^\n]*+)*+"
    r"(?:\n {0,3}`++[^\S\n]*+)?+"
)
# One of backticks, to its closing line or to the end of the text.
WHOLE_FENCE = re.compile(_FENCED)
# Blocks that no line after them can change, where no container is open.
WHOLE_BLOCKS = {
    UnitKind.PARAGRAPH: (rf"(?:{_PLAIN}\n)++", rf"(?:{_BLANK_LINES}|(?=#{{1,6}}[ \t\n]))"),
    UnitKind.HEADING: (r"(?P<marks>#{1,6})(?:[ \t][^\n]*+)?+\n", rf"(?:{_BLANK_LINES})?+"),
    # What follows begins at the margin, where the item ends.
    UnitKind.LIST_ITEM: (
        rf"{_MARKER}{_PLAIN_TEXT}\n(?: *+{_PLAIN_TEXT}\n)*+",
        rf"(?:(?={_MARKER}{_PLAIN_TEXT})|{_BLANK_LINES}(?=\S))",
    ),
    UnitKind.QUOTE: (rf"> ?{_PLAIN}\n(?:(?:> ?)?+{_PLAIN}\n)*+", _BLANK_LINES),
    UnitKind.TABLE: (r"(?:\|[^\n]*+\n)++", _BLANK_LINES),
    UnitKind.FENCE: (rf"{_FENCED}\n", rf"(?:{_BLANK_LINES})?+"),
}
# One of them in the group that is named after its kind, and the blank lines behind it; or nothing.
WHOLE_BLOCK = re.compile(
    "|".join([*(f"(?P<{kind}>{block}){then}" for kind, (block, then) in WHOLE_BLOCKS.items()), ""])
)

HEADING = re.compile(r"(?m)(#{1,6})(?=[ \t]|$)")
FENCE = re.compile(r"(?m)(`{3,}+)[^`\n]*+$|(~{3,}+)")
CLOSING_FENCE = {
    "`": re.compile(r"\n {0,3}(`{3,}+)[^\S\n]*+(?=\n|\Z)"),
    "~": re.compile(r"\n {0,3}(~{3,}+)[^\S\n]*+(?=\n|\Z)"),
}
ITEM = re.compile(r"(?:[-+*]|([0-9]{1,9})[.)])(?=[ \t\n]|\Z)")

# A rule may open a text. So the line below dashes must be the key of a value, `date: 1 May`, with
# comments above it if any, or the closing line.
_KEY = r"""(?:\#[^\n]*+\n)*+["']?(?:[\w$@./-]++ ?){1,4}["']?[ \t]*+:(?=\s|\Z)"""
_FRONT_MATTER = re.compile(
    rf"(---)[^\S\n]*+\n(?={_KEY}|(?:---|\.\.\.)[^\S\n]*+(?:\n|\Z))|(\+\+\+)[^\S\n]*+\n"
)
_CLOSING_FRONT_MATTER = {
    "---": re.compile(r"\n(?:---|\.\.\.)[^\S\n]*+(?=\n|\Z)"),
    "+++": re.compile(r"\n\+\+\+[^\S\n]*+(?=\n|\Z)"),
}


def front_matter(text: str) -> int:
    r"""Where the closing line of the metadata ends that a text begins with; 0 where it has none.

    >>> front_matter("---\na: b\n---\nText."), front_matter("---\n\nText.\n\n---\n")
    (12, 0)
    """
    opening = _FRONT_MATTER.match(text)
    if not opening:
        return 0
    closing = _CLOSING_FRONT_MATTER[opening[0].rstrip()].search(text, opening.end() - 1)
    return closing.end() if closing else 0


_BLOCK_TAGS = (
    "address|article|aside|base|basefont|blockquote|body|caption|center|col|colgroup|dd|details"
    "|dialog|dir|div|dl|dt|fieldset|figcaption|figure|footer|form|frame|frameset|h[1-6]|head"
    "|header|hr|html|iframe|legend|li|link|main|menu|menuitem|nav|noframes|ol|optgroup|option|p"
    "|param|search|section|summary|table|tbody|td|tfoot|th|thead|title|tr|track|ul"
)
_ATTRIBUTE = (
    r"[ \t]++[A-Za-z_:][A-Za-z0-9:._-]*+"
    r"(?:[ \t]*+=[ \t]*+(?:[^\s\"'=<>`]++|'[^'\n]*+'|\"[^\"\n]*+\"))?+"
)
# The group that matched is the kind of the block, 1 to 7 (CommonMark 0.31, section 4.6).
HTML = re.compile(
    r"(?m)<(?:"
    r"((?ai:script|pre|style|textarea)(?=[ \t>]|$))"
    r"|(!--)"
    r"|(\?)"
    r"|(![A-Za-z])"
    r"|(!\[CDATA\[)"
    rf"|(/?(?ai:{_BLOCK_TAGS})(?=[ \t]|/?>|$))"
    rf"|((?:/[A-Za-z][A-Za-z0-9-]*+[ \t]*+|[A-Za-z][A-Za-z0-9-]*+(?:{_ATTRIBUTE})*+[ \t]*+/?)>"
    r"[^\S\n]*+$)"
    r")"
)
# What ends kinds 1 to 5; the other two end at a blank line.
HTML_ENDS = (
    re.compile(r"(?ai)</(?:script|pre|style|textarea)>"),
    re.compile(r"-->"),
    re.compile(r"\?>"),
    re.compile(r">"),
    re.compile(r"\]\]>"),
)

_DELIMITER_ROW = re.compile(r"\|?[ \t]*+:?-++:?[ \t]*+(?:\|[ \t]*+:?-++:?[ \t]*+)*+\|?")
_DEFINITIONS = re.compile(
    r"(?m)(?:"
    r"[ \t]*+\[(?=[^\]]*[^\s\]])(?:[^\[\]\\]|\\.)++\]:"
    r"[ \t]*+\n?+[ \t]*+(?:<(?:[^<>\\\n]|\\.)*+>|(?!<)(?:[^\s()]++|\([^\s()]*+\))++)"
    r"(?:(?:[ \t]++|[ \t]*+\n[ \t]*+)"
    r"(?:\"(?:[^\"\\]|\\[\s\S])*+\"|'(?:[^'\\]|\\[\s\S])*+'|\((?:[^()\\]|\\[\s\S])*+\)))?"
    r"[^\S\n]*+$\n?+"
    r")++"
)


def column_after(blanks: str, column: int) -> int:
    """The column a run of blanks that begins at `column` leads to; tabs stop at every fourth."""
    if "\t" not in blanks:
        return column + len(blanks)
    lead = column % 4
    return column - lead + len((" " * lead + blanks).expandtabs(4))


def columns_delimited(row: str) -> int:
    """How many columns a delimiter row has; 0 if it is none."""
    # A hyphen and a blank open a list item.
    if len(row) < 2 or row[:2] in {"- ", "-\t"} or not _DELIMITER_ROW.fullmatch(row):
        return 0
    return row.strip("|").count("|") + 1


def columns_headed(row: str) -> int:
    """How many columns a header row names; 0 if it has no pipe."""
    row = row.strip()
    if "|" not in row:
        return 0
    bars = row.count("|") - row.count("\\|")
    closed = row.endswith("|") and not row.endswith("\\|")
    return 1 + bars - row.startswith("|") - closed


def after_definitions(text: str, start: int, stop: int) -> int:
    """Where the link reference definitions that begin at `start` end, at most at `stop`."""
    found = _DEFINITIONS.match(text, start, stop)
    return found.end() if found else start


def title(heading: str) -> str:
    """The title of a heading; one of several lines is underlined by its last."""
    last = max(heading.rfind("\n"), heading.rfind("\r"))
    if last >= 0:
        return " ".join(heading[:last].split())
    content = heading.lstrip(" ").lstrip("#").strip()
    bare = content.rstrip("#")
    return " ".join((bare if not bare or bare[-1] in " \t" else content).split())


def after_blank_lines(text: str, begin: int) -> int:
    """Where the first line that is not blank begins, from the blank one at `begin` on."""
    found = SPACE.match(text, begin)
    stop = found.end() if found else begin
    return stop if stop == len(text) else text.rfind("\n", begin, stop) + 1
