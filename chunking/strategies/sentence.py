"""Whole sentences packed to a budget."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Literal

from chunking.overlap import Overlap
from chunking.strategies.anchors import anchors
from chunking.strategies.base import (
    Strategy,
    anchor_field,
    oversize_field,
    tokens_field,
)
from chunking.strategies.packing import Rule, pack
from chunking.types import NONE, Constraints, Material, Prepared, Reason

if TYPE_CHECKING:
    from chunking.chunks import Cuts


class Sentence(Strategy):
    """Sentences are accumulated while `max_tokens` holds; the overlap is whole sentences."""

    name: ClassVar[str] = "sentence"
    title: ClassVar[str] = "Sentences to a budget"
    summary: ClassVar[str] = "Whole sentences, as many as fit; no model."
    source: ClassVar[str] = "Semblance"

    max_tokens: int = tokens_field(
        512, "No chunk is larger than this, overlap included.", "Max tokens",
        ge=1, slider=[96, 4096], step=32, relaxed=10_000_000,
    )  # fmt: skip
    overlap_tokens: int = tokens_field(
        64, "Whole sentences repeated from just before, up to this size.", "Overlap",
        slider=[0, 512], step=8,
    )  # fmt: skip
    anchor_tokens: int = anchor_field()
    oversize: Literal["keep", "split"] = oversize_field("split")

    @property
    def material(self) -> Material:
        """Sentences and their sizes."""
        return Material(units="sentences", count_in=self.count_in)

    @property
    def overlap(self) -> Overlap:
        """Whole sentences."""
        return Overlap(self.overlap_tokens, align="sentence")

    def cut(self, prepared: Prepared, constraints: Constraints = NONE) -> Cuts:
        """Cuts where the next sentence would pass the maximum."""
        rule = Rule(
            0, self.max_tokens, self.overlap, Reason.MAX_TOKENS, Reason.FITS,
            asked=Reason.ANCHOR, split_atomic=self.oversize == "split",
        )  # fmt: skip
        return pack(prepared, rule, anchors(prepared, self.anchor_tokens), constraints)
