"""Chunks of one size, cut wherever that size ends."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from chunking.overlap import Overlap
from chunking.strategies.base import Strategy
from chunking.strategies.fields import max_field, overlap_field
from chunking.strategies.filling import even, fill
from chunking.types import NONE, Constraints, Material, Prepared

if TYPE_CHECKING:
    from chunking.chunks import Cuts


class Fixed(Strategy):
    """Every chunk holds `max_tokens`, overlap included; only the last holds what is left.

    The cuts fall inside words and sentences on purpose, never inside a character.
    """

    name: ClassVar[str] = "fixed"
    title: ClassVar[str] = "Fixed size"
    summary: ClassVar[str] = "Chunks of one size, cut wherever it ends; no model."
    source: ClassVar[str] = "Context Harness, ADR-0006, rejected there"

    max_tokens: int = max_field(512, "Every chunk has this size, overlap included.", "Size")
    overlap_tokens: int = overlap_field(
        0, "How much of the text just before each chunk repeats, to the character."
    )

    @property
    def material(self) -> Material:
        """Paragraphs, for the marks made by hand, and sizes."""
        return Material(units="paragraphs", count_in=self.count_in)

    @property
    def overlap(self) -> Overlap:
        """The text just before, to the character."""
        return Overlap(self.overlap_tokens, align="exact")

    def cut(self, prepared: Prepared, constraints: Constraints = NONE) -> Cuts:
        """Cuts where the size is reached."""
        stop = even(prepared.document.text)
        return fill(prepared, self.max_tokens, self.overlap, stop, constraints)
