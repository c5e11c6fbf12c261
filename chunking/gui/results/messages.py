"""Messages on the text of a document and its chunks, which several pages show.

All offsets and lengths of texts are in UTF-16 units, as the browser counts them.
"""

from typing import Generic, Literal, TypedDict, TypeVar

Word = TypeVar("Word")


class Coded(TypedDict, Generic[Word]):
    """A column whose values repeat: its distinct values, and the index of each value."""

    words: list[Word]
    codes: list[int]


class ChunkColumns(TypedDict):
    """The columns of a chunking, a row for each chunk; a rest that is not split yet is the last."""

    leads: list[int]  # UTF-16 units from the end of the chunk before to the start
    sizes: list[int]  # UTF-16 units without the overlap
    overlaps: list[int] | Literal[0]  # UTF-16 units before the start; 0 if no chunk has any
    tokens: list[int]
    reasons: Coded[str]
    labels: Coded[str]
    below: list[list[int]]  # row above a heading, UTF-16 offset of the gap below that decided it
    oversize: dict[str, list[int]]  # rows above the maximum, by the reason
    unread: list[list[int]]  # row, UTF-16 offset where the model stops reading, tokens left


class ChunksMessage(TypedDict):
    """The columns of a chunking, which a message names by the id."""

    kind: Literal["chunks"]
    id: str
    columns: ChunkColumns


class Origin(TypedDict):
    """The marks of pages, chapters or cells, and the texts that were removed."""

    places: list[tuple[int, str]]  # UTF-16 offset, label
    removed: list[tuple[int, str, str]]  # UTF-16 offset, text, reason


class DocumentMessage(Origin):
    """A document; the payload is its text in UTF-8."""

    kind: Literal["document"]
    id: str


class SignalMessage(TypedDict):
    """Similarities at gaps; the payload is their offsets, the ends of units, and the values."""

    kind: Literal["signal"]
    id: str
    count: int


class GapsMessage(TypedDict):
    """The gaps between sentences; the payload is their offsets."""

    kind: Literal["gaps"]
    id: str
    count: int


class QuestionSetState(TypedDict):
    """The questions on a document, and whether the present one is among them.

    `added` tells that the set also has all passages that the user selected, `view` what Ask shows
    next to the text.
    """

    view: str
    count: int
    known: bool
    added: bool
