"""The message on the question set. All offsets are in UTF-16 units."""

from typing import Literal, NotRequired, TypedDict

from chunking.embedding import LongTexts
from chunking.retrieval.question_results import Result


class QuestionLane(TypedDict):
    """A column of the table."""

    letter: str
    name: str
    title: str


class QuestionCell(TypedDict):
    """How a lane answers a question; recall and rank are absent before it is evaluated."""

    result: Result
    at: int  # UTF-16 offset to read at
    missed: list[list[int]]  # start, end in UTF-16 units
    recall: NotRequired[str]
    rank: NotRequired[int | None]


class QuestionRow(TypedDict):
    """A question; a lane has no cell if its passages are lost."""

    text: str
    synthetic: str
    status: str
    passages: int
    cells: list[QuestionCell | None]


class SummaryRow(TypedDict):
    """A metric of each lane: value, and interval or nothing."""

    title: str
    help: str
    values: list[list[str]]


class QuestionsMessage(TypedDict):
    """The questions on a document, and what each lane finds of their answers."""

    kind: Literal["questions"]
    document: str
    lanes: list[QuestionLane]
    rows: list[QuestionRow]
    summary: list[SummaryRow]
    verdict: str
    note: str
    equal: bool
    long_texts: LongTexts
    size: str
    retrieve: str
    limits: list[list[str]]  # value, title
    ready: bool
    working: bool
