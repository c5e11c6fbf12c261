"""Recall as a function of the threshold, with its confidence band."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from chunking.core.arrays import Bools, Floats, Ints
from chunking.core.chunking import Chunking
from chunking.core.document import Document
from chunking.core.errors import SettingsError
from chunking.core.prepared import NONE, Constraints, Prepared
from chunking.core.text.numbers import count_of, format_threshold
from chunking.embedding import Embedder, OnBatch
from chunking.engine import run
from chunking.engine.spec import to_spec
from chunking.retrieval.evaluation import Retrieval, evaluate_distinct
from chunking.retrieval.evidence_metrics import RECALL
from chunking.retrieval.questions import Question
from chunking.retrieval.significance import saving, significance
from chunking.strategies import Strategy

# More points than a plot shows.
_MOST = 200


@dataclass(frozen=True, slots=True, eq=False)
class RecallCurve:
    """Recall at each of some thresholds; all columns are (t,).

    Attributes:
        strategy: The strategy in the form of `--strategy`, with its own threshold.
        thresholds: Ascending.
        recall: Mean over the questions.
        low: Lower end of the 95% interval of the mean, by bootstrap over the questions.
        high: Its upper end.
        chunk_counts: Number of chunks in all documents.
        mean_tokens: Mean size of a chunk in `size_unit`, overlap included.
        tied: Whether the recall is indistinguishable from the best one, as in `Significance`.
        retrieval, size_unit: As in `Evaluation`.
        cheaper: Index of the threshold that `Significance.cheaper` names; None without one.
        notes: As in `Evaluation`.
    """

    strategy: str
    thresholds: Floats
    recall: Floats
    low: Floats
    high: Floats
    chunk_counts: Ints
    mean_tokens: Floats
    tied: Bools
    questions: int
    retrieval: Retrieval
    size_unit: str
    cheaper: int | None = None
    notes: tuple[str, ...] = ()

    @property
    def best(self) -> int:
        """Index of the threshold with the highest recall, the first of equal ones."""
        return int(np.argmax(self.recall))


@dataclass(frozen=True, slots=True, eq=False)
class ThresholdChunkings:
    """Chunks of some documents at each of some thresholds.

    Attributes:
        strategy: The strategy, with its own threshold.
        thresholds: Ascending, (t,).
        distinct: The chunkings of all documents, once for thresholds that give the same chunks.
        rows: Index in `distinct` of each threshold, (t,).
    """

    strategy: Strategy
    documents: tuple[Document, ...]
    thresholds: Floats
    distinct: tuple[tuple[Chunking, ...], ...]
    rows: Ints


def chunk_at_thresholds(
    prepared: Sequence[Prepared],
    strategy: Strategy,
    thresholds: Sequence[float],
    constraints: Constraints = NONE,
) -> ThresholdChunkings:
    """Split documents by a strategy at each of some thresholds.

    Args:
        thresholds: Thresholds in any order, at most 200.
        constraints: Manual boundaries that hold at each threshold; for a single document.
    """
    if constraints != NONE and len(prepared) != 1:
        raise SettingsError(f"manual boundaries need one document, got {len(prepared)}")
    if "threshold" not in type(strategy).model_fields:
        raise SettingsError(f"a curve needs a strategy with a threshold, got {strategy.name}")
    ordered = sorted({float(each) for each in thresholds})
    if not 1 <= len(ordered) <= _MOST:
        raise SettingsError(f"a curve needs 1 to {_MOST} thresholds, got {len(ordered)}")
    distinct: dict[bytes, tuple[Chunking, ...]] = {}
    keys = []
    for threshold in ordered:
        changed = strategy.with_(threshold=threshold)
        chunkings = tuple(run(each, changed, constraints) for each in prepared)
        keys.append(_key(chunkings))
        distinct.setdefault(keys[-1], chunkings)
    order = {key: i for i, key in enumerate(distinct)}
    return ThresholdChunkings(
        strategy,
        tuple(each.document for each in prepared),
        np.array(ordered),
        tuple(distinct.values()),
        np.array([order[key] for key in keys]),
    )


def recall_curve(
    chunkings: ThresholdChunkings,
    questions: Sequence[Question],
    retrieval: Retrieval | None = None,
    *,
    embedder: Embedder | None = None,
    on_batch: OnBatch | None = None,
) -> RecallCurve:
    """Measure the recall at each threshold; each distinct chunk is embedded once.

    Raises:
        SettingsError: There is no question with evidence, or two documents have one name.
    """
    retrieval = retrieval or Retrieval()
    found = evaluate_distinct(
        chunkings.documents,
        chunkings.distinct,
        questions,
        retrieval,
        embedder=embedder,
        on_batch=on_batch,
    )
    compared = significance(found.values[RECALL.name])
    rows = chunkings.rows
    cheaper = compared.cheaper(found.chunk_counts * found.mean_tokens)
    return RecallCurve(
        to_spec(chunkings.strategy),
        chunkings.thresholds,
        found.means(RECALL.name)[rows],
        compared.intervals[rows, 0],
        compared.intervals[rows, 1],
        found.chunk_counts[rows],
        found.mean_tokens[rows],
        compared.tied[rows],
        len(found.questions),
        retrieval,
        found.size_unit,
        None if cheaper is None else int(np.flatnonzero(rows == cheaper)[0]),
        found.notes,
    )


def parse_range(text: str) -> list[float]:
    """Read evenly spaced thresholds from `LOW:HIGH:NUMBER`.

    >>> parse_range("0.2:0.4:3")
    [0.2, 0.3, 0.4]
    """
    parts = text.split(":")
    try:
        low, high, count = float(parts[0]), float(parts[1]), int(parts[2])
        valid = len(parts) == 3 and -1 <= low <= high <= 1 and 1 <= count <= _MOST
    except (ValueError, IndexError):
        valid = False
    if not valid:
        raise SettingsError(
            "thresholds must be LOW:HIGH:NUMBER, with -1 <= LOW <= HIGH <= 1 and at most "
            f"{_MOST} of them, as in 0.2:0.6:30; got {text!r:.80}"
        )
    return [round(float(each), 6) for each in np.linspace(low, high, count)]


def _key(chunkings: Sequence[Chunking]) -> bytes:
    """Return what is the same for equal chunks of the same documents."""
    columns = [
        column for each in chunkings for column in (each.start - each.overlap, each.start, each.end)
    ]
    sizes = np.array([len(each) for each in chunkings], np.int64)
    return np.concatenate([sizes, *columns]).tobytes()


# Ranges of thresholds that one sentence names; of more, it gives the number of thresholds.
_MOST_RANGES = 3


def curve_verdict(found: RecallCurve) -> str:
    """Return the best threshold, its interval, and those indistinguishable from it, in a sentence.

    A cheaper one is named by the rule of `Significance.cheaper`.
    """
    at = found.best
    low, high = 100 * found.low[at], 100 * found.high[at]
    recall = f"{100 * found.recall[at]:.0f}%"
    if found.questions > 1:
        recall += f" (95% interval {low:.0f}–{high:.0f}%)"
    number = count_of(found.questions, "question")
    tied = [_range(found, first, last) for first, last in _runs(found.tied)]
    same = np.isclose(found.recall, found.recall[at])
    if same.all():
        text = f"{recall} at every threshold with {number}"
    elif found.tied.all():
        text = (
            f"best at {_named(found, at)}, {recall} with {number}, "
            "but all thresholds are indistinguishable"
        )
    elif np.array_equal(found.tied, same) and len(tied) == 1:
        text = f"best at {tied[0]}, {recall} with {number}"
    else:
        listed = ", ".join(tied)
        if len(tied) > _MOST_RANGES:
            listed = f"{int(found.tied.sum())} of {count_of(len(found.tied), 'threshold')}"
        text = f"best at {_named(found, at)}, {recall} with {number}; {listed} indistinguishable"
    if found.cheaper is None:
        return text
    costs = found.chunk_counts * found.mean_tokens
    return f"{text}; {_named(found, found.cheaper)} {saving(costs[found.cheaper], costs[at])}"


def _named(found: RecallCurve, index: int) -> str:
    return format_threshold(float(found.thresholds[index]))


def _range(found: RecallCurve, first: int, last: int) -> str:
    low, high = _named(found, first), _named(found, last)
    return low if low == high else f"{low} to {high}"


def _runs(marked: Bools) -> list[tuple[int, int]]:
    """Return the ranges (first, last) of adjacent marked rows."""
    edges = np.flatnonzero(np.diff(marked.astype(np.int64), prepend=0, append=0))
    return list(zip(edges[::2].tolist(), (edges[1::2] - 1).tolist(), strict=True))
