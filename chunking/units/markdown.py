"""Markdown."""

from __future__ import annotations

import numpy as np

from chunking.types import Outline, UnitKind, Units
from chunking.units import markdown_grammar as grammar
from chunking.units.markdown_blocks import CLOSED, FENCE, PARAGRAPH, PROSE, TAIL, Blocks


def scan(text: str) -> tuple[Units, Outline]:
    """The structural blocks of a Markdown text, in order, and the headings above each place."""
    if "\r" in text:
        # As long as before: offsets stay what they are, and a blank at a line's end means nothing.
        text = text.replace("\r\n", " \n").replace("\r", "\n")
    blocks = Blocks(text)
    at = _front_matter(blocks)
    while at < len(text):
        if not blocks.stack:
            at = _leap(blocks, at)
            if at >= len(text):
                break
        at = blocks.read(at)
    blocks.close()
    units = Units(
        np.array(blocks.starts, dtype=np.int64),
        np.array(blocks.ends, dtype=np.int64),
        np.array(blocks.kinds, dtype=np.uint8),
        np.array(blocks.atomic, dtype=np.bool_),
    )
    return units, _outline(blocks.headings)


def _front_matter(blocks: Blocks) -> int:
    """Where the text after the front matter begins."""
    text = blocks.text
    opening = grammar.FRONT_MATTER.match(text)
    if not opening:
        return 0
    closing = grammar.CLOSING_FRONT_MATTER[opening[1]].search(text, opening.end() - 1)
    if not closing:
        return 0
    end = len(text[: closing.end()].rstrip())
    blocks.add(0, end, UnitKind.FRONT_MATTER.code, atomic=True)
    return closing.end() + 1


def _leap(blocks: Blocks, at: int) -> int:
    """Pass by the lines that need no second look, outside of containers."""
    text = blocks.text
    if blocks.leaf == FENCE:
        for closing in grammar.CLOSING_FENCE[blocks.fence[0]].finditer(text, at - 1):
            if len(closing[1]) >= len(blocks.fence):
                blocks.last = closing.end(1)
                blocks.close()
                return closing.end() + 1
        blocks.last = len(text.rstrip())
        return len(text)
    if blocks.leaf not in {CLOSED, PARAGRAPH, TAIL}:
        return at
    found = grammar.PLAIN_LINES.match(text, at)
    if not found:
        return at
    stop = found.end()
    last = at + len(text[at:stop].rstrip())
    if blocks.leaf != PARAGRAPH:
        blocks.close()
        if stop == len(text) or text[stop] == "\n":
            blocks.add(at, last, PROSE)
            return stop + 1
        blocks.leaf = PARAGRAPH
        blocks.kind = PROSE
        blocks.whole = False
        blocks.first = blocks.own = at
    blocks.last = last
    blocks.header = blocks.header_line = text.rfind("\n", 0, last) + 1
    return stop


def _outline(headings: list[tuple[int, int, str]]) -> Outline:
    """The path in force from each heading on."""
    path: list[tuple[int, str]] = []
    paths = []
    for _, level, title in headings:
        while path and path[-1][0] >= level:
            path.pop()
        path.append((level, title))
        paths.append(tuple(name for _, name in path))
    return Outline(np.array([row[0] for row in headings], dtype=np.int64), tuple(paths))
