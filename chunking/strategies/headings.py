"""Sections by heading, the small ones joined and the large ones handed to another strategy."""

from __future__ import annotations

from array import array
from dataclasses import replace
from itertools import chain
from typing import TYPE_CHECKING, Any, ClassVar, Literal, NamedTuple, Self

import numpy as np
from pydantic import Field, model_validator

from chunking.ascending import given
from chunking.breaks import trimmed
from chunking.chunks import Cuts
from chunking.outline import Outline
from chunking.strategies.base import Strategy, oversize_field
from chunking.strategies.fields import join_field, max_field
from chunking.strategies.filling import glued
from chunking.strategies.fixed import Fixed
from chunking.strategies.paragraph import Paragraph
from chunking.strategies.recursive import Recursive
from chunking.strategies.sentence import Sentence
from chunking.strategies.structure import LARGEST_SHARE, Structure
from chunking.types import NONE, Constraints, Layout, Material, Prepared, Reason, Units

if TYPE_CHECKING:
    from chunking.types import Codes, Ints


class Headings(Strategy):
    """One chunk a section. A small section joins the one before it, under the same parent.

    A section joins where either of the two is small, both fit, and it does not lie above the
    other one. What is larger than `max_tokens` is cut by another strategy.
    """

    name: ClassVar[str] = "headings"
    title: ClassVar[str] = "Sections by heading"
    summary: ClassVar[str] = "One chunk a section; small ones joined, large ones cut; no model."
    source: ClassVar[str] = "LangChain, MarkdownHeaderTextSplitter, extended"

    max_tokens: int = max_field(1000, "A section that is larger is cut.")
    join_tokens: int = join_field(
        100, "A section smaller than this joins the one before it, or the next one joins it."
    )
    depth: int = Field(
        6,
        ge=1,
        le=6,
        description="How deep a heading may lie to begin a section; 1 takes chapters alone.",
        json_schema_extra={"label": "Depth", "slider": [1, 6], "step": 1},
    )
    within: Literal["recursive", "structure", "paragraph", "sentence", "fixed"] = Field(
        "recursive",
        description="The strategy that cuts a section above the maximum.",
        json_schema_extra={"label": "Large sections by"},
    )
    oversize: Literal["keep", "split"] = oversize_field("split")

    @model_validator(mode="after")
    def _check(self) -> Self:
        if self.oversize == "keep" and self.within not in _KEEPING:
            raise ValueError(
                f"oversize must be split where large sections are cut by {self.within}, which cuts "
                f"inside a fence or table; {' and '.join(_KEEPING)} can keep one whole, got keep"
            )
        return self

    @property
    def material(self) -> Material:
        """What the strategy for large sections needs."""
        return self._inner().material

    def cut(self, prepared: Prepared, constraints: Constraints = NONE) -> Cuts:
        """Cuts at headings, and within the sections that are too large."""
        gaps = prepared.units.gaps
        verdicts = np.full(len(gaps), Reason.FITS.code, dtype=np.uint8)
        verdicts[given(gaps, constraints.forbidden)] = Reason.FORBIDDEN.code
        sections = self._joined(_sections(prepared, constraints, self.depth), prepared)
        large = prepared.sizes.between(sections.starts, sections.ends) > self.max_tokens
        inner = self._inner()
        offsets, reasons = [sections.starts[1:]], [sections.reasons[1:]]
        for row in np.flatnonzero(large).tolist():
            start, end = int(sections.starts[row]), int(sections.ends[row])
            found = inner.cut(_part(prepared, start, end), constraints)
            offsets.append(found.offsets)
            reasons.append(found.reasons)
        return Cuts.at(np.concatenate(offsets), np.concatenate(reasons), gaps, verdicts)

    def _inner(self) -> Strategy:
        """The strategy for large sections, with this one's sizes and no overlap."""
        settings: dict[str, Any] = {"max_tokens": self.max_tokens, "count_in": self.count_in}
        if self.within == "structure":
            settings["target_tokens"] = max(1, int(self.max_tokens / (1 + LARGEST_SHARE)))
            settings["overlap_share"] = 0.0
        else:
            settings["overlap_tokens"] = 0
        if self.within in _KEEPING:
            settings["oversize"] = self.oversize
        return _INNER[self.within](**settings)

    def _joined(self, sections: _Sections, prepared: Prepared) -> _Sections:
        """The sections, with the small ones joined to what stands before them."""
        sizes = prepared.sizes
        # In ticks, all at once: what a section costs here is a few comparisons.
        begins, ends = sizes.ticks(sections.starts), sizes.ticks(sections.ends)
        manual = sections.reasons == Reason.MANUAL.code
        most, least = self.max_tokens * sizes.per, (self.join_tokens - 1) * sizes.per
        kept = array("q")
        begin = size = above = 0
        rows = zip(begins.data, ends.data, sections.depths.data, manual.data, strict=True)
        for row, (start, end, depth, alone) in enumerate(rows):
            small = min(end - start, size) <= least and end - begin <= most
            if kept and small and depth >= above and not alone:
                size = end - begin
            else:
                kept.append(row)
                begin, size, above = start, end - start, depth
        first = np.frombuffer(kept, np.int64)
        last = np.append(first, len(sections.starts))[1:] - 1
        return _Sections(
            sections.starts[first],
            sections.ends[last],
            sections.depths[first],
            sections.reasons[first],
        )


