"""Core types: documents, units, cuts, chunks and chunkings.

Offsets are half-open and count code points of `Document.text`.
"""

from __future__ import annotations

import hashlib
from array import array
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import cached_property
from operator import index
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Literal, Protocol, TypeAlias, TypeVar, cast, overload

import numpy as np

from chunking.arrays import Bools, Codes, Ints, contains, is_increasing, row_blocks
from chunking.errors import SettingsError, expect
from chunking.frames import COLUMNS, arrow_table, pandas_frame, polars_frame
from chunking.html_table import html_table
from chunking.origin import REMOVED_NOTE, restore
from chunking.text.graphemes import is_boundary
from chunking.text.languages import check_language
from chunking.text.normalization import normalize_text
from chunking.text.numbers import count_of
from chunking.text.tokenizers import ESTIMATE, MODEL, TokenizerLike, tokenizer_title

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    import pandas as pd
    import polars as pl
    import pyarrow as pa

    from chunking.arrays import Floats, Vectors
    from chunking.origin import Locations, Removed
    from chunking.text.sizes import Sizes

Path = tuple[str, ...]
PATH_SEPARATOR = " > "

# Chunks that a notebook shows, and characters of each.
_ROWS = 20
_PREVIEW = 200


# ---- enumerations --------------------------------------------------------------------------------


class Reason(StrEnum):
    """Why a gap is a boundary (the first group) or not (the second)."""

    SIMILARITY = "similarity"
    OPTIMUM = "optimum"
    MAX_TOKENS = "max_tokens"
    STRUCTURE = "structure"
    PARAGRAPH = "paragraph"
    DEFINITION = "definition"
    TURN = "turn"
    SIZE = "size"
    RESYNC = "resync"
    MANUAL = "manual"
    TAIL = "tail"
    IMPORTED = "imported"

    ABOVE_THRESHOLD = "above_threshold"
    MIN_TOKENS = "min_tokens"
    ATOMIC = "atomic"
    FORBIDDEN = "forbidden"
    FITS = "fits"

    @property
    def code(self) -> int:
        """The index in `REASONS`, as columns store it."""
        return _REASON_CODES[self]


REASONS: tuple[Reason, ...] = tuple(Reason)
_REASON_CODES = {reason: code for code, reason in enumerate(REASONS)}


class UnitKind(StrEnum):
    """The kind of a unit."""

    SENTENCE = "sentence"
    PARAGRAPH = "paragraph"
    HEADING = "heading"
    FENCE = "fence"
    CODE = "code"
    TABLE = "table"
    LIST_ITEM = "list_item"
    QUOTE = "quote"
    HTML = "html"
    FRONT_MATTER = "front_matter"
    RULE = "rule"
    TURN = "turn"

    @property
    def code(self) -> int:
        """The index in `UNIT_KINDS`, as columns store it."""
        return _KIND_CODES[self]


UNIT_KINDS: tuple[UnitKind, ...] = tuple(UnitKind)
_KIND_CODES = {kind: code for code, kind in enumerate(UNIT_KINDS)}


# ---- documents -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Document:
    """An immutable text and its origin.

    `route`, a relative path or URL path, is what location ids are made of; it defaults to
    `source`. `media_type` is normalized to lower case without parameters. `notes` are remarks of
    the loader; `locations` are the pages, chapters or rows of the file, and `removed` is what the
    loader left out, unless the document `is_restored`.

    Raises:
        SettingsError: `text` is not a str, or `language` is not a language code.
    """

    text: str
    source: str = "text"
    media_type: str = "text/markdown"
    route: str = ""
    title: str = ""
    language: str = "en"
    domain: str = ""
    encoding: str = "utf-8"
    notes: tuple[str, ...] = ()
    locations: Locations | None = field(default=None, repr=False)
    removed: tuple[Removed, ...] = field(default=(), repr=False)
    is_restored: bool = field(default=False, repr=False)
    sha256: str = field(init=False)

    def __post_init__(self) -> None:
        expect(self.text, str, "the text of a document must be a str, as `load` reads it")
        check_language(self.language)
        object.__setattr__(self, "media_type", self.media_type.partition(";")[0].strip().lower())
        object.__setattr__(self, "route", self.route or self.source)
        object.__setattr__(self, "sha256", _digest(self.text))

    def restored(self) -> Document:
        """Return the document including its removed text; itself if there is none."""
        if not self.removed:
            return self
        text, locations = restore(self.text, self.removed, self.locations)
        notes = tuple(note for note in self.notes if not note.startswith(REMOVED_NOTE))
        return replace(
            self, text=text, locations=locations, removed=(), is_restored=True, notes=notes
        )

    def __repr__(self) -> str:
        return f"<Document {self.source!r}: {count_of(len(self.text), 'character')}>"


