"""A file of chunks made elsewhere becomes a chunking of the document they were made of."""

from __future__ import annotations

import os
from collections import Counter
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from chunking.breaks import core_start
from chunking.chunks import Chunking
from chunking.engine import as_document
from chunking.errors import LoadError, expect, why_unreadable
from chunking.imported.alignment import Placed, Unplaced, align
from chunking.imported.records import read_records
from chunking.layout import layout
from chunking.outline import Headings
from chunking.sizes import measure

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from chunking.imported.records import Record
    from chunking.types import Document, Ints


@dataclass(frozen=True, slots=True, eq=False)
class Imported:
    """Chunks made elsewhere, as a chunking like any other, and what has no place in it.

    `chunking` holds the records that were placed, in reading order, with the overlap, the heading
    path and the size that they have in this document. `placed` and `unplaced` are in the order of
    the file; an `index` counts its records from 0.
    """

    chunking: Chunking
    placed: tuple[Placed, ...]
    unplaced: tuple[Unplaced, ...]

    @property
    def how(self) -> Mapping[str, int]:
        """How many records were placed by their offsets, by their exact text, and so on."""
        return Counter(each.how for each in self.placed)


def load_chunks(
    source: str | os.PathLike[str] | bytes,
    document: Document | str,
    *,
    name: str = "",
    count_in: str = "characters",
) -> Imported:
    """The chunks in a file, or in the bytes of one, aligned onto the document.

    JSON, JSON lines or CSV: strings, offsets `[start, end)` in code points, LangChain documents,
    LlamaIndex nodes. `name` is what the chunking is called, the file's own if none is given;
    sizes are counted in `count_in`.

    Raises:
        LoadError: the file cannot be read, or a record is neither text nor offsets.
        SettingsError: there is no such way to count, or what is given is no path or no document.
    """
    if isinstance(source, bytes):
        return place(read_records(source, name), document, name=name, count_in=count_in)
    path = Path(expect(source, (str, os.PathLike), "chunks must be a path, or bytes of a file"))
    try:
        data = path.read_bytes()
    except (OSError, ValueError) as error:
        raise LoadError(f"{path.name or path}: {why_unreadable(error)}") from None
    try:
        records = read_records(data, path.name)
    except LoadError as error:
        raise LoadError(f"{path.name}: {error}") from None
    return place(records, document, name=name or path.name, count_in=count_in)


def place(
    records: Sequence[Record],
    document: Document | str,
    *,
    name: str = "",
    count_in: str = "characters",
) -> Imported:
    """Records aligned onto a document; its notes say what is odd about them.

    Raises:
        SettingsError: there is no such way to count, or what is given is no document.
    """
    document = as_document(document)
    sizes = measure(document.text, count_in)
    found = align(document.text, records)
    placed = tuple(each for each in found if isinstance(each, Placed))
    unplaced = tuple(each for each in found if isinstance(each, Unplaced))
    spans = [(each.start, each.end) for each in placed]
    chunking = Chunking.from_spans(document, spans, source=name or "imported")
    begin, start = chunking.start - chunking.overlap, _cores(chunking)
    chunking = replace(
        chunking,
        start=start,
        overlap=start - begin,
        tokens=sizes.between(begin, chunking.end),
        heading=Headings(layout(document), start),
        notes=(*_notes(placed, unplaced), *chunking.notes),
    )
    return Imported(chunking, placed, unplaced)


def _cores(chunking: Chunking) -> Ints:
    """Where each core starts: the blank space after what a chunk repeats is no part of it."""
    text, start = chunking.document.text, chunking.start.copy()
    # Neither empty nor out of order: no further than the chunk's own end and the next one's start.
    most = np.minimum(chunking.end - 1, np.append(start[1:], len(text)))
    for i in np.flatnonzero(chunking.overlap).tolist():
        start[i] = max(start[i], min(core_start(text, int(start[i])), most[i]))
    return start


def _notes(placed: Sequence[Placed], unplaced: Sequence[Unplaced]) -> list[str]:
    """What was given and is not as it was given."""
    notes = []
    if unplaced:
        some = ", ".join(str(each.index + 1) for each in unplaced[:5])
        more = ", …" if len(unplaced) > 5 else ""
        count = len(placed) + len(unplaced)
        notes.append(
            f"chunks without a place in the document: {len(unplaced)} of {count} ({some}{more})"
        )
    spaced = sum(each.how == "white space" for each in placed)
    if spaced:
        notes.append(f"chunks with other white space than the document: {spaced}")
    return notes
