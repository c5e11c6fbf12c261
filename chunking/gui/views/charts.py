"""A Plotly figure, which its own bar saves as PNG at twice the size."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import streamlit as st

if TYPE_CHECKING:
    from plotly.graph_objects import Figure


def chart(figure: Figure, key: str) -> None:
    """A figure under the key, which also names its file."""
    name = f"chunkscope-{key.replace('.', '-')}"
    config: dict[str, Any] = {
        "displaylogo": False,
        "toImageButtonOptions": {"format": "png", "scale": 2, "filename": name},
    }
    st.plotly_chart(figure, key=key, config=config)
