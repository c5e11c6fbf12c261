"""Boundaries at breakpoints of the distances (Kamradt; LangChain's and LlamaIndex's splitters)."""

from typing import ClassVar, Literal

import numpy as np
from pydantic import Field

from chunking.core.arrays import Bools, Floats, Ints
from chunking.core.cuts import Cuts, Reason
from chunking.core.errors import SettingsError
from chunking.core.prepared import NONE, Constraints, Material, Prepared, Signal
from chunking.strategies.base import (
    DISTANCE,
    Strategy,
    TokenizerSetting,
    max_field,
    min_field,
    model_field,
    model_tokenizer_field,
    overlap_field,
    oversize_field,
    tokens_field,
)
from chunking.strategies.keep_together import KeepWhole, keep_whole_field
from chunking.strategies.packing import Packing, pack_whole
from chunking.strategies.signals.similarity import DECIMALS, buffered_signal


class Breakpoint(Strategy):
    """A boundary where the distance of neighboring sentences stands out from those of the text.

    The distance is 1 - the cosine of two sentences, each embedded with its neighbors. One of five
    rules decides which distances stand out; `max_tokens` forces further boundaries.
    """

    name: ClassVar[str] = "breakpoint"
    title: ClassVar[str] = "Breakpoints"
    summary: ClassVar[str] = "Boundaries at the largest distances between neighboring sentences."
    source: ClassVar[str] = "LangChain, SemanticChunker; LlamaIndex; Kamradt"

    rule: Literal[
        "percentile", "standard_deviation", "interquartile", "gradient", "target_size"
    ] = Field(
        default="percentile",
        description="Rule that computes the distance threshold.",
        # LangChain's default amounts; `target_size` needs none.
        json_schema_extra={
            "sets": "amount",
            "published": {
                "percentile": 95.0, "standard_deviation": 3.0, "interquartile": 1.5,
                "gradient": 95.0, "target_size": 0.0,
            },
        },
    )  # fmt: skip
    amount: float = Field(
        default=95.0,
        ge=0,
        le=100,
        description="Percentile, or number of deviations or interquartile ranges above the mean.",
        json_schema_extra={"slider": [0.0, 100.0], "step": 0.5, "relaxed": 100},
    )
    target_tokens: int = tokens_field(
        400, "Mean size of a chunk by the rule target_size.",
        ge=1, slider=[50, 3000], step=10,
    )  # fmt: skip
    min_tokens: int = min_field(0, "Minimum size; earlier candidate boundaries are suppressed.")
    max_tokens: int = max_field(2000, "Maximum size, overlap included.")
    overlap_tokens: int = overlap_field(0)
    buffer: int = Field(
        default=1,
        ge=0,
        le=5,
        description="Number of neighbors on each side that are embedded with a sentence.",
    )
    keep_whole: KeepWhole = keep_whole_field()
    oversize: Literal["keep", "split"] = oversize_field("split")
    model: str = model_field()
    tokenizer: TokenizerSetting = model_tokenizer_field()

    @property
    def material(self) -> Material:
        """Sentences, sizes, and the similarity of neighbors embedded with their context."""
        signal = buffered_signal(self.buffer)
        return Material("sentences", self.tokenizer, self.model, signal)

    def cut(self, prepared: Prepared, constraints: Constraints = NONE) -> Cuts:
        """Return the cuts at the breakpoints, or where the maximum forces one."""
        if prepared.signal is None:
            raise SettingsError("breakpoint needs a prepared signal; prepare with its own material")
        no_threshold = self._has_no_threshold
        packing = Packing.of(
            self, gap_reason=Reason.FITS if no_threshold else Reason.ABOVE_THRESHOLD
        )
        tokens = prepared.sizes.tokens(0, prepared.sizes.length)
        candidates = self._breakpoints(prepared.signal.scores, tokens)
        return pack_whole(prepared, packing, candidates, constraints, self.keep_whole)

    def curve(self, prepared: Prepared, boundaries: Ints) -> Signal | None:
        """Return the distances of neighboring sentences."""
        found = super().curve(prepared, boundaries)
        return found and Signal(found.gaps, np.round(1 - found.scores, DECIMALS), DISTANCE)

    def effective_threshold(self, prepared: Prepared) -> float | None:
        """Return 1 - the threshold of the distances; None by gradient and by target size."""
        if prepared.signal is None or len(prepared.signal.scores) == 0 or self._has_no_threshold:
            return None
        distances = np.round(1 - prepared.signal.scores, DECIMALS)
        return 1 - distance_threshold(distances, self.rule, self.amount)

    @property
    def threshold_rule(self) -> str:
        """The rule and its amount."""
        value = self.target_tokens if self.rule == "target_size" else self.amount
        return f"{self.rule} {value:g}"

    @property
    def _has_no_threshold(self) -> bool:
        return self.rule in {"gradient", "target_size"}

    def _breakpoints(self, scores: Floats, tokens: int) -> Bools:
        """Return which gaps are breakpoints of a text of so many tokens, same shape."""
        distances = np.round(1 - scores, DECIMALS)
        if self.rule == "target_size":
            return largest(distances, tokens // self.target_tokens)
        if self.rule == "gradient":
            distances = _gradient(distances)
        if len(distances) == 0:
            return np.zeros(len(scores), np.bool_)
        above: Bools = distances > distance_threshold(distances, self.rule, self.amount)
        return above


def distance_threshold(values: Floats, rule: str, amount: float) -> float:
    """Return the threshold of a rule, as in LangChain's SemanticChunker.

    `interquartile` counts ranges from the mean, not from the third quartile.
    """
    if rule == "standard_deviation":
        found = values.mean() + amount * values.std()
    elif rule == "interquartile":
        first, third = np.percentile(values, [25, 75])
        found = values.mean() + amount * (third - first)
    else:
        found = np.percentile(values, min(amount, 100.0))
    # Rounded to more decimals than the values, so that float noise decides nothing.
    return float(np.round(found, DECIMALS + 2))


def largest(distances: Floats, count: int) -> Bools:
    """Return which distances are the `count` largest; of equal ones the first."""
    found = np.zeros(len(distances), np.bool_)
    found[np.argsort(-distances, kind="stable")[:count]] = True
    return found


def _gradient(distances: Floats) -> Floats:
    """Return the slope at each distance by central differences; empty below two distances."""
    if len(distances) < 2:
        return np.zeros(0)
    return np.round(np.gradient(distances), DECIMALS + 2)
