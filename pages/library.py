"""One strategy on many documents: what fits one may not fit the library."""

import streamlit as st

from chunking.gui import views

documents = views.library.sidebar()
views.library.begin(documents)
with views.waiting.place():
    views.waiting.waiting(*views.library.works(documents))


@st.fragment(key=views.library.FRAGMENT)
def library() -> None:
    """All that a setting repaints."""
    profiles = views.library.profiles(documents)
    views.library.said(profiles)
    views.library.table(documents, profiles)
    views.library.similarities(profiles)


library()
