"""A Plotly figure with a way to save it: PNG by its own bar, SVG by a button below it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import streamlit as st

from chunking.gui import components

if TYPE_CHECKING:
    from plotly.graph_objects import Figure


def chart(figure: Figure, key: str, *, drawn_by_svg: bool = True) -> None:
    """A figure under the key; `drawn_by_svg` is false for a kind that Plotly draws by WebGL."""
    name = f"chunkscope-{key.replace('.', '-')}"
    config: dict[str, Any] = {
        "displaylogo": False,
        "toImageButtonOptions": {"format": "png", "scale": 2, "filename": name},
    }
    st.plotly_chart(figure, key=key, config=config)
    if drawn_by_svg:
        components.saver(key=f"{key}.saver", chart=key, name=name)
