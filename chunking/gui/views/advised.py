"""What is recommended for the document, one click away in the sidebar."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from chunking.gui import advice, cached, controls, forms, state
from chunking.gui.cached import Waiting

if TYPE_CHECKING:
    from streamlit.delta_generator import DeltaGenerator

    from chunking.analysis.recommend import Recommendation
    from chunking.gui.jobs import Job
    from chunking.strategies import Strategy
    from chunking.types import Document


FRAGMENT = "advised"


def button(document: Document) -> DeltaGenerator:
    """A button that sets what is recommended, as far as it is known; returns its place."""
    place = st.empty()
    found = advice.known(document)
    if found is None:
        _say(place, _said(document), "recommended.none")
    else:
        with place.container():
            _offer(found)
    return place


@st.fragment(key=FRAGMENT)
def _offer(found: Recommendation) -> None:
    used = state.latest().as_advised = _is_used(found)
    st.button(
        f"In use: {found.strategy.name}, as recommended"
        if used
        else f"Use {found.strategy.name}, as recommended",
        key="recommended",
        on_click=_use,
        args=(found.strategy,),
        help=found.reason,  # of numbers and words of our own, none of the document's
        type="secondary" if used else "primary",
        disabled=used,
        width="stretch",
    )


def _is_used(found: Recommendation) -> bool:
    """Whether the controls say so: while they contradict each other, what is cut is from before."""
    return forms.current() == found.strategy and forms.problem() is None


def _use(strategy: Strategy) -> None:
    forms.apply(strategy)
    st.rerun()  # the other controls stand outside of this part of the page


def repaint() -> list[str]:
    """The button, where a slider has just come to what is recommended, or left it."""
    found = advice.known(state.document())
    if found is None:
        return []
    used = _is_used(found)
    return [FRAGMENT] if used != state.latest().as_advised else []


def look(document: Document, place: DeltaGenerator) -> None:
    """Look for what suits the document, once all else is drawn, and say there how far that is."""
    if advice.known(document) is not None:
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
    if said != _said(document):
        state.latest().advised = {document.sha256: said}
        _say(place, said, "recommended.by_now")
    if looking is not None:
        _look_again(looking)


def _said(document: Document) -> str:
    """What was said last of how far the search is."""
    return state.latest().advised.get(document.sha256, advice.LOOKING.doing)


def _say(place: DeltaGenerator, said: str, key: str) -> None:
    place.button(said, key=key, disabled=True, width="stretch")


@st.fragment(run_every=0.5)
def _look_again(job: Job) -> None:
    controls.hold()
    if job.finished.is_set():
        st.rerun()
