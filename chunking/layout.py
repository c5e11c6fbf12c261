"""The layout of a document: its blocks, its headings, the places no cut may touch; its units."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from chunking.outline import Outline
from chunking.types import Document, Layout, Material, UnitKind, Units
from chunking.units.markdown import scan
from chunking.units.paragraphs import paragraphs
from chunking.units.sentences import sentences

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


def units_of(document: Document, material: Material, places: Layout) -> tuple[Units, Layout]:
    """The units a material asks for, and the layout with what was found beside them.

    Code brings its seams, and its names as the outline; where no grammar suits the document, its
    units are paragraphs and there are no seams. So they are where a dialogue has no turns.
    """
    if material.units == "sentences":
        return sentences(document.text, places.blocks, document.language), places
    if material.units == "turns":
        from chunking.units.turns import turns

        spoken, seams = turns(document.text, places, document.language)
        if len(spoken):
            return spoken, replace(places, seams=seams)
    syntax = ""
    if material.units == "code":
        from chunking.units.grammars import syntax_of

        syntax = syntax_of(document) if material.syntax == "auto" else material.syntax
    if not syntax:
        return paragraphs(document.text), places
    from chunking.units.code import code

    units, seams, outline = code(document.text, syntax)
    return units, replace(places, seams=seams, outline=outline)
