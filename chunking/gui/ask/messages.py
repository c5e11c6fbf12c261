"""The message on a question. All offsets are in UTF-16 units."""

from typing import Literal, NotRequired, TypedDict

from chunking.gui.results.messages import QuestionSetState
from chunking.retrieval.ranking import Ranking


class Placement(TypedDict):
    """Where the marked answer is: in words, the row of its chunk, the offset where it is split.

    `whole`: retrieved chunks contain it whole.
    """

    text: str
    whole: bool
    row: int | None
    at: int | None  # UTF-16 offset


class AnswerLane(TypedDict):
    """The best chunks of a lane."""

    letter: str
    rows: list[tuple[int, int, int, int, str]]  # row, start, end in UTF-16 units, tokens, score
    exact: bool
    placement: Placement | None


class AnswerResults(TypedDict, total=False):
    """What a question finds: the results, or a message while there are none."""

    version: str
    lanes: list[AnswerLane]
    sentences: list[tuple[int, int, int]]
    passages: list[list[int]]
    selected: bool
    place: str
    improves: bool
    basis: str
    message: str


class AnswerMessage(TypedDict):
    """The results of the question; some keys are absent while nothing is ranked."""

    kind: Literal["answer"]
    document: str
    question: str
    ranking: Ranking
    lanes: list[AnswerLane]
    sentences: list[tuple[int, int, int]]  # start, end in UTF-16 units, 1 if shaded strongly
    passages: list[list[int]]  # start, end in UTF-16 units
    message: str
    set: QuestionSetState
    version: NotRequired[str]
    selected: NotRequired[bool]
    place: NotRequired[str]
    improves: NotRequired[bool]
    basis: NotRequired[str]
