"""Functions and classes of source code, found by a grammar."""

import re
from bisect import bisect_left
from dataclasses import replace
from typing import ClassVar, Literal, NamedTuple

import numpy as np
from pydantic import Field

from chunking.core.arrays import Bools, Floats, Ints, contains, is_any_of
from chunking.core.cuts import Cuts, Reason, reason_codes
from chunking.core.layout import SplitPoints
from chunking.core.prepared import NONE, CodeUnits, Constraints, Material, Prepared
from chunking.core.text.sizes import Sizes
from chunking.core.text.whitespace import chunk_start, find_break, trimmed_ends
from chunking.strategies.base import Strategy, max_field, merge_field
from chunking.strategies.filling import joined_spans
from chunking.strategies.recursive import Recursive
from chunking.strategies.short_chunks import Cores
from chunking.units.code import MAX_DEPTH
from chunking.units.line_costs import line_costs
from chunking.units.records import JSON

# The costs of a boundary, where a chunk costs 1: per level of nesting, between statements without
# a blank line, below the header of a function, inside a line. The end of a license is worth two
# chunks.
_PER_LEVEL, _NO_BLANK_LINE, _BELOW_HEADER, _IN_LINE = 0.15, 0.4, 1.0, 5.0
_AFTER_LICENSE = -2.0
# The costs of a chunk with a part of a definition and of what is outside of it, with a part of a
# member below the header of its class, and the same of a statement; at most of a short chunk. A
# chunk that is half empty costs a quarter.
_PARTIAL, _PARTIAL_MEMBER, _PARTIAL_STATEMENT, _SHORT = 4.0, 2.0, 0.3, 4.0
# Each part of so many of the maximum has at most three places for a boundary, to bound the time.
_CELLS = 64
# Chunks whose costs are computed at once, to bound the memory.
_PAIRS = 1 << 18

_LICENSE = re.compile(r"\s*(?:#|//|/\*|\"\"\")(?s:.){0,400}?(?i:copyright|licen[cs]e|spdx)")


class Code(Strategy):
    """Whole definitions, as many as fit; a larger one is split between its members.

    A function that is too large is split between its statements, preferably at a blank line; a
    comment or statement that is too large at a paragraph, a sentence or a line. Languages without
    a grammar are split by their indentation, documents that are no code as by `recursive`.
    """

    name: ClassVar[str] = "code"
    title: ClassVar[str] = "Functions and classes"
    summary: ClassVar[str] = "Functions and classes of source code, as many as fit; no model."
    source: ClassVar[str] = "Zhang et al. 2025, cAST, extended"

    max_tokens: int = max_field(500, "Maximum size.")
    merge_below: int = merge_field(50, "Merge chunks under this size with a neighbor.")
    syntax: Literal[
        "auto", "python", "javascript", "typescript", "tsx", "go", "rust", "java", "c",
    ] = Field(
        default="auto", description="The programming language; auto detects it from the document."
    )  # fmt: skip

    @property
    def material(self) -> Material:
        """Definitions and sizes."""
        return Material(units=CodeUnits(self.syntax), tokenizer=self.tokenizer)

    def cut(self, prepared: Prepared, constraints: Constraints = NONE) -> Cuts:
        """Return the cuts between definitions, and inside those that are too large."""
        if not prepared.layout.split_points or prepared.document.media_type == JSON:
            fallback = Recursive(
                max_tokens=self.max_tokens, overlap_tokens=0, tokenizer=self.tokenizer
            )
            return fallback.cut(prepared, constraints)
        units = prepared.units
        forbidden = is_any_of(units.gaps, constraints.forbidden)
        verdicts = reason_codes(forbidden, Reason.FORBIDDEN, Reason.FITS)
        places = _places(prepared, self.max_tokens, constraints)
        rows = _cheapest(places, prepared.sizes, self.max_tokens, self.merge_below)
        starts = places.offsets[rows]
        reasons = reason_codes(is_any_of(starts, places.required), Reason.MANUAL, Reason.MAX_TOKENS)
        cuts = Cores(starts, starts, reasons).cuts(units.gaps, verdicts)
        return _with_reasons(cuts, prepared)


class _Places(NamedTuple):
    """Where chunks may start, ascending, (n,), and the end of what is before each.

    `depths` are the nesting depths, `is_unit` is true where a unit starts, `costs` are those of a
    boundary, and `required` are the offsets at which one must be. The first is the start of the
    text, the last its end.
    """

    offsets: Ints
    ends: Ints
    depths: Ints
    is_unit: Bools
    costs: Floats
    required: tuple[int, ...]


