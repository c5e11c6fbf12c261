"""Removal of comments, and of HTML tags without words, from Markdown."""

import re
from collections.abc import Iterator

import numpy as np

from chunking.core.origin import Removed
from chunking.core.units import UnitKind, Units
from chunking.units.markdown import scan

_VERBATIM = [kind.code for kind in (UnitKind.CODE, UnitKind.FENCE, UnitKind.FRONT_MATTER)]
_HTML = [UnitKind.HTML.code, UnitKind.TABLE.code, UnitKind.HEADING.code]
# Elements that format their text. Links stay, as their address is content.
_NAMES = (
    "abbr|acronym|b|bdi|bdo|big|cite|data|del|dfn|em|font|i|ins|kbd|label|mark|q|s|samp"
    "|small|span|strike|strong|sub|sup|time|tt|u|var|wbr"
)
_END = r"(?=[\s/>])[^<>]*+>"
# It stops where another comment could begin, so that an open one is not read again and again.
_COMMENT = r"<!--(?:[^<-]++|-(?!->)|<(?!!--))*+-->"
_IMAGE = r"""<img\b(?:[^<>"']|"[^"<]*+"|'[^'<]*+')*+>"""
_PICTURE = rf"(?:<a\s[^<>]*+>\s*+{_IMAGE}\s*+</a>|{_IMAGE})"
# A line break between two words parts them, and stays.
_BREAK = rf"(?:(?<=\s)<br{_END}|<br{_END}(?=\s|\Z))"
_ANCHOR = rf"<a(?=\s)(?![^<>]*\shref){_END}(?:</a>)?+"
_TAG = (
    rf"(?:{_COMMENT}|{_PICTURE}|{_BREAK}|</?(?:{_NAMES}){_END}|{_ANCHOR}"
    rf"|<h[1-6]{_END}(?:\s*+(?:{_PICTURE}|{_BREAK}))*+\s*+</h[1-6]\s*>)"
)
# Tags that structure text, which stay without their attributes: of tables, but for cells that
# span others, and of headings that end before a blank line.
_KEPT = (
    r"<(?:table|thead|tbody|tfoot|tr|t[dh](?![^<>]*span)|(?P<heading>h[1-6]))(?=[\s>])"
    r"(?P<attributes>[^<>]*+)>"
    r"(?(heading)(?=(?:[^<\n]++|\n(?!\s*\n)|<(?!/?h[1-6]))*+</h[1-6]))"
)
_HREF = re.compile(r"""(?<=\s)href\s*=\s*(?:"[^"]*"|'[^']*'|[^\s>]+)""", re.IGNORECASE)
# Elements around blocks, whose tags are removed where they stand alone, as around badges. Their
# line stays between the blocks, blank.
_BLOCK = rf"</?(?:center|div|p|picture|source){_END}"
_INDENTATION = re.compile(r"(?m)^[ \t]++(?=\S|\Z)")
_FOUND = re.compile(
    rf"""
      \\[\\`<]
    | (?<!`)(?P<ticks>`{{1,3}})(?!`)
      (?:[^`\n]++|(?!(?P=ticks)(?!`))`++|\n(?!\s*\n))++(?P=ticks)
    | (?P<lines>^[ \t]*+(?:{_TAG}[ \t]*+)++(?:\n|\Z))
    | (?P<block>^[ \t]*+(?:(?:{_TAG}|{_BLOCK})[ \t]*+)++$)
    | (?P<tags>{_TAG}++)
    | (?P<link><a(?=\s){_END})
    | (?P<end></a(?P<space>\s*+)>)
    | {_KEPT}
    | (?P<end_of_heading></?h[1-6]{_END})
    """,
    re.IGNORECASE | re.MULTILINE | re.VERBOSE,
)


def without_tags(text: str) -> tuple[str, tuple[Removed, ...]]:
    r"""Return a Markdown text without comments, pictures and tags that have no words, and those.

    Code stays, and so do links, what is escaped, and a line break between two words.

    >>> without_tags("1. <span class='term'>Fees</span> are due.")[0]
    '1. Fees are due.'
    """
    kept, removed, size, last = list[str](), list[Removed](), 0, 0
    for start, end in sorted(_spans(text)) if "<" in text else ():
        part, found = text[last:start], text[max(start, last) : end]
        # A line break in a tag is removed together with the indentation below it, but for a space.
        if not found or (start < last and found.isspace()):
            continue
        size += len(part)
        kept.append(part)
        reason = "comment" if found.lstrip().startswith("<!") else "HTML tag"
        removed.append(
            Removed(size, found, reason if found.strip() else "indentation", inline=True)
        )
        last = end
    return "".join([*kept, text[last:]]), tuple(removed)


def _spans(text: str) -> Iterator[tuple[int, int]]:
    """Yield the spans of what has no words outside of code, which may overlap."""
    blocks, _ = scan(text)
    yield from _indentation(text, blocks)
    start = 0
    for row in np.flatnonzero(np.isin(blocks.kinds, _VERBATIM)).tolist():
        yield from _tags(text, start, int(blocks.starts[row]))
        start = int(blocks.ends[row])
    yield from _tags(text, start, len(text))


def _indentation(text: str, blocks: Units) -> Iterator[tuple[int, int]]:
    """Yield the indentation in HTML at the margin, which would be code without the tag above."""
    is_html = np.isin(blocks.kinds, _HTML) & ~(blocks.atomic & (blocks.kinds == _HTML[0]))
    starts, at_margin = [*blocks.starts.tolist(), len(text)], False
    for row in np.flatnonzero(is_html).tolist():
        start = starts[row]
        begins_line = text[start - 1 : start] in {"", "\n"}
        at_margin = text[start] == "<" and (begins_line or (at_margin and is_html[row - 1]))
        if at_margin:
            for found in _INDENTATION.finditer(text, start, starts[row + 1]):
                yield found.span()


def _tags(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Yield the spans of comments, tags and attributes."""
    in_link = in_heading = False
    for found in _FOUND.finditer(text, start, end):
        if found["link"]:
            in_link = True
            yield from _around_address(found)
        elif found["end"]:
            yield found.span("space" if in_link else 0)
            in_link = False
        elif found["attributes"] is not None:
            in_heading = in_heading or bool(found["heading"])
            yield found.span("attributes")
        elif found["end_of_heading"] and in_heading:
            in_heading = False
        elif found["end_of_heading"] or found["lines"] or found["block"] or found["tags"]:
            yield found.span()


def _around_address(link: re.Match[str]) -> Iterator[tuple[int, int]]:
    """Yield the spans before and after the address in a start tag, but for one space."""
    address = _HREF.search(link.string, link.start(), link.end())
    if address:
        yield link.start() + len("<a"), address.start() - 1
        yield address.end(), link.end() - 1
