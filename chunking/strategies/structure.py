"""A token budget that never splits a fence, a table or a section (ContextMEM, issue 12)."""

import re
from bisect import bisect_left
from collections.abc import Sequence
from typing import ClassVar, Literal, Self

import numpy as np
from pydantic import Field, model_validator

from chunking.core.arrays import Bools, Ints, as_sequence, contains, is_any_of, row_blocks
from chunking.core.cuts import Cuts, Reason, reason_codes
from chunking.core.prepared import NONE, Constraints, Material, Prepared
from chunking.core.text.characters import code_points
from chunking.core.text.whitespace import chunk_start, next_non_space, trimmed_ends
from chunking.core.units import UnitKind
from chunking.strategies.base import Strategy, kept_whole, max_field, oversize_field, tokens_field
from chunking.strategies.breaks import Breaks
from chunking.strategies.keep_together import (
    gaps_after_headings,
    gaps_inside_items,
    gaps_inside_lines,
    preferred_gaps,
)
from chunking.strategies.overlap import Overlap
from chunking.strategies.short_chunks import Cores, merge_short_chunks

# The largest overlap as a share of the target. It is always reserved, so that the overlap can
# never move a boundary.
LARGEST_SHARE = 0.15

# The share of the target from which the end of a paragraph is preferred to that of a sentence.
_PARAGRAPH_SHARE = 0.5
# Below this share of the target a part or a section is short: a heading with a line or two.
_SHORT_SHARE = 0.25
# Characters of a term, a signature or a title without marks.
_LONGEST_TERM = 60
# The markup of an item in POD and Texinfo, and a term above its definition.
_ITEM = re.compile(r"(?:=item|@itemx?)\b|[^\n]+\n{1,2}: ")
# What ends a text that announces the section below.
_COLONS = [ord(":"), ord("：")]
_WORD = re.compile(r"[^\W_]")
# The depth of the later parts of a section: below all headings.
_INNER_DEPTH = 255


class Structure(Strategy):
    """Sections by heading, each split into parts of about `target_tokens`.

    A heading stays with what follows it, also with another heading. A part ends at a paragraph,
    else at a sentence, a line or a word. Fences and tables stay whole. Overlap stays within a
    section and changes neither the parts nor their location ids.
    """

    name: ClassVar[str] = "structure"
    title: ClassVar[str] = "Structure-safe token budget"
    summary: ClassVar[str] = "Sections split to a budget; fences and tables stay whole; no model."
    source: ClassVar[str] = "ContextMEM, issue 12"
    size_limit_field: ClassVar[str] = "target_tokens"

    target_tokens: int = tokens_field(
        650, "Target size of a part, without overlap.", ge=1, slider=[50, 3000], step=10
    )
    max_tokens: int = max_field(800, "Maximum size, overlap included.")
    overlap_share: float = Field(
        default=0.12,
        ge=0,
        le=LARGEST_SHARE,
        description="Share of the target repeated from the part before, within a section.",
        json_schema_extra={"slider": [0.0, LARGEST_SHARE], "step": 0.01},
    )
    lead_ins: Literal["keep", "ignore"] = Field(
        default="ignore",
        description="Keep captions and lead-ins with what follows, and merge short parts, where "
        "both fit.",
    )
    oversize: Literal["keep", "split"] = oversize_field("keep")

    @model_validator(mode="after")
    def _check_target(self) -> Self:
        if self.target_tokens > self.max_tokens - self.reserved_tokens:
            most = int((self.max_tokens + 1) / (1 + LARGEST_SHARE))
            most -= most + int(LARGEST_SHARE * most) > self.max_tokens
            raise ValueError(
                f"target_tokens must be at most {most}, which leaves room for the largest overlap "
                f"below max_tokens ({self.max_tokens}), got {self.target_tokens}"
            )
        return self

    @property
    def reserved_tokens(self) -> int:
        """The tokens reserved for the largest overlap."""
        return int(LARGEST_SHARE * self.target_tokens)

    @property
    def material(self) -> Material:
        """Sentences with their blocks, and sizes."""
        return Material(units="sentences", tokenizer=self.tokenizer)

    @property
    def overlap(self) -> Overlap:
        """A share of the target, at most 15% of the part before, from a word on."""
        tokens = int(self.overlap_share * self.target_tokens)
        return Overlap(tokens, share=LARGEST_SHARE, within_section=True)

    def cut(self, prepared: Prepared, constraints: Constraints = NONE) -> Cuts:
        """Return the cuts at headings, and between the parts of each section."""
        return _Splitter(self, prepared, constraints).run()


