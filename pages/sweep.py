"""Settings over their ranges: a map of any measure, and one step to adopt what is good."""

import streamlit as st

from chunking.gui import views

if views.session.take_up():
    views.sweep.follow()
document = views.document.sidebar()
with st.sidebar:
    views.session.popover()
views.stored.text(document)
asked = views.sweep.asked()
views.sweep.result(document, asked)
