"""The question set as a message to the page: a row a question, a column a lane."""

from collections.abc import Sequence

import numpy as np

from chunking.core.chunking import Chunking
from chunking.core.document import Document
from chunking.core.text.numbers import count_of
from chunking.gui.core.cache import Key, cached
from chunking.gui.core.jobs import Waiting
from chunking.gui.core.view import View
from chunking.gui.questions.evaluation import Evaluated, evaluated, plan_of
from chunking.gui.questions.messages import (
    QuestionCell,
    QuestionRow,
    QuestionsMessage,
    SummaryRow,
)
from chunking.gui.results import question_set
from chunking.gui.results.engine_calls import utf16
from chunking.gui.results.lanes import Lane
from chunking.gui.session.ask_state import LIMITS
from chunking.gui.session.session import Session
from chunking.retrieval.question_results import (
    QuestionResult,
    first_splits,
    question_results,
    set_in_words,
    status_in_words,
    summarize,
)
from chunking.retrieval.questions import Located, Question


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
        "note": set_in_words(located),
        "equal": session.compare.equal_size,
        "long_texts": asking.long_texts,
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


def _rows(
    document: Document, located: Sequence[Located], lanes: Sequence[Lane], done: Evaluated | None
) -> list[QuestionRow]:
    questions = tuple(each.question for each in located)
    columns = [_cells(document, lane, questions, done) for lane in lanes]
    return [
        {
            "text": each.question.text,
            "synthetic": each.question.synthetic,
            "status": status_in_words(each),
            "passages": len(each.question.evidence),
            "cells": [column[row] for column in columns],
        }
        for row, each in enumerate(located)
    ]


def _cells(
    document: Document, lane: Lane, questions: tuple[Question, ...], done: Evaluated | None
) -> list[QuestionCell | None]:
    """Return how a lane answers each question; None for one whose passages are lost."""
    evaluation, way = None, 0
    if done is not None:  # at equal size, other chunks were evaluated than the text shows
        lane = next((each for each in done.lanes if each.letter == lane.letter), lane)
        if lane.letter in done.evaluation.titles:
            evaluation, way = done.evaluation, done.evaluation.titles.index(lane.letter)
    splits = _splits((document.sha256, lane.version, questions), lane.chunking, questions)
    found = question_results(questions, splits, evaluation, way)
    return [None if each is None else _cell(document, each) for each in found]


@cached(24)
def _splits(_: Key, chunking: Chunking, questions: Sequence[Question]) -> list[int | None]:
    return first_splits(chunking, questions)


def _cell(document: Document, found: QuestionResult) -> QuestionCell:
    """Return one cell for the page."""
    to = utf16(document)
    cell: QuestionCell = {
        "result": found.result,
        "at": to(np.array(found.place)).item(),
        "missed": to(np.array(found.missed, np.int64).reshape(-1, 2)).tolist(),
    }
    if found.recall is None:
        return cell
    return {**cell, "recall": f"{100 * found.recall:.0f}%", "rank": found.rank}


def _summary(done: Evaluated, lanes: Sequence[Lane]) -> list[SummaryRow]:
    """Return a row per metric: its title, its meaning, the value of each lane and its interval."""
    rows = {letter: row for row, letter in enumerate(done.evaluation.titles)}
    ways = [rows.get(lane.letter) for lane in lanes]
    return [
        {
            "title": each.title,
            "help": each.meaning,
            "values": [["", ""] if way is None else each.values[way] for way in ways],
        }
        for each in summarize(done.evaluation, done.compared)
    ]
