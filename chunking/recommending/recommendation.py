"""What is recommended, why, and the sizes that it aims at."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from chunking import settings

if TYPE_CHECKING:
    from collections.abc import Mapping

    from chunking.strategies import Strategy
    from chunking.thresholds import Selection

# What all-MiniLM-L6-v2 reads at once, in its own word pieces: 256 with the marks of start and end.
# Of a longer chunk most programs embed only the beginning.
READ_PIECES = 254
# Half of that leaves the text room to say where a chunk ends, and a question finds it more often:
# docs/thresholds.md has the figures.
TARGET_PIECES = 128

PIECES: dict[str, Any] = {"count_in": "wordpiece"}
WITHIN = f"in chunks of at most {READ_PIECES} word pieces, which the model reads whole"
AIMED = (
    f"in chunks of about {TARGET_PIECES} word pieces, half of the {READ_PIECES} that the model "
    "reads at once, as questions find those more often than larger ones"
)


@dataclass(frozen=True, slots=True, eq=False)
class Recommendation:
    """A strategy with its settings, and why, in one sentence.

    `alternative` is `semantic` on windows with the threshold that suits best, whichever strategy is
    recommended; None where no similarities were looked at or they tell nothing. `instead` says in
    one sentence what that was chosen by, and is empty where there is none. `facts` are the numbers
    about the document, `evidence` what the selectors say that were asked, by name.
    """

    strategy: Strategy
    reason: str
    alternative: Strategy | None = None
    instead: str = ""
    facts: Mapping[str, float] = field(default_factory=dict)
    evidence: Mapping[str, Selection] = field(default_factory=dict)

    @property
    def threshold(self) -> float | None:
        """The threshold of the alternative; None where there is none."""
        found = getattr(self.alternative, "threshold", None)
        return None if found is None else float(found)

    @property
    def settings(self) -> dict[str, Any]:
        """The settings of the strategy by name."""
        return self.strategy.model_dump()


def to_dict(found: Recommendation) -> dict[str, Any]:
    """A recommendation as plain values, for JSON."""
    other = found.alternative
    return {
        "strategy": found.strategy.name,
        "settings": found.settings,
        "reason": found.reason,
        "threshold": found.threshold,
        "alternative": None if other is None else settings.to_dict(other),
        "instead": found.instead if other is not None else "",
        "facts": dict(found.facts),
    }
