"""Chunkings and signals as the page takes them: columns, with offsets in UTF-16 units."""

import hashlib
import json
from collections.abc import Hashable, Sequence
from typing import TypeVar

import numpy as np

from chunking.analysis.explain import deciding_offsets, labels
from chunking.analysis.metrics.metric import tokens_in
from chunking.analysis.metrics.sizes import truncations
from chunking.core.arrays import Codes, Ints
from chunking.core.chunking import Chunking
from chunking.core.cuts import REASONS
from chunking.core.document import Document
from chunking.core.origin import PART_NAMES
from chunking.core.prepared import Prepared, Signal
from chunking.core.text.normalization import replace_surrogates
from chunking.core.text.sizes import Sizes
from chunking.embedding import ModelTokens
from chunking.gui.core.view import Message, View
from chunking.gui.results.engine_calls import key_of, utf16
from chunking.gui.results.messages import (
    ChunkColumns,
    Coded,
    DocumentMessage,
    GapsMessage,
    Origin,
    SignalMessage,
)
from chunking.output.summaries.notes import oversize_wording

Word = TypeVar("Word", bound="Hashable")

# By code: the value of an enum takes three times as long to read.
_REASON_NAMES = [each.value for each in REASONS]


def version_of(chunking: Chunking, *more: object) -> str:
    """Return a name for a chunking: its document, settings and boundaries, and `more`."""
    document = chunking.document
    about = [document.sha256, document.source, document.title]
    values = [*about, chunking.strategy, dict(chunking.settings), *more]
    name = hashlib.sha256(json.dumps(values, default=str).encode())
    name.update(chunking.start.tobytes() + chunking.reason.tobytes())
    return name.hexdigest()[:16]


def chunk_columns(
    chunking: Chunking,
    prepared: Prepared | None = None,
    tokens: ModelTokens | None = None,
    *,
    rest: bool = False,
    unit: Sizes | None = None,
) -> ChunkColumns:
    """Return the columns of a chunking, packed so that a step of a slider stays small.

    Sizes and distances take the place of offsets, and each word is sent once.

    Args:
        chunking: The chunks.
        prepared: The document they were made from, for the labels of boundaries.
        tokens: The text in the tokens of the model: then chunks over its limit are listed.
        unit: Counts the sizes that are shown; None: as the chunking does.
        rest: Add a row for the text after the last chunk, which is not split yet.
    """
    document = chunking.document
    to = utf16(document)
    starts, ends = to(chunking.start), to(chunking.end)
    overlaps = starts - to(chunking.start - chunking.overlap)
    counts = tokens_in(chunking, unit)
    reasons = [_REASON_NAMES[code] for code in chunking.reason.tolist()]
    names = [] if prepared is None else labels(chunking, prepared)
    deciding = deciding_offsets(chunking)
    moved = np.flatnonzero(deciding != chunking.boundaries)
    unread: list[list[int]] = []
    if tokens is not None and len(chunking):
        rows, at, left = truncations(chunking, tokens)
        columns = zip(rows.tolist(), to(at).tolist(), left.tolist(), strict=True)
        unread = [list(each) for each in columns]
    length = int(to(np.array([len(document.text)]))[0])
    last = int(ends[-1]) if len(ends) else 0
    if rest and last < length:
        starts, ends = np.append(starts, last), np.append(ends, length)
        overlaps, counts = np.append(overlaps, 0), np.append(counts, 0)
        reasons, names = [*reasons, "tail"], [*names, ""]
    before = np.concatenate((np.zeros(1, np.int64), ends[:-1]))[: len(starts)]
    return {
        "leads": (starts - before).tolist(),
        "sizes": (ends - starts).tolist(),
        "overlaps": overlaps.tolist() if overlaps.any() else 0,
        "tokens": counts.tolist(),
        "reasons": coded(reasons),
        "labels": coded(names),
        "below": [[int(row), int(at)] for row, at in zip(moved, to(deciding[moved]), strict=True)],
        "oversize": _oversize(chunking),
        "unread": unread,
    }


