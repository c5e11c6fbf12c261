"""What comes out: cuts, the chunks between them, and a verdict on every gap."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, overload

import numpy as np

from chunking.ascending import ascends, members, stretches
from chunking.breaks import span_of
from chunking.errors import expect
from chunking.graphemes import is_boundary
from chunking.normalize import normalize_text
from chunking.numerals import count_of
from chunking.types import REASONS, Bools, Codes, Document, Ints, Reason

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from chunking.outline import Path


@dataclass(frozen=True, slots=True)
class Cuts:
    """Where a strategy cuts: each offset starts a new chunk, for the reason beside it.

    Offsets ascend and may lie inside a unit; `reasons` are codes of `Reason`, same shape.
    `verdicts` holds one code for every gap between two units, (n - 1,), cut or not.
    """

    offsets: Ints
    reasons: Codes
    verdicts: Codes

    @classmethod
    def of(cls, rows: Sequence[tuple[int, Reason]], gaps: Ints, verdicts: Codes) -> Cuts:
        """Cuts from rows of (offset, reason); `verdicts` are those of the gaps left alone."""
        offsets = np.array([row[0] for row in rows], dtype=np.int64)
        codes = {reason: reason.code for reason in {row[1] for row in rows}}
        reasons = np.array([codes[row[1]] for row in rows], dtype=np.uint8)
        return cls.at(offsets, reasons, gaps, verdicts)

    @classmethod
    def at(cls, offsets: Ints, reasons: Codes, gaps: Ints, verdicts: Codes) -> Cuts:
        """Cuts from columns, in any order; `verdicts` are those of the gaps left alone."""
        if not ascends(offsets):
            order = np.argsort(offsets, kind="stable")
            offsets, reasons = offsets[order], reasons[order]
        for own in stretches(len(offsets)):
            natural = members(gaps, offsets[own])
            at = np.searchsorted(gaps, offsets[own][natural])
            verdicts[at] = reasons[own][natural]
        return cls(offsets, reasons, verdicts)


@dataclass(frozen=True, slots=True)
class Chunk:
    """One row of a chunking. Its core is `[start, end)`; its text begins `overlap` earlier.

    `reason` says why it ends where it does; `tail` where the text ends, or where a chunk stays
    short because joining it would pass the maximum. Chunks are equal that are alike in all of this
    and of one document, whatever the chunkings that they are rows of.
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
    def text(self) -> str:
        """The exact slice of the document, overlap included."""
        return self.document.text[self.start - self.overlap : self.end]

    @property
    def sha256(self) -> str:
        """SHA-256 of the text as it is (Context Harness, ADR-0006)."""
        return _digest(self.text)

    @property
    def content_hash(self) -> str:
        """SHA-256 of the normalised text, overlap included (ContextMEM, issue 12)."""
        return _digest(normalize_text(self.text))

    @property
    def location_id(self) -> str:
        """Where it is: route, heading path, part; it stays when the text there is edited."""
        return self.chunking.location_ids[self.index]

    @property
    def id(self) -> str:
        """This place in this very text: 16 hex digits of document hash and offsets."""
        return _digest(f"{self.document.sha256}:{self.start}:{self.end}")[:16]


@dataclass(frozen=True, eq=False)
class Chunking:
    """A document cut into chunks, as columns of n rows, with the verdict on each gap.

    `reason` holds codes of `Reason`. `parent` is the row of the enclosing chunk one level up,
    or -1. `gaps` are the offsets between units, `verdicts` their codes, both (units - 1,).
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

    @property
    def boundaries(self) -> Ints:
        """The offsets at which a new chunk begins, without the first, (n - 1,)."""
        return self.start[1:]

    @cached_property
    def location_ids(self) -> tuple[str, ...]:
        r"""16 hex digits of SHA-256 of `route\nheading > path\n#part` for each chunk.

        Parts count from 0 within one heading path, in reading order.
        """
        parts: dict[str, int] = {}
        ids = []
        for path in self.heading:
            place = f"{self.document.route}\n{' > '.join(path)}"
            part = parts.get(place, 0)
            parts[place] = part + 1
            ids.append(_digest(f"{place}\n#{part}")[:16])
        return tuple(ids)

    def chunk_at(self, offset: int) -> int:
        """The row of the chunk whose core holds `offset`, or of the one before it; -1 if none."""
        return int(self.start.searchsorted(offset, side="right")) - 1

    @classmethod
    def from_spans(
        cls, document: Document, spans: Iterable[tuple[int, int]], *, source: str = "imported"
    ) -> Chunking:
        """Chunks made elsewhere, as they are; what is odd about them is said in `notes`.

        Tokens are characters ÷ 4. They are put in order. What a span repeats of those before it
        counts as overlap; a span that lies within them altogether is a core all the same.

        Raises:
            SettingsError: a span is not a start and an end, both whole numbers.
        """
        expect(document, Document, "a document must be a Document, as `load` makes it")
        length = len(document.text)
        given = sorted(map(span_of, spans))
        inside = [(max(0, a), min(length, b)) for a, b in given]
        kept = [(a, b) for a, b in inside if a < b]
        notes = []
        if len(kept) < len(given):
            notes.append(
                f"spans that are empty or outside: {count_of(len(given) - len(kept), 'place')}"
            )
        if clipped := sum(a < 0 or b > length for a, b in given if max(0, a) < min(length, b)):
            notes.append(f"spans that reach beyond the text: {count_of(clipped, 'place')}")
        begins = np.array([a for a, _ in kept], dtype=np.int64)
        ends = np.array([b for _, b in kept], dtype=np.int64)
        before = np.maximum.accumulate(np.concatenate([np.zeros(1, np.int64), ends]))[:-1]
        # A span within the one before it repeats nothing: all of it is its core.
        nested = before >= ends
        starts = np.where(nested, begins, np.maximum(begins, before))
        order = np.argsort(starts, kind="stable")
        begins, ends, starts = begins[order], ends[order], starts[order]
        reached = [0, *np.maximum.accumulate(ends).tolist()]
        lost = sum(
            not document.text[a:b].isspace()
            for a, b in zip(reached, [*starts.tolist(), length], strict=True)
            if a < b
        )
        if lost:
            notes.append(f"text that is in no chunk: {count_of(lost, 'place')}")
        if nested.any():
            notes.append(
                f"spans within the ones before them: {count_of(int(nested.sum()), 'place')}"
            )
        edges = {*begins.tolist(), *ends.tolist()}
        if split := sum(not is_boundary(document.text, edge) for edge in edges):
            notes.append(f"cuts inside a character or a line end: {count_of(split, 'place')}")
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
            notes=tuple(notes),
        )


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
