"""The costs of segments as a feature of a prepared document."""

from dataclasses import dataclass

from chunking.core.prepared import Prepared
from chunking.strategies.optimal.costs import SegmentCosts
from chunking.strategies.optimal.document_posterior import evidence_width
from chunking.strategies.optimal.limits import max_segment_units


@dataclass(frozen=True, slots=True)
class SegmentCostsFeature:
    """Costs of segments of up to `max_segment_tokens`, of which words have `lexical_weight`.

    Features of one document share one `SegmentCosts`, which computes larger segments and other
    weights on demand.
    """

    max_segment_tokens: int
    lexical_weight: float

    @property
    def depends_on_units(self) -> bool:
        """True: segments are made of the prepared units."""
        return True

    def compute(self, prepared: Prepared) -> SegmentCosts:
        """Return the costs, those of another feature of this kind if there are any."""
        units, text = prepared.units, prepared.document.text
        costs = next(
            (value for value in prepared.features.values() if isinstance(value, SegmentCosts)), None
        )
        if costs is None:
            spans = zip(units.starts.data, units.ends.data, strict=True)
            costs = SegmentCosts([text[a:b] for a, b in spans], prepared.vectors)
        if len(units):
            max_units = max_segment_units(units, prepared.sizes, self.max_segment_tokens)
            # Both are cached; the wider parts first, of which the others are columns.
            widths = evidence_width(len(units)), max_units
            costs.segment_costs(max(widths), self.lexical_weight)
            costs.evidence(widths[0], self.lexical_weight)
        return costs