def _oversize(chunking: Chunking) -> dict[str, list[int]]:
    """Return the rows above the maximum by the reason."""
    found: dict[str, list[int]] = {}
    for row in np.flatnonzero(chunking.oversize).tolist():
        reason = oversize_wording(chunking.oversize_reasons.get(row, ""))
        found.setdefault(reason, []).append(row)
    return found


def coded(values: Sequence[Word]) -> Coded[Word]:
    """Return values as codes and the list of distinct ones."""
    words = list(dict.fromkeys(values))
    index = {word: code for code, word in enumerate(words)}
    return {"words": words, "codes": [index[each] for each in values]}


def reasons_of(codes: Codes) -> Coded[str]:
    """Return the names of reasons, packed, from their codes."""
    return coded([_REASON_NAMES[code] for code in codes.tolist()])


def table_headers(chunking: Chunking) -> Coded[str] | None:
    """Return the table header of each chunk, packed, empty without one; None if all are empty."""
    headers = chunking.table_headers
    if not headers:
        return None
    return coded([replace_surrogates(headers.get(i, "")) for i in range(len(chunking))])


def add_document(view: View, document: Document) -> None:
    """Add the text of a document, where its parts begin, and what was removed from it."""

    def make() -> Message:
        header: DocumentMessage = {"kind": "document", "id": document.sha256, **origin_of(document)}
        # "replace" puts one unit for a lone surrogate, so no offset moves.
        return Message(header, document.text.encode("utf-8", "replace"))

    view.send_once("document", document.sha256, make)


def origin_of(document: Document) -> Origin:
    """Return the marks of pages, chapters or cells, and the removed texts, in order of offset."""
    to = utf16(document)
    locations, removed = document.locations, document.removed
    wording = PART_NAMES.get(locations.kind) if locations is not None else None
    places: list[tuple[int, str]] = []
    if locations is not None and wording is not None:
        starts = to(np.array(locations.starts, dtype=np.int64)).tolist()
        labels = map(wording.format, locations.labels)
        places = list(zip(starts, labels, strict=True))
    offsets = to(np.array([each.offset for each in removed], dtype=np.int64)).tolist()
    removed_texts = [
        (offset, replace_surrogates(each.text), each.reason)
        for offset, each in zip(offsets, removed, strict=True)
    ]
    return {"places": places, "removed": removed_texts}


def add_signal(
    view: View, prepared: Prepared, signal: Signal | None = None, kind: str = ""
) -> str | None:
    """Add the similarities of a document, and return their id; None without any."""
    found = signal or prepared.signal
    if found is None:
        return None
    document = prepared.document
    name = ":".join(
        map(str, (*key_of(document), prepared.material.model, kind or found.kind, len(found.gaps)))
    )

    def make() -> Message:
        to = utf16(document)
        columns = (
            to(found.gaps).astype("<i4").tobytes(),
            to(prepared.units.ends[:-1]).astype("<i4").tobytes(),
            found.scores.round(4).astype("<f4").tobytes(),
        )
        header: SignalMessage = {"kind": "signal", "id": name, "count": len(found.gaps)}
        return Message(header, b"".join(columns))

    view.send_once("signal", name, make)
    return name


def add_gaps(view: View, document: Document, gaps: Ints) -> None:
    """Add the gaps between sentences, at which manual boundaries can be set."""

    def make() -> Message:
        header: GapsMessage = {"kind": "gaps", "id": document.sha256, "count": len(gaps)}
        return Message(header, utf16(document)(gaps).astype("<i4").tobytes())

    view.send_once("gaps", document.sha256, make)


def to_utf16(document: Document, offset: int) -> int:
    """Return one offset as the browser counts it."""
    return int(utf16(document)(np.array([offset], np.int64))[0])
