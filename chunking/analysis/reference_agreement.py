"""Agreement with manual boundaries, and settings fitted to them, in words."""

from math import isnan

from chunking.analysis.metrics.boundaries import BOUNDARY_METRICS, ReferenceBoundaries
from chunking.analysis.settings_search.fit import Fit
from chunking.core.chunking import Chunking
from chunking.core.prepared import Constraints
from chunking.core.text.numbers import count_of

# With fewer evaluated sentences or boundaries, one more or less changes the metrics a lot.
_FEW_SENTENCES, _FEW_BOUNDARIES = 20, 4
_METRICS = ("b", "f1_1", "pk", "wd")


def agreement_in_words(reference: ReferenceBoundaries, chunking: Chunking) -> list[tuple[str, str]]:
    """Return title and value of the main metrics of chunks made without the manual boundaries."""
    values = reference.metrics_of(chunking)
    titles = {each.name: each.title for each in BOUNDARY_METRICS}
    return [(titles[name], _number(values[name])) for name in _METRICS]


def fit_in_words(found: Fit) -> str:
    """Return what a fit has gained, in which part of the text, and by which settings."""
    b, f1 = (
        f"{title} {_number(found.before[key])} → {_number(found.after[key])}"
        for title, key in (("B", "b"), ("F1@1", "f1_1"))
    )
    tried = f"{count_of(found.tried, 'combination')} tried"
    if not found.changes:
        return f"No better settings found: B {_number(found.before['b'])}, {tried}."
    label = found.strategy.label_of
    changes = ", ".join(
        f"{label(name).lower()} {old:g} → {new:g}" for name, (old, new) in found.changes.items()
    )
    part = f"In the first {count_of(found.units, 'sentence')}"
    return f"{part}, {b}, {f1}: {changes}. {tried}."


NOTHING_TO_FIND = "Forbidden gaps alone are no reference: add or lock a boundary."
"""The sentence shown instead of agreement where no boundary is added or locked."""


def unmet_in_words(lost: Constraints) -> str:
    """Return how many manual boundaries a strategy cannot meet; empty for none."""
    count = len(lost.required) + len(lost.forbidden)
    if not count:
        return ""
    have = count_of(count, "manual boundary has", "manual boundaries have")
    return f"{have} no effect with this strategy: inside a block that stays whole."


def evaluated_in_words(reference: ReferenceBoundaries) -> str:
    """Return which part of the text is evaluated, and whether it is enough."""
    text = (
        f"Evaluated: the first {count_of(reference.count, 'sentence')}, up to the one after the "
        "last manual boundary; a gap without one counts as no boundary."
    )
    if reference.count < _FEW_SENTENCES:
        return f"{text} Too few to generalize: add boundaries up to sentence {_FEW_SENTENCES}."
    if reference.manual < _FEW_BOUNDARIES:
        return f"{text} Too few boundaries to generalize: add all of them up to there."
    return text


def _number(value: float) -> str:
    return "–" if isnan(value) else f"{value:.2f}"
