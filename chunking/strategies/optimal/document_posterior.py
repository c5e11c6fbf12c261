"""Posterior of a prepared document, with preferences and manual boundaries."""

from dataclasses import dataclass

import numpy as np

from chunking.core.prepared import NONE, Constraints, Prepared
from chunking.strategies.optimal.costs import SegmentCosts
from chunking.strategies.optimal.limits import max_segment_units
from chunking.strategies.optimal.posterior import Posterior
from chunking.strategies.optimal.preferences import Preferences, boundary_preferences

# Log-odds of a boundary per unit of a preference.
_PREFERENCE_ODDS = 6.0

# Log-odds against a boundary at a forbidden gap. Not infinite: memory may limit segments to fewer
# units than are joined by forbidden gaps.
_FORBIDDEN_ODDS = 1e4

# Cells of the evidence: segments of all lengths for up to 1,414 units, of 200 for 10,000.
_MAX_CELLS = 2_000_000
_MIN_WIDTH = 64

# Maximum number of cached posteriors of a document.
_MAX_CACHED = 4


def evidence_width(count: int) -> int:
    """Return the maximum length in units of segments with evidence, given n units; may exceed n."""
    return max(_MIN_WIDTH, _MAX_CELLS // count)


def posterior(
    prepared: Prepared,
    costs: SegmentCosts,
    preferences: Preferences,
    constraints: Constraints = NONE,
) -> Posterior:
    """Return the distribution of the segmentations of a document that has units.

    Size limits have no influence.

    Args:
        preferences: Weight of words, and preferences at headings and paragraphs.
        constraints: Manual boundaries, which have probability 1 or 0.
    """
    units = prepared.units
    required = np.flatnonzero(np.isin(units.starts, constraints.required))
    forbidden = np.flatnonzero(np.isin(units.gaps, constraints.forbidden))
    required = required[required > 0]
    weights = preferences.heading_bonus, preferences.paragraph_bonus
    key = preferences.lexical_weight, weights, tuple(required.tolist()), tuple(forbidden.tolist())
    found = costs.posteriors.get(key)
    if found is None:
        count = len(units)
        evidence = costs.evidence(evidence_width(count), preferences.lexical_weight)
        log_odds = np.zeros(count)
        log_odds[:-1] += _PREFERENCE_ODDS * boundary_preferences(prepared, preferences)
        log_odds[forbidden] = -_FORBIDDEN_ODDS
        if len(required):
            # No segment may contain a required boundary.
            rows = np.arange(count)
            start = np.concatenate([[0], required])[np.searchsorted(required, rows, side="right")]
            inside = np.arange(evidence.gains.shape[1]) <= (rows - start)[:, None]
            evidence = evidence._replace(gains=np.where(inside, evidence.gains, -np.inf))
        found = Posterior(evidence, log_odds, costs.word_count)
        while len(costs.posteriors) >= _MAX_CACHED:
            # Another thread may have deleted it.
            costs.posteriors.pop(next(iter(costs.posteriors)), None)
        costs.posteriors[key] = found
    return found


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
