"""Consent before a model is downloaded, or text is sent to its server."""

import streamlit as st

from chunking.core.text import hub
from chunking.gui.session.session import Session
from chunking.gui.shell import consent
from chunking.gui.shell.dialogs.parts import finish, wait_until

_MB = 1e6


def draw(session: Session) -> None:
    """Show what would be downloaded, and the choice; the hub is asked only after a click."""
    wanted = consent.downloads(session)
    if not wanted:
        finish(session)
    jobs = {name: consent.size(name) for name in wanted}
    if any(job is not None and not job.finished.is_set() for job in jobs.values()):
        pending = [job for job in jobs.values() if job is not None]
        wait_until(lambda: all(job.finished.is_set() for job in pending), f"Asking {hub.HOST}…")
        return
    known = all(job is not None and job.result is not None for job in jobs.values())
    for name, job in jobs.items():
        st.text(f"The {wanted[name]} {name} is not on this machine.")
        if job is not None and job.result is not None:
            st.text(f"{max(job.result / _MB, 0.1):,.1f} MB from {hub.HOST}")
        elif job is not None and job.error is not None:
            session.dialog_problem = f"{job.error}."
    with st.container(horizontal=True):
        if known and st.button("Download", key="download.start", type="primary"):
            consent.confirm_downloads(session)
            finish(session)
        if not known and st.button(f"Ask {hub.HOST} for its size", key="download.size"):
            session.dialog_problem = ""
            for name, setting in wanted.items():
                consent.look_up(name, setting)
            st.rerun()
        if st.button("Keep the previous settings", key="download.keep"):
            consent.decline(session)
            finish(session)


# ---- text that is sent ---------------------------------------------------------------------------


def draw_send(session: Session) -> None:
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
