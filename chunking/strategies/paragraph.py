"""Paragraphs packed to a budget (Context Harness, ADR-0006)."""

from typing import ClassVar, Literal

from pydantic import Field

from chunking.core.cuts import Cuts, Reason
from chunking.core.prepared import NONE, Constraints, Material, Prepared
from chunking.core.text.tokenizers import CHARACTERS
from chunking.strategies.base import (
    Strategy,
    TokenizerSetting,
    max_field,
    overlap_field,
    resync_field,
)
from chunking.strategies.keep_together import join_headings
from chunking.strategies.overlap import Overlap
from chunking.strategies.packing import Packing, pack
from chunking.strategies.resync import resync_gaps


class Paragraph(Strategy):
    """Whole paragraphs, as many as fit `max_tokens`, overlap included.

    A paragraph above the maximum is split at a newline, else at a space, else anywhere.
    """

    name: ClassVar[str] = "paragraph"
    title: ClassVar[str] = "Paragraphs to a budget"
    summary: ClassVar[str] = "Whole paragraphs, as many as fit; no model."
    source: ClassVar[str] = "Context Harness, ADR-0006"

    max_tokens: int = max_field(700, "Maximum size, overlap included.", least=100)
    overlap_tokens: int = overlap_field(80)
    resync_interval: int = resync_field()
    overlap_starts_at: Literal["word", "exact"] = Field(
        default="word",
        description="Start the overlap at a word, or to the character, as published.",
    )
    tokenizer: TokenizerSetting = Field(
        default=CHARACTERS,
        description="Tokenizer that sizes are counted with.",
    )

    @property
    def material(self) -> Material:
        """Paragraphs and sizes."""
        return Material(units="paragraphs", tokenizer=self.tokenizer)

    @property
    def overlap(self) -> Overlap:
        """The text before each chunk, from a word on or to the character."""
        return Overlap(self.overlap_tokens, align=self.overlap_starts_at)

    def cut_below_headings(self, prepared: Prepared, constraints: Constraints = NONE) -> Cuts:
        """As in `Strategy`."""
        return self.cut(join_headings(prepared, self.max_tokens, constraints), constraints)

    def cut(self, prepared: Prepared, constraints: Constraints = NONE) -> Cuts:
        """Return the cuts between paragraphs, and inside those that are too large."""
        packing = Packing.of(self, forced_reason=Reason.PARAGRAPH, candidate_reason=Reason.RESYNC)
        return pack(prepared, packing, resync_gaps(prepared, self.resync_interval), constraints)
