"""Filling a text into chunks one after the other, regardless of its units."""

from array import array
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from typing import NamedTuple, Protocol

import numpy as np

from chunking.core.arrays import Ints, contains, is_any_of
from chunking.core.cuts import Cuts, Reason, reason_codes
from chunking.core.prepared import NONE, Constraints, Prepared
from chunking.core.text.characters import is_boundary
from chunking.core.text.whitespace import chunk_start, find_break, next_non_space, trimmed_end
from chunking.strategies.breaks import Breaks, HeadingSpans
from chunking.strategies.keep_together import runs
from chunking.strategies.overlap import Overlap, OverlapStarts
from chunking.strategies.separators import Separator
from chunking.strategies.short_chunks import Cores, merge_short_chunks


class Space(NamedTuple):
    """Where the next chunk may end: it starts at `start`, in a section that ends at `end`.

    `limit` is the last offset at which it fits, `limit_without_overlap` the last one without its
    overlap.
    """

    start: int
    end: int
    limit: int
    limit_without_overlap: int


class EndRule(Protocol):
    """A rule for the end of a chunk."""

    def __call__(self, space: Space) -> tuple[int, Reason]:
        """Return the end of the chunk, in `(space.start, space.end]`, and its reason."""
        ...


def fill(
    prepared: Prepared,
    max_tokens: int,
    overlap: Overlap,
    end_rule: EndRule,
    constraints: Constraints = NONE,
    *,
    merge_below: int = 0,
    levels: Sequence[Ints] = (),
) -> Cuts:
    """Return the cuts of a text whose chunks end by a rule.

    Args:
        overlap: What each chunk repeats; part of its size.
        constraints: Manual boundaries; chunks are not merged across them.
        merge_below: A chunk below this size merges with a neighbor where both fit. The whitespace
            before the next chunk counts as part of a chunk here.
        levels: Offsets at which parts of the text start, coarsest first: a chunk there does not
            merge with the rest of the part before.
    """
    units = prepared.units
    forbidden = is_any_of(units.gaps, constraints.forbidden)
    verdicts = reason_codes(forbidden, Reason.FORBIDDEN, Reason.FITS)
    if len(units) == 0:
        return Cuts.of([], units.gaps, verdicts)
    required = np.flatnonzero(is_any_of(units.gaps, constraints.required) & ~forbidden)
    section_starts = np.append(units.starts[:1], units.gaps[required])
    section_ends = np.append(units.ends[required], units.ends[-1:])
    filler = _Filler(prepared, max_tokens, overlap, end_rule, joined_spans(prepared, constraints))
    # Arrays of numbers: lists of objects would take many times the memory of the text.
    starts, ends, reasons = array("q"), array("q"), bytearray()
    for start, end in zip(section_starts.data, section_ends.data, strict=True):
        starts.append(start)
        reasons.append(Reason.MANUAL.code)
        for at, reason in filler.section(start, end):
            ends.append(at)
            starts.append(at)
            reasons.append(reason.code)
        ends.append(end)
    cores = Cores(
        np.frombuffer(starts, np.int64),
        np.frombuffer(ends, np.int64),
        np.frombuffer(reasons, np.uint8),
    )
    depths = np.full(len(cores.starts), len(levels), np.uint8)
    for depth, offsets in reversed(list(enumerate(levels))):
        depths[contains(offsets, cores.starts)] = depth
    depths[0] = 0
    merged = merge_short_chunks(
        cores, prepared.sizes, merge_below, max_tokens,
        overlap=OverlapStarts(prepared, overlap), depths=depths,
    )  # fmt: skip
    return merged.cuts(units.gaps, verdicts)


def joined_spans(prepared: Prepared, constraints: Constraints) -> list[tuple[int, int]]:
    """Return the spans of units that forbidden gaps join, in order."""
    units = prepared.units
    forbidden = is_any_of(units.gaps, constraints.forbidden)
    if not forbidden.any():
        return []
    first, last = runs(forbidden)
    return list(zip(units.starts[first].tolist(), units.ends[last].tolist(), strict=True))


