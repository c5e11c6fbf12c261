"""Removal of comments, and of HTML tags without words, from Markdown."""

import re
from collections.abc import Iterator

import numpy as np

from chunking.core.origin import Removed
from chunking.core.units import UnitKind
from chunking.units.markdown import scan

_VERBATIM = [kind.code for kind in (UnitKind.CODE, UnitKind.FENCE, UnitKind.FRONT_MATTER)]
# Elements that format their text. Links stay, as their address is content.
_NAMES = (
    "abbr|acronym|b|bdi|bdo|big|cite|data|del|dfn|em|font|h[1-6]|i|ins|kbd|label|mark|q|s|samp"
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
_TAG = rf"(?:{_COMMENT}|{_PICTURE}|{_BREAK}|</?(?:{_NAMES}){_END}|{_ANCHOR})"
# Elements around blocks, whose tags are removed where they stand alone, as around badges. Their
# line stays between the blocks, blank.
_BLOCK = rf"</?(?:center|div|p|picture|source){_END}"
_FOUND = re.compile(
    rf"""
      \\[\\`<]
    | (?<!`)(?P<ticks>`{{1,3}})(?!`)
      (?:[^`\n]++|(?!(?P=ticks)(?!`))`++|\n(?!\s*\n))++(?P=ticks)
    | (?P<lines>^[ \t]*+(?:{_TAG}[ \t]*+)++(?:\n|\Z))
    | (?P<block>^[ \t]*+(?:(?:{_TAG}|{_BLOCK})[ \t]*+)++$)
    | (?P<tags>{_TAG}++)
    | (?P<link><a(?=\s){_END})
    | (?P<end></a>)
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
    for start, end in _tags(text) if "<" in text else ():
        part, found = text[last:start], text[start:end]
        size += len(part)
        kept.append(part)
        reason = "comment" if found.lstrip().startswith("<!") else "HTML tag"
        removed.append(Removed(size, found, reason, inline=True))
        last = end
    return "".join([*kept, text[last:]]), tuple(removed)


def _tags(text: str) -> Iterator[tuple[int, int]]:
    """Yield the spans of comments and of tags that are not in code."""
    in_link = False
    for start, end in _spans_outside_code(text):
        for found in _FOUND.finditer(text, start, end):
            if found["link"] or found["end"]:
                if found["end"] and not in_link:
                    yield found.span()
                in_link = bool(found["link"])
            elif found["lines"] or found["block"] or found["tags"]:
                yield found.span()


def _spans_outside_code(text: str) -> Iterator[tuple[int, int]]:
    """Yield the spans between blocks of code and front matter."""
    blocks, _ = scan(text)
    start = 0
    for row in np.flatnonzero(np.isin(blocks.kinds, _VERBATIM)).tolist():
        yield start, int(blocks.starts[row])
        start = int(blocks.ends[row])
    yield start, len(text)
