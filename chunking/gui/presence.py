"""Which documents this visitor has open: what is made of the others is let go."""

from __future__ import annotations

import streamlit as st

from chunking.gui import keeping, state


def tell() -> None:
    """Say it anew; on every run, since documents are opened and closed in many places."""
    visitor = _visitor()
    visitor.on_leaving = state.latest().clear
    mine = (*state.documents().own.values(), *state.library())
    now = {each.sha256 for each in mine}
    closed = visitor.holds - now
    cut, fitting = state.latest().cut, state.visit().fitting
    if cut is not None and cut.chunking.document.sha256 in closed:
        state.latest().clear()
    if fitting is not None and fitting.prepared.document.sha256 in closed:
        state.visit().fit_ended(fitting.prepared.document.sha256, None, "")
    keeping.hold(visitor, now)


@st.cache_resource(scope="session", show_spinner=False, on_release=keeping.leave)
def _visitor() -> keeping.Visitor:
    return keeping.Visitor()
