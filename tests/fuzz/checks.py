"""Properties of any bytes, as units, as a file to load and as chunks to align.

Each check takes bytes and raises `AssertionError` on a violation.
"""

import re
import traceback
from pathlib import Path

import regex

import chunking
from chunking.core.document import Document
from chunking.core.errors import LoadError
from chunking.core.prepared import CodeUnits
from chunking.core.text.characters import is_boundary, last_boundary, next_boundary
from chunking.core.text.whitespace import chunk_start
from chunking.core.units import Units
from chunking.loading import load_bytes
from chunking.loading.chunk_files import Placed, Record, align
from chunking.loading.chunk_files.load import place_records
from chunking.loading.chunk_files.records import read_records
from chunking.units.layout import layout, units_of
from chunking.units.paragraphs import paragraphs
from chunking.units.sentences import sentences

MEDIA_TYPES = (
    "text/markdown", "text/plain", "text/x-python", "text/x-rst", "text/x-org", "text/x-tex",
    "text/csv", "text/tab-separated-values", "application/json", "application/x-ndjson",
    "text/asciidoc", "text/x-textile", "text/x-typst", "text/x-wiki",
)  # fmt: skip
LANGUAGES = ("en", "de", "ja", "th", "ar", "hi", "ru", "el", "zh")
PACKAGE_FOLDER = str(Path(chunking.__file__).parent)


def units(data: bytes) -> None:
    """Check that units are in order, leave out only whitespace and split no character."""
    kind, spoken_language, text = _head(data), _head(data[1:]), _text(data[2:])
    document = Document(text, media_type=MEDIA_TYPES[kind % len(MEDIA_TYPES)])
    found = layout(document)
    _in_order(text, found.blocks)
    _in_order(text, paragraphs(text))
    language = LANGUAGES[spoken_language % len(LANGUAGES)]
    rows = sentences(text, found.blocks, language)
    _in_order(text, rows)
    inside = found.blocks.starts.searchsorted(rows.starts, side="right") - 1
    assert (rows.ends <= found.blocks.ends[inside]).all(), "a sentence crosses a block's end"
    assert set(found.outline.starts.tolist()) <= set(found.blocks.starts.tolist())
    _in_order(text, units_of(document, "turns", found)[0])
    _in_order(text, units_of(document, CodeUnits(), found)[0])
    known = {0, *(match.end() for match in regex.finditer(r"\X", text))}
    assert known == {i for i in range(len(text) + 1) if is_boundary(text, i)} or not text
    for start in sorted(known)[:-1]:
        end = next_boundary(text, start)
        assert end in known
        assert last_boundary(text, start, end) == end
    assert set(rows.starts.tolist()) <= known
    for offset in range(len(text) + 1):
        assert not text[offset : chunk_start(text, offset)].strip()


def loading(name: str, content: bytes) -> None:
    """Check that a file is loaded, or refused with one sentence by a reader."""
    try:
        document = load_bytes(content, name)
    except LoadError as error:
        _check_error(error)
        return
    document.text.encode()
    for value in (document.title, document.route, document.language, *document.notes):
        value.encode()
    assert document == load_bytes(content, name)
    layout(document)


def alignment(data: bytes) -> None:
    """Check that records are placed where their text is, and that the chunking is exact."""
    parts = data.split(b"\xff")
    text = _text(parts[0])
    records = [_record(part) for part in parts[1:50]]
    found = align(text, records)
    assert [each.index for each in found] == list(range(len(records)))
    for each in found:
        if not isinstance(each, Placed):
            continue
        assert 0 <= each.start < each.end <= len(text)
        passage, found_text = records[each.index].text, text[each.start : each.end]
        if passage:
            assert "".join(found_text.split()) == "".join(passage.split())
        if each.method == "exact":
            assert found_text == passage
    for record, each in zip(records, found, strict=True):
        if record.text and record.text.strip() and record.text in text:
            assert isinstance(each, Placed), "a passage that occurs was not placed"
    for chunk in place_records(records, Document(text)).chunking:
        assert chunk.text == text[chunk.start - chunk.overlap : chunk.end]
        assert chunk.start < chunk.end
    try:
        read_records(data, ("a.csv", "a.json", "")[len(data) % 3])
    except LoadError as error:
        _check_error(error)


def _check_error(error: LoadError) -> None:
    """Check that an error is one sentence and was raised by a library, not by this package."""
    assert "\n" not in str(error)
    cause = error.__cause__
    if cause is not None and not isinstance(cause, LoadError):
        last = traceback.extract_tb(cause.__traceback__)[-1]
        assert not last.filename.startswith(PACKAGE_FOLDER), f"{cause!r} in {last.filename}"


def _head(data: bytes) -> int:
    return data[0] if data else 0


def _text(data: bytes) -> str:
    """Return bytes as a text, with lone surrogates for invalid UTF-8."""
    return data.decode("utf-8", "surrogateescape")


def _record(part: bytes) -> Record:
    """Return a record of a text, or of offsets if it begins with `@`."""
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
