"""What the user has set on Tune, besides the settings."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(slots=True)
class TuneState:
    """The view of Tune.

    Attributes:
        view: What is shown below the curve.
        signals: The kinds of further signals drawn over the curve.
        fit: What the last fit to manual boundaries found, after the SHA-256 of its document.
        fitting: The running fit.
        suggested_for: The SHA-256 of the document whose recommended threshold is set; "" at first.
        outcomes_asked: Whether the page asks for outcomes in this run.
    """

    view: str = "text"
    signals: tuple[str, ...] = ()
    fit: tuple[str, str] = ("", "")
    fitting: Any = None
    suggested_for: str = ""
    outcomes_asked: bool = False