class _Filler:
    """Fills sections of one document."""

    def __init__(
        self,
        prepared: Prepared,
        max_tokens: int,
        overlap: Overlap,
        end_rule: EndRule,
        joined: list[tuple[int, int]],
    ) -> None:
        self._text = prepared.document.text
        self._sizes = prepared.sizes
        self._max_tokens = max_tokens
        self._overlap = OverlapStarts(prepared, overlap) if overlap.tokens else None
        self._end_rule = end_rule
        self._joined = joined

    def section(self, start: int, end: int) -> Iterator[tuple[int, Reason]]:
        """Yield the cuts inside `[start, end)`."""
        while True:
            at, reason = self._end_rule(self._space(start, end))
            # Within whitespace a chunk ends before it, so that the next keeps its indentation.
            at = trimmed_end(self._text, start, at)
            if self._joined:
                at = self._outside_joined(start, at)
            if at >= end:
                return
            start = chunk_start(self._text, at)
            yield start, reason

    def _limit(self, start: int) -> int:
        """Return the last offset at which a chunk fits with its overlap."""
        start = start if self._overlap is None else self._overlap.start(start)
        return self._sizes.max_end(start, self._max_tokens)

    def _space(self, start: int, end: int) -> Space:
        without_overlap = min(self._sizes.max_end(start, self._max_tokens), end)
        if self._overlap is None:
            return Space(start, end, without_overlap, without_overlap)
        return Space(start, end, min(self._limit(start), end), without_overlap)

    def _outside_joined(self, start: int, at: int) -> int:
        """Return an end that splits no joined units: before them, or else after them."""
        i = bisect_left(self._joined, (chunk_start(self._text, at),)) - 1
        if i < 0 or at >= self._joined[i][1]:
            return at
        first, last = self._joined[i]
        return first if first > start else last


def end_at_limit(text: str, headings: HeadingSpans | None = None) -> EndRule:
    """Return the rule that fills each chunk to its limit, even inside a word.

    A chunk that would end inside or directly after `headings` ends before them, unless it starts
    with them.
    """

    def rule(space: Space) -> tuple[int, Reason]:
        end, reason = to_limit(space)
        lead = headings.headings_around(end) if headings and end < space.end else -1
        return (lead, Reason.SIZE) if lead > space.start else (end, reason)

    def to_limit(space: Space) -> tuple[int, Reason]:
        start, limit = space.start, space.limit
        if limit >= space.end:
            return space.end, Reason.TAIL
        if limit > start and not text[start].isspace() and is_boundary(text, limit):
            return limit, Reason.SIZE
        most = space.limit_without_overlap
        return find_break(text, start, limit, at_least=limit, most=most), Reason.SIZE

    return rule


class EndAtSeparator:
    """The rule that ends each chunk at the coarsest separator that leaves it small enough.

    No chunk ends directly after a heading. With `tokens`, front matter of at most half of that size
    counts as a heading; 0, the default: it does not.

    It keeps the segments that contain the current position, coarsest first, as (end, level,
    reason): a segment of a level is split at the separators of that level, and beyond the last
    level at words and characters.
    """

    def __init__(
        self,
        prepared: Prepared,
        separators: Sequence[Separator],
        constraints: Constraints = NONE,
        *,
        tokens: int = 0,
    ) -> None:
        self._text = prepared.document.text
        self._separators = separators
        self._headings = HeadingSpans(prepared, constraints, tokens=tokens)
        # The separators are all that matters: sentences may be left out on purpose.
        self._breaks = Breaks(prepared, constraints, after_sentence=False)
        self._segments: list[tuple[int, int, Reason]] = []

    def __call__(self, space: Space) -> tuple[int, Reason]:
        """As in `EndRule`; starts ascend within one section."""
        self._leave_segments(space)
        while True:
            end, level, reason = self._segments[-1]
            if self._fits(end, space.limit):
                return end, reason
            if level == len(self._separators):
                most = min(space.limit_without_overlap, end)
                limit = min(space.limit, most)
                return self._breaks(space.start, limit, most=most), Reason.MAX_TOKENS
            separator = self._separators[level]
            last = self._last(separator, space)
            if last >= 0:
                return last, separator.reason
            # A segment that fits without overlap is not split further.
            following = self._next(separator, space.limit, end)
            if next_non_space(self._text, following) >= end:
                following = end
            reason = reason if following == end else separator.reason
            if self._fits(following, space.limit_without_overlap):
                return following, reason
            if following == end:
                self._segments.pop()
            self._segments.append((following, level + 1, reason))

    def _leave_segments(self, space: Space) -> None:
        """Remove the segments that end before the next chunk."""
        if not self._segments or self._segments[0][0] != space.end:
            self._segments = [(space.end, 0, Reason.MAX_TOKENS)]
        while self._segments[-1][0] <= space.start:
            self._segments.pop()

    def _last(self, separator: Separator, space: Space) -> int:
        """Return the last position of a separator, before the headings that end there."""
        last = separator.last(space.start, space.limit)
        if last < 0 or not self._headings:
            return last
        lead = self._headings.headings_ending_at(last)
        if lead < 0:
            return last
        return lead if lead > space.start else -1

    def _next(self, separator: Separator, start: int, end: int) -> int:
        """Return the next position of a separator at which no heading ends."""
        found = separator.next(start, end)
        while self._headings and found < end and self._headings.headings_ending_at(found) >= 0:
            found = separator.next(found, end)
        return found

    def _fits(self, end: int, limit: int) -> bool:
        return end <= limit or next_non_space(self._text, limit) >= end
