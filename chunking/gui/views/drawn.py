"""Which parts of Tune are drawn again with a change, and which follow it by themselves."""

from __future__ import annotations

from contextlib import suppress

import streamlit as st
from streamlit.errors import StreamlitAPIException

from chunking.gui.views import advised

FRAGMENT = "tune"

SHOWN = ("Text", "Chunks", "Sizes", "Heat map", "Suggestions", "Outcome")
# These draw themselves; the others are drawn again with each step of a slider.
FOLLOWS = ("Text", "Heat map", "Outcome")


def repaint() -> list[str]:
    """The fragments to draw again with a step of a slider: none where the views do it alone."""
    shown = st.session_state.get("show", SHOWN[0])
    return advised.repaint() + ([] if shown in FOLLOWS else [FRAGMENT])


def again(*fragments: str) -> None:
    """Cut anew, and draw these fragments and what follows a step of a slider; from a callback."""
    with suppress(StreamlitAPIException):  # one of them was not drawn
        st.rerun(["live", *fragments, *repaint()])
