"""What the user has set on Library besides the settings."""

from dataclasses import dataclass, field
from typing import NamedTuple

from chunking.core.document import Document
from chunking.embedding import LongTexts
from chunking.gui.core.jobs import Job
from chunking.strategies import Strategy


class SyncTarget(NamedTuple):
    """A sync: the folder of documents, the address of the store, and how they are stored."""

    folder: str
    store: str
    strategy: Strategy
    model: str
    long_texts: LongTexts | None = None


@dataclass(slots=True)
class SyncState:
    """The sync of the session.

    Attributes:
        folder: The folder of documents, as typed; None before any is.
        store: The address of the store, as typed.
        scope: The page whose settings are used.
        long_texts: What is embedded of chunks beyond the model limit; None: as in the store.
        target: What was counted last.
        counting: The dry run of the target.
        running: Its run.
        reported: Whether the end of the run has been shown.
    """

    folder: str | None = None
    store: str = ""
    scope: str = "library"
    long_texts: LongTexts | None = None
    target: SyncTarget | None = None
    counting: Job | None = None
    running: Job | None = None
    reported: bool = False


@dataclass(slots=True)
class LibraryState:
    """The documents that are summarized together, and the view of them.

    Attributes:
        documents: The documents; empty before Library is first shown.
        folder: The folder that they were read from; empty for others.
        selected: The selected document by its SHA-256; None for the first.
        sync: The sync to a store.
        notice: The number of the notice on a folder that could not be read; 0 without one.
    """

    documents: tuple[Document, ...] = ()
    folder: str = ""
    selected: str | None = None
    sync: SyncState = field(default_factory=SyncState)
    notice: int = 0
