"""How a cell of a sweep is adopted: the best one by its name, any one, and the way back."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import streamlit as st

from chunking.analysis.metrics.sizes import CHUNKS, TRUNCATED
from chunking.analysis.search.axes import STRATEGY, sweepable
from chunking.gui import state, tuned
from chunking.gui.views import undo
from chunking.text.numbers import count_of
from chunking.text.tokenizers import TOKENIZERS

if TYPE_CHECKING:
    from chunking.analysis.metrics.metric import Better
    from chunking.analysis.search.sweep import Best, Sweep
    from chunking.strategies import Strategy


class Shown(NamedTuple):
    """One measure of a sweep: its words, its value in each cell, and the best cells.

    `best` is the best cell of the map, `within` the best one without a chunk above the model
    limit where that is another one, each with its value as text.
    """

    title: str
    meaning: str
    unit: str
    better: Better
    decimals: int
    column: list[float | None]
    best: Best | None
    value: str
    within: Best | None
    value_within: str


def best(sweep: Sweep, shown: Shown, *, running: bool) -> str:
    """Name the best cell of the map, and the best within the model limit; empty without one.

    `running` while a better one may follow.
    """
    found = shown.best
    if found is None:
        return ""
    if found.constant and found.ties:
        return f"All cells have {shown.value}."
    same = f", the middle of {found.cells:,} cells with identical chunks" * (found.cells > 1)
    ties = f"; {count_of(found.ties, 'other result ties', 'other results tie')}" * (found.ties > 0)
    lines = [
        f"Best{' so far' * running}: {shown.value} ({_settings(sweep, found.cell)}){same}{ties}."
    ]
    lines[0] += _over_limit(sweep, found.cell)
    if shown.within is not None:
        lines.append(
            f"Best within the model limit: {shown.value_within} "
            f"({_settings(sweep, shown.within.cell)})."
        )
    return "\n".join(lines)


def _settings(sweep: Sweep, cell: int) -> str:
    """The settings of a cell that the sweep varies, as their controls call them."""
    strategy = sweep.grid.strategy(cell) or sweep.grid.base
    return ", ".join([strategy.name] * sweep.grid.varies_strategy + _varied(sweep, strategy))


def _over_limit(sweep: Sweep, cell: int) -> str:
    """How many chunks of a cell exceed the model limit; empty where none does."""
    over, chunks = (sweep.column(each.name)[cell] for each in (TRUNCATED, CHUNKS))
    if not over > 0:
        return ""
    exceed = "exceeds" if over == 1 else "exceed"
    return f" {over:,.0f} of {count_of(int(chunks), 'chunk')} {exceed} the model limit."


def row(sweep: Sweep, shown: Shown, sentence: str) -> None:
    """The sentence on the best cells, a button for each that adopts it, and the way back."""
    # From the top: a sentence that gets longer while a sweep goes on does not move.
    left, first, second, back = st.columns([6, 1.2, 1.7, 2], vertical_alignment="top")
    left.text(sentence)
    with first:
        _button(
            sweep, shown.best, "Use best", "sweep.best",
            "The best cell of this map. The recommendation on Tune is chosen by retrieval instead.",
        )  # fmt: skip
    if shown.within is not None:
        with second:
            _button(
                sweep, shown.within, "Use within limit", "sweep.within",
                "The best cell without a chunk that exceeds the model limit.",
            )  # fmt: skip
    with back:
        undo.of_adopted()


def _button(sweep: Sweep, found: Best | None, label: str, key: str, tip: str) -> None:
    st.button(
        label,
        key=key,
        width="stretch",
        disabled=found is None or sweep.grid.strategy(found.cell) == tuned.present(),
        on_click=adopt,
        args=(sweep, -1 if found is None else found.cell),
        help=tip,
    )


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
    counter = TOKENIZERS.get(str(value))
    return str(value) if counter is None else counter.title
