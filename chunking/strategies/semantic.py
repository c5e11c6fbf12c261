"""Boundaries where the similarity of neighboring sentences is low (Alexandria, ADR 0007)."""

from dataclasses import replace
from typing import ClassVar, Literal

import numpy as np
from pydantic import Field

from chunking.core.cuts import Cuts, Reason
from chunking.core.errors import SettingsError
from chunking.core.prepared import NONE, Constraints, Material, Prepared
from chunking.strategies.base import (
    Strategy,
    TokenizerSetting,
    max_field,
    min_field,
    model_field,
    model_tokenizer_field,
    overlap_field,
    oversize_field,
)
from chunking.strategies.keep_together import KeepWhole, keep_whole_field
from chunking.strategies.packing import Packing, pack_whole
from chunking.strategies.signals.similarity import candidate_scores

# Texts below this size are not split: their similarities mean little.
SHORT_TEXT_TOKENS = 100


class Semantic(Strategy):
    """A boundary where the similarity of two sentences is below a threshold, within size limits.

    A chunk ends there only from `min_tokens` on, and in any case before it would exceed
    `max_tokens`. A short rest merges with its neighbor where both fit.
    """

    name: ClassVar[str] = "semantic"
    title: ClassVar[str] = "Similarity threshold"
    summary: ClassVar[str] = "A boundary where the similarity of sentences is below a threshold."
    source: ClassVar[str] = "Alexandria, ADR 0007"

    domain: Literal["default", "philosophy"] = Field(
        default="default",
        description="Selects the published threshold: 0.55, or 0.45 for philosophy.",
        json_schema_extra={"sets": "threshold", "published": {"default": 0.55, "philosophy": 0.45}},
    )
    threshold: float = Field(
        default=0.55,
        ge=-1,
        le=1,
        description="Boundary where similarity is below this; lower gives fewer chunks.",
        json_schema_extra={"slider": [0.0, 1.0], "step": 0.01, "relaxed": -1},
    )
    min_tokens: int = min_field(200, "Minimum size; earlier candidate boundaries are suppressed.")
    max_tokens: int = max_field(1200, "Maximum size, overlap included.")
    overlap_tokens: int = overlap_field(0)
    signal: Literal["adjacent", "windowed"] = Field(
        default="adjacent",
        description="Compare neighboring sentences, or three on each side (minima only).",
    )
    keep_whole: KeepWhole = keep_whole_field()
    oversize: Literal["keep", "split"] = oversize_field("split")
    model: str = model_field()
    tokenizer: TokenizerSetting = model_tokenizer_field()

    @property
    def material(self) -> Material:
        """Sentences, sizes, and the similarity across each gap."""
        return Material("sentences", self.tokenizer, self.model, signal=self.signal)

    def cut(self, prepared: Prepared, constraints: Constraints = NONE) -> Cuts:
        """Return the cuts at low similarity, and where the maximum forces one."""
        if prepared.signal is None:
            raise SettingsError("semantic needs a prepared signal; prepare with its own material")
        short = prepared.sizes.tokens(0, prepared.sizes.length) < SHORT_TEXT_TOKENS
        packing = Packing.of(self, gap_reason=Reason.FITS if short else Reason.ABOVE_THRESHOLD)
        candidates = candidate_scores(prepared.signal) < self.threshold
        if short:
            candidates[:] = False
        cuts = pack_whole(prepared, packing, candidates, constraints, self.keep_whole)
        if prepared.signal.kind != "windowed":
            return cuts
        # Gaps below the threshold that are no minimum are not above it, either.
        no_minimum = (prepared.signal.scores < self.threshold) & ~candidates
        fits = no_minimum & (cuts.verdicts == Reason.ABOVE_THRESHOLD.code)
        return replace(cuts, verdicts=np.where(fits, Reason.FITS.code, cuts.verdicts))