def _places(prepared: Prepared, most: int, constraints: Constraints) -> _Places:
    """Return the places for boundaries: inside of what is larger than the maximum only."""
    finder = _Finder(prepared, most, constraints)
    for depth, points in enumerate(prepared.layout.split_points):
        finder.add_points(depth, points)
    finder.add_lines()
    finder.add_breaks()
    return finder.places()


class _Finder:
    """Collects the places of one document, each with its depth and cost."""

    def __init__(self, prepared: Prepared, most: int, constraints: Constraints) -> None:
        self._text, self._sizes, self._most = prepared.document.text, prepared.sizes, most
        units = prepared.units
        self._units = units
        self._joined = joined_spans(prepared, constraints)
        required = is_any_of(units.gaps, constraints.required)
        required &= ~is_any_of(units.gaps, constraints.forbidden)
        self._required = tuple(units.gaps[required].tolist())
        self._stop = int(units.ends[-1])
        edges = int(units.starts[0]), *self._required, self._stop
        self._found: dict[int, tuple[int, float]] = dict.fromkeys(edges, (0, 0.0))

    def add_points(self, depth: int, points: SplitPoints) -> None:
        """Add the split points of one level."""
        for start, end in self._large():
            rows = slice(*np.searchsorted(points.offsets, [start + 1, end]).tolist())
            costs = depth * _PER_LEVEL + ~points.preferred[rows] * _NO_BLANK_LINE
            if depth > self._found[start][0] + 1:
                costs += _BELOW_HEADER
            for offset, cost in zip(points.offsets[rows].tolist(), costs.tolist(), strict=True):
                self._add(offset, depth, cost)

    def add_lines(self) -> None:
        """Add the lines of comments and statements that are too large.

        Those of half the maximum are, too, around the header of a function.
        """
        for start, end in self._large(headers=True):
            depth = self._found[start][0] + 1
            for offset, cost in line_costs(self._text, start, end):
                self._add(offset, depth, depth * _PER_LEVEL + max(cost, _NO_BLANK_LINE))

    def add_breaks(self) -> None:
        """Add the places inside of lines that are too large."""
        for start, end in self._large():
            at, depth = start, self._found[start][0] + 1
            while (limit := self._sizes.max_end(at, self._most)) < end:
                at = chunk_start(self._text, find_break(self._text, at, limit, most=limit))
                self._add(at, depth, _IN_LINE)

    def places(self) -> _Places:
        """Return the places."""
        units = self._units
        below = units.gaps[:1].tolist()
        if below and not self._joins(below[0]) and _LICENSE.match(self._text[: int(units.ends[0])]):
            self._found[below[0]] = 0, _AFTER_LICENSE
        offsets, ends = self._spans()
        depths, costs = zip(*(self._found[at] for at in offsets.tolist()), strict=True)
        is_unit = contains(units.gaps, offsets)
        return _Places(
            offsets,
            np.append(offsets[:1], ends),
            np.array(depths),
            is_unit,
            np.array(costs),
            self._required,
        )

    def _add(self, offset: int, depth: int, cost: float) -> None:
        is_start = offset < self._stop and chunk_start(self._text, offset) == offset
        if is_start and not self._joins(offset):
            self._found.setdefault(offset, (depth, cost))

    def _joins(self, offset: int) -> bool:
        """Return whether manual boundaries join what is around an offset."""
        i = bisect_left(self._joined, (offset,)) - 1
        return i >= 0 and offset < self._joined[i][1]

    def _spans(self) -> tuple[Ints, Ints]:
        """Return the places so far, (n,), and where the text between them ends, (n - 1,)."""
        offsets = np.array(sorted(self._found), np.int64)
        return offsets, trimmed_ends(self._text, offsets[:-1], offsets[1:])

    def _large(self, *, headers: bool = False) -> list[tuple[int, int]]:
        """Return the spans between places that are larger than the maximum.

        With `headers`, also those larger than half of it above a deeper place, and below a header.
        """
        offsets = np.array(sorted(self._found), np.int64)
        least = np.full(len(offsets) - 1, self._most)
        if headers:
            depths = np.array([self._found[at][0] for at in offsets.tolist()])
            steps = np.diff(depths, prepend=0)
            least[(steps[1:] > 0) | (steps[:-1] > 1)] //= 2
        rows = np.flatnonzero(self._sizes.token_counts(offsets[:-1], offsets[1:]) > least)
        # Most are small with the whitespace below, too.
        starts, stops = offsets[rows], offsets[rows + 1]
        sizes = self._sizes.token_counts(starts, trimmed_ends(self._text, starts, stops))
        large = sizes > least[rows]
        return list(zip(starts[large].tolist(), stops[large].tolist(), strict=True))


