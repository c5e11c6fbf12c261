"""A Plotly figure, with a button that saves it as SVG or PNG."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import streamlit as st

from chunking.gui import components

if TYPE_CHECKING:
    from plotly.graph_objects import Figure


def chart(figure: Figure, key: str, *, fills: bool = False) -> None:
    """A figure under the key, which also names its file; it may fill the height it is given."""
    components.figure(key, key.replace(".", "-"), key=f"figure.{key}")
    # Dragging zooms and a double click ends that; a bar of buttons would lie over the legend.
    config: dict[str, Any] = {"displayModeBar": False}
    st.plotly_chart(figure, key=key, config=config, height="stretch" if fills else "content")
