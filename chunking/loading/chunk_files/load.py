"""Chunk files of other programs as chunkings of a document."""

import os
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from chunking.core.arrays import Ints
from chunking.core.chunking import Chunking
from chunking.core.document import Document, as_document
from chunking.core.errors import LoadError, expect, why_unreadable
from chunking.core.files import read_regular
from chunking.core.layout import HeadingPaths
from chunking.core.text.tokenizers import ESTIMATE, TokenizerLike, token_sizes, tokenizer_title
from chunking.core.text.whitespace import chunk_start
from chunking.loading.chunk_files.alignment import Placed, Unplaced, align
from chunking.loading.chunk_files.records import Record, read_records
from chunking.units.layout import layout


@dataclass(frozen=True, slots=True, eq=False)
class Imported:
    """Imported chunks.

    `chunking` has the records that were found in the document, in reading order, with their
    overlap, heading paths and sizes there. `placed` and `unplaced` are in the order of the file;
    an `index` counts its records from 0. `size_unit` is what its sizes count, such as `words`.
    """

    chunking: Chunking
    placed: tuple[Placed, ...]
    unplaced: tuple[Unplaced, ...]
    size_unit: str = tokenizer_title(ESTIMATE)

    @property
    def methods(self) -> Mapping[str, int]:
        """The number of records that each method has placed."""
        return Counter(each.method for each in self.placed)


def load_chunks(
    source: str | os.PathLike[str] | bytes,
    document: Document | str,
    *,
    name: str = "",
    tokenizer: TokenizerLike = ESTIMATE,
) -> Imported:
    """Load a chunk file and align it with a document.

    JSON, JSON lines or CSV of strings, of offsets `[start, end)` in code points, of LangChain
    documents or of LlamaIndex nodes.

    Args:
        source: Path of the file, or its bytes.
        document: The document that the chunks are from.
        name: Name of the chunking; that of the file by default.
        tokenizer: Tokenizer that sizes are counted with.

    Raises:
        LoadError: The file cannot be read, or a record is neither text nor offsets.
        SettingsError: The tokenizer is unknown, or an argument has the wrong type.
    """
    if isinstance(source, bytes):
        return place_records(read_records(source, name), document, name=name, tokenizer=tokenizer)
    path = Path(expect(source, (str, os.PathLike), "chunks must be a path, or bytes of a file"))
    try:
        data = read_regular(path)
    except (OSError, ValueError) as error:
        raise LoadError(f"{path.name or path}: {why_unreadable(error)}") from None
    try:
        records = read_records(data, path.name)
    except LoadError as error:
        raise LoadError(f"{path.name}: {error}") from None
    return place_records(records, document, name=name or path.name, tokenizer=tokenizer)


def place_records(
    records: Sequence[Record],
    document: Document | str,
    *,
    name: str = "",
    tokenizer: TokenizerLike = ESTIMATE,
) -> Imported:
    """Align records with a document; notes of the chunking report problems.

    Raises:
        SettingsError: The tokenizer is unknown, or `document` is neither a document nor a text.
    """
    document = as_document(document)
    sizes = token_sizes(document.text, tokenizer)
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
        tokens=sizes.token_counts(begin, chunking.end),
        heading=HeadingPaths(layout(document), start, chunking.end),
        notes=(*_notes(placed, unplaced), *chunking.notes),
    )
    return Imported(chunking, placed, unplaced, tokenizer_title(tokenizer))


def _cores(chunking: Chunking) -> Ints:
    """Return where each core starts: after the overlap and the whitespace behind it, (n,)."""
    text, start = chunking.document.text, chunking.start.copy()
    # Cores stay non-empty and in order.
    most = np.minimum(chunking.end - 1, np.append(start[1:], len(text)))
    for i in np.flatnonzero(chunking.overlap).tolist():
        start[i] = max(start[i], min(chunk_start(text, int(start[i])), most[i]))
    return start


def _notes(placed: Sequence[Placed], unplaced: Sequence[Unplaced]) -> list[str]:
    """Return notes on records that were not found, or not exactly."""
    notes = []
    if unplaced:
        some = ", ".join(str(each.index + 1) for each in unplaced[:5])
        more = ", …" if len(unplaced) > 5 else ""
        count = len(placed) + len(unplaced)
        notes.append(f"chunks not found in the document: {len(unplaced)} of {count} ({some}{more})")
    spaced = sum(each.method == "whitespace" for each in placed)
    if spaced:
        notes.append(f"chunks with other whitespace than the document: {spaced}")
    return notes
