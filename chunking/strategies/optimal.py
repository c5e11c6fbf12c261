"""The best of all cuttings within the limits: segments that differ from their neighbours."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Literal, Self

import numpy as np
from pydantic import Field, model_validator

from chunking.chunks import Cuts
from chunking.errors import SettingsError
from chunking.strategies.base import LIMITLESS, Strategy, oversize_field, tokens_field
from chunking.strategies.fields import (
    Precision,
    max_field,
    min_field,
    model_field,
    overlap_field,
    precision_field,
)
from chunking.types import NONE, Constraints, Material, Prepared

if TYPE_CHECKING:
    from chunking.optimum import Limits, Optimum, Wishes
    from chunking.types import Costs, Floats, Ints

# As far as the slider goes, so that no step of it needs other costs. Those of larger chunks are
# found when they are first asked for.
_REACH = 4000


class Optimal(Strategy):
    """The cheapest cutting of the whole text, where a chunk costs little that stays on its topic.

    What a chunk costs is the scatter of its sentences' vectors and the description length of its
    words; each boundary costs a penalty. All cuttings within the limits are compared at once.
    """

    name: ClassVar[str] = "optimal"
    title: ClassVar[str] = "Exact optimum"
    summary: ClassVar[str] = "The best of all cuttings into chunks that each keep to one topic."
    source: ClassVar[str] = "Utiyama and Isahara 2001, adapted"

    granularity: float = Field(
        1.0,
        ge=0.05,
        le=20,
        description="How readily it cuts: 1 decides by the text, 2 takes boundaries worth half.",
        json_schema_extra={"label": "Granularity", "slider": [0.2, 5.0], "step": 0.1},
    )
    target_tokens: int = tokens_field(
        0, "The mean size to aim at; 0 lets the text decide how many chunks there are.",
        "Target tokens", slider=[0, 2000], step=10, relaxed=0,
    )  # fmt: skip
    min_tokens: int = min_field(50, "No chunk is smaller than this where it can be joined.")
    max_tokens: int = max_field(2000, "No chunk is larger than this, overlap included.")
    overlap_tokens: int = overlap_field(0)
    words: float = Field(
        0.5,
        ge=0,
        le=1,
        description="How much the words count beside the vectors; 1 needs no model.",
        json_schema_extra={"label": "Words", "step": 0.05},
    )
    heading: float = Field(
        0.5,
        ge=0,
        le=2,
        description="Share of the penalty spared before a heading, and added after it.",
        json_schema_extra={"label": "Headings", "slider": [0.0, 1.0], "step": 0.05, "relaxed": 0},
    )
    paragraph: float = Field(
        0.0,
        ge=0,
        le=2,
        description="Share of the penalty spared where a paragraph begins.",
        json_schema_extra={"label": "Paragraphs", "slider": [0.0, 1.0], "step": 0.05, "relaxed": 0},
    )
    speaker: float = Field(
        0.0,
        ge=0,
        le=2,
        description="Share of the penalty spared where another speaker begins.",
        json_schema_extra={"label": "Speakers", "slider": [0.0, 1.0], "step": 0.05, "relaxed": 0},
    )
    evenness: float = Field(
        0.0,
        ge=0,
        le=10,
        description="How much chunks must keep to the target size one by one.",
        json_schema_extra={"label": "Evenness", "slider": [0.0, 5.0], "step": 0.1},
    )
    levels: int = Field(
        1,
        ge=1,
        le=3,
        description="Nested levels: with 2, chapters are found first and chunks inside of them.",
        json_schema_extra={"label": "Levels"},
    )
    oversize: Literal["keep", "split"] = oversize_field("split")
    model: str = model_field()
    precision: Precision = precision_field()

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
        """Sentences, their sizes, and what stretches of them cost."""
        model = None if self.words == 1 else self.model
        signal = None if model is None else "adjacent"
        return Material(
            "sentences", self.count_in, model, self.precision, signal, _REACH, self.words
        )

    def cut(self, prepared: Prepared, constraints: Constraints = NONE) -> Cuts:
        """The cuts of the cheapest cutting; of the innermost level, if there are several."""
        return self.cuts_of_levels(prepared, constraints)[-1]

    def cuts_of_levels(
        self, prepared: Prepared, constraints: Constraints = NONE
    ) -> tuple[Cuts, ...]:
        """The cuts of each level, outermost first; those of one are all in the next."""
        if len(prepared.units) == 0:
            empty = np.zeros(0, np.uint8)
            return (Cuts(np.zeros(0, np.int64), empty, empty),) * self.levels
        if self.levels == 1:
            return (self._optimum(prepared, constraints).cuts,)
        from chunking.optimum import nested

        costs, limits, wishes = self._costs(prepared), self._within, self._wishes
        return nested(prepared, costs, limits, wishes, constraints, levels=self.levels)

    @property
    def strategies(self) -> tuple[Strategy, ...]:
        """The settings of each level, outermost first: the maximum is the innermost's alone."""
        outer = self.with_(levels=1, max_tokens=LIMITLESS, overlap_tokens=0)
        return (*[outer] * (self.levels - 1), self)

    def margins(
        self, prepared: Prepared, boundaries: Ints, constraints: Constraints = NONE
    ) -> Floats | None:
        """How much more the best cutting without each of its boundaries would cost."""
        if self.levels > 1:
            return None  # one boundary less would move those of every level below
        return self._optimum(prepared, constraints).margins(boundaries)

    @property
    def _within(self) -> Limits:
        from chunking.optimum import Limits

        return Limits(
            self.min_tokens, self.max_tokens, self.overlap, split_atomic=self.oversize == "split"
        )

    @property
    def _wishes(self) -> Wishes:
        from chunking.optimum import Wishes

        return Wishes(
            self.words, self.granularity, self.heading, self.paragraph, self.speaker,
            self.target_tokens, self.evenness,
        )  # fmt: skip

    def _costs(self, prepared: Prepared) -> Costs:
        if prepared.costs is None or (self.words < 1 and prepared.vectors is None):
            raise SettingsError("optimal needs prepared costs; prepare with its own material")
        return prepared.costs

    def _optimum(self, prepared: Prepared, constraints: Constraints) -> Optimum:
        from chunking.optimum import Optimum

        return Optimum(prepared, self._costs(prepared), self._within, self._wishes, constraints)
