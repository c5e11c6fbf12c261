"""Blocks of Markdown, made from the texts of other formats."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

# A line of running text that Markdown would take for a heading, a fence, an underline or raw
# HTML. The last two may swallow the whole rest of a document.
_MISTAKEN = re.compile(
    r"^(?=#{1,6}(?:[ \t]|$)|`{3}|~{3}|=+[ \t]*$|-+[ \t]*$|</?[A-Za-z]|<[!?])", re.MULTILINE
)
_RUN = re.compile("`+")


def paragraph(text: str) -> str:
    """The text, with a backslash before what would be read as another block at a line's start."""
    return _MISTAKEN.sub(r"\\", text)


def heading(level: int, text: str) -> str:
    """A heading of level 1 to 6, on one line.

    >>> heading(2, "Who goes there?")
    '## Who goes there?'
    """
    return "#" * max(1, min(level, 6)) + " " + " ".join(text.split())


def fence(code: str, language: str = "") -> str:
    """A fence around the code, longer than any run of backticks in it."""
    longest = max((len(run) for run in _RUN.findall(code)), default=0)
    ticks = "`" * max(3, longest + 1)
    return f"{ticks}{language}\n{code.rstrip()}\n{ticks}"


def inline_code(code: str) -> str:
    """The code between backticks, more of them than any run in it."""
    ticks = "`" * (max((len(run) for run in _RUN.findall(code)), default=0) + 1)
    pad = " " if code.startswith("`") or code.endswith("`") else ""
    return f"{ticks}{pad}{code}{pad}{ticks}" if code.strip() else ""


def table(rows: Sequence[Sequence[str]]) -> str:
    """The rows as a pipe table, the first as its header; one cell alone is a paragraph.

    Only the header is filled up to the widest row: a shorter row stays short, as Markdown
    allows, and one wide row cannot blow up a long table.
    """
    rows = [row for row in rows if any(cell.strip() for cell in row)]
    if not rows:
        return ""
    width = max(len(row) for row in rows)
    if len(rows) == 1 and width == 1:
        return paragraph(rows[0][0])
    header = [*rows[0], *[""] * (width - len(rows[0]))]
    lines = [_row(header), _row(["---"] * width), *(_row(row) for row in rows[1:])]
    return "\n".join(lines)


def _row(cells: Sequence[str]) -> str:
    return "| " + " | ".join(" ".join(cell.split()).replace("|", "\\|") for cell in cells) + " |"
