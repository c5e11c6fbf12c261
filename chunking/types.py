"""The nouns of the program: a chunk is a place in a text, and every gap has its reason.

Offsets are half-open and count code points of `Document.text`.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, Literal, Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray

from chunking.errors import expect
from chunking.languages import check_language
from chunking.numerals import count_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from chunking.outline import Outline, Seams

Ints: TypeAlias = NDArray[np.int64]
Floats: TypeAlias = NDArray[np.float64]
Vectors: TypeAlias = NDArray[np.float32]
Bools: TypeAlias = NDArray[np.bool_]
Codes: TypeAlias = NDArray[np.uint8]


class Reason(StrEnum):
    """Why a gap was cut (the first group) or was not (the second)."""

    SIMILARITY = "similarity"
    OPTIMUM = "optimum"
    MAX_TOKENS = "max_tokens"
    STRUCTURE = "structure"
    PARAGRAPH = "paragraph"
    DEFINITION = "definition"
    TURN = "turn"
    SIZE = "size"
    ANCHOR = "anchor"
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
        """Its number in a column of reasons."""
        return _REASON_CODES[self]


REASONS: tuple[Reason, ...] = tuple(Reason)
_REASON_CODES = {reason: code for code, reason in enumerate(REASONS)}


class UnitKind(StrEnum):
    """What a unit is; a column of kinds holds the index into `UNIT_KINDS`."""

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
        """Its number in a column of kinds."""
        return _KIND_CODES[self]


UNIT_KINDS: tuple[UnitKind, ...] = tuple(UnitKind)
_KIND_CODES = {kind: code for code, kind in enumerate(UNIT_KINDS)}


@dataclass(frozen=True, slots=True)
class Document:
    """A text that is never altered, and where it came from.

    `route`, of which location ids are made, is a relative path or URL path; `source` unless given.
    `media_type` is kept in small letters, without parameters; `notes` are what the loader says.
    Raises `SettingsError` where `text` is no str, or `language` no code of a language.
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
    sha256: str = field(init=False)

    def __post_init__(self) -> None:
        expect(self.text, str, "the text of a document must be a str, as `load` reads it")
        check_language(self.language)
        object.__setattr__(self, "media_type", self.media_type.partition(";")[0].strip().lower())
        object.__setattr__(self, "route", self.route or self.source)
        digest = hashlib.sha256(self.text.encode("utf-8", "surrogatepass")).hexdigest()
        object.__setattr__(self, "sha256", digest)

    def __repr__(self) -> str:
        return f"<Document {self.source!r}: {count_of(len(self.text), 'character')}>"


@dataclass(frozen=True, slots=True)
class Units:
    """The smallest pieces a strategy puts together, as columns in reading order.

    They leave out nothing but blank space. `kinds` holds codes of `UnitKind`. A unit
    whose `atomic` is true (a fence, a table) is never cut inside. Shapes: all (n,).
    """

    starts: Ints
    ends: Ints
    kinds: Codes
    atomic: Bools

    def __len__(self) -> int:
        return len(self.starts)

    @property
    def gaps(self) -> Ints:
        """The offset at which a cut between unit i and i + 1 lies: where i + 1 starts, (n - 1,)."""
        return self.starts[1:]

    @classmethod
    def of(cls, spans: Sequence[tuple[int, int, UnitKind, bool]]) -> Units:
        """Columns from rows of (start, end, kind, atomic)."""
        starts, ends = (np.array([row[i] for row in spans], dtype=np.int64) for i in (0, 1))
        kinds = np.array([row[2].code for row in spans], dtype=np.uint8)
        atomic = np.array([row[3] for row in spans], dtype=np.bool_)
        return cls(starts, ends, kinds, atomic)


@dataclass(frozen=True, slots=True)
class Layout:
    """What the blocks of a document say about where it may be cut.

    `blocks` are the structural blocks in order; `outline` its headings; the spans
    `[protected_starts[i], protected_ends[i])` (fences and tables) must stay whole. `seams` are
    the places at which code or a dialogue comes apart, the largest first, where that was asked.
    """

    blocks: Units
    outline: Outline
    protected_starts: Ints
    protected_ends: Ints
    seams: tuple[Seams, ...] = ()


@dataclass(frozen=True, slots=True)
class Signal:
    """One similarity a gap: `scores[i]` across the gap at offset `gaps[i]`, both (n - 1,)."""

    gaps: Ints
    scores: Floats
    kind: str = "adjacent"


