"""Chunkscope's server: Streamlit with `window.py`, for pages that were opened with its address."""

import streamlit as st
from starlette.middleware import Middleware

from chunking.gui.shell import access

app = st.App("window.py", middleware=[Middleware(access.Access)], lifespan=access.announce)
