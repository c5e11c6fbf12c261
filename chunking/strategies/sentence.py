"""Sentences packed to a budget."""

from typing import ClassVar, Literal

from chunking.core.cuts import Cuts, Reason
from chunking.core.prepared import NONE, Constraints, Material, Prepared
from chunking.strategies.base import (
    UNLIMITED,
    Strategy,
    oversize_field,
    resync_field,
    tokens_field,
)
from chunking.strategies.keep_together import gaps_after_headings
from chunking.strategies.overlap import Overlap
from chunking.strategies.packing import Packing, pack
from chunking.strategies.resync import resync_gaps


class Sentence(Strategy):
    """Whole sentences, as many as fit `max_tokens`; the overlap is whole sentences, too."""

    name: ClassVar[str] = "sentence"
    title: ClassVar[str] = "Sentences to a budget"
    summary: ClassVar[str] = "Whole sentences, as many as fit; no model."
    source: ClassVar[str] = "Semblance"

    max_tokens: int = tokens_field(
        512, "Maximum size, overlap included.",
        ge=1, slider=[96, 4096], step=32, relaxed=UNLIMITED,
    )  # fmt: skip
    overlap_tokens: int = tokens_field(
        64, "Whole sentences before each chunk that it repeats.", slider=[0, 512], step=8
    )
    resync_interval: int = resync_field()
    oversize: Literal["keep", "split"] = oversize_field("split")

    @property
    def material(self) -> Material:
        """Sentences and sizes."""
        return Material(units="sentences", tokenizer=self.tokenizer)

    @property
    def overlap(self) -> Overlap:
        """Whole sentences before each chunk."""
        return Overlap(self.overlap_tokens, align="sentence")

    def cut(self, prepared: Prepared, constraints: Constraints = NONE) -> Cuts:
        """Return the cuts where the next sentence would exceed the maximum."""
        packing = Packing.of(self, candidate_reason=Reason.RESYNC)
        joined = gaps_after_headings(prepared, self.max_tokens, constraints)
        candidates = resync_gaps(prepared, self.resync_interval, joined)
        return pack(prepared, packing, candidates, constraints, joined)
