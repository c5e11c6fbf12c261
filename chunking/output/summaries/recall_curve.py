"""Recall at thresholds as JSON values and as a table for the terminal."""

from typing import Any

from chunking.core.text.numbers import count_of, rounded
from chunking.output.summaries.evaluation import retrieval_to_dict
from chunking.output.text_table import aligned
from chunking.retrieval.recall_curve import RecallCurve, curve_verdict


def to_dict(found: RecallCurve) -> dict[str, Any]:
    """Return a curve as values for JSON, in columns."""
    return {
        "strategy": found.strategy,
        "questions": found.questions,
        "retrieval": retrieval_to_dict(found.retrieval),
        "size_unit": found.size_unit,
        "best_threshold": float(found.thresholds[found.best]),
        "verdict": curve_verdict(found),
        "curve": {
            "threshold": found.thresholds.tolist(),
            "recall": found.recall.tolist(),
            "low": found.low.tolist(),
            "high": found.high.tolist(),
            "chunks": found.chunk_counts.tolist(),
            "mean_tokens": found.mean_tokens.tolist(),
            "tied": found.tied.tolist(),
        },
        "notes": list(found.notes),
    }


def to_table(found: RecallCurve) -> str:
    """Return a curve as text: one line per threshold, then the best one and those tied with it."""
    rows = [["threshold", "recall", "95% interval", "chunks", "mean size"]]
    for i, threshold in enumerate(found.thresholds.tolist()):
        low, high = 100 * found.low[i], 100 * found.high[i]
        rows.append(
            [
                rounded(threshold, 3),
                f"{100 * found.recall[i]:.1f}%",
                f"{low:.1f}–{high:.1f}%",
                f"{found.chunk_counts[i]:,}",
                f"{found.mean_tokens[i]:.0f}",
            ]
        )
    number = count_of(found.questions, "question")
    how = f"{found.retrieval.summary}; sizes in {found.size_unit}"
    lines = [found.strategy, number, how, *found.notes]
    return "\n".join([*lines, "", aligned(rows), "", f"Recall: {curve_verdict(found)}."]) + "\n"
