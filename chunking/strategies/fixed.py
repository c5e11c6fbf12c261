"""Fixed-size chunks."""

from typing import ClassVar

from chunking.core.cuts import Cuts
from chunking.core.prepared import NONE, Constraints, Material, Prepared
from chunking.strategies.base import Strategy, max_field, overlap_field
from chunking.strategies.breaks import HeadingSpans
from chunking.strategies.filling import end_at_limit, fill
from chunking.strategies.overlap import Overlap


class Windows(Strategy):
    """Base of strategies that fill each chunk to the character."""

    @property
    def material(self) -> Material:
        """Paragraphs, for manual boundaries, and sizes."""
        return Material(units="paragraphs", tokenizer=self.tokenizer)

    def cut(self, prepared: Prepared, constraints: Constraints = NONE) -> Cuts:
        """Return the cuts where each chunk is full."""
        rule, most = end_at_limit(prepared.document.text), self.limits[1]
        return fill(prepared, most, self.overlap, rule, constraints)

    def cut_below_headings(self, prepared: Prepared, constraints: Constraints = NONE) -> Cuts:
        """As in `Strategy`."""
        rule = end_at_limit(prepared.document.text, HeadingSpans(prepared, constraints))
        return fill(prepared, self.limits[1], self.overlap, rule, constraints)


class Fixed(Windows):
    """Chunks of `max_tokens`, overlap included; only the last one is smaller.

    Boundaries may fall inside words and sentences, never inside a character.
    """

    name: ClassVar[str] = "fixed"
    title: ClassVar[str] = "Fixed size"
    summary: ClassVar[str] = "Chunks of one size; no model."
    source: ClassVar[str] = "Context Harness, ADR-0006, rejected there"

    max_tokens: int = max_field(512, "Size of every chunk, overlap included.")
    overlap_tokens: int = overlap_field(0, "Overlap with the preceding text, to the character.")

    @property
    def overlap(self) -> Overlap:
        """The text before each chunk, to the character."""
        return Overlap(self.overlap_tokens, align="exact")
