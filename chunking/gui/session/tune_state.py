"""What the user has set on Tune, Sweep and Library, besides the settings."""

from dataclasses import dataclass, field
from typing import Any, NamedTuple

from chunking.analysis.settings_search.axes import Axis
from chunking.core.document import Document
from chunking.embedding import LongTexts
from chunking.gui.core.cache import Key
from chunking.gui.core.jobs import Job
from chunking.strategies import Strategy

OUTCOME, RUNS = "outcome", "runs"
VIEWS = ("text", "table", OUTCOME, "heat map", RUNS)
"""What Tune shows below the curve, the default first."""


@dataclass(slots=True)
class ModelChange:
    """A change of the model with the threshold kept.

    Attributes:
        document: The SHA-256 of the document on screen.
        before: The settings with the model before.
        after: The settings with the selected model.
        notice: The number of the notice of the transferred threshold; 0 before it is known.
        done: Whether the transferred threshold is known.
    """

    document: str
    before: Strategy
    after: Strategy
    notice: int = 0
    done: bool = False


@dataclass(slots=True)
class TuneState:
    """The view of Tune.

    Attributes:
        view: What is shown below the curve.
        signals: The kinds of further signals drawn over the curve.
        fit: What the last fit to manual boundaries found, after the SHA-256 of its document.
        fitting: The running fit.
        document: The key of the document whose settings are those of Tune; "" at the start.
        strategy_chosen: Whether the user has chosen a strategy, whose threshold is recommended.
        recommended: The SHA-256 of the documents for which a recommended threshold was sought.
        complete: The SHA-256 of the document that was split last, and the settings.
        recall: Whether Outcome shows the recall.
        recall_sent: What the recall depends on that may send text to a server.
        analyzed_in: How many seconds the last analysis of the boundaries took.
    """

    view: str = "text"
    signals: tuple[str, ...] = ()
    fit: tuple[str, str] = ("", "")
    fitting: Any = None
    document: str = ""
    strategy_chosen: bool = False
    recommended: set[str] = field(default_factory=set)
    complete: tuple[str, Strategy] | None = None
    recall: bool = False
    recall_sent: Key = ()
    analyzed_in: float = field(default=0.0, compare=False)


@dataclass(slots=True)
class SweepState:
    """The axes and the metric of the sweep.

    Attributes:
        rows: The setting that the rows vary; empty for the default of the strategy.
        columns: The setting that the columns vary; empty for the default.
        metric: The metric that colors the map; empty for the default.
        within_limit: Whether only cells within the model limit are shown.
        cell: The cell whose chunks are previewed.
        axes: The axes of the last sweep, kept while they hold the present settings.
    """

    rows: str = ""
    columns: str = ""
    metric: str = ""
    within_limit: bool = False
    cell: int | None = None
    axes: tuple[Axis, ...] = ()


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
