"""Agreement of the lanes: of their boundaries, and of their similarity curves."""

import math
from collections.abc import Sequence

from chunking.analysis.metrics import agreement_matrix, boundary_agreement, metrics_against
from chunking.analysis.metrics.boundaries import F1, F1_1
from chunking.core.prepared import Prepared
from chunking.gui.compare.changes import Pair
from chunking.gui.compare.curves import similarities
from chunking.gui.core.cache import Key, cached
from chunking.gui.results.engine_calls import Reference
from chunking.gui.results.lanes import Lane
from chunking.strategies.signals.quantiles import rank_correlation

_SIMILARITY = "Boundary similarity B (Fournier 2013). 1: identical boundaries, 0: none in common."
_CORRELATION = (
    "Spearman's rank correlation of the similarity curves. 1: the same order of gaps, 0: unrelated."
)


def boundary_similarities(lanes: Sequence[Lane], known: Reference) -> list[list[str]]:
    """Return the boundary similarity of each two lanes (Fournier 2013)."""
    matrix = agreement_matrix([each.chunking for each in lanes], known.prepared.units.gaps)
    return [[f"{value:.2f}" for value in row] for row in matrix.tolist()]


def correlations(lanes: Sequence[Lane]) -> list[list[str]]:
    """Return the rank correlation of the curves of each two lanes; empty without two curves."""
    curves = [similarities(each) for each in lanes]
    if len({_name(each) for each in curves if each is not None}) < 2:
        return []
    return [[_text(one, other) for other in curves] for one in curves]


def of_pair(pair: Pair, known: Reference) -> list[list[str]]:
    """Return the agreement of two lanes as rows: title, value, meaning."""
    before, after = (each.chunking for each in pair)
    units = known.prepared.units
    similarity = boundary_agreement(before.boundaries, after.boundaries, units.gaps)
    measured = metrics_against(after, before.boundaries, units)
    one, other = (similarities(each) for each in pair)
    rows = [["Boundary similarity", f"{similarity:.2f}", _SIMILARITY]]
    rows += [[each.title, f"{measured[each.name]:.2f}", each.meaning] for each in (F1, F1_1)]
    if one is not None and other is not None and _name(one) != _name(other):
        rows.append(["Curves (Spearman)", _text(one, other), _CORRELATION])
    return rows


def _text(one: Prepared | None, other: Prepared | None) -> str:
    if one is None or other is None:
        return "-"
    value = _correlation((*_name(one), *_name(other)), one, other)
    return "-" if math.isnan(value) else f"{value:.2f}"


def _name(ready: Prepared) -> Key:
    """Return everything that a curve depends on."""
    kind = "" if ready.signal is None else ready.signal.kind
    return (ready.document.sha256, ready.material.model, kind, len(ready.units))


@cached(24)
def _correlation(_: Key, one: Prepared, other: Prepared) -> float:
    if one.signal is None or other.signal is None:
        return math.nan
    return rank_correlation(one.signal, other.signal)
