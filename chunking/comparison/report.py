"""A comparison as plain values, and as tables for the terminal."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from chunking.columns import aligned
from chunking.metrics import MEASURES
from chunking.numerals import count_of
from chunking.sizes import COUNTERS

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
    letters = [lane.letter for lane in found.lanes]
    parts = [
        f"{found.document.source}: {size_of(found)}",
        "\n".join(f"{lane.letter}  {described(lane)}" for lane in found.lanes),
        aligned([["", *letters, "better"], *measured(found)], left={0, len(letters) + 1}),
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
    """What sizes are counted in, a row a measure that means something for a lane, a row a reason.

    A row is its name, a value a lane, and which way is better, if either.
    """
    return [_counted(found.lanes), *_measured(found.lanes), *_reasoned(found.lanes)]


def agreed(found: Comparison) -> list[list[str]]:
    """One row a lane, its letter first: the agreement with each lane."""
    return [
        [lane.letter, *(f"{value:.2f}" for value in row)]
        for lane, row in zip(found.lanes, found.agreement.tolist(), strict=True)
    ]


def described(lane: Lane, *, fully: bool = False) -> str:
    """A lane's name with what was set otherwise than it is by default, or that it is imported.

    With `fully` all that is set.
    """
    if lane.strategy is None:
        return f"{lane.title} (made elsewhere)"
    defaults = {} if fully else type(lane.strategy)().model_dump()
    values = lane.strategy.model_dump().items()
    return " ".join([lane.title, *(f"{k}={v}" for k, v in values if v != defaults.get(k))])


def _counted(lanes: Sequence[Lane]) -> list[str]:
    counted = [
        "-" if lane.strategy is None else COUNTERS[lane.strategy.count_in].title for lane in lanes
    ]
    return ["Counted in", *counted, ""]


def _measured(lanes: Sequence[Lane]) -> list[list[str]]:
    """One row a measure that means something for one of the lanes at least."""
    return [
        [
            measure.title,
            *(measure.shown(lane.measures[measure.name]) for lane in lanes),
            "" if measure.better == "neither" else measure.better,
        ]
        for measure in MEASURES
        if any(math.isfinite(lane.measures[measure.name]) for lane in lanes)
    ]


def _reasoned(lanes: Sequence[Lane]) -> list[list[str]]:
    """One row a reason that one of the lanes has, the most frequent first."""
    reasons = dict.fromkeys(reason for lane in lanes for reason in lane.reasons)
    total = {reason: sum(lane.reasons.get(reason, 0) for lane in lanes) for reason in reasons}
    ranked = sorted(reasons, key=lambda reason: -total[reason])
    return [
        [f"cuts by {reason}", *(f"{lane.reasons.get(reason, 0):,}" for lane in lanes), ""]
        for reason in ranked
    ]
