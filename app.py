"""Chunkscope's window: its pages. Each draws the sidebar it needs."""

import streamlit as st

from chunking.gui import forms, views

st.set_page_config(page_title="Chunkscope", page_icon="✂️", layout="wide")
views.look.dress()  # here, so that it stays while one page follows another
forms.rename_parameters()  # before any page reads them
st.navigation(
    [
        st.Page("pages/tune.py", title="Tune", default=True),
        st.Page("pages/compare.py", title="Compare"),
        st.Page("pages/library.py", title="Library"),
        st.Page("pages/sweep.py", title="Sweep"),
    ],
    position="top",
).run()
