"""A sliding window of fixed size."""

from typing import ClassVar, Self

from pydantic import model_validator

from chunking.strategies.base import max_field, tokens_field
from chunking.strategies.fixed import Windows
from chunking.strategies.overlap import Overlap


class Sliding(Windows):
    """Windows of `max_tokens`, each of which ends `stride_tokens` after the one before.

    What a window shares with the one before is its overlap. Boundaries may fall inside words and
    sentences, never inside a character.
    """

    name: ClassVar[str] = "sliding"
    title: ClassVar[str] = "Sliding window"
    summary: ClassVar[str] = "Overlapping windows of one size; no model."
    source: ClassVar[str] = "Alexandria, ADR 0002, superseded there"

    max_tokens: int = max_field(512, "Size of a window.")
    stride_tokens: int = tokens_field(
        384, "Distance from the end of one window to the next.",
        ge=1, slider=[10, 4000], step=10,
    )  # fmt: skip

    @model_validator(mode="after")
    def _check_stride(self) -> Self:
        if self.stride_tokens > self.max_tokens:
            raise ValueError(
                f"stride_tokens must be at most max_tokens ({self.max_tokens}), "
                f"got {self.stride_tokens}"
            )
        return self

    @property
    def overlap(self) -> Overlap:
        """What a window holds beyond its stride, to the character."""
        return Overlap(self.max_tokens - self.stride_tokens, align="exact")
