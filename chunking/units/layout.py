"""Blocks, headings and protected spans of a document, by its media type."""

from __future__ import annotations

import importlib
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from chunking.types import CodeUnits, Document, Layout, Outline, UnitKind, Units
from chunking.units.markdown import scan
from chunking.units.paragraphs import paragraphs
from chunking.units.rows import ROWS, rows
from chunking.units.sentences import sentences

if TYPE_CHECKING:
    from chunking.arrays import Ints
    from chunking.types import SplitPoints, UnitSource

_MARKDOWN = "text/markdown"
_RESTRUCTUREDTEXT = "text/x-rst"
_ORG = "text/x-org"
# The module and function of each text format other than Markdown.
_PARSERS = {
    "text/plain": ("headings", "plain_text"),
    _RESTRUCTUREDTEXT: ("restructuredtext", "restructuredtext"),
    _ORG: ("org", "org"),
    "text/x-tex": ("latex", "latex"),
}
_PROTECTED = [UnitKind.FENCE.code, UnitKind.TABLE.code]
# A text with none of these has neither a fence nor a table.
_PROTECTED_MARKERS = {_MARKDOWN: ("```", "~~~", "|"), _RESTRUCTUREDTEXT: ("::",), _ORG: ("#+",)}


def layout(document: Document) -> Layout:
    """Return the layout of a document, which is parsed when a column is first read.

    Markdown has all its blocks, headings and protected spans. Plain text, reStructuredText, Org and
    LaTeX have paragraphs, list items and headings, reStructuredText and Org also literal blocks,
    which are fences. CSV, TSV and JSON Lines have rows, everything else has paragraphs of code.
    """
    return _LazyLayout(document)


def units_of(document: Document, source: UnitSource, structure: Layout) -> tuple[Units, Layout]:
    """Return the units of a document, and its layout with their split points.

    The names of code become the outline. Code without a grammar and a dialogue without turns have
    paragraphs for units, or the rows of a table, and no split points.
    """
    if source == "sentences":
        return sentences(document.text, structure.blocks, document.language), structure
    if source == "turns":
        from chunking.units.dialogue import turns

        found, split_points = turns(document.text, structure, document.language)
        if len(found):
            return found, _with_split_points(structure, split_points, structure.outline)
    syntax = ""
    if isinstance(source, CodeUnits):
        from chunking.units.grammars import syntax_of

        syntax = syntax_of(document) if source.syntax == "auto" else source.syntax
    if not syntax:
        is_table = document.media_type in ROWS
        return structure.blocks if is_table else paragraphs(document.text), structure
    from chunking.units.code import code

    units, split_points, outline = code(document.text, syntax)
    return units, _with_split_points(structure, split_points, outline)


def headings_only(structure: Layout) -> Layout:
    """Return a layout without its blocks, which frees their memory; an unparsed one is kept."""
    if isinstance(structure, _LazyLayout) and not structure.is_parsed:
        return structure
    empty = np.zeros(0, np.int64)
    return Layout(Units.of([]), structure.outline, empty, empty)


def _with_split_points(layout: Layout, points: tuple[SplitPoints, ...], outline: Outline) -> Layout:
    protected = layout.protected_starts, layout.protected_ends
    return Layout(layout.blocks, outline, *protected, points)


class _LazyLayout(Layout):
    """The layout of a document, parsed on first access: many strategies need none."""

    _document: Document

    def __init__(self, document: Document) -> None:
        object.__setattr__(self, "_document", document)
        object.__setattr__(self, "split_points", ())

    def __reduce__(self) -> tuple[type[_LazyLayout], tuple[Document]]:
        # Another process parses again, which is faster than to receive the columns.
        return _LazyLayout, (self._document,)

    @property
    def is_parsed(self) -> bool:
        """Whether a column has been read."""
        return "_parsed" in vars(self)

    @cached_property
    def _parsed(self) -> tuple[Units, Outline]:
        document = self._document
        if document.media_type == _MARKDOWN:
            return scan(document.text)
        if document.media_type in _PARSERS:
            module, function = _PARSERS[document.media_type]
            parse = getattr(importlib.import_module(f"chunking.units.{module}"), function)
            found: tuple[Units, Outline] = parse(document.text)
            return found
        if document.media_type in ROWS:
            blocks = rows(document.text, document.media_type)
        else:
            blocks = paragraphs(document.text, UnitKind.CODE)
        return blocks, Outline(np.zeros(0, np.int64), ())

    @cached_property
    def _protected(self) -> tuple[Ints, Ints]:
        markers = _PROTECTED_MARKERS.get(self._document.media_type, ())
        if not any(marker in self._document.text for marker in markers):
            return np.zeros(0, np.int64), np.zeros(0, np.int64)
        blocks = self.blocks
        protected = blocks.atomic & np.isin(blocks.kinds, _PROTECTED)
        return blocks.starts[protected], blocks.ends[protected]

    @property
    def blocks(self) -> Units:
        """See `Layout`."""
        return self._parsed[0]

    @property
    def outline(self) -> Outline:
        """See `Layout`."""
        return self._parsed[1]

    @property
    def protected_starts(self) -> Ints:
        """See `Layout`."""
        return self._protected[0]

    @property
    def protected_ends(self) -> Ints:
        """See `Layout`."""
        return self._protected[1]