# Those that know what a fence or a table is.
_KEEPING = (Structure.name, Sentence.name)
_INNER: dict[str, type[Strategy]] = {
    each.name: each for each in (Recursive, Structure, Paragraph, Sentence, Fixed)
}


class _Sections(NamedTuple):
    """Stretches of text under one heading each, (n,); `reasons`: why each but the first begins."""

    starts: Ints
    ends: Ints
    depths: Codes
    reasons: Codes


def _sections(prepared: Prepared, constraints: Constraints, deepest: int) -> _Sections:
    """The sections in order; a mark by hand begins one too, and none begins in glued units."""
    units, outline, text = prepared.units, prepared.layout.outline, prepared.document.text
    if len(units) == 0:
        none = np.zeros(0, np.int64)
        return _Sections(none, none, none.astype(np.uint8), none.astype(np.uint8))
    manual = units.gaps[given(units.gaps, constraints.required)]
    # Small numbers, as there are many: 0 before the first heading.
    depths = np.append(0, np.minimum(outline.depths, deepest + 1)).astype(np.uint8)
    opens = outline.starts[depths[1:] <= deepest]
    if len(manual):
        opens = np.union1d(opens, manual)
    for first, last in glued(prepared, constraints):
        opens = opens[(opens <= first) | (opens >= last)]
    first, last = int(units.starts[0]), int(units.ends[-1])
    opens = opens[(opens > first) & (opens < last)]
    starts = np.append(np.int64(first), opens)
    stops = zip(starts.data, chain(starts.data[1:], [last]), strict=True)
    ends = np.fromiter((trimmed(text, a, b) for a, b in stops), np.int64, len(starts))
    depths = np.minimum(depths, deepest)[np.searchsorted(outline.starts, starts, side="right")]
    reasons = np.full(len(starts), Reason.STRUCTURE.code, np.uint8)
    reasons[np.isin(starts, manual)] = Reason.MANUAL.code
    return _Sections(starts, ends, depths, reasons)


def _part(prepared: Prepared, start: int, end: int) -> Prepared:
    """The document with the units and the layout of the section `[start, end)` alone."""
    layout = prepared.layout
    units = _within(prepared.units, start, end)
    clipped = replace(
        units, starts=np.maximum(units.starts, start), ends=np.minimum(units.ends, end)
    )
    opens = slice(*np.searchsorted(layout.outline.starts, [start, end]).tolist())
    first = int(np.searchsorted(layout.protected_ends, start, side="right"))
    whole = slice(first, int(np.searchsorted(layout.protected_starts, end)))
    own = Layout(
        _within(layout.blocks, start, end),
        Outline(layout.outline.starts[opens], layout.outline.paths[opens]),
        layout.protected_starts[whole],
        layout.protected_ends[whole],
    )
    return replace(prepared, units=clipped, layout=own)


def _within(units: Units, start: int, end: int) -> Units:
    """The units that lie in `[start, end)`, in part at its edges."""
    part = slice(
        int(np.searchsorted(units.ends, start, side="right")),
        int(np.searchsorted(units.starts, end)),
    )
    return Units(units.starts[part], units.ends[part], units.kinds[part], units.atomic[part])
