"""More than two settings of a sweep: a line a combination, and the best of them as rows."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import numpy as np
import streamlit as st

from chunking.analysis.search.axes import STRATEGY
from chunking.analysis.search.sweep import rank_cells
from chunking.gui import notices, state, tuned
from chunking.gui.views import adopting, look
from chunking.gui.views.charts import chart
from chunking.output import figures

if TYPE_CHECKING:
    import pandas as pd

    from chunking.analysis.search.sweep import Sweep
    from chunking.gui.views.adopting import Shown

_ROWS = 50
_IDENTICAL = "Identical cells"


def lines(sweep: Sweep, labels: dict[str, str], shown: Shown, *, running: bool) -> None:
    """One line a combination, and the best of them as rows to adopt from.

    The lines come at the end: to draw thousands of them with every step keeps a browser busy.
    """
    import pandas as pd

    there = [cell for cell, value in enumerate(shown.column) if value is not None]
    rows = [{**sweep.grid.values(cell), shown.title: shown.column[cell]} for cell in there]
    frame = pd.DataFrame(rows, columns=[*(axis.name for axis in sweep.grid.axes), shown.title])
    frame = frame.rename(columns=labels)
    settings = {label: frame[label].tolist() for label in frame.columns[:-1]}
    with st.container(key="sweep.drawn"):
        if running:
            notices.note("The lines follow once the sweep is done; below is the best of it so far.")
        else:
            figure = figures.parallel(
                settings, (shown.title, frame[shown.title].tolist()),
                falling=shown.better == "lower", dark=look.is_dark(),
            )  # fmt: skip
            chart(figure, "sweep.lines")
    values = np.array(shown.column, dtype=np.float64)
    best = rank_cells(sweep, values, shown.better, _ROWS)
    frame.index = pd.Index(there)
    frame = frame.loc[[each.cell for each in best]]
    frame["cell"], frame[_IDENTICAL] = frame.index, [each.cells for each in best]
    for axis in sweep.grid.axes:
        has = [axis.name == STRATEGY or _has(sweep, cell, axis.name) for cell in frame["cell"]]
        frame[labels[axis.name]] = frame[labels[axis.name]].where(np.array(has, np.bool_))
    written = "percent" if shown.unit == "share" else f"%.{shown.decimals}f"
    st.dataframe(
        frame, key=_table_of(sweep, frame["cell"]), hide_index=True, height=320,
        selection_mode="single-row",
        column_order=[*settings, shown.title, _IDENTICAL],
        column_config={
            **{
                label: st.column_config.NumberColumn(format="localized")
                for label, values in settings.items()
                if not any(isinstance(value, str) for value in values)
            },
            shown.title: st.column_config.NumberColumn(format=written),
        },
        on_select=partial(_row_picked, sweep, frame["cell"]),
    )  # fmt: skip


def _has(sweep: Sweep, cell: int, setting: str) -> bool:
    """Whether the strategy of a cell has a setting at all."""
    return setting in type(sweep.grid.strategy(cell) or sweep.grid.base).fields()


def _table_of(sweep: Sweep, cells: pd.Series[int]) -> str:
    """The name of the table: a new one, with no row picked, where that row is not what is set."""
    picked = _picked(_name(), cells)
    if picked is not None and sweep.grid.strategy(picked) != tuned.present():
        state.visit().tables += 1
    return _name()


def _name() -> str:
    return f"sweep.table.{state.visit().tables}"


def _picked(table: str, cells: pd.Series[int]) -> int | None:
    """The cell of the row that is picked in a table; None where none is."""
    rows = st.session_state.get(table, {}).get("selection", {}).get("rows", [])
    return int(cells.iloc[rows[0]]) if rows and rows[0] < len(cells) else None


def _row_picked(sweep: Sweep, cells: pd.Series[int]) -> None:
    cell = _picked(_name(), cells)
    if cell is not None:
        adopting.adopt(sweep, cell)
