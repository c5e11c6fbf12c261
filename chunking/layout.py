"""The layout of a document: its blocks, its headings, and the places no cut may touch."""

from __future__ import annotations

import numpy as np

from chunking.types import Document, Layout, Outline, UnitKind
from chunking.units.markdown import scan
from chunking.units.paragraphs import paragraphs

# Texts in which a leading `#` is a heading. In everything else it may be a comment.
_MARKUP = {"text/markdown", "text/plain"}
_PROTECTED = [UnitKind.FENCE.code, UnitKind.TABLE.code]


def layout(document: Document) -> Layout:
    """The blocks of a document by its media type: Markdown's, or a source file's paragraphs.

    Plain text is read as Markdown, as both published systems read everything, except that an
    indented paragraph there is prose and not code.
    """
    if document.media_type in _MARKUP:
        blocks, outline = scan(document.text)
        if document.media_type == "text/plain":
            blocks.kinds[blocks.kinds == UnitKind.CODE.code] = UnitKind.PARAGRAPH.code
    else:
        blocks = paragraphs(document.text, UnitKind.CODE)
        outline = Outline(np.zeros(0, np.int64), ())
    protected = blocks.atomic & np.isin(blocks.kinds, _PROTECTED)
    return Layout(blocks, outline, blocks.starts[protected], blocks.ends[protected])
