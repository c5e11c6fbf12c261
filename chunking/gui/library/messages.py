"""Messages of Library."""

from typing import Literal, TypedDict

from chunking.gui.results.messages import ChunkColumns
from chunking.gui.session.messages import DescribedChoice, Form


class RowDetails(TypedDict, total=False):
    """What a row has once its document is prepared; None for numbers that are unknown."""

    chunks: float | None
    median: float | None  # tokens
    largest: float | None  # tokens
    inside: float | None  # share of the chunks
    over: float | None
    broken: float | None
    below: float | None  # share of the gaps
    own: float | None  # the threshold recommended for the document
    fits: bool | None  # whether the present one fits
    sizes: list[int]  # bars of a histogram


class LibraryRow(RowDetails):
    """A document of the table; its numbers are absent until it is prepared."""

    id: str
    name: str
    title: str


class CommonThreshold(TypedDict):
    """One threshold for all documents, the range of their own, and those it does not fit."""

    value: float | None
    text: str
    reason: str
    verdict: str  # how many documents have a recommendation, and how many of these it fits
    low: str
    high: str
    misfits: list[str]


class TunedThreshold(TypedDict):
    """The threshold of Tune, and what stands for it here."""

    original: str
    value: float
    text: str
    low: str
    high: str
    share: float


class LibrarySettings(TypedDict):
    """The settings of all documents."""

    form: Form
    strategies: list[DescribedChoice]
    threshold: float | None
    range: tuple[float, float, float] | None  # low, high, step
    limits: tuple[int, int | None]  # minimum and maximum in tokens; None without a maximum
    open: int


class LibraryMessage(LibrarySettings):
    """The table, and the thresholds for all documents."""

    kind: Literal["library"]
    rows: list[LibraryRow]
    common: CommonThreshold | None
    tuned: TunedThreshold | None
    settled: bool
    ready: int
    known: int  # documents whose recommended threshold is known
    selected: str | None


class LibraryBoxesMessage(TypedDict):
    """Quantiles of the similarities of each document."""

    kind: Literal["library_boxes"]
    boxes: dict[str, list[float]]


class LibraryTextMessage(TypedDict):
    """The chunks of the selected document."""

    kind: Literal["library_text"]
    document: str
    version: str
    name: str
    chunks: ChunkColumns
    notes: list[str]
