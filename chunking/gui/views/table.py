"""The chunks of a document as a table."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import numpy as np
import streamlit as st

from chunking.analysis.reasons import WORDING
from chunking.gui import components, state
from chunking.gui.views.columns import utf16
from chunking.output.export import to_frame
from chunking.types import REASONS, Reason

if TYPE_CHECKING:
    import pandas as pd

    from chunking.types import Chunking


_NUMBERS = ("chunk", "tokens", "overlap", "start", "end")


def table(chunking: Chunking, group: str) -> None:
    """The chunks as rows, to sort and filter; the group looks at one that is picked."""
    left, right = st.columns([2, 3])
    holds = left.text_input("Text holds", key="tune.holds")
    present = [WORDING[reason].title for reason in REASONS if reason.code in chunking.reason]
    reasons = right.multiselect("Why the chunk ends", present, key="tune.reasons")
    frame = to_frame(chunking)
    frame.insert(0, "chunk", frame["index"] + 1)
    frame["reason"] = [WORDING[Reason(name)].title for name in frame["reason"]]
    if holds:
        wanted = holds.casefold()
        frame = frame[[wanted in text.casefold() for text in chunking.texts]]
    if reasons:
        frame = frame[frame["reason"].isin(reasons)]
    st.dataframe(
        frame,
        column_order=["chunk", "tokens", "reason", "preview", "heading", "overlap", "start", "end"],
        column_config={
            **{name: st.column_config.NumberColumn(format="localized") for name in _NUMBERS},
            "preview": st.column_config.TextColumn("begins", width=300),
            "overlap": st.column_config.NumberColumn("overlap (characters)", format="localized"),
            "heading": st.column_config.TextColumn("heading", width="medium"),
        },
        hide_index=True,
        height="stretch",
        key="tune.table",
        on_select=partial(_row_picked, frame["index"]),
        selection_mode="single-row",
    )
    picked = state.picked_row()
    if picked is not None:
        offset, number = picked
        place = utf16(chunking.document)(np.array([offset], dtype=np.int64))
        components.pick(group, int(place[0]), number, key="store.pick")


def _row_picked(index: pd.Series[int]) -> None:
    rows = st.session_state["tune.table"]["selection"]["rows"]
    if rows and rows[0] < len(index):
        state.pick_row(int(index.iloc[rows[0]]))
