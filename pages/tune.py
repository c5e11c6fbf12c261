"""One document, one strategy: move a setting and see the boundaries move, and why."""

import streamlit as st

from chunking.gui import cached, forms, views

document = views.document.sidebar()
reference = cached.reference(document)

with st.sidebar:
    forms.preset()
    forms.strategy(repaint="tune")
    forms.own_presets()

prepared = cached.prepared(document, forms.current().material)
views.waiting.waiting(prepared, reference)
views.tune.store(document, prepared, reference)


@st.fragment(key="tune")
def instrument() -> None:
    """All that a setting repaints."""
    strategy = forms.current()
    prepared = cached.prepared(document, strategy.material)
    if isinstance(prepared, cached.Waiting):
        views.readout.header(document, prepared)
        views.tune.uncut(document)
        return
    chunking = cached.chunk(prepared, strategy)
    known = cached.reference(document)

    title, menu = st.columns([6, 1], vertical_alignment="top")
    with title:
        views.readout.header(document, prepared)
    with menu:
        views.downloads.downloads(chunking, strategy, key="tune.export")
    views.readout.welcome(strategy)
    views.readout.figures(chunking, strategy, known)
    said = st.container()
    views.tune.curve(chunking, prepared, strategy, known)

    shown = st.segmented_control(
        "Show", ["Text", "Chunks", "Sizes"], default="Text", required=True, key="show",
        label_visibility="collapsed", bind="query-params",
    )  # fmt: skip
    left, right = st.columns([5, 2])
    with left:
        views.tune.shown(shown, chunking, prepared, strategy)
    with right:
        views.tune.detail(chunking, prepared)
    # Last, since it takes longest: the boundaries are on the screen by then.
    with said:
        views.readout.says(chunking, prepared, strategy)


instrument()
