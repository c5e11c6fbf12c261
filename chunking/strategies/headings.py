"""Sections by heading, the small ones joined and the large ones handed to another strategy."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, ClassVar, Literal, NamedTuple

import numpy as np
from pydantic import Field

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
from chunking.types import NONE, REASONS, Constraints, Layout, Material, Prepared, Reason, Units


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

    @property
    def material(self) -> Material:
        """What the strategy for large sections needs."""
        return self._inner().material

    def cut(self, prepared: Prepared, constraints: Constraints = NONE) -> Cuts:
        """Cuts at headings, and within the sections that are too large."""
        gaps = prepared.units.gaps
        verdicts = np.full(len(gaps), Reason.FITS.code, dtype=np.uint8)
        verdicts[np.isin(gaps, constraints.forbidden)] = Reason.FORBIDDEN.code
        inner = self._inner()
        rows: list[tuple[int, Reason]] = []
        for section in self._joined(_sections(prepared, constraints, self.depth), prepared):
            if section.why is not None:
                rows.append((section.start, section.why))
            if prepared.sizes.tokens(section.start, section.end) > self.max_tokens:
                found = inner.cut(_part(prepared, section), constraints)
                reasons = [REASONS[code] for code in found.reasons.tolist()]
                rows += zip(found.offsets.tolist(), reasons, strict=True)
        return Cuts.of(rows, gaps, verdicts)

    def _inner(self) -> Strategy:
        """The strategy for large sections, with this one's sizes and no overlap."""
        settings: dict[str, Any] = {"max_tokens": self.max_tokens, "count_in": self.count_in}
        if self.within == "structure":
            settings["target_tokens"] = max(1, int(self.max_tokens / (1 + LARGEST_SHARE)))
            settings["overlap_share"] = 0.0
        else:
            settings["overlap_tokens"] = 0
        if self.within in {"structure", "sentence"}:
            settings["oversize"] = self.oversize
        return _INNER[self.within](**settings)

    def _joined(self, sections: list[_Section], prepared: Prepared) -> list[_Section]:
        """The sections, with the small ones joined to what stands before them."""
        sizes = prepared.sizes
        # In ticks, all at once: what a section costs here is a few comparisons.
        begins = sizes.ticks(np.array([each.start for each in sections], dtype=np.int64)).tolist()
        ends = sizes.ticks(np.array([each.end for each in sections], dtype=np.int64)).tolist()
        most, least = self.max_tokens * sizes.per, (self.join_tokens - 1) * sizes.per
        found: list[_Section] = []
        begin = size = 0
        for each, start, end in zip(sections, begins, ends, strict=True):
            if found and each.why is not Reason.MANUAL and each.depth >= found[-1].depth:
                small = min(end - start, size) <= least
                if small and end - begin <= most:
                    found[-1] = each._replace(
                        start=found[-1].start, depth=found[-1].depth, why=found[-1].why
                    )
                    size = end - begin
                    continue
            found.append(each)
            begin, size = start, end - start
        return found


_INNER: dict[str, type[Strategy]] = {
    each.name: each for each in (Recursive, Structure, Paragraph, Sentence, Fixed)
}


class _Section(NamedTuple):
    """A stretch of text under one heading; `why` it begins there, None for the first."""

    start: int
    end: int
    depth: int
    why: Reason | None


def _sections(prepared: Prepared, constraints: Constraints, deepest: int) -> list[_Section]:
    """The sections in order; a mark by hand begins one too, and none begins in glued units."""
    units, outline = prepared.units, prepared.layout.outline
    if len(units) == 0:
        return []
    depths = [0, *outline.depths.tolist()]
    opens = {
        start: Reason.STRUCTURE
        for start, depth in zip(outline.starts.tolist(), depths[1:], strict=True)
        if depth <= deepest
    }
    required = np.isin(units.gaps, constraints.required)
    opens |= dict.fromkeys(units.gaps[required].tolist(), Reason.MANUAL)
    for first, last in glued(prepared, constraints):
        opens = {start: why for start, why in opens.items() if not first < start < last}
    first, last = int(units.starts[0]), int(units.ends[-1])
    starts = [first, *sorted(start for start in opens if first < start < last)]
    above = np.searchsorted(outline.starts, starts, side="right")
    text = prepared.document.text
    return [
        _Section(
            start,
            start + len(text[start:after].rstrip()),
            min(deepest, depths[section]),
            opens.get(start) if start > first else None,
        )
        for start, after, section in zip(starts, [*starts[1:], last], above.tolist(), strict=True)
    ]


def _part(prepared: Prepared, section: _Section) -> Prepared:
    """The document with the units and the layout of one section alone."""
    start, end, layout = section.start, section.end, prepared.layout
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
