"""Detection of plain text that needs a fixed-width font."""

from collections.abc import Sequence

import numpy as np

from chunking.core.document import Document
from chunking.core.text.media_types import LATEX, MARKDOWN, WRITTEN
from chunking.units.conversation import turn_share
from chunking.units.grammars import syntax_of
from chunking.units.indented_code import indented_type
from chunking.units.insertion import with_line_feeds
from chunking.units.layout import layout
from chunking.units.plain_tables import plain_tables

# Media types whose lines are shown as they are.
_LINED = WRITTEN - {MARKDOWN, LATEX}
_PAGE_BREAKS = 2
# At least so many lines, and one in so many, must be those of tables and drawings.
_MIN_LINES, _LINES_PER_ROW = 4, 100
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
    if syntax_of(document) or indented_type(document):
        return True
    if document.media_type not in _LINED:
        return False
    if text.count("\f") >= _PAGE_BREAKS:
        return True
    lines = [line.expandtabs() for line in text.splitlines()]
    count = sum(not line.isspace() for line in lines if line)
    rows = sum(text.count("\n", a, b) + 1 for a, b in plain_tables(with_line_feeds(text)))
    if rows >= _MIN_LINES and rows * _LINES_PER_ROW >= count:
        return True
    return _is_indented(lines) and turn_share(text, layout(document)) < _SPOKEN_SHARE


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
