"""A comparison as JSON values and as tables for the terminal."""

import math
from collections.abc import Sequence
from typing import Any

from chunking.analysis.explain import WORDING
from chunking.analysis.metrics import METRICS
from chunking.core.cuts import Reason
from chunking.core.text.numbers import count_of
from chunking.output.comparison import Comparison
from chunking.output.lane import Lane
from chunking.output.text_table import aligned


def to_dict(found: Comparison) -> dict[str, Any]:
    """Return the comparison as values for JSON, None for an undefined metric."""
    return {
        "source": found.document.source,
        "sha256": found.document.sha256,
        "characters": len(found.document.text),
        "sentences": found.sentences,
        "equal_size": found.equal_size or None,
        "size_unit": found.size_unit,
        "lanes": [_lane_to_dict(lane) for lane in found.lanes],
        "agreement": found.agreement.tolist(),
        "rank_correlation": [
            [value if math.isfinite(value) else None for value in row]
            for row in found.rank_correlation.tolist()
        ],
    }


def _lane_to_dict(lane: Lane) -> dict[str, Any]:
    return {
        "title": lane.title,
        "imported": lane.strategy is None,
        "settings": dict(lane.chunking.settings),
        "reasons": dict(lane.reasons),
        "metrics": {
            name: value if math.isfinite(value) else None for name, value in lane.metrics.items()
        },
        "notes": list(lane.chunking.notes),
        "unplaced": [
            {"index": each.index, "why": each.reason, "text": each.text} for each in lane.unplaced
        ],
    }


def to_table(found: Comparison) -> str:
    """Return the comparison as text: settings, metrics, reasons, agreement and rank correlation.

    The equal size comes first, if there is one. A metric that is undefined for all lanes is left
    out.
    """
    letters = [lane.letter for lane in found.lanes]
    size = [f"{found.equal_size}."] if found.equal_size else []
    unit = f"Sizes in {found.size_unit}; limits in the tokenizer of each lane."
    parts = [
        f"{found.document.source}: {document_size(found)}",
        *size,
        unit,
        "\n".join(f"{lane.letter}  {description(lane)}" for lane in found.lanes),
        aligned([["", *letters, "better"], *metric_rows(found)], left={0, len(letters) + 1}),
    ]
    if len(letters) > 1:
        parts.append("agreement (1: identical boundaries, 0: none in common)")
        parts.append(aligned([["", *letters], *agreement_rows(found)], left={0}))
    if found.curves > 1:
        parts.append("rank correlation of the similarity curves (1: the same order of gaps)")
        parts.append(aligned([["", *letters], *correlation_rows(found)], left={0}))
    return "\n\n".join(parts) + "\n"


def document_size(found: Comparison) -> str:
    """Return the size of the document: "12,000 characters in 90 sentences"."""
    characters = count_of(len(found.document.text), "character")
    return f"{characters} in {count_of(found.sentences, 'sentence')}"


def metric_rows(found: Comparison) -> list[list[str]]:
    """Return the rows of tokenizers, metrics and reasons.

    A row has a name, a value for each lane, and the better direction, if any.
    """
    return [_tokenizers(found.lanes), *_measures(found.lanes), *_reasons(found.lanes)]


def agreement_rows(found: Comparison) -> list[list[str]]:
    """Return a row for each lane: its letter and its agreement with each lane."""
    return [
        [lane.letter, *(f"{value:.2f}" for value in row)]
        for lane, row in zip(found.lanes, found.agreement.tolist(), strict=True)
    ]


def correlation_rows(found: Comparison) -> list[list[str]]:
    """Return a row for each lane: its letter and the correlation of its curve with each lane's."""
    return [
        [lane.letter, *("-" if math.isnan(value) else f"{value:.2f}" for value in row)]
        for lane, row in zip(found.lanes, found.rank_correlation.tolist(), strict=True)
    ]


def description(lane: Lane) -> str:
    """Return the title of a lane with its settings that differ from the defaults."""
    if lane.strategy is None:
        return f"{lane.title} (imported)"
    defaults = type(lane.strategy)().model_dump()
    values = lane.strategy.model_dump().items()
    return " ".join([lane.title, *(f"{k}={v}" for k, v in values if v != defaults.get(k))])


def _tokenizers(lanes: Sequence[Lane]) -> list[str]:
    titles = ["-" if lane.strategy is None else lane.strategy.material.size_unit for lane in lanes]
    return ["Tokenizer", *titles, ""]


def _measures(lanes: Sequence[Lane]) -> list[list[str]]:
    """Return a row for each metric that is defined for a lane."""
    return [
        [
            metric.title,
            *(metric.format(lane.metrics[metric.name]) for lane in lanes),
            "" if metric.better == "neither" else metric.better,
        ]
        for metric in METRICS
        if any(math.isfinite(lane.metrics[metric.name]) for lane in lanes)
    ]


def _reasons(lanes: Sequence[Lane]) -> list[list[str]]:
    """Return a row for each reason that occurs, the most frequent first."""
    reasons = dict.fromkeys(reason for lane in lanes for reason in lane.reasons)
    total = {reason: sum(lane.reasons.get(reason, 0) for lane in lanes) for reason in reasons}
    ranked = sorted(reasons, key=lambda reason: -total[reason])
    return [
        [
            f"boundaries: {WORDING[Reason(reason)].title}",
            *(f"{lane.reasons.get(reason, 0):,}" for lane in lanes),
            "",
        ]
        for reason in ranked
    ]
