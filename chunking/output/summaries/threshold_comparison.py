"""A comparison of thresholds as JSON values and as a table for the terminal."""

import math
from typing import Any

from chunking.analysis.metrics import METRICS
from chunking.analysis.threshold_comparison import Row, Suggestion, ThresholdComparison
from chunking.core.text.numbers import count_of, rounded
from chunking.output.text_table import aligned

_HEAD = (
    "", "threshold", "below", "chunks", "median", "min", "max", "cohesion", "separation", "reasons",
)  # fmt: skip
_COLUMNS = tuple(
    each
    for each in METRICS
    if each.name
    in {"chunks", "tokens_median", "tokens_min", "tokens_max", "cohesion", "separation"}
)


def to_dict(found: ThresholdComparison) -> dict[str, Any]:
    """Return the comparison as values for JSON, None for an undefined metric."""
    return {
        "source": found.source,
        "tokens": found.tokens,
        "sentences": found.units,
        "min_tokens": found.limits[0],
        "max_tokens": found.limits[1],
        "thresholds": [_row_to_dict(row) for row in found.rows],
        "optimal": _row_to_dict(found.optimal),
        "selectors": [_suggestion_to_dict(each) for each in found.suggestions],
        "recommendation": found.recommendation.to_dict(),
    }


def _row_to_dict(row: Row) -> dict[str, Any]:
    return {
        "title": row.title,
        "threshold": row.threshold,
        "share_below": row.below,
        "reasons": dict(row.reasons),
        "metrics": {name: _finite(value) for name, value in row.metrics.items()},
    }


def _suggestion_to_dict(each: Suggestion) -> dict[str, Any]:
    return {
        "name": each.name,
        "title": each.title,
        "threshold": each.selection.value,
        "reason": each.selection.reason,
        "facts": {name: _finite(value) for name, value in each.selection.facts.items()},
        "row": None if each.row is None else _row_to_dict(each.row),
    }


def _finite(value: float) -> float | None:
    return float(value) if math.isfinite(value) else None


def to_table(found: ThresholdComparison) -> str:
    """Return the comparison as text: a table, the reasons and the recommendation."""
    low, high = found.limits
    head = (
        f"{found.source}: {count_of(found.tokens, 'token')} in "
        f"{count_of(found.units, 'sentence')}, chunks of {low:,} to {count_of(high, 'token')}"
    )
    suggested = [each.row for each in found.suggestions if each.row is not None]
    rows = [*found.rows, *suggested, found.optimal]
    # The decimals of the longest, for alignment.
    thresholds = [f"{row.threshold:g}" for row in rows if row.threshold is not None]
    decimals = max((len(each.partition(".")[2]) for each in thresholds), default=0)
    table = aligned([_HEAD, *(_cells(row, decimals) for row in rows)], left={0, len(_HEAD) - 1})
    reasons = [f"{each.title}: {each.selection.reason}." for each in found.suggestions]
    advice = f"Recommended strategy: {found.recommendation.summary} {found.recommendation.reason}"
    return "\n\n".join([head, table, "\n".join(reasons), advice]) + "\n"


def _cells(row: Row, decimals: int) -> tuple[str, ...]:
    """Return one line of the table, with a dash where a value is undefined."""
    return (
        row.title,
        "-" if row.threshold is None else rounded(row.threshold, decimals),
        "-" if row.below is None else f"{row.below:.0%}",
        *(metric.format(row.metrics[metric.name]) for metric in _COLUMNS),
        ", ".join(f"{reason} {count:,}" for reason, count in row.reasons.items()) or "-",
    )
