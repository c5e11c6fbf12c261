"""The question set as a message to the page: a row a question, a column a lane."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from chunking.core.text.numbers import count_of
from chunking.gui.core.cache import Key, cached
from chunking.gui.core.jobs import Waiting
from chunking.gui.questions.evaluation import Evaluated, evaluated, plan_of
from chunking.gui.results import question_set
from chunking.gui.results.engine_calls import utf16
from chunking.gui.session.questions_state import LIMITS
from chunking.retrieval.answer_span import split_offset
from chunking.retrieval.evidence_metrics import IOU, MRR, RECALL, SPLIT

if TYPE_CHECKING:
    from collections.abc import Sequence

    from chunking.analysis.metrics.metric import MetricInfo
    from chunking.core.chunking import Chunking
    from chunking.core.document import Document
    from chunking.gui.core.view import View
    from chunking.gui.questions.messages import (
        QuestionCell,
        QuestionRow,
        QuestionsMessage,
        Result,
        SummaryRow,
    )
    from chunking.gui.results.lanes import Lane
    from chunking.gui.session.session import Session
    from chunking.retrieval.questions import Located, Question, Span

# Measures of the summary, the main one first.
_SUMMARY = (RECALL, SPLIT, MRR, IOU)
_MEAN_TOKENS = ("Mean tokens", "Mean size of the chunks. IoU and precision mostly measure it.")


def add_questions(view: View, session: Session, lanes: Sequence[Lane]) -> None:
    """Add the questions on the document, and what each lane finds of their answers."""
    asking, document, located = session.asking, session.document, question_set.located(session)
    questions = [each.question for each in located]
    plan = plan_of(session, lanes, questions)
    found: Evaluated | Waiting | None = None
    may_run = plan is not None and (not plan.remote or asking.sent == plan.version)
    if plan is not None and asking.evaluates and may_run:
        found = evaluated(session, plan)
    view.wait_for(found)
    done = found if isinstance(found, Evaluated) else None
    message: QuestionsMessage = {
        "kind": "questions",
        "document": document.sha256,
        "lanes": [
            {"letter": each.letter, "name": each.name, "title": each.title} for each in lanes
        ],
        "rows": _rows(document, located, lanes, done),
        "summary": [] if done is None else _summary(done, lanes),
        "verdict": "" if done is None else done.verdict,
        "note": _note(located),
        "equal": asking.equal_size,
        "size": "" if done is None else done.size,
        "retrieve": f"{asking.limit} {asking.unit}",
        "limits": _limits(asking.unit, asking.limit),
        "ready": plan is not None,
        "working": isinstance(found, Waiting) and found.job.error is None,
    }
    view.send(message)


def _limits(unit: str, limit: int) -> list[list[str]]:
    """Return what can be retrieved: value and title of each choice, the present one included."""
    choices = {
        name: sorted({*each, *([limit] if name == unit else [])}) for name, each in LIMITS.items()
    }
    return [
        [f"{count} {name}", count_of(count, name.removesuffix("s"))]
        for name, counts in choices.items()
        for count in counts
    ]


def _note(located: Sequence[Located]) -> str:
    """Return how many questions are synthetic, and how many have lost their passages."""
    total = count_of(len(located), "question")
    synthetic = sum(bool(each.question.synthetic) for each in located)
    lost = sum(not each.question.evidence for each in located)
    parts = [
        f"{synthetic:,} of {total} synthetic" if synthetic else "",
        f"{lost:,} left out: evidence lost" if lost else "",
    ]
    return "; ".join(filter(None, parts))


# ---- rows ----------------------------------------------------------------------------------------


def _rows(
    document: Document, located: Sequence[Located], lanes: Sequence[Lane], done: Evaluated | None
) -> list[QuestionRow]:
    questions = tuple(each.question for each in located)
    columns = [_cells(document, lane, questions, done) for lane in lanes]
    return [
        {
            "text": each.question.text,
            "synthetic": each.question.synthetic,
            "status": _status(each),
            "passages": len(each.question.evidence),
            "cells": [column[row] for column in columns],
        }
        for row, each in enumerate(located)
    ]


def _status(located: Located) -> str:
    """Return what has happened to the passages of a question since; "" if all are in place."""
    parts = []
    for status in ("relocated", "lost"):
        count = located.statuses.count(status)
        if count:
            all_of_them = count == len(located.statuses)
            parts.append(status if all_of_them else f"{count} of {len(located.statuses)} {status}")
    return ", ".join(parts)


def _cells(
    document: Document, lane: Lane, questions: tuple[Question, ...], done: Evaluated | None
) -> list[QuestionCell | None]:
    """Return how a lane answers each question; None for one whose passages are lost.

    Until it is evaluated, that is whether a chunk contains each passage whole.
    """
    if done is not None:  # at equal size, other chunks were evaluated than the text shows
        lane = next((each for each in done.lanes if each.letter == lane.letter), lane)
    splits = _splits((document.sha256, lane.version, questions), lane.chunking, questions)
    results: dict[str, _Result] = {}
    if done is not None and lane.letter in done.evaluation.titles:
        found, row = done.evaluation, done.evaluation.titles.index(lane.letter)
        results = {
            each.text: _Result(
                float(found.values[RECALL.name][row, i]),
                float(found.values[MRR.name][row, i]),
                found.missed[row][i],
            )
            for i, each in enumerate(found.questions)
        }
    return [
        _cell(document, each.evidence[0][0], split, results.get(each.text))
        if each.evidence
        else None
        for each, split in zip(questions, splits, strict=True)
    ]


class _Result(NamedTuple):
    """Recall, reciprocal rank, and the missed spans of a lane on a question."""

    recall: float
    reciprocal_rank: float
    missed: tuple[Span, ...]


@cached(24)
def _splits(_: Key, chunking: Chunking, questions: Sequence[Question]) -> list[int | None]:
    """Return where a boundary first divides the passages of each question, or None."""
    return [
        next(
            (at for span in each.evidence if (at := split_offset(chunking, span)) is not None), None
        )
        for each in questions
    ]


def _cell(document: Document, start: int, split: int | None, found: _Result | None) -> QuestionCell:
    """Return one cell for the page.

    "at" is the place to read: where a passage is split, else the first missed text, else the start
    of the passages.
    """
    to = utf16(document)
    missed = () if found is None else found.missed
    at = split if split is not None else missed[0][0] if missed else start
    cell: QuestionCell = {
        "result": "whole" if split is None else "split",
        "at": to(np.array(at)).item(),
        "missed": to(np.array(missed, np.int64).reshape(-1, 2)).tolist(),
    }
    if found is None:
        return cell
    rank = found.reciprocal_rank
    return {
        **cell,
        "result": _result(found.recall, split),
        "recall": f"{100 * found.recall:.0f}%",
        "rank": round(1 / rank) if rank else None,
    }


def _result(recall: float, split: int | None) -> Result:
    if recall == 0:
        return "missed"
    if split is not None:
        return "split"
    return "whole" if recall == 1 else "partial"


# ---- summary -------------------------------------------------------------------------------------


def _summary(done: Evaluated, lanes: Sequence[Lane]) -> list[SummaryRow]:
    """Return a row per metric: its title, its meaning, the value of each lane and its interval."""
    rows = {letter: row for row, letter in enumerate(done.evaluation.titles)}
    found: list[SummaryRow] = [
        {
            "title": each.title,
            "help": each.meaning,
            "values": [_mean(done, each, rows.get(lane.letter)) for lane in lanes],
        }
        for each in _SUMMARY
    ]
    sizes = done.evaluation.mean_tokens
    title, meaning = _MEAN_TOKENS
    tokens = [
        [f"{sizes[rows[each.letter]]:.0f}", ""] if each.letter in rows else ["", ""]
        for each in lanes
    ]
    return [*found, {"title": title, "help": meaning, "values": tokens}]


def _mean(done: Evaluated, metric: MetricInfo, row: int | None) -> list[str]:
    """Return the mean of a metric as text, and the interval of the main one."""
    if row is None:
        return ["", ""]
    text = metric.format(float(done.evaluation.means(metric.name)[row]))
    if metric != RECALL:
        return [text, ""]
    low, high = done.compared.intervals[row]
    return [text, f"{100 * low:.0f}–{100 * high:.0f}%"]
