"""Headings and blocks of Org."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from chunking.units.insertion import Heading, insert_headings, with_line_feeds
from chunking.units.paragraphs import paragraphs_and_lists
from chunking.units.plain_tables import plain_tables

if TYPE_CHECKING:
    from chunking.core.layout import Outline
    from chunking.core.units import Units

# The title of the document, a heading, or the beginning of a block of literal text.
_TOKENS = re.compile(
    r"^(?:(?P<title>\#\+title:[ \t]*+\S[^\n]*+)"
    r"|(?P<stars>\*+)[ ]+\S[^\n]*+"
    r"|[ \t]*+\#\+begin_(?P<literal>src|example|export|comment|verbatim)\b[^\n]*+)",
    re.IGNORECASE | re.MULTILINE,
)
_PREFIX = re.compile(
    r"\#\+title:[ \t]*|\*+[ ]+(?:(?:TODO|DONE|NEXT|WAITING|CANCELLED)[ ]+)?(?:\[\#\w\][ ]+)?",
    re.IGNORECASE,
)
_TAGS = re.compile(r"[ \t]+:[\w@#%:]+:[ \t]*$")
_LINK = re.compile(r"\[\[[^\[\]]*\]\[([^\[\]]*)\]\]|\[\[([^\[\]]*)\]\]")
_MAX_LEVEL = 255


def org(text: str) -> tuple[Units, Outline]:
    """Return the blocks and the outline of Org.

    The title of the document encloses all headings. Blocks of source code, examples and other
    literal text are fences; tables are those of `plain_tables`.
    """
    lines = with_line_feeds(text)
    headings: list[Heading] = []
    fences: list[tuple[int, int]] = []
    unclosed: set[str] = set()
    has_title = False
    at = 0
    while token := _TOKENS.search(lines, at):
        at = token.end()
        start = at - len(token[0].lstrip())
        if name := (token["literal"] or "").lower():
            closing = None if name in unclosed else _closing(name).search(lines, at)
            if closing:
                at = closing.end()
                fences.append((start, start + len(lines[start:at].rstrip())))
            else:
                unclosed.add(name)
            continue
        if token["title"] and (has_title or headings):
            continue
        has_title = has_title or bool(token["title"])
        level = len(token["stars"] or "") + has_title
        headings.append(Heading(start, start + len(token[0].rstrip()), min(level, _MAX_LEVEL)))
    blocks, tables = paragraphs_and_lists(text), plain_tables(lines)
    return insert_headings(text, blocks, headings, title, fences=fences, tables=tables)


def title(source: str) -> str:
    """Return the title of a heading without its stars, state, priority, tags and links.

    >>> title("** TODO [#A] Read the [[https://example.org][tables]]  :sea:moon:")
    'Read the tables'
    """
    found = _PREFIX.match(source)
    bare = _TAGS.sub("", source[found.end() if found else 0 :])
    return " ".join(_LINK.sub(r"\1\2", bare).split())


def _closing(name: str) -> re.Pattern[str]:
    return re.compile(rf"^[ \t]*+\#\+end_{name}\b[^\n]*+", re.IGNORECASE | re.MULTILINE)
