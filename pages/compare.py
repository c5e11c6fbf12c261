"""Two to four strategies on one document, side by side."""

import streamlit as st

from chunking.gui import views

views.session.take_up()
document = views.document.sidebar()
with st.sidebar:
    lanes = views.compare.side_by_side()
    views.undo.of_lanes()
    views.session.popover()
views.stored.text(document)
views.compare.controls(document, lanes)
with views.waiting.place():
    views.waiting.waiting(*views.compare.works(document, lanes))


@st.fragment(key=views.compare.FRAGMENT)
def comparison() -> None:
    """All that a setting repaints."""
    compared = views.compare.compare(document, lanes)
    views.compare.curves(compared)
    views.compare.texts(document, compared)
    with st.container(key="compare.below"):
        left, right = st.columns([4, 1])
    with left:
        views.compare.table(document, compared)
    with right:
        views.compare.agreement(compared)
        views.compare.page(document, compared)


comparison()
