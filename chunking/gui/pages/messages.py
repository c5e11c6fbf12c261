"""All messages to the window, those of the frame that every page shows among them."""

from typing import Literal, TypeAlias, TypedDict

from chunking.gui.ask.messages import AnswerMessage
from chunking.gui.compare.messages import CompareDetailsMessage, CompareMessage
from chunking.gui.library.messages import (
    LibraryBoxesMessage,
    LibraryMessage,
    LibraryTextMessage,
)
from chunking.gui.questions.messages import QuestionsMessage
from chunking.gui.results.messages import (
    ChunksMessage,
    DocumentMessage,
    GapsMessage,
    SignalMessage,
)
from chunking.gui.session.session import Offer
from chunking.gui.sweep.messages import SweepCellMessage, SweepMessage
from chunking.gui.tune.messages import (
    DetailsMessage,
    HeatMessage,
    OutcomesMessage,
    ProbabilitiesMessage,
    ProgressMessage,
    RecallMessage,
    RunsMessage,
    TuneMessage,
)


class AwaitedDocument(TypedDict):
    """The document of a link, which is not open: a sentence, and the label of a button."""

    name: str
    text: str
    offer: str


class Demonstration(TypedDict):
    """A step of the demonstration, the pages of all steps, and the part that is highlighted."""

    step: int  # from 1
    pages: list[str]
    target: str  # a CSS selector
    title: str
    text: str


class FrameMessage(TypedDict):
    """The bar and the address."""

    kind: Literal["frame"]
    page: str
    pages: list[tuple[str, str]]  # name, title
    documents: list[tuple[str, str]]  # key, title
    own: list[str]  # keys of the documents that the user has opened
    chosen: str
    changed_on_disk: bool
    watched: bool
    undo: str | None
    redo: str | None
    dialog: bool
    awaited: AwaitedDocument | None
    demo: Demonstration | None
    address: dict[str, str]  # the query
    left_out: int  # questions on the document that the address does not hold


class JobProgress(TypedDict):
    """The progress of a job, in steps."""

    id: str
    text: str
    done: int
    total: int
    error: bool
    stopped: bool
    stoppable: bool


class HandledMessage(TypedDict):
    """The first message of each run: the number of the last event that was handled."""

    kind: Literal["handled"]
    events: int


class StatusMessage(TypedDict):
    """The jobs that the page waits for, and notices."""

    kind: Literal["status"]
    jobs: list[JobProgress]
    notices: list[tuple[int, str, bool, Offer | None]]  # number, text, whether it is a problem


WindowMessage: TypeAlias = (
    HandledMessage
    | FrameMessage
    | StatusMessage
    | TuneMessage
    | ProgressMessage
    | DetailsMessage
    | RecallMessage
    | RunsMessage
    | OutcomesMessage
    | ProbabilitiesMessage
    | HeatMessage
    | SignalMessage
    | GapsMessage
    | DocumentMessage
    | ChunksMessage
    | AnswerMessage
    | CompareMessage
    | CompareDetailsMessage
    | QuestionsMessage
    | LibraryMessage
    | LibraryBoxesMessage
    | LibraryTextMessage
    | SweepMessage
    | SweepCellMessage
)
"""Everything that the window shows, by its kind."""