def as_document(document: Document | str) -> Document:
    """Return a document; a text becomes one.

    Raises:
        SettingsError: It is neither a document nor a text.
    """
    requirement = "a document must be a text or a Document, as `load` makes one of a file"
    expect(document, (str, Document), requirement)
    return Document(document) if isinstance(document, str) else document


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


# ---- units and layout ----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Units:
    """The smallest parts that a strategy combines, as columns of n rows in reading order.

    They leave out only whitespace. `kinds` holds codes of `UnitKind`. An `atomic` unit (a fence,
    a table) is not split unless it exceeds the maximum.
    """

    starts: Ints
    ends: Ints
    kinds: Codes
    atomic: Bools

    def __len__(self) -> int:
        return len(self.starts)

    @property
    def gaps(self) -> Ints:
        """The offset of each gap between two units, where the second one starts, (n - 1,)."""
        return self.starts[1:]

    @classmethod
    def of(cls, spans: Sequence[tuple[int, int, UnitKind, bool]]) -> Units:
        """Return units from rows of (start, end, kind, atomic)."""
        starts, ends = (np.array([row[i] for row in spans], dtype=np.int64) for i in (0, 1))
        kinds = np.array([row[2].code for row in spans], dtype=np.uint8)
        atomic = np.array([row[3] for row in spans], dtype=np.bool_)
        return cls(starts, ends, kinds, atomic)


class OutlinePaths(Sequence[Path]):
    """The path of each heading, built from columns on access, (n,).

    `levels[i]` is the level of the heading at `[starts[i], ends[i])`; `title` extracts its title
    from that text.
    """

    def __init__(
        self, text: str, starts: Ints, ends: Ints, levels: bytearray, title: Callable[[str], str]
    ) -> None:
        self._text = text
        self._starts = starts
        self._ends = ends
        self._levels = levels
        self._title = title

    @cached_property
    def _parents(self) -> Ints:
        """The row of the heading above each, -1 for none, (n,)."""
        parents = array("q")
        path: list[int] = []
        for i, depth in enumerate(self._depths):
            del path[depth - 1 :]
            parents.append(path[-1] if path else -1)
            path.append(i)
        return np.frombuffer(parents, np.int64)

    @cached_property
    def _depths(self) -> bytes:
        depths = bytearray()
        levels: list[int] = []
        for level in self._levels:
            while levels and levels[-1] >= level:
                levels.pop()
            levels.append(level)
            depths.append(len(levels))
        return bytes(depths)

    @property
    def depths(self) -> Ints:
        """The length of each path, (n,)."""
        return np.frombuffer(self._depths, np.uint8).astype(np.int64)

    def __len__(self) -> int:
        return len(self._starts)

    @overload
    def __getitem__(self, index: int) -> Path: ...

    @overload
    def __getitem__(self, index: slice) -> tuple[Path, ...]: ...

    def __getitem__(self, index: int | slice) -> Path | tuple[Path, ...]:
        if isinstance(index, slice):
            return tuple([self[i] for i in range(*index.indices(len(self)))])
        i = range(len(self))[index]
        path = []
        while i >= 0:
            path.append(self._title(self._text[self._starts[i] : self._ends[i]]))
            i = int(self._parents[i])
        return tuple(reversed(path))

    def __iter__(self) -> Iterator[Path]:
        path: list[str] = []
        spans = zip(self._starts.data, self._ends.data, self._depths, strict=True)
        for start, end, depth in spans:
            path[depth - 1 :] = [self._title(self._text[start:end])]
            yield tuple(path)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and tuple(self) == tuple(other)

    def __hash__(self) -> int:
        return hash(tuple(self))


@dataclass(frozen=True, slots=True)
class Outline:
    """The headings of a document: `paths[i]` applies from `starts[i]` on.

    A path holds the titles of the headings above a position, outermost first.
    """

    starts: Ints
    paths: Sequence[Path]

    @property
    def depths(self) -> Ints:
        """The length of each path, (n,)."""
        if isinstance(self.paths, OutlinePaths):
            return self.paths.depths
        return np.array([len(path) for path in self.paths], dtype=np.int64)

    def path_at(self, offset: int) -> Path:
        """Return the heading path at `offset`; empty before the first heading."""
        i = int(np.searchsorted(self.starts, offset, side="right")) - 1
        return self.paths[i] if i >= 0 else ()


