"""What a strategy would give at other values of its slider, cached by what it depends on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from chunking.analysis.order_test import order_p_value
from chunking.analysis.search.outcomes import THRESHOLD, OutcomeSweep, swept_field
from chunking.engine import run
from chunking.gui.cached import key_of
from chunking.gui.keeping import Key, kept

if TYPE_CHECKING:
    from chunking.arrays import Vectors
    from chunking.gui.shown import Cut
    from chunking.types import Prepared


def sweep(cut: Cut) -> OutcomeSweep | None:
    """The cuts at every value of the strategy's main slider, marks and all, as far as made.

    None where it has no slider. One object for all values of that slider.
    """
    field = swept_field(cut.strategy)
    return None if field is None else _sweep(depends_on(cut, field), cut)


def counts(cut: Cut, thresholds: tuple[float, ...]) -> list[int]:
    """How many chunks each of these thresholds would give, the other settings as they are."""
    return _counts((*depends_on(cut, THRESHOLD), thresholds), cut, thresholds)


def depends_on(cut: Cut, field: str) -> Key:
    """All that the cuts over a setting depend on: not its own value."""
    others = sorted(cut.strategy.model_dump(exclude={field}).items())
    about = (*key_of(cut.chunking.document), cut.prepared.material, len(cut.prepared.units))
    return (*about, cut.marks, cut.strategy.name, field, repr(others))


def chance_of_order(prepared_for: Prepared) -> float | None:
    """How likely shuffled sentences give a curve as lively; None where nothing is to be said."""
    material, vectors = prepared_for.material, prepared_for.vectors
    if vectors is None or prepared_for.signal is None:
        return None
    key = (*key_of(prepared_for.document), material.model, len(vectors))
    return _chance_of_order(key, vectors)


@kept(32)
def _sweep(_: Key, cut: Cut) -> OutcomeSweep:
    return OutcomeSweep(cut.prepared, cut.strategy, constraints=cut.marks)


@kept(16)
def _counts(_: Key, cut: Cut, thresholds: tuple[float, ...]) -> list[int]:
    others = (cut.strategy.with_(threshold=value) for value in thresholds)
    return [len(run(cut.prepared, other, cut.marks)) for other in others]


@kept(16)
def _chance_of_order(_: Key, vectors: Vectors) -> float | None:
    return order_p_value(vectors)
