"""A cut where neighbouring sentences are unlike each other (Alexandria, ADR 0007)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, ClassVar, Literal

import numpy as np
from pydantic import Field, model_validator

from chunking.errors import SettingsError
from chunking.similarity import candidates
from chunking.strategies.base import Strategy, oversize_field
from chunking.strategies.fields import (
    Precision,
    max_field,
    min_field,
    model_field,
    overlap_field,
    precision_field,
)
from chunking.strategies.lists import Whole, gaps_held, whole_field
from chunking.strategies.packing import Rule, pack
from chunking.types import NONE, Constraints, Material, Prepared, Reason

if TYPE_CHECKING:
    from chunking.chunks import Cuts

DOMAIN_THRESHOLDS = {"default": 0.55, "philosophy": 0.45}

# Below this a text is one chunk: a threshold means nothing there.
SHORT_TEXT_TOKENS = 100


class Semantic(Strategy):
    """A cut where the similarity of two sentences is below the threshold, within size limits.

    A chunk is closed there only once it has `min_tokens`, and anyway before it would pass
    `max_tokens`. What is left at the end and too short joins its neighbour where that fits.
    A lower threshold gives fewer cuts.
    """

    name: ClassVar[str] = "semantic"
    title: ClassVar[str] = "Similarity threshold"
    summary: ClassVar[str] = "A cut where neighbouring sentences are less alike than a threshold."
    source: ClassVar[str] = "Alexandria, ADR 0007"

    domain: Literal["default", "philosophy"] = Field(
        "default",
        description="Picks the published threshold: 0.55, or 0.45 for philosophy.",
        json_schema_extra={"label": "Published threshold for", "sets": "threshold"},
    )
    threshold: float = Field(
        DOMAIN_THRESHOLDS["default"],
        ge=-1,
        le=1,
        description="Cut where similarity is below this. Lower gives fewer cuts.",
        json_schema_extra={"label": "Threshold", "slider": [0.0, 1.0], "step": 0.01, "relaxed": -1},
    )
    min_tokens: int = min_field(200, "No cut by similarity before a chunk has this much.")
    max_tokens: int = max_field(1200, "A cut is forced before a chunk would pass this.")
    overlap_tokens: int = overlap_field(0)
    signal: Literal["adjacent", "windowed"] = Field(
        "adjacent",
        description="What is compared: two neighbours, or three on each side, cut at their minima.",
        json_schema_extra={"label": "Similarity of"},
    )
    structure: Whole = whole_field()
    oversize: Literal["keep", "split"] = oversize_field("split")
    model: str = model_field()
    precision: Precision = precision_field()

    @model_validator(mode="before")
    @classmethod
    def _domain_sets_threshold(cls, settings: Any) -> Any:  # noqa: ANN401 - not yet validated
        if isinstance(settings, dict) and "threshold" not in settings:
            published = DOMAIN_THRESHOLDS.get(str(settings.get("domain", "default")))
            return settings if published is None else {**settings, "threshold": published}
        return settings

    @property
    def material(self) -> Material:
        """Sentences, their sizes, and the similarity across each gap."""
        return Material("sentences", self.count_in, self.model, self.precision, signal=self.signal)

    def cut(self, prepared: Prepared, constraints: Constraints = NONE) -> Cuts:
        """Cuts where the similarity is below the threshold, or the maximum forces one."""
        if prepared.signal is None:
            raise SettingsError("semantic needs a prepared signal; prepare with its own material")
        short = prepared.sizes.tokens(0, prepared.sizes.length) < SHORT_TEXT_TOKENS
        rule = Rule(
            self.min_tokens, self.max_tokens, self.overlap, Reason.MAX_TOKENS,
            Reason.FITS if short else Reason.ABOVE_THRESHOLD,
            split_atomic=self.oversize == "split",
        )  # fmt: skip
        wanted = candidates(prepared.signal) < self.threshold
        if short:
            wanted[:] = False
        held = gaps_held(prepared, self.structure, self.max_tokens, constraints)
        cuts = pack(prepared, rule, wanted, constraints, held)
        if prepared.signal.kind != "windowed":
            return cuts
        # Below the threshold, but beside a lower gap: nothing asked for a cut there.
        beside = (prepared.signal.scores < self.threshold) & ~wanted
        passed = beside & (cuts.verdicts == Reason.ABOVE_THRESHOLD.code)
        return replace(cuts, verdicts=np.where(passed, Reason.FITS.code, cuts.verdicts))
