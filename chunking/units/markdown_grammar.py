"""Regular expressions for the markers that open and close Markdown blocks.

They are matched at an offset of a text whose lines all end with a line feed. Quantifiers are
possessive wherever possible, so that no character is read more than a few times.
"""

import re

from chunking.core.units import UnitKind

NON_BLANK = re.compile(r"[^ \t]")
SPACE = re.compile(r"\s*+")

# A line that can neither open a block nor underline the paragraph above it. Most lines are plain,
# and a run of them is one match.
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
# A fence of backticks, to its closing line or to the end of the text.
WHOLE_FENCE = re.compile(_FENCED)
# Blocks outside of containers that no later line can change, and what must follow them.
WHOLE_BLOCKS = {
    UnitKind.PARAGRAPH: (rf"(?:{_PLAIN}\n)++", rf"(?:{_BLANK_LINES}|(?=#{{1,6}}[ \t\n]))"),
    UnitKind.HEADING: (r"(?P<hashes>#{1,6})(?:[ \t][^\n]*+)?+\n", rf"(?:{_BLANK_LINES})?+"),
    # The text after it begins at the margin, where the item ends.
    UnitKind.LIST_ITEM: (
        rf"{_MARKER}{_PLAIN_TEXT}\n(?: *+{_PLAIN_TEXT}\n)*+",
        rf"(?:(?={_MARKER}{_PLAIN_TEXT})|{_BLANK_LINES}(?=\S))",
    ),
    UnitKind.QUOTE: (rf"> ?{_PLAIN}\n(?:(?:> ?)?+{_PLAIN}\n)*+", _BLANK_LINES),
    UnitKind.TABLE: (r"(?:\|[^\n]*+\n)++", _BLANK_LINES),
    UnitKind.FENCE: (rf"{_FENCED}\n", rf"(?:{_BLANK_LINES})?+"),
}
# One of them in a group named after its kind, with the blank lines after it, or nothing.
WHOLE_BLOCK = re.compile(
    "|".join([*(f"(?P<{kind}>{block}){then}" for kind, (block, then) in WHOLE_BLOCKS.items()), ""])
)

LINK = re.compile(r"!?\[([^\[\]]*+)\]\([^()\s]*+\)")
HEADING = re.compile(r"(?m)(#{1,6})(?=[ \t]|$)")
# Attributes of a heading, such as its anchor.
_ATTRIBUTES = re.compile(r"(?<=\S)[ \t]+\{:?[ \t]*(?:[#.][\w:.-]+[ \t]*)+\}[ \t]*\Z")
FENCE = re.compile(r"(?m)(`{3,}+)[^`\n]*+$|(~{3,}+)")
CLOSING_FENCE = {
    "`": re.compile(r"\n {0,3}(`{3,}+)[^\S\n]*+(?=\n|\Z)"),
    "~": re.compile(r"\n {0,3}(~{3,}+)[^\S\n]*+(?=\n|\Z)"),
}
ITEM = re.compile(r"(?:[-+*]|([0-9]{1,9})[.)])(?=[ \t\n]|\Z)")

# Dashes at the start of a text may be a rule. The line below must be a key with a value, such as
# `date: 1 May`, with comments above it if any, or the closing line.
# Blank lines and a comment, such as a license, may be above.
_KEY = r"""(?:\#[^\n]*+\n)*+["']?(?:[\w$@./-]++ ?){1,4}["']?[ \t]*+:(?=\s|\Z)"""
_FRONT_MATTER = re.compile(
    r"\s*+(?:<!--(?:[^-]|-(?!->)){0,2000}+-->\s*+)?"
    rf"(?P<opening>---(?=[^\S\n]*+\n(?:{_KEY}|(?:---|\.\.\.)[^\S\n]*+(?:\n|\Z)))|\+\+\+"
    r"|\{(?=\s*+\"[\w-]+\"\s*:))[^\S\n]*+\n"
)
_CLOSING_FRONT_MATTER = {
    "---": re.compile(r"\n(?:---|\.\.\.)[^\S\n]*+(?=\n|\Z)"),
    "+++": re.compile(r"\n\+\+\+[^\S\n]*+(?=\n|\Z)"),
    # Another text is JSON.
    "{": re.compile(r"\n\}(?=[^\S\n]*+\n[^\S\n]*+\n\s*+[^\s{\[\"])"),
}
# The title, the authors and the date of Pandoc.
_TITLE_BLOCK = re.compile(r"%[^\n]*(?:\n(?:%|[ \t]+\S)[^\n]*)*(?=\n[^\S\n]*(?:\n|\Z))")


def front_matter(text: str) -> int:
    r"""Return where the closing line of the front matter of a text ends; 0 if it has none.

    >>> front_matter("---\na: b\n---\nText."), front_matter("---\n\nText.\n\n---\n")
    (12, 0)
    """
    opening = _FRONT_MATTER.match(text)
    if not opening:
        title = _TITLE_BLOCK.match(text)
        return title.end() if title else 0
    closing = _CLOSING_FRONT_MATTER[opening["opening"]].search(text, opening.end() - 1)
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
# The number of the group is the kind of the block, 1 to 7 (CommonMark 0.31, section 4.6).
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
# What ends kinds 1 to 5; kinds 6 and 7 end at a blank line.
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
    """Return the column after spaces and tabs that begin at `column`; a tab stop is 4 wide."""
    if "\t" not in blanks:
        return column + len(blanks)
    lead = column % 4
    return column - lead + len((" " * lead + blanks).expandtabs(4))


def delimiter_columns(row: str) -> int:
    """Return the number of columns of a delimiter row; 0 if it is none."""
    # A hyphen and a space open a list item.
    if len(row) < 2 or row[:2] in {"- ", "-\t"} or not _DELIMITER_ROW.fullmatch(row):
        return 0
    return row.strip("|").count("|") + 1


def header_columns(row: str) -> int:
    """Return the number of columns of a header row; 0 if it has no pipe."""
    row = row.strip()
    if "|" not in row:
        return 0
    bars = row.count("|") - row.count("\\|")
    closed = row.endswith("|") and not row.endswith("\\|")
    return 1 + bars - row.startswith("|") - closed


def after_definitions(text: str, start: int, stop: int) -> int:
    """Return where the link reference definitions from `start` end, at most `stop`."""
    found = _DEFINITIONS.match(text, start, stop)
    return found.end() if found else start


def title(heading: str) -> str:
    """Return the title of a heading without its markers."""
    underline = max(heading.rfind("\n"), heading.rfind("\r"))
    if underline >= 0:
        return " ".join(_ATTRIBUTES.sub("", heading[:underline]).split())
    content = heading.lstrip(" ").lstrip("#").strip()
    bare = content.rstrip("#")
    content = _ATTRIBUTES.sub("", bare if not bare or bare[-1] in " \t" else content)
    return " ".join(LINK.sub(r"\1", content).split())


def after_blank_lines(text: str, begin: int) -> int:
    """Return where the first line with content begins, from the blank one at `begin` on."""
    found = SPACE.match(text, begin)
    stop = found.end() if found else begin
    return stop if stop == len(text) else text.rfind("\n", begin, stop) + 1
