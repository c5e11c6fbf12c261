"""What must be true of any bytes: of the units in them, as a file to load, as chunks to align.

Each check takes bytes and raises `AssertionError` where something is wrong.
"""

from __future__ import annotations

import re
import traceback
from pathlib import Path

import regex

import chunking
from chunking.breaks import core_start
from chunking.errors import LoadError
from chunking.graphemes import is_boundary, last_boundary, next_boundary
from chunking.imported import Placed, Record, align
from chunking.imported.load import place
from chunking.imported.records import read_records
from chunking.layout import layout
from chunking.loading import load_bytes
from chunking.types import Document, Units
from chunking.units.paragraphs import paragraphs
from chunking.units.sentences import sentences

MEDIA_TYPES = ("text/markdown", "text/plain", "text/x-python")
LANGUAGES = ("en", "de", "ja", "th", "ar", "hi", "ru", "el", "zh")
NAMES = ("a.md", "a.txt", "a.html", "a.xhtml", "a.pdf", "a.docx", "a.epub", "a.py", "a.xml", "a")
HOME = str(Path(chunking.__file__).parent)


def units(data: bytes) -> None:
    """Units are in order, leave out blank space alone, and part no character."""
    kind, spoken, text = _head(data), _head(data[1:]), _text(data[2:])
    document = Document(text, media_type=MEDIA_TYPES[kind % len(MEDIA_TYPES)])
    found = layout(document)
    _in_order(text, found.blocks)
    _in_order(text, paragraphs(text))
    language = LANGUAGES[spoken % len(LANGUAGES)]
    rows = sentences(text, found.blocks, language)
    _in_order(text, rows)
    inside = found.blocks.starts.searchsorted(rows.starts, side="right") - 1
    assert (rows.ends <= found.blocks.ends[inside]).all(), "a sentence crosses a block's end"
    assert set(found.outline.starts.tolist()) <= set(found.blocks.starts.tolist())
    known = {0, *(match.end() for match in regex.finditer(r"\X", text))}
    assert known == {i for i in range(len(text) + 1) if is_boundary(text, i)} or not text
    for start in sorted(known)[:-1]:
        end = next_boundary(text, start)
        assert end in known
        assert last_boundary(text, start, end) == end
    assert set(rows.starts.tolist()) <= known
    for offset in range(len(text) + 1):
        assert not text[offset : core_start(text, offset)].strip()


def loading(data: bytes) -> None:
    """A file is loaded or refused in one sentence, and never fails in the program's own code."""
    name, content = NAMES[_head(data) % len(NAMES)], data[1:]
    try:
        document = load_bytes(content, name)
    except LoadError as error:
        _refused(error)
        return
    document.text.encode()
    for about in (document.title, document.route, document.language, *document.notes):
        about.encode()
    assert document == load_bytes(content, name)
    layout(document)


def alignment(data: bytes) -> None:
    """A record lies where its text is, once; the rest is told, and the chunking is exact."""
    parts = data.split(b"\xff")
    text = _text(parts[0])
    records = [_record(part) for part in parts[1:50]]
    found = align(text, records)
    assert [each.index for each in found] == list(range(len(records)))
    for each in found:
        if not isinstance(each, Placed):
            continue
        assert 0 <= each.start < each.end <= len(text)
        given, there = records[each.index].text, text[each.start : each.end]
        if given:
            assert "".join(there.split()) == "".join(given.split())
        if each.how == "exact":
            assert there == given
    for record, each in zip(records, found, strict=True):
        if record.text and record.text.strip() and record.text in text:
            assert isinstance(each, Placed), "a passage that is there has no place"
    for chunk in place(records, Document(text)).chunking:
        assert chunk.text == text[chunk.start - chunk.overlap : chunk.end]
        assert chunk.start < chunk.end
    try:
        read_records(data, ("a.csv", "a.json", "")[len(data) % 3])
    except LoadError as error:
        _refused(error)


def _refused(error: LoadError) -> None:
    """One sentence, and where a reader of others failed it was not our own code that did."""
    assert "\n" not in str(error)
    cause = error.__cause__
    if cause is not None and not isinstance(cause, LoadError):
        last = traceback.extract_tb(cause.__traceback__)[-1]
        assert not last.filename.startswith(HOME), f"{cause!r} in {last.filename}"


def _head(data: bytes) -> int:
    return data[0] if data else 0


def _text(data: bytes) -> str:
    """Any bytes as a text, lone surrogates where they are no UTF-8."""
    return data.decode("utf-8", "surrogateescape")


def _record(part: bytes) -> Record:
    """A text; or offsets, where it begins with `@`."""
    offsets = re.match(rb"@(-?\d{1,4}),(-?\d{1,4}),?", part)
    if not offsets:
        return Record(_text(part))
    rest = part[offsets.end() :]
    return Record(_text(rest) if rest else None, int(offsets[1]), int(offsets[2]))


def _in_order(text: str, found: Units) -> None:
    at = 0
    for start, end in zip(found.starts.tolist(), found.ends.tolist(), strict=True):
        assert at <= start < end
        assert not text[at:start].strip()
        assert text[start:end].strip()
        assert text[start:end] == text[start:end].rstrip()
        at = end
    assert not text[at:].strip()


CHECKS = {"units": units, "loading": loading, "alignment": alignment}
