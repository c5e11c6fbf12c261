"""How a cell of a sweep is adopted: the best one by its name, any one, and the way back."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import streamlit as st

from chunking.gui import state, tuned
from chunking.gui.views import undo
from chunking.metrics.sizes import CHUNKS
from chunking.metrics.truncation import TRUNCATED
from chunking.numerals import count_of
from chunking.sizes import COUNTERS
from chunking.sweep import STRATEGY, sweepable

if TYPE_CHECKING:
    from chunking.strategies import Strategy
    from chunking.sweep import Best, Sweep
    from chunking.types import Bools


# So large a share of the chunks may be longer than the model reads: fences and tables kept whole.
_FEW_LONG = 0.1


class Shown(NamedTuple):
    """One measure of a sweep: its words, its values, a cell each, and the best as it is shown.

    `best` is that of the cells that the model reads nearly whole, where there are such.
    """

    title: str
    meaning: str
    unit: str
    better: str
    decimals: int
    column: list[float | None]
    best: Best | None
    value: str


def best(sweep: Sweep, shown: Shown, *, running: bool) -> str:
    """The best cell of a measure, and how wide its field is; empty where there is none.

    `running` while there may be a better one to come.
    """
    found, value = shown.best, shown.value
    strategy = None if found is None else sweep.grid.strategy(found.cell)
    if found is None or strategy is None:
        return ""
    if found.flat and found.ties:
        return f"{value} for every cut: this measure leaves nothing to choose."
    field = (
        "a single cell"
        if found.alike == 1
        else f"in the middle of {found.alike:,} cells that cut alike"
    )
    named = any(axis.name == STRATEGY for axis in sweep.grid.axes)
    settings = [strategy.name] * named + _varied(sweep, strategy)
    ties = f"; {count_of(found.ties, 'other way', 'other ways')} to cut reach it, too"
    whole = " of what the model reads nearly whole" if readable(sweep)[found.cell] else ""
    return (
        f"Best{' so far' if running else ''}{whole}: {value} at {', '.join(settings)}, {field}"
        f"{ties if found.ties else ''}.{_unread(sweep, found.cell)}"
    )


def readable(sweep: Sweep) -> Bools:
    """The cells whose chunks the model reads whole, but for a few, (cells,)."""
    long, chunks = (sweep.column(each.name) for each in (TRUNCATED, CHUNKS))
    found: Bools = long <= _FEW_LONG * chunks
    return found


def _unread(sweep: Sweep, cell: int) -> str:
    """How many chunks of a cell are longer than the model reads, where there are any."""
    long, chunks = (sweep.column(each.name)[cell] for each in (TRUNCATED, CHUNKS))
    if not long > 0:
        return ""
    are = "is" if long == 1 else "are"
    return (
        f" {long:,.0f} of its {count_of(int(chunks), 'chunk')} {are} longer than the model reads."
    )


def row(sweep: Sweep, found: Best | None, said: str) -> None:
    """The best cell as `said`, a button that adopts it, and the way back."""
    # From the top: a sentence that gets longer while a sweep goes on does not move.
    sentence, wide, back = st.columns([5, 2, 2], vertical_alignment="top")
    sentence.text(said)
    wide.button(
        "Set the best in Tune",
        key="sweep.best",
        width="stretch",
        disabled=found is None or sweep.grid.strategy(found.cell) == tuned.present(),
        on_click=adopt,
        args=(sweep, -1 if found is None else found.cell),
        help="The best by this measure among the cuts of which the model reads nine chunks of ten "
        "whole, where there are such: another cell of the map may have a better value. What is "
        "recommended on Tune is chosen for being found again by questions.",
    )
    with back:
        undo.of_adopted()


def adopted(sweep: Sweep) -> str:
    """What is set in Tune by now, adopted or taken back, or how to adopt something."""
    strategy = state.adopted()
    if strategy is not None:
        return f"Set in Tune now: {_said(sweep, strategy)}."
    if len(sweep.grid.axes) > 2:
        return "Pick a row to set it in Tune."
    return "Click one, or move by arrow keys and press Enter, to set it in Tune."


def adopt(sweep: Sweep, cell: int) -> None:
    """Set the settings of a cell in Tune, where they go together."""
    strategy = sweep.grid.strategy(cell) if 0 <= cell < len(sweep.grid) else None
    if strategy is not None:
        tuned.adopt(strategy)


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