@dataclass(frozen=True, slots=True)
class SplitPoints:
    """Ascending offsets of one level at which units may be split, and the preferred ones, (k,)."""

    offsets: Ints
    preferred: Bools


class AttachmentKind(StrEnum):
    """Why a block stays with the one before it.

    Attributes:
        HEADING: It is below a heading, or below the rule under one.
        FRONT_MATTER: It is below front matter.
        LEAD_IN: The one before announces it, as with a colon at the end.
        CAPTION: One of the two is the caption of the other.
        ANSWER: It answers a labeled question, such as "Q: Why?".
        TABLE_INTRODUCTION: It is a table below a paragraph.
    """

    HEADING = "heading"
    FRONT_MATTER = "front_matter"
    LEAD_IN = "lead_in"
    CAPTION = "caption"
    ANSWER = "answer"
    TABLE_INTRODUCTION = "table_introduction"

    @property
    def code(self) -> int:
        """The index in the enumeration, as columns store it."""
        return _ATTACHMENT_CODES[self]


_ATTACHMENT_CODES = {kind: code for code, kind in enumerate(AttachmentKind)}


@dataclass(frozen=True, slots=True)
class Attachments:
    """The blocks that stay with the one before them, (n,).

    `offsets` are their starts, ascending, `leads` the starts of the blocks before them, `kinds`
    codes of `AttachmentKind`.
    """

    offsets: Ints
    leads: Ints
    kinds: Codes

    @classmethod
    def of(cls, rows: Iterable[tuple[int, int, AttachmentKind]]) -> Attachments:
        """Return attachments from rows of (offset, lead, kind); the first of an offset counts."""
        found = {row[0]: row for row in reversed(list(rows))}
        ordered = [found[offset] for offset in sorted(found)]
        offsets, leads = (np.array([row[i] for row in ordered], np.int64) for i in (0, 1))
        return cls(offsets, leads, np.array([row[2].code for row in ordered], np.uint8))

    def within(self, start: int, end: int) -> Attachments:
        """Return those whose blocks both begin in `[start, end)`."""
        kept = (self.leads >= start) & (self.offsets < end)
        return Attachments(self.offsets[kept], self.leads[kept], self.kinds[kept])


NO_ATTACHMENTS = Attachments.of(())


@dataclass(frozen=True, slots=True)
class Tables:
    """The tables that have a header, in order: a header is `[starts[i], header_ends[i])`, (n,)."""

    starts: Ints
    header_ends: Ints
    ends: Ints


NO_TABLES = Tables(*[np.zeros(0, np.int64)] * 3)


@dataclass(frozen=True, slots=True)
class Layout:
    """The structure of a document.

    `blocks` are its structural blocks in order, `outline` its headings. The protected spans
    (fences and tables) must stay whole where they fit. `split_points` are those of code, of JSON or
    of a dialogue, coarsest level first. `attachments` are the blocks that belong to the one before.
    `tables` are those with a header. `notes` say what could not be parsed.
    """

    blocks: Units
    outline: Outline
    protected_starts: Ints
    protected_ends: Ints
    split_points: tuple[SplitPoints, ...] = ()
    attachments: Attachments = NO_ATTACHMENTS
    tables: Tables = NO_TABLES
    notes: tuple[str, ...] = ()


class HeadingPaths(Sequence[Path]):
    """The heading path at each of some offsets, looked up on first access."""

    def __init__(self, layout: Layout, offsets: Ints) -> None:
        self._layout = layout
        self._offsets = offsets

    @cached_property
    def _paths(self) -> tuple[Path, ...]:
        outline = self._layout.outline
        paths = [*outline.paths, ()]
        section = np.searchsorted(outline.starts, self._offsets, side="right") - 1
        return tuple([paths[i] for i in section.tolist()])

    def __len__(self) -> int:
        return len(self._offsets)

    @overload
    def __getitem__(self, index: int) -> Path: ...

    @overload
    def __getitem__(self, index: slice) -> tuple[Path, ...]: ...

    def __getitem__(self, index: int | slice) -> Path | tuple[Path, ...]:
        return self._paths[index]

    def __iter__(self) -> Iterator[Path]:
        return iter(self._paths)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and self._paths == tuple(other)

    def __hash__(self) -> int:
        return hash(self._paths)


