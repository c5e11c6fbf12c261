"""Blocks, headings and protected spans of a document, by its media type."""

from __future__ import annotations

import importlib
from dataclasses import fields, replace
from functools import cached_property

import numpy as np

from chunking.core.arrays import Ints
from chunking.core.document import Document
from chunking.core.layout import (
    NO_ATTACHMENTS,
    NO_TABLES,
    Attachments,
    Layout,
    Outline,
    SplitPoints,
    Tables,
)
from chunking.core.prepared import CodeUnits, UnitSource
from chunking.core.text import media_types
from chunking.core.text.whitespace import has_own_lines
from chunking.core.units import UnitKind, Units
from chunking.units.attachments import attachments
from chunking.units.indented_code import indented_code, indented_type
from chunking.units.line_markup import line_markup
from chunking.units.markdown import scan
from chunking.units.paragraphs import paragraphs
from chunking.units.records import JSON, records
from chunking.units.sentences import sentences
from chunking.units.table_rows import ROWS, rows
from chunking.units.tables import tables

_BOM = "\ufeff"
_MARKDOWN = media_types.MARKDOWN
# The module and function of each text format without a module for several.
_PARSERS = {
    media_types.PLAIN: ("plain_text_headings", "plain_text"),
    media_types.RESTRUCTUREDTEXT: ("restructuredtext", "restructuredtext"),
    media_types.LATEX: ("latex", "latex"),
}
_PROSE = [UnitKind.PARAGRAPH.code, UnitKind.LIST_ITEM.code, UnitKind.QUOTE.code]
_PROTECTED = [UnitKind.FENCE.code, UnitKind.TABLE.code]
# A text with none of these has neither a fence nor a table.
_TABLE_MARKERS = ("   ", "\t", "|", "+-", "│", "┃", "║")
_PROTECTED_MARKERS = {
    _MARKDOWN: ("```", "~~~", "|"),
    media_types.PLAIN: _TABLE_MARKERS,
    media_types.RESTRUCTUREDTEXT: ("::", ">>>", *_TABLE_MARKERS),
    media_types.LATEX: ("\\begin", ">>="),
    **dict.fromkeys(media_types.LINE_MARKUP, ("",)),
}


def layout(document: Document) -> Layout:
    """Return the layout of a document, which is parsed when a column is first read.

    Markdown has all its blocks, headings and protected spans. Other texts for reading have
    paragraphs, list items and headings; most have tables, all but plain text literal blocks, which
    are fences. CSV, TSV and JSON Lines have rows, JSON has records and their
    split points, everything else has paragraphs of code.
    """
    return _LazyLayout(document)


def units_of(document: Document, source: UnitSource, structure: Layout) -> tuple[Units, Layout]:
    """Return the units of a document, and its layout with their split points.

    In subtitles, a unit that starts inside a cue is joined to the one before.

    The names of code become the outline. Code without a grammar that is not indented either, code
    that takes its parser too long, and a dialogue without turns have paragraphs for units, or the
    rows of a table, and no split points.
    """
    units, found = _units_of(document, source, structure)
    return _join_within_cues(units, document), found


def _join_within_cues(units: Units, document: Document) -> Units:
    """Return units; those of subtitles that start inside a cue are joined to the one before."""
    locations = document.locations
    if locations is None or locations.kind != "times" or len(units) == 0:
        return units
    begins = np.isin(units.starts, np.array(locations.starts, np.int64))
    begins[0] = True
    first = np.flatnonzero(begins)
    ends = units.ends[np.append(first[1:], len(units)) - 1]
    return Units(units.starts[first], ends, units.kinds[first], units.atomic[first])


def _units_of(document: Document, source: UnitSource, structure: Layout) -> tuple[Units, Layout]:
    if source == "sentences":
        return sentences(document.text, structure.blocks, document.language), structure
    if source == "turns":
        from chunking.units.turns import turns

        found, split_points = turns(document.text, structure, document.language)
        if len(found):
            return found, _copy(structure, split_points=split_points)
    syntax = ""
    if isinstance(source, CodeUnits):
        from chunking.units.grammars import syntax_of

        syntax = syntax_of(document) if source.syntax == "auto" else source.syntax
    if syntax:
        from chunking.units.code import code
        from chunking.units.syntax_tree import ParseLimitError

        try:
            units, split_points, outline = code(document.text, syntax)
        except ParseLimitError:
            note = f"too many syntax errors to parse it as {syntax}: split as plain lines"
            structure = _copy(structure, notes=(note,))
        else:
            columns = structure.protected_starts, structure.protected_ends
            return units, Layout(structure.blocks, outline, *columns, split_points)
    indented = indented_type(document) if isinstance(source, CodeUnits) and not syntax else ""
    if indented:
        units, split_points, outline = indented_code(document.text, indented)
        columns = structure.protected_starts, structure.protected_ends
        return units, Layout(structure.blocks, outline, *columns, split_points)
    has_rows = document.media_type in ROWS or document.media_type == JSON
    return structure.blocks if has_rows else paragraphs(document.text), structure


