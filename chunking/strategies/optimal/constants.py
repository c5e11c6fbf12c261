"""Constants that were chosen on labeled texts; `docs/strategies.md` tells how."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Constants:
    """What the probabilities and the number of boundaries depend on, besides the costs.

    Attributes:
        segments: Expected number of segments of a text of 2,000 words; at most the root of the
            number of units.
        growth: Growth of the logarithm of `segments` with the logarithm of the number of words.
        deviation: Standard deviation of the logarithm of `segments`.
        precisions: Nats per unit of cost, equally probable: low where similarity varies much by
            chance, as in a meeting.
        level_evidence: Weight of the evidence in the choice of levels.
        evidence_units: Units over which that weight declines, to 1 / (1 / level_evidence + n /
            evidence_units) with n units: short segments are similar inside any topic, and the
            longer the text, the surer this evidence would be.
        word_evidence: Weight of words in the evidence for a topic, against their weight in costs.
        adjacent_weight: Weight in the loss of adjacent units, which tell the exact place of a
            boundary, against pairs at a distance.
    """

    segments: float = 6.0
    growth: float = 0.2
    deviation: float = 0.45
    precisions: tuple[float, ...] = (1.0, 3.0)
    level_evidence: float = 0.5
    evidence_units: float = 30.0
    word_evidence: float = 2.0
    adjacent_weight: float = 0.3


CONSTANTS = Constants()
