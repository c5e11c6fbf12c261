"""An evaluation by questions as JSON values and as tables for the terminal."""

from dataclasses import asdict
from typing import Any

from chunking.core.text.numbers import count_of
from chunking.core.text.tokenizers import tokenizer_title
from chunking.output.text_table import aligned
from chunking.retrieval.evaluation import Evaluation, Retrieval
from chunking.retrieval.evidence_metrics import RECALL, RETRIEVAL_METRICS
from chunking.retrieval.significance import Significance, significance, verdict


def to_dict(found: Evaluation) -> dict[str, Any]:
    """Return an evaluation as values for JSON: strategies, then every question."""
    compared = _compared(found)
    return {
        "retrieval": retrieval_to_dict(found.retrieval),
        "size_unit": found.size_unit,
        "verdict": _verdict(found, compared) if len(found.titles) > 1 else "",
        "strategies": [
            {
                "strategy": title,
                "chunks": int(found.chunk_counts[row]),
                "mean_tokens": float(found.mean_tokens[row]),
                **{name: float(values[row].mean()) for name, values in found.values.items()},
                "recall_interval": compared.intervals[row].tolist(),
                "best_share": float(compared.best_shares[row]),
                "p_value": float(compared.p_values[row]),
            }
            for row, title in enumerate(found.titles)
        ],
        "questions": [
            {
                "question": question.text,
                "document": question.document,
                **({"synthetic": question.synthetic} if question.synthetic else {}),
                "evidence": [list(span) for span in question.evidence],
                "values": [
                    {name: float(values[row, i]) for name, values in found.values.items()}
                    for row in range(len(found.titles))
                ],
            }
            for i, question in enumerate(found.questions)
        ],
        "notes": list(found.notes),
    }


def retrieval_to_dict(retrieval: Retrieval) -> dict[str, Any]:
    """Return how chunks were ranked and retrieved as values for JSON."""
    values = asdict(retrieval)
    unit = tokenizer_title(values.pop("tokenizer"))
    if retrieval.chunks is not None:
        values["tokens"] = None
    return {**values, "tokens_unit": unit, "summary": retrieval.summary}


def to_table(found: Evaluation) -> str:
    """Return an evaluation as text: strategies, metrics with the best marked, and the verdict."""
    letters = _letters(found)
    compared = _compared(found)
    rows = [
        ["chunks", *(f"{count:,}" for count in found.chunk_counts.tolist()), ""],
        [
            f"mean size ({found.size_unit})",
            *(f"{size:.0f}" for size in found.mean_tokens.tolist()),
            "",
        ],
    ]
    for metric in RETRIEVAL_METRICS:
        means = found.means(metric.name).tolist()
        rows.append([metric.title, *map(metric.format, means), metric.better])
    low, high = compared.intervals.T
    limits = [f"{100 * a:.1f}–{100 * b:.1f}%" for a, b in zip(low, high, strict=True)]
    rows.insert(3, ["  95% interval", *limits, ""])
    lines = "\n".join(
        f"{letter}  {title}" for letter, title in zip(letters, found.titles, strict=True)
    )
    parts = [
        "\n".join(
            [count_of(len(found.questions), "question"), found.retrieval.summary, *found.notes]
        ),
        lines,
        aligned([["", *letters, "better"], *rows], left={0, len(letters) + 1}),
    ]
    if len(letters) > 1:
        parts.append(f"Recall: {_verdict(found, compared)}.")
    return "\n\n".join(parts) + "\n"


def _letters(found: Evaluation) -> list[str]:
    return [chr(ord("A") + row) for row in range(len(found.titles))]


def _compared(found: Evaluation) -> Significance:
    return significance(found.values[RECALL.name])


def _verdict(found: Evaluation, compared: Significance) -> str:
    counts, sizes = found.chunk_counts, found.mean_tokens
    number, unit = len(found.questions), found.size_unit
    return verdict(compared, _letters(found), counts, sizes, number, unit=unit)