@dataclass(frozen=True, slots=True)
class Material:
    """What a strategy needs prepared; with the document's hash it is the key of the cache.

    `reach` is the size in tokens up to which the cost of every stretch of units as one segment
    is wanted, and `words` the share of the words in it; 0 where no strategy looks at costs.
    `syntax` names the programming language that code is read as; "auto" goes by the document.
    """

    units: Literal["sentences", "paragraphs", "code", "turns"]
    count_in: str = "characters"
    model: str | None = None
    precision: str = "exact"
    signal: str | None = None
    reach: int = 0
    words: float = 0.0
    syntax: str = ""


@dataclass(frozen=True, slots=True)
class Constraints:
    """Offsets marked by hand, between two units: cut there, or never cut there.

    To a strategy's `cut`, an offset that is no gap between two units has no effect. The engine
    splits units at a mark inside; one with a vector, or atomic, it does not: see `byhand.unmet`.
    """

    required: Sequence[int] = ()
    forbidden: Sequence[int] = ()


NONE = Constraints()


@dataclass(frozen=True, slots=True)
class Sizes:
    """How big any stretch of one text is, counted once over the whole of it.

    A tick is one character (`token_starts` is None) or one token; `per` ticks make a token, and a
    started token counts whole. Ticks are summed and divided last, since neither rounding nor a
    tokenizer is additive. `token_starts` are the offsets at which tokens start, ascending, (t,).
    """

    length: int
    per: int = 1
    token_starts: Ints | None = None

    def ticks(self, offsets: Ints) -> Ints:
        """The ticks before each offset, same shape."""
        if self.token_starts is None:
            return offsets
        return np.searchsorted(self.token_starts, offsets).astype(np.int64)

    def between(self, starts: Ints, ends: Ints) -> Ints:
        """Tokens of each `[start, end)`, same shape."""
        return -((self.ticks(starts) - self.ticks(ends)) // self.per)

    def tick(self, offset: int) -> int:
        """The ticks before one offset."""
        return offset if self.token_starts is None else int(self.token_starts.searchsorted(offset))

    def tokens(self, start: int, end: int) -> int:
        """Tokens of `[start, end)`."""
        return -((self.tick(start) - self.tick(end)) // self.per)

    def reach(self, start: int, tokens: int) -> int:
        """The largest end such that `[start, end)` holds at most `tokens`."""
        last = self.tick(start) + tokens * self.per
        if self.token_starts is None:
            return min(last, self.length)
        return int(self.token_starts[last]) if last < len(self.token_starts) else self.length

    def least(self, start: int, tokens: int) -> int:
        """The smallest end such that `[start, end)` holds `tokens`; past the text if none does."""
        if tokens <= 0:
            return start
        last = self.tick(start) + (tokens - 1) * self.per
        if self.token_starts is None:
            return last + 1
        inside = last < len(self.token_starts)
        return (int(self.token_starts[last]) if inside else self.length) + 1

    def back(self, end: int, tokens: int) -> int:
        """The smallest start such that `[start, end)` holds at most `tokens`."""
        first = self.tick(end) - tokens * self.per
        if first <= 0:
            return 0
        return first if self.token_starts is None else int(self.token_starts[first - 1]) + 1


class Costs(Protocol):
    """What every stretch of units costs as one segment; `share` is that of the words, 0 to 1."""

    def prepare(self, units: int, share: float) -> None:
        """Find what there is to find of stretches of up to so many units."""

    def rows(self, units: int, share: float) -> Floats:
        """The costs, (n, width): `[e, d]` belongs to the d + 1 units that end with unit e."""

    def penalty(self, share: float) -> float:
        """What a boundary must be worth."""

    def worth(self) -> Floats:
        """What the units beside it say for a boundary after each unit, (n,)."""


@dataclass(frozen=True, slots=True)
class Prepared:
    """A document with all that a strategy cuts by.

    `vectors` are unit vectors of the units, (n, d) float32; they and the signal are None where
    no model is used. `costs` is None where neither a model is used nor costs are wanted. `other`
    keeps the units of other kinds that were found in this document, with their layout, by material.
    """

    document: Document
    material: Material
    layout: Layout
    units: Units
    sizes: Sizes
    vectors: Vectors | None = None
    signal: Signal | None = None
    costs: Costs | None = None
    other: dict[Material, tuple[Units, Layout]] = field(default_factory=dict, compare=False)
