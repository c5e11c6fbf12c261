"""Slow work as the visitor sees it: what is being done, how long yet, and a way to stop."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from chunking.gui import cached, notices

if TYPE_CHECKING:
    from chunking.gui.cached import Waiting


def waiting(work: Waiting, key: str) -> None:
    """The progress of a job; the page is drawn again as soon as it is done."""
    job = work.job
    if job.error is None:
        _progress(work, key)
        return
    notices.problem(f"The embedding did not finish: {job.error}.")
    if st.button("Go on", key=f"{key}.again", help="What was embedded is kept"):
        cached.begin_again(work)
        st.rerun()


@st.fragment(run_every=0.3)
def _progress(work: Waiting, key: str) -> None:
    job = work.job
    if job.finished.is_set():
        st.rerun()
    bar, stop = st.columns([6, 1], vertical_alignment="center")
    if job.done:
        left = job.seconds_left or 0
        said = f"Embedding: {job.done:,} of {job.total:,} sentences, about {left:.0f} s left"
        bar.progress(min(1.0, job.done / max(1, job.total)), said)
    else:
        bar.progress(0.0, "Loading the embedding model")
    if stop.button("Stop", key=f"{key}.stop", width="stretch"):
        job.stopped.set()
