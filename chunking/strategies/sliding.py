"""Windows of one size that overlap, each a stride further than the one before."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Self

from pydantic import model_validator

from chunking.overlap import Overlap
from chunking.strategies.base import Strategy, tokens_field
from chunking.strategies.fields import max_field
from chunking.strategies.filling import even, fill
from chunking.types import NONE, Constraints, Material, Prepared

if TYPE_CHECKING:
    from chunking.chunks import Cuts


class Sliding(Strategy):
    """A window of `max_tokens` ends `stride_tokens` after the one before it ends.

    What it shares with that one is overlap. The cuts fall inside words and sentences on purpose,
    never inside a character.
    """

    name: ClassVar[str] = "sliding"
    title: ClassVar[str] = "Sliding window"
    summary: ClassVar[str] = "Windows of one size, each a stride further; no model."
    source: ClassVar[str] = "Alexandria, ADR 0002, superseded there"

    max_tokens: int = max_field(512, "The size of a window.", "Window")
    stride_tokens: int = tokens_field(
        384, "How much further each window ends than the one before.", "Stride",
        ge=1, slider=[10, 4000], step=10,
    )  # fmt: skip

    @model_validator(mode="after")
    def _check(self) -> Self:
        if self.stride_tokens > self.max_tokens:
            raise ValueError(
                f"stride_tokens must be at most max_tokens ({self.max_tokens}), "
                f"got {self.stride_tokens}"
            )
        return self

    @property
    def material(self) -> Material:
        """Paragraphs, for the marks made by hand, and sizes."""
        return Material(units="paragraphs", count_in=self.count_in)

    @property
    def overlap(self) -> Overlap:
        """What a window holds beyond its stride, to the character."""
        return Overlap(self.max_tokens - self.stride_tokens, align="exact")

    def cut(self, prepared: Prepared, constraints: Constraints = NONE) -> Cuts:
        """Cuts where a window ends."""
        stop = even(prepared.document.text)
        return fill(prepared, self.max_tokens, self.overlap, stop, constraints)
