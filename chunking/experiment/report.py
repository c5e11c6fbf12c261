"""An experiment as plain values, and as a table for the terminal."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from chunking import recommending
from chunking.columns import aligned
from chunking.metrics import MEASURES
from chunking.numerals import count_of, rounded

if TYPE_CHECKING:
    from chunking.experiment.trial import Experiment, Row, Suggestion

_HEAD = (
    "", "threshold", "below", "chunks", "median", "min", "max", "cohesion", "separation", "cuts by",
)  # fmt: skip
_COLUMNS = tuple(
    each
    for each in MEASURES
    if each.name
    in {"chunks", "tokens_median", "tokens_min", "tokens_max", "cohesion", "separation"}
)


def to_dict(found: Experiment) -> dict[str, Any]:
    """The experiment as plain values for JSON; what means nothing is None."""
    return {
        "source": found.source,
        "tokens": found.tokens,
        "sentences": found.units,
        "min_tokens": found.limits[0],
        "max_tokens": found.limits[1],
        "thresholds": [_plain_row(row) for row in found.rows],
        "optimal": _plain_row(found.optimal),
        "selectors": [_plain_suggestion(each) for each in found.suggestions],
        "recommendation": recommending.to_dict(found.recommendation),
    }


def _plain_row(row: Row) -> dict[str, Any]:
    return {
        "title": row.title,
        "threshold": row.threshold,
        "share_below": row.below,
        "reasons": dict(row.reasons),
        "measures": {name: _plain(value) for name, value in row.measures.items()},
    }


def _plain_suggestion(each: Suggestion) -> dict[str, Any]:
    return {
        "name": each.name,
        "title": each.title,
        "threshold": each.selection.value,
        "confidence": each.selection.confidence,
        "reason": each.selection.reason,
        "facts": {name: _plain(value) for name, value in each.selection.facts.items()},
        "cut": None if each.row is None else _plain_row(each.row),
    }


def _plain(value: float) -> float | None:
    return float(value) if math.isfinite(value) else None


def to_table(found: Experiment) -> str:
    """The experiment as a person reads it in a terminal: a table, then the reasons."""
    low, high = found.limits
    head = (
        f"{found.source}: {count_of(found.tokens, 'token')} in "
        f"{count_of(found.units, 'sentence')}, chunks of {low:,} to {count_of(high, 'token')}"
    )
    suggested = [each.row for each in found.suggestions if each.row is not None]
    rows = [*found.rows, *suggested, found.optimal]
    # As many decimals as the one that has most: they stand in a column.
    shown = [f"{row.threshold:g}" for row in rows if row.threshold is not None]
    decimals = max((len(each.partition(".")[2]) for each in shown), default=0)
    table = aligned([_HEAD, *(_cells(row, decimals) for row in rows)], left={0, len(_HEAD) - 1})
    reasons = [f"{each.title}: {each.selection.reason}." for each in found.suggestions]
    recommended = found.recommendation
    advice = f"Recommended: {recommended.strategy.name}. {recommended.reason}"
    if recommended.instead:
        advice += f" {recommended.instead}"
    return "\n\n".join([head, table, "\n".join(reasons), advice]) + "\n"


def _cells(row: Row, decimals: int) -> tuple[str, ...]:
    """One line of the table; a dash where a number means nothing."""
    return (
        row.title,
        "-" if row.threshold is None else rounded(row.threshold, decimals),
        "-" if row.below is None else f"{row.below:.0%}",
        *(measure.shown(row.measures[measure.name]) for measure in _COLUMNS),
        ", ".join(f"{reason} {count:,}" for reason, count in row.reasons.items()) or "-",
    )
