"""Sections by heading: small ones merged, large ones split by another strategy."""

from dataclasses import replace
from typing import Any, ClassVar, Literal, Self

import numpy as np
from pydantic import Field, model_validator

from chunking.core.arrays import Codes, Ints, contains, is_any_of
from chunking.core.cuts import Cuts, Reason, reason_codes
from chunking.core.layout import Layout, Outline
from chunking.core.prepared import NONE, Constraints, Material, Prepared
from chunking.core.text.whitespace import trimmed_ends
from chunking.core.units import Units
from chunking.strategies.base import Strategy, max_field, merge_field, oversize_field
from chunking.strategies.breaks import HeadingSpans
from chunking.strategies.filling import joined_spans
from chunking.strategies.fixed import Fixed
from chunking.strategies.paragraph import Paragraph
from chunking.strategies.recursive import Recursive
from chunking.strategies.sentence import Sentence
from chunking.strategies.short_chunks import Cores, merge_short_chunks
from chunking.strategies.structure import LARGEST_SHARE, Structure


class Headings(Strategy):
    """One chunk per section; small sections merge, large ones are split by another strategy.

    A section merges with the one before it where one of them is small, both fit, and it is not
    above the other in the outline.
    """

    name: ClassVar[str] = "headings"
    title: ClassVar[str] = "Sections by heading"
    summary: ClassVar[str] = "One chunk per section; small ones merged, large ones split; no model."
    source: ClassVar[str] = "LangChain, MarkdownHeaderTextSplitter, extended"

    max_tokens: int = max_field(1000, "Maximum size; larger sections are split.")
    merge_below: int = merge_field(100, "Merge sections under this size with a neighbor.")
    depth: int = Field(
        default=6,
        ge=1,
        le=6,
        description="Deepest heading that starts a section; 1 splits at chapters only.",
        json_schema_extra={"slider": [1, 6], "step": 1},
    )
    split_with: Literal["recursive", "structure", "paragraph", "sentence", "fixed"] = Field(
        default="recursive", description="The strategy that splits sections above the maximum."
    )
    oversize: Literal["keep", "split"] = oversize_field("split")

    @model_validator(mode="after")
    def _check_oversize(self) -> Self:
        if self.oversize == "keep" and self.split_with not in _KEEPS_BLOCKS:
            raise ValueError(
                f"oversize must be split where large sections are split with {self.split_with}, "
                f"which splits fences and tables; {' and '.join(_KEEPS_BLOCKS)} can keep them "
                "whole, got keep"
            )
        return self

    @property
    def material(self) -> Material:
        """What the strategy for large sections needs."""
        return self._section_strategy().material

    def cut(self, prepared: Prepared, constraints: Constraints = NONE) -> Cuts:
        """Return the cuts at headings, and inside the sections that are too large."""
        gaps = prepared.units.gaps
        forbidden = is_any_of(gaps, constraints.forbidden)
        verdicts = reason_codes(forbidden, Reason.FORBIDDEN, Reason.FITS)
        sections = self._sections(prepared, constraints)
        large = prepared.sizes.token_counts(sections.starts, sections.ends) > self.max_tokens
        strategy = self._section_strategy()
        offsets, reasons = [sections.starts[1:]], [sections.reasons[1:]]
        for row in np.flatnonzero(large).tolist():
            start, end = int(sections.starts[row]), int(sections.ends[row])
            found = strategy.cut_below_headings(_clip(prepared, start, end), constraints)
            offsets.append(found.offsets)
            reasons.append(found.reasons)
        return Cuts.at(np.concatenate(offsets), np.concatenate(reasons), gaps, verdicts)

    def _section_strategy(self) -> Strategy:
        """Return the strategy for large sections, with these sizes and no overlap."""
        settings: dict[str, Any] = {"max_tokens": self.max_tokens, "tokenizer": self.tokenizer}
        if self.split_with == "structure":
            settings["target_tokens"] = max(1, int(self.max_tokens / (1 + LARGEST_SHARE)))
            settings["overlap_share"] = 0.0
        else:
            settings["overlap_tokens"] = 0
        if self.split_with in _KEEPS_BLOCKS:
            settings["oversize"] = self.oversize
        return _STRATEGIES[self.split_with](**settings)

    def _sections(self, prepared: Prepared, constraints: Constraints) -> Cores:
        """Return the sections with their headings and front matter, small ones merged."""
        spans = HeadingSpans(prepared, constraints, tokens=self.max_tokens)
        below = np.asarray(spans.offsets, np.int64)
        found, depths = _sections(prepared, constraints, self.depth, below)
        return merge_short_chunks(
            found, prepared.sizes, self.merge_below, self.max_tokens, depths=depths
        )


