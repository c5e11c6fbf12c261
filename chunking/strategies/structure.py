"""A token budget that never breaks a fence, a table or a section (ContextMEM, issue 12)."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Literal, Self

import numpy as np
from pydantic import Field, model_validator

from chunking.ascending import given, members, stretches
from chunking.breaks import break_inside, core_start
from chunking.chunks import Cuts
from chunking.overlap import Overlap
from chunking.strategies.base import Strategy, oversize_field, tokens_field
from chunking.strategies.fields import max_field
from chunking.strategies.leadins import LeadIns
from chunking.types import NONE, Constraints, Material, Prepared, Reason

if TYPE_CHECKING:
    from chunking.types import Ints

# The largest overlap, as a share of the target. It is always reserved, so that the overlap that
# was asked for can never move a cut.
LARGEST_SHARE = 0.15

# A paragraph's end is taken before a sentence's end from this share of the target on.
PARAGRAPH_FROM = 0.5


class Structure(Strategy):
    """Sections by heading, each in parts of about `target_tokens`.

    A heading right below the heading it belongs to stays with that one where both fit.
    A part ends at a paragraph, else at a sentence, else at a line, else at a word. Fences and
    runs of table lines stay whole. Overlap is carried within a section only, and changes neither
    the parts nor their location ids.
    """

    name: ClassVar[str] = "structure"
    title: ClassVar[str] = "Structure-safe token budget"
    summary: ClassVar[str] = (
        "Sections in parts of a budget; fences and tables stay whole; no model."
    )
    source: ClassVar[str] = "ContextMEM, issue 12"
    filled_to: ClassVar[str] = "target_tokens"

    target_tokens: int = tokens_field(
        650, "The size a part aims at, without overlap.", "Target tokens",
        ge=1, slider=[50, 3000], step=10,
    )  # fmt: skip
    max_tokens: int = max_field(800, "No chunk is larger than this, overlap included.")
    overlap_share: float = Field(
        0.12,
        ge=0,
        le=LARGEST_SHARE,
        description="Share of the target repeated from the part before, within a section.",
        json_schema_extra={"label": "Overlap share", "slider": [0.0, LARGEST_SHARE], "step": 0.01},
    )
    lead_ins: Literal["keep", "ignore"] = Field(
        "ignore",
        description="Whether a caption, the head of a list, or what ends with a colon stays with "
        "what it announces, where both fit.",
        json_schema_extra={"label": "Lead-ins"},
    )
    oversize: Literal["keep", "split"] = oversize_field("keep")

    @model_validator(mode="after")
    def _check(self) -> Self:
        if self.target_tokens > self.max_tokens - self._reserve:
            most = int((self.max_tokens + 1) / (1 + LARGEST_SHARE))
            most -= most + int(LARGEST_SHARE * most) > self.max_tokens
            raise ValueError(
                f"target_tokens must be at most {most}, which leaves room for the largest overlap "
                f"below max_tokens ({self.max_tokens}), got {self.target_tokens}"
            )
        return self

    @property
    def _reserve(self) -> int:
        return int(LARGEST_SHARE * self.target_tokens)

    @property
    def material(self) -> Material:
        """Sentences with their blocks, and their sizes."""
        return Material(units="sentences", count_in=self.count_in)

    @property
    def overlap(self) -> Overlap:
        """Up to a share of the target, never more than 15 % of the part before, from a word on."""
        tokens = int(self.overlap_share * self.target_tokens)
        return Overlap(tokens, share=LARGEST_SHARE, within_section=True)

    def cut(self, prepared: Prepared, constraints: Constraints = NONE) -> Cuts:
        """Cuts at headings, and between the parts of each section."""
        return _Parts(self, prepared, constraints).run()


class _Parts:
    """One run: the parts of each section of one document."""

    def __init__(self, strategy: Structure, prepared: Prepared, constraints: Constraints) -> None:
        units = prepared.units
        self.strategy = strategy
        self.room = strategy.max_tokens - strategy._reserve  # noqa: SLF001 - its own run
        self.text = prepared.document.text
        self.sizes = prepared.sizes
        self.gaps = units.gaps
        self.columns = units.starts, units.ends
        # Views, whose elements are read faster than an array's, and which take no memory.
        self.starts, self.ends = units.starts.data, units.ends.data
        self.whole = (units.atomic & (strategy.oversize == "keep")).data
        self.atomic = units.atomic.data
        self.closes_block = members(prepared.layout.blocks.ends, units.ends).data
        self.required = given(units.starts, constraints.required)
        forbidden = given(self.gaps, constraints.forbidden)
        self.forbidden = forbidden.data
        begins = members(prepared.layout.outline.starts, units.starts)
        begins[self._below_lone_headings(prepared)] = False
        begins |= self.required
        begins[1:] &= ~forbidden
        begins[:1] = False
        # The units that begin a section, the first and the one behind the last among them.
        self.edges = np.concatenate([[0], np.flatnonzero(begins), [len(begins)]])
        keeps = strategy.lead_ins == "keep"
        self.announces = LeadIns(prepared.document.text, units) if keeps else None
        self.verdicts = np.full(len(self.gaps), Reason.FITS.code, dtype=np.uint8)
        self.verdicts[forbidden] = Reason.FORBIDDEN.code
        self.cuts: list[tuple[int, Reason]] = []

    def _below_lone_headings(self, prepared: Prepared) -> Ints:
        """The units that are headings right below the heading they belong to, with room there."""
        outline = prepared.layout.outline
        units = np.searchsorted(prepared.units.starts, outline.starts)
        depths = outline.depths
        lone = (units[:-1] + 1 == units[1:]) & (depths[:-1] < depths[1:])
        below: list[int] = []
        top = 0
        for above in units[:-1][lone].tolist():
            if not (below and below[-1] == above):
                top = above
            if self.sizes.tokens(self.starts[top], self.ends[above + 1]) <= self.room:
                below.append(above + 1)
        return np.array(below, dtype=np.int64)

    def run(self) -> Cuts:
        """The cuts of every section, in order."""
        starts, ends = self.columns
        if len(starts) == 0:
            return Cuts.of([], self.gaps, self.verdicts)
        firsts, afters = self.edges[:-1], self.edges[1:]
        for own in stretches(len(firsts)):
            # Most sections are one part.
            large = self.sizes.between(starts[firsts[own]], ends[afters[own] - 1]) > self.room
            pairs = zip(firsts[own][large].tolist(), afters[own][large].tolist(), strict=True)
            for first, after in pairs:
                self._section(first, after)
        inner = Cuts.of(self.cuts, self.gaps, self.verdicts)
        begins = self.edges[1:-1]
        reasons = np.full(len(begins), Reason.STRUCTURE.code, np.uint8)
        reasons[self.required[begins]] = Reason.MANUAL.code
        return Cuts.at(
            np.concatenate([inner.offsets, starts[begins]]),
            np.concatenate([inner.reasons, reasons]),
            self.gaps,
            self.verdicts,
        )

    def _section(self, unit: int, after: int) -> None:
        """Cut units `[unit, after)` into parts."""
        target, whole = self.strategy.target_tokens, self.strategy.max_tokens
        start = self.starts[unit]
        while unit < after:
            limit = self.sizes.reach(start, self.room)
            if self.ends[after - 1] <= limit:
                return
            closing = self._best(unit, after, start, limit, self.sizes.reach(start, target))
            if closing is None:
                closing = self._unfit(unit, after, start)
            if closing is None:
                aim, most = (self.sizes.reach(start, tokens) for tokens in (target, whole))
                stop = break_inside(self.text, start, aim, most=most)
                if stop < self.ends[unit]:
                    start = core_start(self.text, stop)
                    self.cuts.append((start, Reason.MAX_TOKENS))
                    continue
                closing = unit
            unit = closing + 1
            if unit < after:
                start = self.starts[unit]
                reason = Reason.PARAGRAPH if self.closes_block[closing] else Reason.MAX_TOKENS
                self.cuts.append((start, reason))

    def _best(self, unit: int, after: int, start: int, limit: int, aim: int) -> int | None:
        """The last unit of the part that begins at `start`, or None where not even one fits."""
        sentence = paragraph = announced = None
        enough = self.sizes.reach(start, int(PARAGRAPH_FROM * self.strategy.target_tokens))
        for i in range(unit, after):
            end = self.ends[i]
            if end > limit:
                break
            if i + 1 < after and self.forbidden[i]:
                continue
            if self.announces is not None and i + 1 < after and self.announces(i):
                announced = i
                continue
            if sentence is None or abs(end - aim) <= abs(self.ends[sentence] - aim):
                sentence = i
            if (
                self.closes_block[i]
                and end >= enough
                and (paragraph is None or abs(end - aim) <= abs(self.ends[paragraph] - aim))
            ):
                paragraph = i
        if sentence is None:
            return announced
        return sentence if paragraph is None else paragraph

    def _unfit(self, unit: int, after: int, start: int) -> int | None:
        """The last unit of a part that holds one unit too large for it; None where it is split."""
        closing = unit
        while closing + 1 < after and self.forbidden[closing]:
            closing += 1
        fits = self.ends[closing] <= self.sizes.reach(start, self.strategy.max_tokens)
        keep = self.whole[unit] or (self.atomic[unit] and fits) or closing > unit
        return closing if keep and start == self.starts[unit] else None
