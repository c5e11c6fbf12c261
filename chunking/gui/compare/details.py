"""What compares the lanes besides their boundaries, in a background job."""

import math
from collections.abc import Sequence

from chunking.analysis.metrics import agreement_matrix, boundary_agreement, metrics_against
from chunking.analysis.metrics.boundaries import F1, F1_1
from chunking.core.prepared import Prepared
from chunking.gui.compare import changes, metrics
from chunking.gui.compare.changes import Pair
from chunking.gui.compare.curves import similarities
from chunking.gui.compare.equal_size import EqualSize
from chunking.gui.compare.messages import CompareDetails
from chunking.gui.core.cache import Key, cached
from chunking.gui.core.jobs import Job, Kind, Waiting
from chunking.gui.results import engine_calls
from chunking.gui.results.engine_calls import Reference
from chunking.gui.results.lanes import Lane, lane_tokens
from chunking.gui.results.reference_boundaries import reference_of
from chunking.gui.session.session import Session
from chunking.strategies.signals.quantiles import rank_correlation

_COMPARING = Kind("Comparing the lanes", quiet=True)
_EMPTY: CompareDetails = {
    "metrics": [],
    "agreement": [],
    "correlation": [],
    "pair_agreement": [],
    "cost": None,
}


def compare(
    session: Session,
    shown: Sequence[Lane],
    known: Reference | Waiting,
    equal: EqualSize | Waiting | None,
    pair: Pair | None,
) -> CompareDetails | Waiting:
    """Return what compares the lanes that have chunks, or its job: a tab has one at a time."""
    is_whole = all(each.complete for each in shown)
    lanes = equal.lanes if isinstance(equal, EqualSize) else shown
    tokens = [lane_tokens(session, each) for each in lanes]
    manual = reference_of(session, session.document)

    def work(job: Job) -> CompareDetails:
        found: CompareDetails = {**_EMPTY, "cost": None if pair is None else changes.cost_of(pair)}
        if isinstance(known, Waiting) or not shown:
            return found
        found["metrics"] = metrics.rows(
            lanes,
            tokens,
            known,
            manual,
            lambda: job.step(0, 1),
            are_scaled=isinstance(equal, EqualSize),
        )  # fmt: skip
        if isinstance(equal, Waiting) or not is_whole:
            # A part of the text is no match for the whole, nor are large chunks for small ones.
            found["metrics"] = [{**row, "best": []} for row in found["metrics"]]
        if not is_whole:
            return found
        if len(shown) > 1:
            found["agreement"] = _boundary_similarities(lanes, known)
            found["correlation"] = _correlations(shown)
        if pair is not None:
            by_letter = {each.letter: each for each in lanes}
            before, after = (by_letter[each.letter] for each in pair)
            found["pair_agreement"] = _of_pair((before, after), known)
        return found

    key = (
        session.document.sha256,
        session.name,
        *((each.letter, each.version, each.complete) for each in (*shown, *lanes)),
        *(each is None for each in tokens),
        session.model(),
        isinstance(known, Waiting),
        isinstance(equal, Waiting),
        pair and tuple(each.letter for each in pair),
        None if manual is None else session.boundaries_of(session.document),
    )
    slot = (session.name, "comparison")
    return engine_calls.result_or_none(key, work, _COMPARING, slot=slot) or _EMPTY


# ---- agreement of the lanes ----------------------------------------------------------------------

_SIMILARITY = "Boundary similarity B (Fournier 2013). 1: identical boundaries, 0: none in common."
_CORRELATION = (
    "Spearman's rank correlation of the similarity curves. 1: the same order of gaps, 0: unrelated."
)


def _boundary_similarities(lanes: Sequence[Lane], known: Reference) -> list[list[str]]:
    """Return the boundary similarity of each two lanes (Fournier 2013)."""
    matrix = agreement_matrix([each.chunking for each in lanes], known.prepared.units.gaps)
    return [[f"{value:.2f}" for value in row] for row in matrix.tolist()]


def _correlations(lanes: Sequence[Lane]) -> list[list[str]]:
    """Return the rank correlation of the curves of each two lanes; empty without two curves."""
    curves = [similarities(each) for each in lanes]
    if len({_name(each) for each in curves if each is not None}) < 2:
        return []
    return [[_text(one, other) for other in curves] for one in curves]


def _of_pair(pair: Pair, known: Reference) -> list[list[str]]:
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
