"""What a strategy would give at other values of its slider, cached by what it depends on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from chunking.gui.cached import key_of
from chunking.gui.keeping import Key, kept
from chunking.tuning import Sweep, order_tells, swept_field

if TYPE_CHECKING:
    from chunking.strategies import Strategy
    from chunking.types import Prepared, Vectors


def sweep(prepared_for: Prepared, strategy: Strategy) -> Sweep | None:
    """The cuts at every value of the strategy's main slider, as far as they are made.

    None where it has no slider. One object for all values of that slider.
    """
    field = swept_field(strategy)
    if field is None:
        return None
    others = sorted(strategy.model_dump(exclude={field}).items())
    about = (*key_of(prepared_for.document), prepared_for.material, len(prepared_for.units))
    return _sweep((*about, strategy.name, field, repr(others)), prepared_for, strategy)


def chance_of_order(prepared_for: Prepared) -> float | None:
    """How likely shuffled sentences give a curve as lively; None where nothing is to be said."""
    material, vectors = prepared_for.material, prepared_for.vectors
    if vectors is None or prepared_for.signal is None:
        return None
    key = (*key_of(prepared_for.document), material.model, material.precision, len(vectors))
    return _chance_of_order(key, vectors)


@kept(32)
def _sweep(_: Key, ready: Prepared, strategy: Strategy) -> Sweep:
    return Sweep(ready, strategy)


@kept(16)
def _chance_of_order(_: Key, vectors: Vectors) -> float | None:
    return order_tells(vectors)
