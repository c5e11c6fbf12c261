"""Chunkscope's window: the pages, and the document in the sidebar."""

import streamlit as st

from chunking.gui import views

st.set_page_config(page_title="Chunkscope", page_icon="✂️", layout="wide")
page = st.navigation(
    [
        st.Page("pages/tune.py", title="Tune", default=True),
        st.Page("pages/compare.py", title="Compare"),
    ],
    position="top",
)
views.look.dress()
with st.sidebar:
    views.look.brand()
    views.document.picker()
page.run()
