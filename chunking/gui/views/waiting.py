"""Slow work as the visitor sees it: what is being done, how long yet, and a way to stop."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from chunking.gui import cached, controls, notices
from chunking.gui.cached import Waiting

if TYPE_CHECKING:
    from streamlit.delta_generator import DeltaGenerator

    from chunking.gui.jobs import Job


def place() -> DeltaGenerator:
    """Where slow work is shown: beside the pages' names, so that it moves nothing; once a page."""
    return st.container(key="waiting")


def waiting(*works: object) -> None:
    """The progress of those works that are waited for; the page is drawn again as one goes on.

    In the `place`, and outside of every other fragment, since a fragment within a fragment does
    not repeat itself.
    """
    jobs = {work.key: work for work in works if isinstance(work, Waiting)}
    for number, work in enumerate(jobs.values()):
        if work.job.error is None:
            _progress(work.job, work.job.parts, f"waiting.{number}")
        else:
            if work.job.stopped.is_set():
                notices.note("Stopped. What is done is kept.")
            else:
                notices.problem(f"It did not finish: {work.job.error}.")
            st.button(
                "Go on",
                key=f"waiting.{number}.again",
                help="With what is there",
                on_click=cached.begin_again,
                args=(work,),
            )


@st.fragment(run_every=0.3)
def _progress(job: Job, shown: int, key: str) -> None:
    controls.hold()
    if job.finished.is_set() or job.parts > shown:
        st.rerun()
    progress(job, f"{key}.stop")


def progress(job: Job, stop_key: str) -> None:
    """How far one work is, with a stop where it can be stopped."""
    bar, stop = st.columns([6, 1], vertical_alignment="center")
    bar.progress(min(1.0, job.done / max(1, job.total)), job.said())
    if job.kind.stoppable:
        # Not by what the button returns: a run that is broken off above would lose the click.
        stop.button("Stop", key=stop_key, on_click=job.stopped.set, width="stretch")
