"""What is recommended for the document, one click away in the sidebar."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from chunking.gui import advice, cached, controls, forms
from chunking.gui.cached import Waiting

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
    looking = None if job is None or job.error is not None else job
    if looking is not None:
        said = looking.kind.doing
    elif isinstance(cached.reference(document), Waiting):
        said = "What suits it follows once it is read"
    else:
        said = "Suggestions says what suits this text"
    st.button(said, key="recommended.none", disabled=True, width="stretch")
    if looking is not None:
        _look_again(looking)


@st.fragment(run_every=0.5)
def _look_again(job: Job) -> None:
    controls.hold()
    if job.finished.is_set():
        st.rerun()
