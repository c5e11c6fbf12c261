"""What the user has set on Tune, besides the settings."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any


@dataclass(slots=True)
class TuneState:
    """The view of Tune.

    Attributes:
        view: What is shown below the curve.
        signals: The kinds of further signals drawn over the curve.
        fit: What the last fit to manual boundaries found, after the SHA-256 of its document.
        fitting: The running fit.
        analysis: The last job of `analysis.analyze`.
        thresholds: The last threshold of each document by its SHA-256, that on screen last.
        kept_notice: The number of the notice of a threshold kept from another document; 0 without.
        outcomes_asked: Whether the page asks for outcomes in this run.
    """

    view: str = "text"
    signals: tuple[str, ...] = ()
    fit: tuple[str, str] = ("", "")
    fitting: Any = None
    analysis: Any = None
    thresholds: dict[str, float] = field(default_factory=dict)
    kept_notice: int = 0
    outcomes_asked: bool = False
