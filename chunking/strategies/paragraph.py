"""Paragraphs accumulated to a budget (Context Harness, ADR-0006)."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Literal

from pydantic import Field

from chunking.overlap import Overlap
from chunking.strategies.anchors import anchors
from chunking.strategies.base import Strategy, anchor_field
from chunking.strategies.fields import max_field, overlap_field
from chunking.strategies.packing import Rule, pack
from chunking.types import NONE, Constraints, Material, Prepared, Reason

if TYPE_CHECKING:
    from chunking.chunks import Cuts


class Paragraph(Strategy):
    """Paragraphs are accumulated while `max_tokens` holds, carried text included.

    A paragraph that is larger is split at a newline, else a blank, else inside.
    """

    name: ClassVar[str] = "paragraph"
    title: ClassVar[str] = "Paragraphs to a budget"
    summary: ClassVar[str] = "Whole paragraphs, as many as fit; no model."
    source: ClassVar[str] = "Context Harness, ADR-0006"

    max_tokens: int = max_field(
        700, "No chunk is larger than this, carried text included.", least=100
    )
    overlap_tokens: int = overlap_field(80)
    anchor_tokens: int = anchor_field()
    carry: Literal["word", "exact"] = Field(
        "word",
        description="Where the carried text begins: at the next word, or exactly, as published.",
        json_schema_extra={"label": "Carry from"},
    )

    @property
    def material(self) -> Material:
        """Paragraphs and their sizes."""
        return Material(units="paragraphs", count_in=self.count_in)

    @property
    def overlap(self) -> Overlap:
        """The text just before, from a word on or to the character."""
        return Overlap(self.overlap_tokens, align=self.carry)

    def cut(self, prepared: Prepared, constraints: Constraints = NONE) -> Cuts:
        """Cuts between paragraphs, or inside one that is too large."""
        rule = Rule(
            0, self.max_tokens, self.overlap, Reason.PARAGRAPH, Reason.FITS, asked=Reason.ANCHOR
        )
        return pack(prepared, rule, anchors(prepared, self.anchor_tokens), constraints)
