"""What is recommended for the document, one click away in the sidebar."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from chunking.gui import advice, controls, forms

if TYPE_CHECKING:
    from streamlit.delta_generator import DeltaGenerator

    from chunking.gui.jobs import Job
    from chunking.types import Document


def advised(document: Document, place: DeltaGenerator) -> None:
    """A button that sets what is recommended; it is looked for once all else is drawn."""
    with place:
        _advised(document)


def _advised(document: Document) -> None:
    found = advice.known(document)
    if found is not None:
        # A slider does not draw this again: it says nothing that a slider changes.
        st.button(
            f"Use {found.strategy.name}, as recommended",
            key="recommended",
            on_click=forms.apply,
            args=(found.strategy,),
            help=found.reason,  # of numbers and words of our own, none of the document's
            type="primary",
            width="stretch",
        )
        return
    job = advice.look(document)
    if advice.known(document) is not None:
        st.rerun()  # what is said of the text is drawn already
    _none_yet("Suggestions says what suits this text" if job is None else job.kind.doing)
    if job is not None and job.error is None:
        _look_again(job)


def _none_yet(said: str) -> None:
    st.button(said, key="recommended.none", disabled=True, width="stretch")


@st.fragment(run_every=0.5)
def _look_again(job: Job) -> None:
    controls.hold()
    if job.finished.is_set():
        st.rerun()
