"""Chunks and chunkings: a document split into spans.

Offsets are half-open and count code points of `Document.text`.
"""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields
from functools import cached_property
from operator import index
from typing import TYPE_CHECKING, Any, cast, overload

import numpy as np

from chunking.core.arrays import Bools, Codes, Ints
from chunking.core.cuts import REASONS, Reason
from chunking.core.document import Document, sha256_of
from chunking.core.errors import SettingsError, expect
from chunking.core.frames import arrow_table, html_table, pandas_frame, polars_frame
from chunking.core.layout import PATH_SEPARATOR, Path
from chunking.core.origin import LocationKind
from chunking.core.rows import UUID_COLUMN
from chunking.core.text.characters import is_boundary
from chunking.core.text.normalization import normalize_text
from chunking.core.text.numbers import count_of

if TYPE_CHECKING:
    import pandas as pd
    import polars as pl
    import pyarrow as pa


# Chunks that a notebook shows, and characters of each.
_ROWS = 20
_PREVIEW = 200


@dataclass(frozen=True, slots=True)
class Chunk:
    """One row of a chunking: the core `[start, end)`; its text begins `overlap` earlier.

    `reason` says why the chunk ends; it is `tail` at the end of the text, and where a short chunk
    could not be merged within the maximum. Equality ignores the chunking.
    """

    chunking: Chunking = field(repr=False, compare=False)
    document: Document = field(repr=False)
    index: int
    start: int
    end: int
    overlap: int
    tokens: int
    reason: Reason
    heading_path: Path
    oversize: bool

    @property
    def oversize_reason(self) -> str:
        """Why it exceeds the maximum, as in `Chunking.oversize_reasons`; empty if it does not."""
        return self.chunking.oversize_reasons.get(self.index, "")

    @property
    def table_header(self) -> str:
        """The header of the table, if its text starts below one; else empty."""
        return self.chunking.table_headers.get(self.index, "")

    @property
    def text(self) -> str:
        """The exact slice of the document, overlap included."""
        return self.document.text[self.start - self.overlap : self.end]

    @property
    def sha256(self) -> str:
        """SHA-256 of the text (Context Harness, ADR-0006)."""
        return sha256_of(self.text)

    @property
    def content_hash(self) -> str:
        """SHA-256 of the normalized text, overlap included (ContextMEM, issue 12)."""
        return sha256_of(normalize_text(self.text))

    @property
    def location_kind(self) -> LocationKind | None:
        """What the parts of its file are, such as "pages"; None if they are unknown."""
        locations = self.document.locations
        return None if locations is None else locations.kind

    @property
    def location(self) -> list[str]:
        """The pages, chapters, cells, slides, sheets, times or rows it is from, as `["3", "4"]`.

        Overlap included. Of times and rows, these are the first and the last one.
        """
        locations = self.document.locations
        if locations is None:
            return []
        return [str(label) for label in locations.of(self.start - self.overlap, self.end)]

    @property
    def location_id(self) -> str:
        """Id of route, heading path and part; it survives edits of the text there."""
        return self.chunking.location_ids[self.index]

    @property
    def id(self) -> str:
        """Id of this span of this text: 16 hex digits of document hash and offsets."""
        return sha256_of(f"{self.document.sha256}:{self.start}:{self.end}")[:16]

    def to_dict(self) -> dict[str, Any]:
        """Return the chunk as a row with the columns of `chunking.core.rows`, for `json.dumps`.

        What is empty is None, and in columns of lists an empty list.
        """
        document = self.document
        parent = int(self.chunking.parent[self.index])
        return {
            "route": document.route,
            "id": self.id,
            "index": self.index,
            "parent": None if parent < 0 else parent,
            "start": self.start,
            "end": self.end,
            "overlap": self.overlap,
            "tokens": self.tokens,
            "reason": self.reason.value,
            "heading_path": list(self.heading_path),
            "location_kind": self.location_kind,
            "location": self.location,
            "table_header": self.table_header or None,
            "content_hash": self.content_hash,
            "sha256": self.sha256,
            "location_id": self.location_id,
            "oversize": self.oversize,
            "oversize_reason": self.oversize_reason or None,
            "text": self.text,
            "source": document.source,
            "strategy": self.chunking.strategy,
            "title": document.title,
            "language": document.language,
            "domain": document.domain,
        }


