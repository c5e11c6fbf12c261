"""Detection of plain text that needs a fixed-width font."""

import re
from collections.abc import Sequence
from itertools import pairwise

import numpy as np

from chunking.core.document import Document
from chunking.core.text.media_types import LATEX, MARKDOWN, WRITTEN
from chunking.units.conversation import turn_share
from chunking.units.grammars import syntax_of
from chunking.units.layout import layout

# Media types whose lines are shown as they are.
_LINED = WRITTEN - {MARKDOWN, LATEX}
_PAGE_BREAKS = 2
# At least so many lines, and one in so many, must be drawn, or aligned with a neighbor.
_MIN_LINES, _LINES_PER_DRAWN, _LINES_PER_ALIGNED = 4, 250, 100
# The border of a table, the row of one, or box-drawing characters.
_DRAWN = re.compile(r"[|+][-=+]{3,}[+|]|[\u2500-\u257f]|^\s*\|.*\|\s*$")
# A column begins after three spaces or a tab, or after two that end no sentence.
_COLUMN = re.compile(r"(?<=[^\s.!?:;,])(?: {2,}|\t+)(?=\S)|(?<=\S)(?: {3,}|\t+)(?=\S)")
# Hard-wrapped lines have nearly all at most this length, and so many lines that continue are full.
_WRAP_WIDTHS = (60, 120)
_FULL_WIDTH, _FULL_SHARE = 0.75, 0.4
# The share of continued lines that are indented.
_INDENTED_SHARE = 0.25
_INDENTATION = ("  ", "\t")
_SPOKEN_SHARE = 0.5


def is_preformatted(document: Document) -> bool:
    """Return whether a document needs a fixed-width font: source code and preformatted text.

    Preformatted text has page breaks, drawn tables or figures, columns aligned by spaces, or
    hard-wrapped lines of which many are indented. Prose, Markdown and transcripts are not.
    """
    text = document.text
    if syntax_of(document):
        return True
    if document.media_type not in _LINED:
        return False
    if text.count("\f") >= _PAGE_BREAKS:
        return True
    lines = [line.expandtabs() for line in text.splitlines()]
    count = sum(not line.isspace() for line in lines if line)
    if _is_frequent(
        sum(_DRAWN.search(line) is not None for line in lines), count, _LINES_PER_DRAWN
    ):
        return True
    if _is_frequent(_count_aligned(lines), count, _LINES_PER_ALIGNED):
        return True
    return _is_indented(lines) and turn_share(text, layout(document)) < _SPOKEN_SHARE


def _is_frequent(found: int, count: int, per: int) -> bool:
    return found >= _MIN_LINES and found * per >= count


def _count_aligned(lines: Sequence[str]) -> int:
    """Return how many lines have a column that starts below or above one of a neighboring line."""
    columns = [{match.end() for match in _COLUMN.finditer(line)} for line in lines]
    shared = [not a.isdisjoint(b) for a, b in pairwise(columns)]
    return sum(a or b for a, b in zip([False, *shared], [*shared, False], strict=True))


def _is_indented(lines: Sequence[str]) -> bool:
    """Whether lines are wrapped at a fixed width, and many continue at an indentation."""
    lengths = np.array([len(line.rstrip()) for line in lines])
    if not lengths.any():
        return False
    width = np.percentile(lengths[lengths > 0], 95)
    if not _WRAP_WIDTHS[0] <= width <= _WRAP_WIDTHS[1]:
        return False
    continues = (lengths[:-1] > 0) & (lengths[1:] > 0)
    full = np.flatnonzero(continues & (lengths[:-1] > _FULL_WIDTH * width))
    if len(full) == 0 or len(full) < _FULL_SHARE * np.count_nonzero(continues):
        return False
    indented = sum(lines[i + 1].startswith(_INDENTATION) for i in full.tolist())
    return indented >= _INDENTED_SHARE * len(full)
