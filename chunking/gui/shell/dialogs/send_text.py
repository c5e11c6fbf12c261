"""Consent before text is sent to the server of a model."""

import streamlit as st

from chunking.gui.session.session import Session
from chunking.gui.shell import consent
from chunking.gui.shell.dialogs.parts import finish, wait_until


def draw(session: Session) -> None:
    """Show what would be sent where, and the choice."""
    if not session.unconfirmed:
        finish(session)
    found = consent.sentences(session)
    if found is None:
        wait_until(lambda: consent.sentences(session) is not None, "Counting tokens…")
        return
    for sentence in found:
        st.text(sentence)
    with st.container(horizontal=True):
        if st.button("Send", key="consent.send", type="primary"):
            consent.confirm(session)
            finish(session)
        if st.button("Keep the previous model", key="consent.keep"):
            consent.decline(session)
            finish(session)
