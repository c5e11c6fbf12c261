"""Exact optimum: the segmentation with the least expected disagreement at a level."""

from typing import ClassVar, Literal, Self

import numpy as np
from pydantic import Field, model_validator

from chunking.core.arrays import Floats, Ints
from chunking.core.cuts import Cuts
from chunking.core.prepared import NONE, Constraints, Material, Prepared, Signal
from chunking.strategies.base import (
    PROBABILITY,
    UNLIMITED,
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
from chunking.strategies.optimal.constants import LEVELS, Level
from chunking.strategies.optimal.document_posterior import SegmentCostsFeature, posterior
from chunking.strategies.optimal.limits import Limits
from chunking.strategies.optimal.preferences import Preferences
from chunking.strategies.optimal.solver import counted_cuts, nested_cuts

# The largest value of the slider: moving it never waits for costs. Those of larger chunks are
# computed on demand.
_MAX_SEGMENT_TOKENS = 4000


class Optimal(Strategy):
    """Segmentation of the whole text that agrees best with all plausible ones at a level.

    A segment is the more plausible the less the vectors of its sentences scatter and the fewer
    different words it has. With a target size it is the segmentation with the lowest total cost of
    about as many chunks. All segmentations within the limits are compared, by dynamic programming.
    """

    name: ClassVar[str] = "optimal"
    title: ClassVar[str] = "Exact optimum"
    summary: ClassVar[str] = "Most plausible segmentation of the whole text; one topic per chunk."
    source: ClassVar[str] = "Utiyama and Isahara 2001, adapted"

    level: Level = Field(
        default="medium",
        description="Sections (coarse), topics (medium) or passages (fine).",
    )
    target_tokens: int = tokens_field(
        0, "Mean size to aim at; 0 for the chunks of the level.",
        slider=[0, 2000], step=10, relaxed=0,
    )  # fmt: skip
    min_tokens: int = min_field(50, "Minimum size, unless a chunk cannot be merged.")
    max_tokens: int = max_field(2000, "Maximum size, overlap included.")
    overlap_tokens: int = overlap_field(0)
    lexical_weight: float = Field(
        default=0.5,
        ge=0,
        le=1,
        description="Weight of words against vectors; 1 needs no model.",
        json_schema_extra={"step": 0.05},
    )
    heading_bonus: float = Field(
        default=0.5,
        ge=0,
        le=2,
        description="Preference for boundaries before headings.",
        json_schema_extra={"slider": [0.0, 1.0], "step": 0.05, "relaxed": 0},
    )
    paragraph_bonus: float = Field(
        default=0.0,
        ge=0,
        le=2,
        description="Preference for boundaries before paragraphs.",
        json_schema_extra={"slider": [0.0, 1.0], "step": 0.05, "relaxed": 0},
    )
    keep_whole: KeepWhole = keep_whole_field()
    oversize: Literal["keep", "split"] = oversize_field("split")
    model: str = model_field()
    tokenizer: TokenizerSetting = model_tokenizer_field()

    @model_validator(mode="after")
    def _check(self) -> Self:
        if self.target_tokens > self.max_tokens:
            raise ValueError(
                f"target_tokens must be at most max_tokens ({self.max_tokens}), "
                f"got {self.target_tokens}"
            )
        return self

    @property
    def material(self) -> Material:
        """Sentences, their sizes and vectors, and the costs of their segments."""
        model = None if self.lexical_weight == 1 else self.model
        signal = None if model is None else "adjacent"
        return Material("sentences", self.tokenizer, model, signal, (self._costs_feature,))

    def cut(self, prepared: Prepared, constraints: Constraints = NONE) -> Cuts:
        """Return the cuts of the optimum at the level, or of the target size."""
        return self.cut_levels(prepared, constraints)[-1]

    def cut_levels(self, prepared: Prepared, constraints: Constraints = NONE) -> tuple[Cuts, ...]:
        """Return the cuts of each level, outermost first; those of one are all in the next."""
        levels = self._levels
        if len(prepared.units) == 0:
            empty = np.zeros(0, np.uint8)
            return (Cuts(np.zeros(0, np.int64), empty, empty),) * len(levels)
        costs = prepared.feature(self._costs_feature)
        limits, preferences = self._limits, self._preferences
        if self.target_tokens:
            return (counted_cuts(prepared, costs, limits, preferences, constraints),)
        return nested_cuts(prepared, costs, limits, preferences, constraints, levels=levels)

    @property
    def level_strategies(self) -> tuple[Strategy, ...]:
        """The strategy of each level, outermost first; only the innermost has a maximum."""
        unlimited = self.with_(max_tokens=UNLIMITED, overlap_tokens=0)
        return (*(unlimited.with_(level=each) for each in self._levels[:-1]), self)

    def probabilities(
        self, prepared: Prepared, boundaries: Ints, constraints: Constraints = NONE
    ) -> Floats:
        """Return the probability of each boundary at the level, same shape.

        Regardless of the limits; nan for offsets that are not gaps.
        """
        found = np.full(len(boundaries), np.nan)
        gaps = prepared.units.gaps
        if len(gaps):
            costs = prepared.feature(self._costs_feature)
            distributions = posterior(prepared, costs, self._preferences, constraints)
            rows = np.minimum(np.searchsorted(gaps, boundaries), len(gaps) - 1)
            known = gaps[rows] == boundaries
            found[known] = distributions.at(self.level).probabilities[rows[known]]
        return found

    def curve(self, prepared: Prepared, boundaries: Ints) -> Signal | None:  # noqa: ARG002 - any
        """Return the probability of a boundary at each gap."""
        gaps = prepared.units.gaps
        return Signal(gaps, self.probabilities(prepared, gaps), PROBABILITY)

    @property
    def _levels(self) -> tuple[Level, ...]:
        """The levels from the outermost to the chosen one, which a target size replaces."""
        return (self.level,) if self.target_tokens else LEVELS[: LEVELS.index(self.level) + 1]

    @property
    def _limits(self) -> Limits:
        return Limits(
            self.min_tokens,
            self.max_tokens,
            self.overlap,
            split_atomic=self.oversize == "split",
            keep_whole=self.keep_whole,
        )

    @property
    def _preferences(self) -> Preferences:
        return Preferences(
            lexical_weight=self.lexical_weight,
            heading_bonus=self.heading_bonus,
            paragraph_bonus=self.paragraph_bonus,
            target_tokens=self.target_tokens,
        )

    @property
    def _costs_feature(self) -> SegmentCostsFeature:
        return SegmentCostsFeature(_MAX_SEGMENT_TOKENS, self.lexical_weight)
