"""What the user has set on Tune besides the settings."""

from dataclasses import dataclass, field
from typing import Any

from chunking.gui.core.cache import Key
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
