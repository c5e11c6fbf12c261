"""How a cell of a sweep is adopted: the best one by its name, any one, and the way back."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from chunking.gui import state, tuned
from chunking.gui.views import undo
from chunking.numerals import count_of
from chunking.sizes import COUNTERS
from chunking.sweep import STRATEGY, sweepable

if TYPE_CHECKING:
    from chunking.strategies import Strategy
    from chunking.sweep import Best, Sweep


def best(sweep: Sweep, found: Best | None, value: str, *, running: bool) -> str:
    """The best cell of a measure, and how wide its field is; empty where there is none.

    `value` is its value as people read it; `running` while there may be a better one to come.
    """
    strategy = None if found is None else sweep.grid.strategy(found.cell)
    if found is None or strategy is None:
        return ""
    field = (
        "a single cell"
        if found.alike == 1
        else f"in the middle of {found.alike:,} cells that cut alike"
    )
    named = any(axis.name == STRATEGY for axis in sweep.grid.axes)
    settings = [strategy.name] * named + _varied(sweep, strategy)
    ties = f"; {count_of(found.ties, 'other way', 'other ways')} to cut reach it, too"
    return (
        f"Best{' so far' if running else ''}: {value} at {', '.join(settings)}, {field}"
        f"{ties if found.ties else ''}."
    )


def adopted(sweep: Sweep, found: Best | None) -> None:
    """What was adopted last, or how to adopt something; the best cell, and the way back."""
    strategy = state.adopted()
    sentence, wide, back = st.columns([5, 2, 2], vertical_alignment="center")
    with sentence:
        if strategy is not None:
            st.text(f"Adopted and set in Tune: {_said(sweep, strategy)}.")
        elif len(sweep.grid.axes) > 2:
            st.text("Pick a row: its settings are set in Tune.")
        else:
            st.text("Click a cell, or move by arrow keys and press Enter, to set it in Tune.")
    wide.button(
        "Set the best in Tune",
        key="sweep.best",
        width="stretch",
        disabled=found is None or sweep.grid.strategy(found.cell) == tuned.present(),
        on_click=adopt,
        args=(sweep, -1 if found is None else found.cell),
    )
    with back:
        undo.of_adopted()


def adopt(sweep: Sweep, cell: int) -> None:
    """Set the settings of a cell in Tune, where they go together."""
    strategy = sweep.grid.strategy(cell) if 0 <= cell < len(sweep.grid) else None
    if strategy is not None:
        undo.adopt(strategy)


def _said(sweep: Sweep, strategy: Strategy) -> str:
    """The strategy, and its settings that the sweep varies, as their controls call them."""
    return ", ".join([strategy.name, *_varied(sweep, strategy)])


def _varied(sweep: Sweep, strategy: Strategy) -> list[str]:
    labels = sweepable(type(strategy))
    return [
        f"{labels.get(axis.name, axis.name)} {number(getattr(strategy, axis.name))}"
        for axis in sweep.grid.axes
        if axis.name != STRATEGY and hasattr(strategy, axis.name)
    ]


def number(value: object) -> str:
    """A value of a setting as people read it."""
    if isinstance(value, int | float):
        return f"{value:,}"
    counter = COUNTERS.get(str(value))
    return str(value) if counter is None else counter.title
