"""Constants that were chosen on labeled texts; `docs/strategies.md` tells how."""

from dataclasses import dataclass
from typing import Literal, TypeAlias

Level: TypeAlias = Literal["coarse", "medium", "fine"]

LEVELS: tuple[Level, ...] = ("coarse", "medium", "fine")
"""The levels, outermost first."""


@dataclass(frozen=True, slots=True)
class Constants:
    """What the probabilities and the number of boundaries depend on, besides the costs.

    Attributes:
        segments: Expected number of segments of a text of 2,000 words at each of `LEVELS`.
        growth: Growth of the logarithm of `segments` with the logarithm of the number of words:
            people divide a long text into more and longer parts.
        precision: Nats of evidence per unit of cost.
        word_evidence: Weight of words in the evidence for a topic, against their weight in costs.
        adjacent_weight: Weight in the loss of adjacent units, which tell the exact place of a
            boundary, against pairs at a distance.
    """

    segments: tuple[float, float, float] = (3.5, 14.0, 42.0)
    growth: float = 0.5
    precision: float = 3.0
    word_evidence: float = 2.0
    adjacent_weight: float = 0.3


CONSTANTS = Constants()