class TableHeaders(Mapping[int, str]):
    """The table header of each row that starts below one, looked up on first access.

    `begins` are the offsets of the rows, (n,). Other rows have no key.
    """

    def __init__(self, text: str, layout: Layout, begins: Ints) -> None:
        self._text = text
        self._layout = layout
        self._begins = begins

    @cached_property
    def _headers(self) -> dict[int, str]:
        tables, begins = self._layout.tables, self._begins
        if len(tables.starts) == 0:
            return {}
        table = np.searchsorted(tables.starts, begins, side="right") - 1
        below = (begins >= tables.header_ends[table]) & (begins < tables.ends[table])
        rows = np.flatnonzero((table >= 0) & below)
        spans = zip(tables.starts.tolist(), tables.header_ends.tolist(), strict=True)
        headers = [self._text[start:end] for start, end in spans]
        return {row: headers[i] for row, i in zip(rows.tolist(), table[rows].tolist(), strict=True)}

    def __getitem__(self, row: int) -> str:
        return self._headers[row]

    def __iter__(self) -> Iterator[int]:
        return iter(self._headers)

    def __len__(self) -> int:
        return len(self._headers)


# ---- preparation ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Signal:
    """The similarity across each gap: `scores[i]` at offset `gaps[i]`, both (n - 1,)."""

    gaps: Ints
    scores: Floats
    kind: str = "adjacent"


@dataclass(frozen=True, slots=True)
class CodeUnits:
    """Units of source code in a programming language; "auto" detects it from the document."""

    syntax: str = "auto"


UnitSource: TypeAlias = Literal["sentences", "paragraphs", "turns"] | CodeUnits

Value_co = TypeVar("Value_co", covariant=True)


class Feature(Protocol[Value_co]):
    """An additional computation, done once per document; hashable.

    A frozen dataclass whose fields are the parameters of the computation.
    """

    @property
    def depends_on_units(self) -> bool:
        """Whether the value is void once units are split or incomplete."""
        ...

    def compute(self, prepared: Prepared) -> Value_co:
        """Return the value; `prepared.features` holds values that may be reused."""
        ...


Value = TypeVar("Value")


@dataclass(frozen=True, slots=True)
class Material:
    """What a strategy needs prepared; with the document's hash it is the cache key.

    Without a model, the tokenizer `model` becomes the estimate.
    """

    units: UnitSource
    tokenizer: TokenizerLike = ESTIMATE
    model: str | None = None
    signal: str | None = None
    features: tuple[Feature[object], ...] = ()

    def __post_init__(self) -> None:
        if self.model is None and self.tokenizer == MODEL:
            object.__setattr__(self, "tokenizer", ESTIMATE)

    @property
    def size_unit(self) -> str:
        """What sizes count, such as `words` or `tokens of all-MiniLM-L6-v2`."""
        return tokenizer_title(str(self.model) if self.tokenizer == MODEL else self.tokenizer)


@dataclass(frozen=True, slots=True)
class Prepared:
    """A document with everything that strategies of one material need.

    `vectors` are the unit vectors of the units, (n, d) float32; they and `signal` are None
    without a model.
    """

    document: Document
    material: Material
    layout: Layout
    units: Units
    sizes: Sizes
    vectors: Vectors | None = None
    signal: Signal | None = None
    features: Mapping[Feature[object], object] = field(
        default_factory=lambda: MappingProxyType({}), compare=False
    )

    def feature(self, feature: Feature[Value]) -> Value:
        """Return the value of a feature.

        Raises:
            SettingsError: The material did not include it.
        """
        if feature not in self.features:
            raise SettingsError(f"{feature} is not prepared; prepare with the strategy's material")
        return cast("Value", self.features[feature])


@dataclass(frozen=True, slots=True)
class Constraints:
    """Offsets of manual boundaries: `required` ones and `forbidden` ones, both at gaps.

    `Strategy.cut` ignores offsets that are not gaps. The engine first splits units at offsets
    inside them, except units that are atomic or have a vector.
    """

    required: Sequence[int] = ()
    forbidden: Sequence[int] = ()


NONE = Constraints()


