"""A token budget that never breaks a fence, a table or a section (ContextMEM, issue 12)."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, ClassVar, Literal, Self

import numpy as np
from pydantic import Field, model_validator

from chunking.breaks import break_inside, core_start
from chunking.chunks import Cuts
from chunking.overlap import Overlap
from chunking.strategies.base import Strategy, oversize_field, tokens_field
from chunking.strategies.fields import max_field
from chunking.types import NONE, Constraints, Material, Prepared, Reason

if TYPE_CHECKING:
    from chunking.types import Bools

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

    target_tokens: int = tokens_field(
        650, "The size a part aims at, without overlap.", "Target tokens",
        ge=1, slider=[50, 3000], step=10,
    )  # fmt: skip
    max_tokens: int = max_field(
        800, "No chunk is larger than this, overlap included.", relaxed=False
    )
    overlap_share: float = Field(
        0.12,
        ge=0,
        le=LARGEST_SHARE,
        description="Share of the target repeated from the part before, within a section.",
        json_schema_extra={"label": "Overlap share", "slider": [0.0, LARGEST_SHARE], "step": 0.01},
    )
    oversize: Literal["keep", "split"] = oversize_field("keep")

    @model_validator(mode="after")
    def _check(self) -> Self:
        room = self.max_tokens - self._reserve
        if self.target_tokens > room:
            raise ValueError(
                f"target_tokens must leave room for the overlap below max_tokens "
                f"({self.max_tokens}), got {self.target_tokens}"
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
        self.text = prepared.document.text
        self.sizes = prepared.sizes
        self.gaps = units.gaps
        self.starts, self.ends = units.starts.data, units.ends.data
        self.whole: list[bool] = (units.atomic & (strategy.oversize == "keep")).tolist()
        self.atomic: list[bool] = units.atomic.tolist()
        blocks, outline = prepared.layout.blocks, prepared.layout.outline
        self.closes_block: Bools = np.isin(units.ends, blocks.ends, assume_unique=True)
        self.required = np.isin(units.starts, constraints.required)
        self.forbidden = np.isin(self.gaps, constraints.forbidden)
        self.opens_section = np.isin(units.starts, outline.starts, assume_unique=True)
        self.opens_section &= ~self._below_lone_headings(prepared)
        self.cuts: list[tuple[int, Reason]] = []

    def _below_lone_headings(self, prepared: Prepared) -> Bools:
        """Which units are headings that stand right below the heading they belong to."""
        outline, starts = prepared.layout.outline, self.starts
        below = np.zeros(len(starts), np.bool_)
        places = np.searchsorted(prepared.units.starts, outline.starts)
        depths = outline.depths.tolist()
        room = self.strategy.max_tokens - self.strategy._reserve  # noqa: SLF001 - its own run
        top = 0
        for i, (above, unit) in enumerate(pairwise(places.tolist())):
            if not below[above]:
                top = above
            lone = unit == above + 1 and depths[i + 1] > depths[i]
            below[unit] = lone and self.sizes.tokens(starts[top], self.ends[unit]) <= room
        return below

    def run(self) -> Cuts:
        """The cuts of every section, in order."""
        count = len(self.starts)
        must = self.required | self.opens_section
        must[1:] &= ~self.forbidden
        begins = [i for i in np.flatnonzero(must).tolist() if i > 0]
        for first, after in zip([0, *begins], [*begins, count], strict=True):
            if first:
                reason = Reason.MANUAL if self.required[first] else Reason.STRUCTURE
                self.cuts.append((self.starts[first], reason))
            self._section(first, after)
        return self._result()

    def _section(self, unit: int, after: int) -> None:
        """Cut units `[unit, after)` into parts."""
        target, whole = self.strategy.target_tokens, self.strategy.max_tokens
        room = whole - self.strategy._reserve  # noqa: SLF001 - its own run
        start = self.starts[unit] if unit < after else 0
        while unit < after:
            limit = self.sizes.reach(start, room)
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
        sentence = paragraph = None
        enough = self.sizes.reach(start, int(PARAGRAPH_FROM * self.strategy.target_tokens))
        for i in range(unit, after):
            end = self.ends[i]
            if end > limit:
                break
            if i + 1 < after and self.forbidden[i]:
                continue
            if sentence is None or abs(end - aim) <= abs(self.ends[sentence] - aim):
                sentence = i
            if (
                self.closes_block[i]
                and end >= enough
                and (paragraph is None or abs(end - aim) <= abs(self.ends[paragraph] - aim))
            ):
                paragraph = i
        return sentence if paragraph is None else paragraph

    def _unfit(self, unit: int, after: int, start: int) -> int | None:
        """The last unit of a part that holds one unit too large for it; None where it is split."""
        closing = unit
        while closing + 1 < after and self.forbidden[closing]:
            closing += 1
        fits = self.ends[closing] <= self.sizes.reach(start, self.strategy.max_tokens)
        keep = self.whole[unit] or (self.atomic[unit] and fits) or closing > unit
        return closing if keep and start == self.starts[unit] else None

    def _result(self) -> Cuts:
        verdicts = np.full(len(self.gaps), Reason.FITS.code, dtype=np.uint8)
        verdicts[self.forbidden] = Reason.FORBIDDEN.code
        return Cuts.of(self.cuts, self.gaps, verdicts)