# The strategies that can keep fences and tables whole.
_KEEPS_BLOCKS = (Structure.name, Sentence.name)
_STRATEGIES: dict[str, type[Strategy]] = {
    each.name: each for each in (Recursive, Structure, Paragraph, Sentence, Fixed)
}


def _sections(
    prepared: Prepared, constraints: Constraints, deepest: int, below: Ints
) -> tuple[Cores, Codes]:
    """Return the sections and the depth of each, (n,); manual boundaries start one, too.

    A heading at one of the offsets `below` belongs to the heading before it.
    """
    units, outline, text = prepared.units, prepared.layout.outline, prepared.document.text
    if len(units) == 0:
        none = np.zeros(0, np.int64)
        return Cores(none, none, none.astype(np.uint8)), none.astype(np.uint8)
    manual = units.gaps[is_any_of(units.gaps, constraints.required)]
    # The depth of each section, 0 before the first heading; bytes, as there are many.
    depths = np.append(0, np.minimum(outline.depths, deepest + 1)).astype(np.uint8)
    begins = outline.starts[(depths[1:] <= deepest) & ~contains(below, outline.starts)]
    if len(manual):
        begins = np.union1d(begins, manual)
    for first, last in joined_spans(prepared, constraints):
        begins = begins[(begins <= first) | (begins >= last)]
    first, last = int(units.starts[0]), int(units.ends[-1])
    begins = begins[(begins > first) & (begins < last)]
    starts = np.append(np.int64(first), begins)
    ends = trimmed_ends(text, starts, np.append(starts[1:], last))
    depths = np.minimum(depths, deepest)[np.searchsorted(outline.starts, starts, side="right")]
    reasons = reason_codes(np.isin(starts, manual), Reason.MANUAL, Reason.STRUCTURE)
    return Cores(starts, ends, reasons), depths


def _clip(prepared: Prepared, start: int, end: int) -> Prepared:
    """Return the document with only the units and the layout in `[start, end)`."""
    layout = prepared.layout
    units = _within(prepared.units, start, end)
    clipped = replace(
        units, starts=np.maximum(units.starts, start), ends=np.minimum(units.ends, end)
    )
    headings = slice(*np.searchsorted(layout.outline.starts, [start, end]).tolist())
    first = int(np.searchsorted(layout.protected_ends, start, side="right"))
    protected = slice(first, int(np.searchsorted(layout.protected_starts, end)))
    clipped_layout = Layout(
        _within(layout.blocks, start, end),
        Outline(layout.outline.starts[headings], layout.outline.paths[headings]),
        layout.protected_starts[protected],
        layout.protected_ends[protected],
        layout.split_points,
        layout.attachments.within(start, end),
    )
    return replace(prepared, units=clipped, layout=clipped_layout)


def _within(units: Units, start: int, end: int) -> Units:
    """Return the units that overlap `[start, end)`."""
    rows = slice(
        int(np.searchsorted(units.ends, start, side="right")),
        int(np.searchsorted(units.starts, end)),
    )
    return Units(units.starts[rows], units.ends[rows], units.kinds[rows], units.atomic[rows])