def _copy(structure: Layout, **columns: tuple[SplitPoints, ...] | tuple[str, ...]) -> Layout:
    """Return a parsed layout with some columns replaced."""
    return Layout(**{each.name: getattr(structure, each.name) for each in fields(Layout)} | columns)


def _moved_by_bom(units: Units, outline: Outline) -> tuple[Units, Outline]:
    """Return blocks, at least one, and headings behind a byte order mark, which the first has."""
    starts, headings = units.starts + 1, outline.starts + 1
    headings[headings == starts[0]] = 0
    starts[0] = 0
    end = outline.front_matter_end + 1 if outline.front_matter_end else 0
    return replace(units, starts=starts, ends=units.ends + 1), Outline(headings, outline.paths, end)


def without_blocks(structure: Layout) -> Layout:
    """Return a layout with its headings and tables, which frees memory; an unparsed one is kept."""
    if isinstance(structure, _LazyLayout) and not structure.is_parsed:
        return structure
    empty = np.zeros(0, np.int64)
    return Layout(Units.of([]), structure.outline, empty, empty, tables=structure.tables)


class _LazyLayout(Layout):
    """The layout of a document, parsed on first access: many strategies need none."""

    _document: Document

    def __init__(self, document: Document) -> None:
        object.__setattr__(self, "_document", document)

    def __reduce__(self) -> tuple[type[_LazyLayout], tuple[Document]]:
        # Another process parses again, which is faster than to receive the columns.
        return _LazyLayout, (self._document,)

    @property
    def is_parsed(self) -> bool:
        """Whether a column has been read."""
        return "_parsed" in vars(self)

    @cached_property
    def _records(self) -> tuple[Units, tuple[SplitPoints, ...]] | None:
        is_json = self._document.media_type == JSON
        return records(self._document.text) if is_json else None

    @cached_property
    def _parsed(self) -> tuple[Units, Outline]:
        document = self._document
        if document.text.startswith(_BOM):
            # It belongs to the first block, and is no part of its markup.
            units, outline = self._parse(replace(document, text=document.text[1:]))
            if len(units):
                return _moved_by_bom(units, outline)
        return self._parse(document)

    def _parse(self, document: Document) -> tuple[Units, Outline]:
        if document.media_type == _MARKDOWN:
            return scan(document.text)
        if document.locations is not None and document.locations.kind == "times":
            # A dash in subtitles begins a turn, no list item.
            blocks = _join_within_cues(paragraphs(document.text), document)
            return blocks, Outline(np.zeros(0, np.int64), ())
        if document.media_type in media_types.LINE_MARKUP:
            return line_markup(document.text, document.media_type)
        if document.media_type in _PARSERS:
            module, function = _PARSERS[document.media_type]
            parse = getattr(importlib.import_module(f"chunking.units.{module}"), function)
            found: tuple[Units, Outline] = parse(document.text)
            return found
        if document.media_type in ROWS:
            blocks = rows(document.text, document.media_type)
        elif self._records is not None:
            blocks = self._records[0]
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

    @property
    def split_points(self) -> tuple[SplitPoints, ...]:
        """See `Layout`."""
        return () if self._records is None else self._records[1]

    @cached_property
    def tables(self) -> Tables:
        """See `Layout`."""
        document = self._document
        has_tables = document.media_type in ROWS | media_types.WRITTEN
        return tables(document.text, self.blocks, document.media_type) if has_tables else NO_TABLES

    @cached_property
    def verse(self) -> frozenset[int]:
        """See `Layout`."""
        text, blocks = self._document.text, self.blocks
        if self._document.media_type not in media_types.WRITTEN:
            return frozenset()
        prose = np.flatnonzero(np.isin(blocks.kinds, _PROSE)).tolist()
        spans = ((row, int(blocks.starts[row]), int(blocks.ends[row])) for row in prose)
        return frozenset(row for row, start, end in spans if has_own_lines(text[start:end]))

    @property
    def notes(self) -> tuple[str, ...]:
        """See `Layout`."""
        return ()

    @cached_property
    def attachments(self) -> Attachments:
        """See `Layout`."""
        document = self._document
        if document.media_type not in media_types.WRITTEN:
            return NO_ATTACHMENTS
        return attachments(document.text, *self._parsed)
