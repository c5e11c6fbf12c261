"""What each way to split a document finds of the answers of a question set."""

from collections.abc import Sequence
from typing import Literal, NamedTuple, TypeAlias

from chunking.analysis.metrics.metric import MetricInfo
from chunking.core.chunking import Chunking
from chunking.core.text.numbers import count_of
from chunking.retrieval.answer_span import split_offset
from chunking.retrieval.evaluation import Evaluation
from chunking.retrieval.evidence_metrics import IOU, MRR, RECALL, SPLIT
from chunking.retrieval.questions import Located, Question, Span
from chunking.retrieval.significance import Significance

Result: TypeAlias = Literal["whole", "split", "partial", "missed"]

# Measures of the summary, the main one first.
_SUMMARY = (RECALL, SPLIT, MRR, IOU)


class QuestionResult(NamedTuple):
    """How a way answers a question.

    Attributes:
        place: Where to read: where a passage is split, else the first missed text, else the start
            of the passages.
        recall: The share that was retrieved; None before it is evaluated.
        rank: The rank of the first chunk with a part of a passage; None if none was retrieved, or
            before.
    """

    result: Result
    place: int
    missed: tuple[Span, ...] = ()
    recall: float | None = None
    rank: int | None = None


class SummaryMetric(NamedTuple):
    """A metric of all ways: title, meaning, and for each way its value and interval as text."""

    title: str
    meaning: str
    values: list[list[str]]


def first_splits(chunking: Chunking, questions: Sequence[Question]) -> list[int | None]:
    """Return where a boundary first divides the passages of each question, or None."""
    return [
        next(
            (at for span in each.evidence if (at := split_offset(chunking, span)) is not None), None
        )
        for each in questions
    ]


def question_results(
    questions: Sequence[Question],
    splits: Sequence[int | None],
    evaluation: Evaluation | None = None,
    way: int = 0,
) -> list[QuestionResult | None]:
    """Return how a way answers each question; None for one whose passages are lost.

    Until it is evaluated, that is whether a chunk contains each passage whole.

    Args:
        splits: As `first_splits` returns them.
    """
    known = [] if evaluation is None else evaluation.questions
    columns = {each.text: i for i, each in enumerate(known)}
    return [
        _of_question(each, split, evaluation, way, columns.get(each.text))
        if each.evidence
        else None
        for each, split in zip(questions, splits, strict=True)
    ]


def _of_question(
    question: Question,
    split: int | None,
    evaluation: Evaluation | None,
    way: int,
    column: int | None,
) -> QuestionResult:
    start = question.evidence[0][0]
    if evaluation is None or column is None:
        place = start if split is None else split
        return QuestionResult("whole" if split is None else "split", place)
    recall, reciprocal = (
        float(evaluation.values[each.name][way, column]) for each in (RECALL, MRR)
    )
    missed = evaluation.missed[way][column]
    place = split if split is not None else missed[0][0] if missed else start
    # Of a chunk that is cut off before the passage, nothing was retrieved.
    rank = round(1 / reciprocal) if reciprocal and recall else None
    return QuestionResult(_result(recall, split), place, missed, recall, rank)


def _result(recall: float, split: int | None) -> Result:
    if recall == 0:
        return "missed"
    if split is not None:
        return "split"
    return "whole" if recall == 1 else "partial"


def status_in_words(located: Located) -> str:
    """Return what has happened to the passages of a question since; "" if all are in place."""
    parts = []
    for status in ("relocated", "lost"):
        count = located.statuses.count(status)
        if count:
            all_of_them = count == len(located.statuses)
            parts.append(status if all_of_them else f"{count} of {len(located.statuses)} {status}")
    return ", ".join(parts)


def set_in_words(located: Sequence[Located]) -> str:
    """Return how many questions are synthetic, and how many have lost their passages."""
    total = count_of(len(located), "question")
    synthetic = sum(bool(each.question.synthetic) for each in located)
    lost = sum(not each.question.evidence for each in located)
    parts = [
        f"{synthetic:,} of {total} synthetic" if synthetic else "",
        f"{lost:,} left out: evidence lost" if lost else "",
    ]
    return "; ".join(filter(None, parts))


def summarize(evaluation: Evaluation, compared: Significance) -> list[SummaryMetric]:
    """Return the means of the main metrics and of the sizes, with the intervals of recall."""
    found = [_summary(each, evaluation, compared) for each in _SUMMARY]
    sizes = [[f"{size:.0f}", ""] for size in evaluation.mean_tokens]
    unit = f"Mean size of the chunks in {evaluation.size_unit}"
    meaning = f"{unit}. IoU and precision mostly measure it."
    return [*found, SummaryMetric("Mean size", meaning, sizes)]


def _summary(metric: MetricInfo, evaluation: Evaluation, compared: Significance) -> SummaryMetric:
    texts = [metric.format(float(mean)) for mean in evaluation.means(metric.name)]
    intervals = [""] * len(texts)
    if metric == RECALL:
        intervals = [f"{100 * low:.0f}–{100 * high:.0f}%" for low, high in compared.intervals]
    values = [list(each) for each in zip(texts, intervals, strict=True)]
    return SummaryMetric(metric.title, metric.meaning, values)
