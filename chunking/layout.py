"""The layout of a document: its blocks, its headings, and the places no cut may touch."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from chunking.outline import Outline
from chunking.types import Document, Layout, UnitKind, Units
from chunking.units.markdown import scan
from chunking.units.paragraphs import paragraphs
from chunking.units.sentences import sentences

if TYPE_CHECKING:
    from chunking.outline import Seams
    from chunking.types import Ints, Material

# Texts in which a leading `#` is a heading. In everything else it may be a comment.
_MARKUP = {"text/markdown", "text/plain"}
# Prose with marks that are not Markdown's: its paragraphs have sentences, and no heading is known.
_PROSE = {"text/x-rst", "text/x-tex"}
_PROTECTED = [UnitKind.FENCE.code, UnitKind.TABLE.code]
# Without one of these there is neither a fence nor a table.
_PROTECTING = ("```", "~~~", "|")


def layout(document: Document) -> Layout:
    """The blocks of a document by its media type: Markdown's, or paragraphs, of code or of prose.

    Plain text is read as Markdown, as both published systems read everything, except that an
    indented paragraph there is prose and not code. It is read when it is first asked for: many a
    strategy never asks.
    """
    return _Unread(document)


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
            return spoken, _apart(places, seams, places.outline)
    syntax = ""
    if material.units == "code":
        from chunking.units.grammars import syntax_of

        syntax = syntax_of(document) if material.syntax == "auto" else material.syntax
    if not syntax:
        return paragraphs(document.text), places
    from chunking.units.code import code

    units, seams, outline = code(document.text, syntax)
    return units, _apart(places, seams, outline)


def of_headings(places: Layout) -> Layout:
    """What is kept of a layout for the sake of its headings alone.

    One that is unread stays so, as it will be read once for all who ask.
    """
    if isinstance(places, _Unread) and not places.is_read:
        return places
    none = np.zeros(0, np.int64)
    return Layout(Units.of([]), places.outline, none, none)


def _apart(places: Layout, seams: tuple[Seams, ...], outline: Outline) -> Layout:
    """The layout with another outline and the places at which the text comes apart."""
    return Layout(places.blocks, outline, places.protected_starts, places.protected_ends, seams)


class _Unread(Layout):
    """The layout of a document that is read when one of its columns is asked for."""

    _document: Document

    def __init__(self, document: Document) -> None:
        object.__setattr__(self, "_document", document)
        object.__setattr__(self, "seams", ())

    def __reduce__(self) -> tuple[type[_Unread], tuple[Document]]:
        # A copy reads anew, so that what has been read is not sent to another process.
        return _Unread, (self._document,)

    @property
    def is_read(self) -> bool:
        """Whether a column has been asked for."""
        return "_read" in vars(self)

    @cached_property
    def _read(self) -> tuple[Units, Outline]:
        document = self._document
        if document.media_type not in _MARKUP:
            is_prose = document.media_type in _PROSE
            kind = UnitKind.PARAGRAPH if is_prose else UnitKind.CODE
            blocks = paragraphs(document.text, kind)
            return blocks, Outline(np.zeros(0, np.int64), ())
        blocks, outline = scan(document.text)
        if document.media_type == "text/plain":
            blocks.kinds[blocks.kinds == UnitKind.CODE.code] = UnitKind.PARAGRAPH.code
        return blocks, outline

    @cached_property
    def _protected(self) -> tuple[Ints, Ints]:
        text = self._document.text
        if not any(mark in text for mark in _PROTECTING):
            return np.zeros(0, np.int64), np.zeros(0, np.int64)
        blocks = self.blocks
        protected = blocks.atomic & np.isin(blocks.kinds, _PROTECTED)
        return blocks.starts[protected], blocks.ends[protected]

    @property
    def blocks(self) -> Units:
        """As in `Layout`."""
        return self._read[0]

    @property
    def outline(self) -> Outline:
        """As in `Layout`."""
        return self._read[1]

    @property
    def protected_starts(self) -> Ints:
        """As in `Layout`."""
        return self._protected[0]

    @property
    def protected_ends(self) -> Ints:
        """As in `Layout`."""
        return self._protected[1]
