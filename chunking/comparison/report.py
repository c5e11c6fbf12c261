"""A comparison as plain values, and as tables for the terminal."""

from __future__ import annotations

import math
from string import ascii_uppercase
from typing import TYPE_CHECKING, Any

from chunking.columns import aligned
from chunking.metrics import MEASURES
from chunking.numerals import count_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from chunking.comparison.lanes import Comparison, Lane


def to_dict(found: Comparison) -> dict[str, Any]:
    """The comparison as plain values for JSON; what means nothing is None."""
    return {
        "source": found.document.source,
        "sha256": found.document.sha256,
        "characters": len(found.document.text),
        "sentences": found.sentences,
        "lanes": [_plain_lane(lane) for lane in found.lanes],
        "agreement": found.agreement.tolist(),
    }


def _plain_lane(lane: Lane) -> dict[str, Any]:
    return {
        "title": lane.title,
        "imported": lane.strategy is None,
        "settings": dict(lane.chunking.settings),
        "reasons": dict(lane.reasons),
        "measures": {
            name: value if math.isfinite(value) else None for name, value in lane.measures.items()
        },
        "notes": list(lane.chunking.notes),
        "unplaced": [
            {"index": each.index, "why": each.why, "text": each.text} for each in lane.unplaced
        ],
    }


def to_table(found: Comparison) -> str:
    """The comparison as a person reads it: settings, measures, reasons, agreement.

    The lanes are named by letters. A measure that means nothing for any of them is left out.
    """
    letters = [letter(i) for i in range(len(found.lanes))]
    named = zip(letters, found.lanes, strict=True)
    parts = [
        f"{found.document.source}: {size_of(found)}",
        "\n".join(f"{name}  {described(lane)}" for name, lane in named),
        aligned([["", *letters], *measured(found)], left={0}),
    ]
    if len(letters) > 1:
        parts.append("agreement on the cuts (1: the same, 0: none in common)")
        parts.append(aligned([["", *letters], *agreed(found)], left={0}))
    return "\n\n".join(parts) + "\n"


def size_of(found: Comparison) -> str:
    """How large the document is: "12,000 characters in 90 sentences"."""
    characters = count_of(len(found.document.text), "character")
    return f"{characters} in {count_of(found.sentences, 'sentence')}"


def measured(found: Comparison) -> list[list[str]]:
    """One row a measure that means something for one lane at least, then one a reason."""
    return [*_measured(found.lanes), *_reasoned(found.lanes)]


def agreed(found: Comparison) -> list[list[str]]:
    """One row a lane, its letter first: the agreement with each lane."""
    return [
        [letter(i), *(f"{value:.2f}" for value in row)]
        for i, row in enumerate(found.agreement.tolist())
    ]


def letter(index: int) -> str:
    """The letters from A to Z, then A2, B2 and on."""
    again, at = divmod(index, len(ascii_uppercase))
    return ascii_uppercase[at] + (str(again + 1) if again else "")


def described(lane: Lane) -> str:
    """A lane's name with what was set otherwise than it is by default, or that it is imported."""
    if lane.strategy is None:
        return f"{lane.title} (made elsewhere)"
    defaults = type(lane.strategy)().model_dump()
    changed = [f"{k}={v}" for k, v in lane.strategy.model_dump().items() if v != defaults[k]]
    return " ".join([lane.title, *changed])


def _measured(lanes: Sequence[Lane]) -> list[list[str]]:
    """One row a measure that means something for one of the lanes at least."""
    return [
        [measure.title, *(measure.shown(lane.measures[measure.name]) for lane in lanes)]
        for measure in MEASURES
        if any(math.isfinite(lane.measures[measure.name]) for lane in lanes)
    ]


def _reasoned(lanes: Sequence[Lane]) -> list[list[str]]:
    """One row a reason that one of the lanes has, the most frequent first."""
    reasons = dict.fromkeys(reason for lane in lanes for reason in lane.reasons)
    total = {reason: sum(lane.reasons.get(reason, 0) for lane in lanes) for reason in reasons}
    ranked = sorted(reasons, key=lambda reason: -total[reason])
    return [
        [f"cuts by {reason}", *(f"{lane.reasons.get(reason, 0):,}" for lane in lanes)]
        for reason in ranked
    ]