@dataclass(frozen=True, eq=False)
class Chunking:
    """A document split into chunks, as columns of n rows.

    `reason` holds codes of `Reason`. `oversize_reasons` says for each row above the maximum why it
    is: the kind of the unit kept whole (`fence`, `table`), `manual` for units joined by manual
    boundaries, or `character` for a single one. `table_headers` holds the header for each row
    that starts below one in a table. `parent` is the row of the enclosing chunk one level up, or
    -1. `gaps` are the offsets between units, `verdicts` their codes, both (units - 1,).
    """

    document: Document
    strategy: str
    settings: Mapping[str, Any]
    start: Ints
    end: Ints
    overlap: Ints
    tokens: Ints
    reason: Codes
    heading: Sequence[Path]
    parent: Ints
    oversize: Bools
    gaps: Ints
    verdicts: Codes
    notes: tuple[str, ...] = ()
    oversize_reasons: Mapping[int, str] = field(default_factory=dict)
    table_headers: Mapping[int, str] = field(default_factory=dict)

    def __eq__(self, other: object) -> bool:
        """Return whether all columns, the document, the settings and the notes are equal."""
        if not isinstance(other, Chunking):
            return NotImplemented
        return self is other or all(
            _is_equal(getattr(self, each.name), getattr(other, each.name)) for each in fields(self)
        )

    def __hash__(self) -> int:
        return hash((self.document.sha256, self.strategy, self.start.tobytes()))

    def __repr__(self) -> str:
        chunks = count_of(len(self), "chunk")
        return f"<Chunking of {self.document.source!r} by {self.strategy}: {chunks}>"

    def __len__(self) -> int:
        return len(self.start)

    @overload
    def __getitem__(self, index: int) -> Chunk: ...

    @overload
    def __getitem__(self, index: slice) -> list[Chunk]: ...

    def __getitem__(self, index: int | slice) -> Chunk | list[Chunk]:
        rows = range(len(self))[index]
        return self._row(rows) if isinstance(rows, int) else [self._row(i) for i in rows]

    def _row(self, i: int) -> Chunk:
        return Chunk(
            self,
            self.document,
            i,
            int(self.start[i]),
            int(self.end[i]),
            int(self.overlap[i]),
            int(self.tokens[i]),
            REASONS[self.reason[i]],
            self.heading[i],
            bool(self.oversize[i]),
        )

    def __iter__(self) -> Iterator[Chunk]:
        return (self[i] for i in range(len(self)))

    @cached_property
    def chunks(self) -> tuple[Chunk, ...]:
        """Every chunk, in reading order."""
        return tuple(self)

    @property
    def texts(self) -> list[str]:
        """The text of every chunk."""
        text = self.document.text
        begins = self.start - self.overlap
        return [text[a:b] for a, b in zip(begins.data, self.end.data, strict=True)]

    def to_arrow(self) -> pa.Table:
        """Return an Arrow table of the chunks, a row each; see `chunking.core.rows`.

        Tables of several documents can be concatenated.
        """
        return arrow_table(rows_of(self))

    def to_pandas(self) -> pd.DataFrame:
        """Return a data frame of the chunks, with the columns of `to_arrow`."""
        return pandas_frame(rows_of(self))

    def to_polars(self) -> pl.DataFrame:
        """Return a polars data frame of the chunks, with the columns of `to_arrow`.

        Raises:
            ChunkingError: polars is not installed.
        """
        return polars_frame(rows_of(self))

    def _repr_html_(self) -> str:
        """Return a table of the first chunks for notebooks."""
        rows = [
            (
                str(chunk.index),
                f"{chunk.tokens:,}",
                chunk.reason.value,
                PATH_SEPARATOR.join(chunk.heading_path),
                normalize_text(chunk.text[:_PREVIEW]),
            )
            for chunk in self[:_ROWS]
        ]
        more = len(self) - len(rows)
        return html_table(
            f"{self.document.source} by {self.strategy}: {count_of(len(self), 'chunk')}",
            ("", "tokens", "reason", "heading", "text"),
            rows,
            footer=f"{count_of(more, 'more chunk')}" if more else "",
        )

    @property
    def boundaries(self) -> Ints:
        """The start of every chunk but the first, (n - 1,)."""
        return self.start[1:]

    @cached_property
    def location_ids(self) -> tuple[str, ...]:
        r"""16 hex digits of SHA-256 of `route\nheading > path\n#part` for each chunk.

        Parts count from 0 within one heading path, in reading order.
        """
        parts: dict[str, int] = {}
        ids = []
        for path in self.heading:
            location = f"{self.document.route}\n{PATH_SEPARATOR.join(path)}"
            part = parts.get(location, 0)
            parts[location] = part + 1
            ids.append(sha256_of(f"{location}\n#{part}")[:16])
        return tuple(ids)

    @classmethod
    def from_spans(
        cls, document: Document, spans: Iterable[tuple[int, int]], *, source: str = "imported"
    ) -> Chunking:
        """Return chunks made elsewhere, unchanged but sorted; `notes` list their irregularities.

        Tokens are characters ÷ 4. Where a span repeats text of the spans before it, that is its
        overlap; a span that lies within them entirely is a core.

        Raises:
            SettingsError: A span is not two whole numbers.
        """
        expect(document, Document, "a document must be a Document, as `load` makes it")
        length = len(document.text)
        given = sorted(map(as_span, spans))
        clipped = [(max(0, a), min(length, b)) for a, b in given]
        kept = [(a, b) for a, b in clipped if a < b]
        outside = sum(a < 0 or b > length for a, b in given if max(0, a) < min(length, b))
        begins = np.array([a for a, _ in kept], dtype=np.int64)
        ends = np.array([b for _, b in kept], dtype=np.int64)
        reached = np.maximum.accumulate(np.concatenate([np.zeros(1, np.int64), ends]))[:-1]
        nested = reached >= ends
        starts = np.where(nested, begins, np.maximum(begins, reached))
        order = np.argsort(starts, kind="stable")
        begins, ends, starts = begins[order], ends[order], starts[order]
        covered_to = [0, *np.maximum.accumulate(ends).tolist()]
        uncovered = sum(
            not document.text[a:b].isspace()
            for a, b in zip(covered_to, [*starts.tolist(), length], strict=True)
            if a < b
        )
        edges = {*begins.tolist(), *ends.tolist()}
        broken = sum(not is_boundary(document.text, edge) for edge in edges)
        irregular = {
            "spans that are empty or outside the text": len(given) - len(kept),
            "spans that extend beyond the text": outside,
            "text that is in no chunk": uncovered,
            "spans within earlier spans": int(nested.sum()),
            "boundaries inside a character or a line end": broken,
        }
        count = len(kept)
        return cls(
            document=document,
            strategy=source,
            settings={},
            start=starts,
            end=ends,
            overlap=starts - begins,
            tokens=-((begins - ends) // 4),
            reason=np.full(count, Reason.IMPORTED.code, np.uint8),
            heading=((),) * count,
            parent=np.full(count, -1, np.int64),
            oversize=np.zeros(count, np.bool_),
            gaps=np.zeros(0, np.int64),
            verdicts=np.zeros(0, np.uint8),
            notes=tuple(
                f"{what}: {count_of(times, 'place')}" for what, times in irregular.items() if times
            ),
        )


def _is_equal(one: object, other: object) -> bool:
    """Return whether two columns or other fields of chunkings are equal."""
    if isinstance(one, np.ndarray):
        return np.array_equal(one, cast("Ints", other))
    if isinstance(one, Mapping):
        return dict(one) == dict(cast("Mapping[object, object]", other))
    return one == other


def check_chunking(chunking: Chunking) -> Chunking:
    """Return a chunking; anything else is a `SettingsError`."""
    return expect(chunking, Chunking, "an export must be of a Chunking, as `chunk` returns it")


def as_span(span: Iterable[int]) -> tuple[int, int]:
    """Return a start and an end as plain integers."""
    try:
        start, end = span
        return index(start), index(end)
    except (TypeError, ValueError):
        raise SettingsError(
            f"a span must be two whole numbers, start and end; got {span!r:.80}"
        ) from None


def rows_of(chunks: Iterable[Chunk], *, uuids: bool = False) -> Iterator[dict[str, Any]]:
    """Yield the row of each chunk, with `uuids` each with a new UUID."""
    for chunk in chunks:
        row = chunk.to_dict()
        if uuids:
            row[UUID_COLUMN.name] = str(uuid.uuid4())
        yield row
