"""How a cell of a sweep is adopted: the best one by its name, any one, and the way back."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from chunking.gui import state
from chunking.gui.views import undo
from chunking.numerals import count_of
from chunking.sweep import STRATEGY, sweepable

if TYPE_CHECKING:
    from chunking.strategies import Strategy
    from chunking.sweep import Best, Sweep


def best(
    sweep: Sweep, found: Best | None, value: str, present: Strategy | None, *, running: bool
) -> None:
    """The best cell of a measure, how wide its field is, and a button that adopts it.

    `value` is its value as people read it; `running` while there may be a better one to come.
    """
    strategy = None if found is None else sweep.grid.strategy(found.cell)
    if found is None or strategy is None:
        return
    field = (
        "a single cell"
        if found.alike == 1
        else f"in the middle of {found.alike:,} cells that cut alike"
    )
    ties = f"; {count_of(found.ties, 'other way', 'other ways')} to cut reach it, too"
    sentence, button = st.columns([4, 1], vertical_alignment="center")
    sentence.text(
        f"Best{' so far' if running else ''}: {value} at {_said(sweep, strategy)}, {field}"
        f"{ties if found.ties else ''}."
    )
    button.button(
        "Set in Tune", key="sweep.best", width="stretch", disabled=strategy == present,
        on_click=adopt, args=(sweep, found.cell),
    )  # fmt: skip


def last(sweep: Sweep) -> None:
    """What was adopted last, with the way back, or how to adopt something."""
    adopted = state.adopted()
    sentence, back = st.columns([4, 1], vertical_alignment="center")
    with sentence:
        if adopted is not None:
            st.text(f"Adopted and set in Tune: {_said(sweep, adopted)}.")
        elif len(sweep.grid.axes) > 2:
            st.text("Pick a row: its settings are set in Tune.")
        else:
            st.text(
                "Click a cell, or go there by the arrow keys and press Enter, to set it in Tune."
            )
    with back:
        undo.of_adopted()


def adopt(sweep: Sweep, cell: int) -> None:
    """Set the settings of a cell in Tune, where they go together."""
    strategy = sweep.grid.strategy(cell) if 0 <= cell < len(sweep.grid) else None
    if strategy is not None:
        undo.adopt(strategy)


def _said(sweep: Sweep, strategy: Strategy) -> str:
    """The settings of a strategy that the sweep varies, as their controls call them."""
    labels = sweepable(type(strategy))
    values = [
        f"{labels.get(axis.name, axis.name)} {number(getattr(strategy, axis.name))}"
        for axis in sweep.grid.axes
        if axis.name != STRATEGY and hasattr(strategy, axis.name)
    ]
    return ", ".join([strategy.name, *values])


def number(value: object) -> str:
    """A value of a setting as people read it."""
    return f"{value:,}" if isinstance(value, int | float) else str(value)
