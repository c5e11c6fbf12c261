"""What is recommended for a document, with the reason."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

from chunking.analysis.coverage import Coverage
from chunking.analysis.recommend.document_kind.kind import DocumentKind
from chunking.engine import serialization
from chunking.strategies import Strategy


@dataclass(frozen=True, slots=True, eq=False)
class Recommendation:
    """A strategy with its settings, and why.

    Attributes:
        strategy: The strategy with its settings.
        summary: Its name and chunk size: "optimal, about 128 tokens per chunk (...)."
        reason: One or two sentences on why, with the kind of the document and its evidence.
        kind: The kind of the document, `kind.name`, and what shows it, `kind.evidence`.
        alternative: `semantic` with the recommended threshold; None where none suits the text or
            no similarities are known.
        alternative_summary: One sentence on the alternative, or on why no threshold suits the
            text; empty where no similarities are known.
        facts: Figures of the document, by name.
        coverage: What the model misses of the document; `recommend` determines it.
    """

    strategy: Strategy
    summary: str
    reason: str
    kind: DocumentKind
    alternative: Strategy | None = None
    alternative_summary: str = ""
    facts: Mapping[str, float] = field(default_factory=dict)
    coverage: Coverage | None = None

    @property
    def threshold(self) -> float | None:
        """The recommended threshold, that of the alternative; None without one."""
        found = getattr(self.alternative, "threshold", None)
        return None if found is None else float(found)

    @property
    def settings(self) -> dict[str, Any]:
        """The settings of the strategy, by name."""
        return self.strategy.model_dump()

    def to_dict(self) -> dict[str, Any]:
        """Return the recommendation as values for JSON.

        `kind` has the `name` of the kind of the document, and its `evidence`.
        """
        other, coverage = self.alternative, self.coverage
        return {
            "strategy": self.strategy.name,
            "settings": self.settings,
            "summary": self.summary,
            "reason": self.reason,
            "kind": {"name": self.kind.name, "evidence": self.kind.evidence},
            "threshold": self.threshold,
            "alternative": None if other is None else serialization.to_dict(other),
            "alternative_summary": self.alternative_summary,
            "facts": dict(self.facts),
            "coverage": None if coverage is None else asdict(coverage),
        }