# ---- results -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Cuts:
    """The boundaries that a strategy chose: each offset starts a new chunk.

    Offsets ascend and may lie inside a unit; `reasons` are codes of `Reason`, same shape.
    `verdicts` holds a code for every gap between two units, boundary or not, (n - 1,).
    """

    offsets: Ints
    reasons: Codes
    verdicts: Codes

    @classmethod
    def of(cls, rows: Sequence[tuple[int, Reason]], gaps: Ints, verdicts: Codes) -> Cuts:
        """Return cuts from rows of (offset, reason); `verdicts` are those of the other gaps."""
        offsets = np.array([row[0] for row in rows], dtype=np.int64)
        codes = {reason: reason.code for reason in {row[1] for row in rows}}
        reasons = np.array([codes[row[1]] for row in rows], dtype=np.uint8)
        return cls.at(offsets, reasons, gaps, verdicts)

    @classmethod
    def at(cls, offsets: Ints, reasons: Codes, gaps: Ints, verdicts: Codes) -> Cuts:
        """Return cuts from columns in any order; `verdicts` are those of the other gaps."""
        if not is_increasing(offsets):
            order = np.argsort(offsets, kind="stable")
            offsets, reasons = offsets[order], reasons[order]
        for block in row_blocks(len(offsets)):
            at_gap = contains(gaps, offsets[block])
            verdicts[np.searchsorted(gaps, offsets[block][at_gap])] = reasons[block][at_gap]
        return cls(offsets, reasons, verdicts)


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
        return _digest(self.text)

    @property
    def content_hash(self) -> str:
        """SHA-256 of the normalized text, overlap included (ContextMEM, issue 12)."""
        return _digest(normalize_text(self.text))

    @property
    def location(self) -> dict[str, list[int | str]]:
        """The pages, chapters, cells, slides, sheets, times or rows it is from; {} if unknown.

        Overlap included, as `{"pages": [3, 4]}`; times and rows are the first and the last one.
        """
        locations = self.document.locations
        if locations is None:
            return {}
        found = locations.of(self.start - self.overlap, self.end)
        return {locations.kind: found} if found else {}

    @property
    def location_id(self) -> str:
        """Id of route, heading path and part; it survives edits of the text there."""
        return self.chunking.location_ids[self.index]

    @property
    def id(self) -> str:
        """Id of this span of this text: 16 hex digits of document hash and offsets."""
        return _digest(f"{self.document.sha256}:{self.start}:{self.end}")[:16]

    def to_dict(self) -> dict[str, Any]:
        """Return the values of a line of JSONL, which `json.dumps` accepts; see `docs/cli.md`.

        `parent` is None without levels, `table_header` and `oversize_reason` where they are empty.
        If the document knows its pages or other locations, their kind is a key, as in `location`.
        """
        parent = int(self.chunking.parent[self.index])
        locations = self.document.locations
        kind = None if locations is None else locations.kind
        return {
            "id": self.id,
            "index": self.index,
            "parent": None if parent < 0 else parent,
            "start": self.start,
            "end": self.end,
            "overlap": self.overlap,
            "tokens": self.tokens,
            "reason": self.reason.value,
            "heading_path": list(self.heading_path),
            **({kind: self.location.get(kind, [])} if kind else {}),
            "table_header": self.table_header or None,
            "content_hash": self.content_hash,
            "sha256": self.sha256,
            "location_id": self.location_id,
            "oversize": self.oversize,
            "oversize_reason": self.oversize_reason or None,
            "text": self.text,
            "source": self.document.source,
            "strategy": self.chunking.strategy,
            "title": self.document.title,
            "language": self.document.language,
            "domain": self.document.domain,
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

    def records(self) -> Iterator[dict[str, Any]]:
        """Yield one dictionary for each chunk, with the columns of `to_arrow` as keys.

        These are those of `Chunk.to_dict`, with `route`, and with the locations of any kind as
        `location_kind` and `location`, a list of text.
        """
        locations = self.document.locations
        kind = None if locations is None else locations.kind
        for chunk in self:
            values = chunk.to_dict()
            labels = [] if kind is None else values.pop(kind)
            values |= {"route": self.document.route, "location_kind": kind}
            values["location"] = [str(label) for label in labels]
            yield {name: values[name] for name in COLUMNS}

    def to_arrow(self) -> pa.Table:
        """Return an Arrow table of the chunks; tables of several documents can be concatenated."""
        return arrow_table(self.records())

    def to_pandas(self) -> pd.DataFrame:
        """Return a data frame of the chunks, with the columns of `to_arrow`."""
        return pandas_frame(self.records())

    def to_polars(self) -> pl.DataFrame:
        """Return a polars data frame of the chunks, with the columns of `to_arrow`.

        Raises:
            ChunkingError: polars is not installed.
        """
        return polars_frame(self.records())

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
            ids.append(_digest(f"{location}\n#{part}")[:16])
        return tuple(ids)

    def chunk_at(self, offset: int) -> int:
        """Return the row of the last chunk that starts at or before `offset`; -1 for none."""
        return int(self.start.searchsorted(offset, side="right")) - 1

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


def as_span(span: Iterable[int]) -> tuple[int, int]:
    """Return a start and an end as plain integers.

    Raises:
        SettingsError: It is not two whole numbers.
    """
    try:
        start, end = span
        return index(start), index(end)
    except (TypeError, ValueError):
        raise SettingsError(
            f"a span must be two whole numbers, start and end; got {span!r:.80}"
        ) from None