def _cheapest(places: _Places, sizes: Sizes, most: int, short: int) -> Ints:
    """Return the places at which the chunks of least cost start, the first one included."""
    offsets, ends = sizes.ticks(places.offsets), sizes.ticks(places.ends)
    limit = most * sizes.per
    kept = _thinned(places, ends, limit)
    offsets, ends, depths = offsets[kept], ends[kept], places.depths[kept]
    costs = 1 + places.costs[kept]
    unit_depths = np.where(places.is_unit[kept], depths, MAX_DEPTH + 1)
    required = np.flatnonzero(is_any_of(places.offsets[kept], places.required))
    # A chunk has no required boundary inside, and fits, unless nothing smaller is possible.
    begin = np.searchsorted(offsets, ends - limit)
    if len(required):
        above = np.searchsorted(required, np.arange(len(kept))) - 1
        begin = np.maximum(begin, np.where(above >= 0, required[above], 0))
    first = np.minimum(begin, np.arange(len(kept)) - 1)
    total = np.zeros(len(kept))
    before = np.zeros(len(kept), np.int64)
    chunks = _Chunks(offsets, ends, depths, unit_depths, limit, short * sizes.per)
    width = int(np.max(np.arange(len(kept)) - first))
    block = max(1, _PAIRS // width)
    for start in range(1, len(kept), block):
        rows = np.arange(start, min(start + block, len(kept)))
        pairs = zip(rows.tolist(), first[rows].tolist(), chunks.costs(rows, first), strict=True)
        for end, at, cost in pairs:
            sums = total[at:end] + cost[at - end :]
            best = int(sums.argmin())
            total[end], before[end] = sums[best] + costs[end], at + best
    found = [int(before[-1])] if len(kept) > 1 else [0]
    while found[-1] > 0:
        found.append(int(before[found[-1]]))
    return kept[np.array(found[::-1], np.int64)]


class _Chunks(NamedTuple):
    """What the costs of chunks between places follow from: see `_Places`; sizes in ticks."""

    offsets: Ints
    ends: Ints
    depths: Ints
    unit_depths: Ints
    limit: int
    low: int

    def costs(self, rows: Ints, first: Ints) -> Floats:
        """Return the costs of the chunks that end at some places.

        The last column is that of the chunk that starts at the place before, (rows, most places).
        Those before the `first` place of a row have no meaning.
        """
        width = int(np.max(rows - first[rows]))
        starts = np.maximum(rows[:, None] + np.arange(-width, 0), 0)
        ticks = self.ends[rows, None] - self.offsets[starts]
        costs: Floats = np.square(1 - ticks / self.limit)
        if self.low:
            costs += _SHORT * np.maximum(0, 1 - ticks / self.low)
        # The least depth of the units, and of all places, inside of each chunk but the last.
        inside = starts[:, :0:-1]
        unit = np.minimum.accumulate(self.unit_depths[inside], axis=1)[:, ::-1]
        inner = np.minimum.accumulate(self.depths[inside], axis=1)[:, ::-1]
        outer, last = self.depths[starts[:, :-1]], self.depths[rows, None]
        deepest = np.maximum(outer, last)
        costs[:, :-1] += _PARTIAL_STATEMENT * (inner < deepest) + np.where(
            (unit <= outer) & (unit < deepest), _PARTIAL, _PARTIAL_MEMBER * (unit < last)
        )
        return costs


def _thinned(places: _Places, ticks: Ints, limit: int) -> Ints:
    """Return the first, the last and the cheapest place in each part of the text."""
    cells = ticks * _CELLS // limit
    order = np.lexsort((places.costs, cells))
    cheapest = order[np.append(True, np.diff(cells[order]) > 0)]
    edges = np.flatnonzero(np.append(True, np.diff(cells) > 0))
    lasts = np.append(edges[1:] - 1, len(cells) - 1)
    required = np.flatnonzero(is_any_of(places.offsets, places.required))
    return np.unique(np.concatenate([cheapest, edges, lasts, required]))


def _with_reasons(cuts: Cuts, prepared: Prepared) -> Cuts:
    """Return the cuts with the reason of those between definitions."""
    gaps, forced, definition = prepared.units.gaps, Reason.MAX_TOKENS.code, Reason.DEFINITION.code
    between = contains(gaps, cuts.offsets) & (cuts.reasons == forced)
    verdicts = np.where(cuts.verdicts == forced, definition, cuts.verdicts).astype(np.uint8)
    reasons = np.where(between, definition, cuts.reasons).astype(np.uint8)
    return replace(cuts, reasons=reasons, verdicts=verdicts)