class _Splitter:
    """Splits the sections of one document into parts."""

    def __init__(self, strategy: Structure, prepared: Prepared, constraints: Constraints) -> None:
        units = prepared.units
        self.target_tokens, self.max_tokens = strategy.target_tokens, strategy.max_tokens
        self.part_tokens = strategy.max_tokens - strategy.reserved_tokens
        keeps = strategy.lead_ins == "keep"
        self.short_tokens = int(_SHORT_SHARE * strategy.target_tokens) if keeps else 0
        self.path_at = prepared.layout.outline.path_at
        self.text = prepared.document.text
        self.sizes = prepared.sizes
        self.breaks = Breaks(prepared, constraints)
        self.gaps = units.gaps
        forbidden = is_any_of(self.gaps, constraints.forbidden)
        # A heading and the unit below it are one, and so are sentences that share a line of verse.
        headed = gaps_after_headings(prepared, self.part_tokens, constraints)
        if keeps:
            headed |= gaps_inside_lines(prepared, constraints)
        first = np.flatnonzero(np.append(True, ~headed)[: len(units)])
        last = np.append(first[1:], len(units))[: len(first)] - 1
        starts, ends = units.starts[first], units.ends[last]
        self.columns = starts, ends
        # Memory views, whose items are read faster than an array's.
        self.starts, self.ends = as_sequence(starts), as_sequence(ends)
        kept = kept_whole(prepared, strategy.max_tokens) & (strategy.oversize == "keep")
        kept[:-1] |= forbidden & headed
        self.indivisible = _any_of_group(kept, first).data
        self.atomic = _any_of_group(units.atomic, first).data
        block = np.searchsorted(prepared.layout.blocks.starts, starts, side="right") - 1
        kinds = prepared.layout.blocks.kinds[block]
        self.is_item = (kinds == UnitKind.LIST_ITEM.code).tolist()
        self.is_table = kinds == UnitKind.TABLE.code
        ends_block = contains(prepared.layout.blocks.ends, ends)
        self.ends_block = ends_block.data
        self.block_ends = _last_of_runs(~ends_block[:-1]).data
        self.required = is_any_of(starts, constraints.required)
        self.forbidden = forbidden[last[:-1]].data
        begins = contains(prepared.layout.outline.starts, starts)
        begins |= self.required
        begins[1:] &= ~forbidden[last[:-1]]
        begins[:1] = False
        # The first unit of each section, and the index behind the last unit.
        self.edges = np.concatenate([[0], np.flatnonzero(begins), [len(begins)]])
        # Whether a list item that fits continues after a unit, and its last one.
        in_item = gaps_inside_items(prepared, self.max_tokens, constraints)[last[:-1]]
        item_ends = _last_of_runs(in_item)
        self.in_item, self.item_ends = in_item.data, item_ends.data
        # Whether what follows a unit should stay with it.
        lead_ins = np.zeros(len(self.gaps), np.bool_)
        if keeps:
            lead_ins = preferred_gaps(prepared, self.part_tokens, constraints)
        joinable = self._joinable(lead_ins[last[:-1]], item_ends)
        self.is_lead_in = joinable.data
        # Terms, signatures and other short lines that stay with what follows.
        self.is_term = (np.append(joinable, False) & (ends - starts <= _LONGEST_TERM)).tolist()
        self.verdicts = reason_codes(forbidden, Reason.FORBIDDEN, Reason.FITS)
        self.cuts: list[tuple[int, Reason]] = []

    def _joinable(self, lead_ins: Bools, item_ends: Ints) -> Bools:
        """Return the lead-ins that fit with the block below, or whose block may be split.

        One that fits alone is split only below a colon, and never a table: its rows need the
        header.
        """
        starts, ends = self.columns
        rows = np.flatnonzero(lead_ins)
        after = ends[item_ends[rows + 1]]
        sizes = self.sizes.token_counts(starts[rows], after)
        large = self.sizes.token_counts(starts[rows + 1], after) > self.max_tokens
        whole = self.is_table | np.asarray(self.indivisible)
        split = self._ends_with_colon(ends[rows]) & ~whole[rows + 1]
        split &= sizes > self.max_tokens + self.short_tokens
        prose = ~np.asarray(self.atomic)[rows + 1]
        lead_ins[rows] = (sizes <= self.max_tokens) | large | split | prose
        return lead_ins

    def _ends_with_colon(self, ends: Ints) -> Bools:
        return is_any_of(code_points(self.text)[ends - 1].astype(np.int64), _COLONS)

    def run(self) -> Cuts:
        """Return the cuts of every section, in order."""
        starts, ends = self.columns
        if len(starts) == 0:
            return Cuts.of([], self.gaps, self.verdicts)
        verdicts = self.verdicts.copy()
        firsts, afters = self.edges[:-1], self.edges[1:]
        for block in row_blocks(len(firsts)):
            # Most sections are one part.
            size = self.sizes.token_counts(starts[firsts[block]], ends[afters[block] - 1])
            large = size > self.part_tokens
            pairs = zip(firsts[block][large].tolist(), afters[block][large].tolist(), strict=True)
            for first, after in pairs:
                self._split_section(first, after)
        inner = Cuts.of(self.cuts, self.gaps, self.verdicts)
        begins = self.edges[1:-1]
        reasons = reason_codes(self.required[begins], Reason.MANUAL, Reason.STRUCTURE)
        found = Cuts.at(
            np.concatenate([inner.offsets, starts[begins]]),
            np.concatenate([inner.reasons, reasons]),
            self.gaps,
            self.verdicts,
        )
        return self._merged(found).cuts(self.gaps, verdicts) if self.short_tokens else found

    def _merged(self, cuts: Cuts) -> Cores:
        """Return the parts between cuts, short ones and short sections merged with a neighbor.

        The last part of a section does not continue in the next one.
        """
        starts, _ = self.columns
        edges = np.append(starts[0], cuts.offsets)
        ends = trimmed_ends(self.text, edges, np.append(cuts.offsets, len(self.text)))
        depths = np.full(len(edges), _INNER_DEPTH, np.uint8)
        sections = starts[self.edges[:-1]]
        rows = np.flatnonzero(contains(sections, edges))
        depths[rows] = [min(len(self.path_at(at)), _INNER_DEPTH) for at in edges[rows].tolist()]
        reasons = np.append(np.uint8(0), cuts.reasons)
        cores = Cores(edges, ends, reasons)
        announces = self._ends_with_colon(ends)
        announces[:-1] &= (depths[1:] > depths[:-1]) & (depths[1:] < _INNER_DEPTH)
        sizes = self.sizes, self.short_tokens, self.part_tokens
        return merge_short_chunks(cores, *sizes, depths=depths, announces=announces)

    def _split_section(self, unit: int, after: int) -> None:
        """Split units `[unit, after)` into parts."""
        start = self.starts[unit]
        while unit < after:
            limit = self.sizes.max_end(start, self.part_tokens)
            if self.ends[after - 1] <= limit:
                return
            target = self.sizes.max_end(start, self.target_tokens)
            last = self._best_end(unit, after, start, limit, target)
            if last is None:
                last = self._oversize_end(unit, after, start)
            if last is None or self._leads(last, after, start):
                large = unit if last is None else last + 1
                most = self.sizes.max_end(start, self.max_tokens)
                end = self._end_inside(start, large, target, most)
                if end < self.ends[large]:
                    start, unit = chunk_start(self.text, end), large
                    self.cuts.append((start, Reason.MAX_TOKENS))
                    continue
                last = self._last_joined(large, after)
            unit = last + 1
            if unit < after:
                start = self.starts[unit]
                reason = Reason.PARAGRAPH if self.ends_block[last] else Reason.MAX_TOKENS
                self.cuts.append((start, reason))

    def _best_end(self, unit: int, after: int, start: int, limit: int, target: int) -> int | None:
        """Return the last unit of the part that starts at `start`; None where not one fits."""
        sentence = lead_in = inside = None
        has_weak = False
        blocks: list[int] = []
        for i in range(unit, after):
            end = self.ends[i]
            if end > limit:
                break
            if i + 1 < after and self.forbidden[i]:
                continue
            if i + 1 < after and self.is_lead_in[i]:
                # A lead-in that is a block or above prose is separated sooner than others.
                weak = bool(self.atomic[i]) or not (self.atomic[i + 1] or self.is_item[i + 1])
                lead_in, has_weak = (lead_in, True) if has_weak and not weak else (i, weak)
                continue
            if i + 1 < after and self.in_item[i]:
                inside = self._nearer(i, inside, target)
                continue
            sentence = self._nearer(i, sentence, target)
            if self.ends_block[i]:
                blocks.append(i)
        if sentence is not None:
            block = self._block_end(blocks, after, start, limit, target)
            return sentence if block is None else block
        item_end = self.item_ends[unit]
        goes_on = item_end + 1 < after and (self.forbidden[item_end] or self.is_lead_in[item_end])
        if inside is not None and not goes_on:
            most = self.sizes.max_end(start, self.max_tokens)
            inside = item_end if self.ends[item_end] <= most else inside
        return lead_in if inside is None else inside

    def _latest_end(self, after: int, limit: int) -> int:
        """Return the offset behind which a part would leave a short rest of its section."""
        end, short = self.ends[after - 1], int(_PARAGRAPH_SHARE * self.target_tokens)
        if not self.short_tokens or self.sizes.max_end(limit, short) < end:
            return end
        found: int = bisect_left(range(end), -short, key=lambda at: -self.sizes.tokens(at, end))
        return found

    def _block_end(
        self, units: Sequence[int], after: int, start: int, limit: int, target: int
    ) -> int | None:
        """Return which of the units that end blocks ends a part; None where a sentence does."""
        enough = self.sizes.max_end(start, int(_PARAGRAPH_SHARE * self.target_tokens))
        latest = self._latest_end(after, limit)
        found = [i for i in units if enough <= self.ends[i] < latest]
        if found:
            return self._outermost(found, target)
        if not units or not self.short_tokens:
            return None
        # A part may end early, so that a block that fits the next one stays whole.
        last = units[-1]
        begin, end = self.starts[last + 1], self.ends[self.block_ends[last + 1]]
        early = self.sizes.tokens(start, self.ends[last]) >= self.short_tokens
        fits = end <= self.sizes.max_end(begin, self.part_tokens)
        return last if early and fits and self.ends[last] < latest else None

    def _outermost(self, units: Sequence[int], target: int) -> int:
        """Return the unit whose end is nearest to the target, of those above the outermost block.

        Without merging, of all; of a tie, the last.
        """
        columns = [self._column(i + 1) if self.short_tokens else 0 for i in units]
        best = min(columns)
        found = units[columns.index(best)]
        for i, column in zip(units, columns, strict=True):
            found = self._nearer(i, found, target) if column == best else found
        return found

    def _column(self, i: int) -> int:
        """Return the column at which a unit begins: of terms, paragraphs, then items.

        Below two blank lines or more, with a row of signs, or with the markup of an item
        begins what is outermost.
        """
        start = next_non_space(self.text, self.starts[i])
        is_apart = self.text.count("\n", self.ends[i - 1], start) > 2
        is_apart |= _ITEM.match(self.text, start) is not None
        if is_apart or not _WORD.search(self.text, start, self.ends[i]):
            return -1
        line = self.text.rfind("\n", 0, start) + 1
        inner = 2 if self.is_item[i] else int(not self.is_term[i])
        return 3 * len(self.text[line:start].expandtabs()) + inner

    def _nearer(self, i: int, found: int | None, target: int) -> int:
        """Return the unit whose end is nearer to the target; of a tie, `i`."""
        ends = self.ends
        return i if found is None or abs(ends[i] - target) <= abs(ends[found] - target) else found

    def _leads(self, last: int, after: int, start: int) -> bool:
        """Return whether a part is a short lead-in of a block or sentence that has to be split."""
        if last + 1 >= after:
            return False
        inside = bool(self.short_tokens) and not self.ends_block[last]
        if not (inside or self.is_lead_in[last]):
            return False
        tokens = self.sizes.tokens
        size, half = tokens(start, self.ends[last]), _PARAGRAPH_SHARE * self.target_tokens
        if not inside and self.atomic[last + 1] and not self.indivisible[last + 1]:
            return size <= self.part_tokens - half
        most = self.max_tokens if inside or self.atomic[last + 1] else self.part_tokens - size
        is_large = tokens(self.starts[last + 1], self.ends[last + 1]) > most
        return is_large and size < half

    def _end_inside(self, start: int, unit: int, target: int, most: int) -> int:
        """Return the end of a part that starts at `start`: inside a unit, or at its end.

        Code has few good places: all up to the maximum are compared.
        """
        if self.atomic[unit] and self.short_tokens:
            if self.ends[unit] <= most:
                return self.ends[unit]
            target = most
        if start >= self.starts[unit]:
            return self.breaks(start, target, most=most)
        if self.indivisible[unit]:
            return self.ends[unit]
        at_least = self.starts[unit] + 1
        return self.breaks(start, target, at_least=at_least, most=most)

    def _last_joined(self, unit: int, after: int) -> int:
        """Return the last of the units that manual boundaries join to a unit."""
        while unit + 1 < after and self.forbidden[unit]:
            unit += 1
        return unit

    def _oversize_end(self, unit: int, after: int, start: int) -> int | None:
        """Return the last unit of a part whose first unit is too large; None where it is split."""
        last = self._last_joined(unit, after)
        fits = self.ends[last] <= self.sizes.max_end(start, self.max_tokens)
        # With lead-ins kept, a sentence that fits without overlap is not split, either.
        kept = self.atomic[unit] or bool(self.short_tokens)
        whole = self.indivisible[unit] or (kept and fits) or last > unit
        return last if whole and start == self.starts[unit] else None


def _last_of_runs(joined: Bools) -> Ints:
    """Return the last unit of the run of joined units that each unit belongs to, (n,)."""
    ends = np.append(np.flatnonzero(~joined), len(joined))
    return ends[np.searchsorted(ends, np.arange(len(joined) + 1))]


def _any_of_group(flags: Bools, first: Ints) -> Bools:
    """Return whether any unit of each group has a flag, from the first unit of each group."""
    if len(first) == 0:
        return flags
    found: Bools = np.logical_or.reduceat(flags, first)
    return found
