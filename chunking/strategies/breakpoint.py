"""A cut at every breakpoint of the distances (Kamradt; LangChain's and LlamaIndex's splitters)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Literal

import numpy as np
from pydantic import Field, model_validator

from chunking.errors import SettingsError
from chunking.similarity import DECIMALS, buffered
from chunking.strategies.base import Strategy, oversize_field, tokens_field
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
    from chunking.types import Bools, Floats

# What LangChain takes with each rule; a target size needs no amount.
AMOUNTS = {
    "percentile": 95.0,
    "standard_deviation": 3.0,
    "interquartile": 1.5,
    "gradient": 95.0,
    "target_size": 0.0,
}


class Breakpoint(Strategy):
    """A cut where the distance of two neighbours stands out from those of the whole text.

    The distance is 1 - the cosine of two sentences, each embedded with its neighbours. What
    stands out is said by one of five rules; a chunk is cut anyway before it passes `max_tokens`.
    """

    name: ClassVar[str] = "breakpoint"
    title: ClassVar[str] = "Breakpoints"
    summary: ClassVar[str] = "A cut where a distance stands out."
    source: ClassVar[str] = "LangChain, SemanticChunker; LlamaIndex; Kamradt"

    rule: Literal[
        "percentile", "standard_deviation", "interquartile", "gradient", "target_size"
    ] = Field(
        "percentile",
        description="What stands out: by rank, above the mean, by slope, or by a size.",
        json_schema_extra={"label": "Rule", "sets": "amount"},
    )
    amount: float = Field(
        AMOUNTS["percentile"],
        ge=0,
        le=100,
        description="The percentile, or how many deviations or quartile ranges above the mean.",
        json_schema_extra={"label": "Amount", "slider": [0.0, 100.0], "step": 0.5, "relaxed": 100},
    )
    target_tokens: int = tokens_field(
        400, "The mean size by the rule target_size: as many cuts as it takes.", "Target tokens",
        ge=1, slider=[50, 3000], step=10,
    )  # fmt: skip
    min_tokens: int = min_field(0, "No cut at a breakpoint before a chunk has this much.")
    max_tokens: int = max_field(2000, "A cut is forced before a chunk would pass this.")
    overlap_tokens: int = overlap_field(0)
    buffer: int = Field(
        1,
        ge=0,
        le=5,
        description="Neighbours on each side that a sentence is embedded with.",
        json_schema_extra={"label": "Buffer"},
    )
    structure: Whole = whole_field()
    oversize: Literal["keep", "split"] = oversize_field("split")
    model: str = model_field()
    precision: Precision = precision_field()

    @model_validator(mode="before")
    @classmethod
    def _rule_sets_amount(cls, settings: Any) -> Any:  # noqa: ANN401 - not yet validated
        if isinstance(settings, dict) and "amount" not in settings:
            published = AMOUNTS.get(str(settings.get("rule", "percentile")))
            return settings if published is None else {**settings, "amount": published}
        return settings

    @property
    def material(self) -> Material:
        """Sentences, their sizes, and the similarity of each two with their neighbours."""
        return Material(
            "sentences", self.count_in, self.model, self.precision, buffered(self.buffer)
        )

    def cut(self, prepared: Prepared, constraints: Constraints = NONE) -> Cuts:
        """Cuts at the breakpoints, or where the maximum forces one."""
        if prepared.signal is None:
            raise SettingsError("breakpoint needs a prepared signal; prepare with its own material")
        rule = Rule(
            self.min_tokens, self.max_tokens, self.overlap, Reason.MAX_TOKENS,
            Reason.FITS if self._by_rank else Reason.ABOVE_THRESHOLD,
            split_atomic=self.oversize == "split",
        )  # fmt: skip
        held = gaps_held(prepared, self.structure, self.max_tokens, constraints)
        return pack(prepared, rule, self._breakpoints(prepared), constraints, held)

    def threshold_on(self, prepared: Prepared) -> float | None:
        """1 - the distance that the rule makes of this document's; None by slope and by size."""
        if prepared.signal is None or len(prepared.signal.scores) == 0 or self._by_rank:
            return None
        distances = np.round(1 - prepared.signal.scores, DECIMALS)
        return 1 - threshold(distances, self.rule, self.amount)

    @property
    def _by_rank(self) -> bool:
        """Whether the rule does not ask how high the similarity is."""
        return self.rule in {"gradient", "target_size"}

    def _breakpoints(self, prepared: Prepared) -> Bools:
        scores = prepared.signal.scores if prepared.signal is not None else np.zeros(0)
        distances = np.round(1 - scores, DECIMALS)
        if self.rule == "target_size":
            size = prepared.sizes.tokens(0, prepared.sizes.length)
            return largest(distances, size // self.target_tokens)
        if self.rule == "gradient":
            distances = _gradient(distances)
        if len(distances) == 0:
            return np.zeros(len(scores), np.bool_)
        above: Bools = distances > threshold(distances, self.rule, self.amount)
        return above


def threshold(values: Floats, rule: str, amount: float) -> float:
    """What a value must pass by that rule, as LangChain's SemanticChunker has it.

    `interquartile` counts ranges from the mean, not from the third quartile.
    """
    if rule == "standard_deviation":
        found = values.mean() + amount * values.std()
    elif rule == "interquartile":
        first, third = np.percentile(values, [25, 75])
        found = values.mean() + amount * (third - first)
    else:
        found = np.percentile(values, min(amount, 100.0))
    # One more decimal than the differences of the values have: float noise decides nothing.
    return float(np.round(found, DECIMALS + 2))


def largest(distances: Floats, count: int) -> Bools:
    """Which of the distances are the `count` largest, the earlier of two equal ones first."""
    found = np.zeros(len(distances), np.bool_)
    found[np.argsort(-distances, kind="stable")[:count]] = True
    return found


def _gradient(distances: Floats) -> Floats:
    """The slope at each distance, by central differences; none of fewer than two."""
    if len(distances) < 2:
        return np.zeros(0)
    return np.round(np.gradient(distances), DECIMALS + 2)
