"""Boundaries marked by hand: what they say of the settings, and settings fitted to them."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import numpy as np
import streamlit as st

from chunking.errors import ChunkingError
from chunking.gui import cached, components, controls, marked, notices, state, uploads
from chunking.gui.cached import Waiting
from chunking.gui.views import drawn, fitting, judged
from chunking.gui.views.columns import utf16
from chunking.settings import manual_boundaries as byhand
from chunking.text.numbers import count_of
from chunking.types import NONE, Constraints

if TYPE_CHECKING:
    from collections.abc import Sequence

    from streamlit.runtime.uploaded_file_manager import UploadedFile

    from chunking.gui.shown import Cut
    from chunking.types import Chunking, Document

FRAGMENT = "marks"
_UPLOAD = "marks.upload"
_MENU = "marks.menu"


def store(document: Document) -> None:
    """The gaps that can be marked are in the page, once they are known."""
    units = marked.sentences(document)
    # In a container, so that nothing below it is made anew when they come or go.
    with st.container(key="store.place.gaps"):
        if units is not None:
            to = utf16(document)
            components.store_gaps(document.sha256, to(units.gaps), key="store.gaps")


def packed(document: Document) -> components.Marks | None:
    """The marks of a document as the views draw them; None where there are none."""
    found = state.visit().marks_of(document)
    if found == NONE:
        return None
    to = utf16(document)
    required, forbidden = (
        to(np.array(offsets, dtype=np.int64)).tolist()
        for offsets in (found.required, found.forbidden)
    )
    return components.Marks(required, forbidden)


def constraints(document: Document) -> Constraints:
    """The marks that cut: none while the switch is off."""
    return state.visit().marks_of(document) if state.visit().applied else NONE


def mark(made: Sequence[components.Marked]) -> None:
    """Set or clear what the visitor marked in the text that is shown or in one of their own.

    The page sends each until it hears that it was seen.
    """
    visit = state.visit()
    known = {each.sha256: each for each in (*visit.documents.own.values(), state.document())}
    for each in made:
        if each.number <= visit.marked:
            continue
        visit.marked = each.number
        document = known.get(each.document_id)
        if document is None or not 0 < each.offset < len(document.text):
            continue
        how = {"required": "required", "forbidden": "forbidden"}.get(each.how)
        now = byhand.with_boundary(visit.marks_of(document), each.offset, how)  # type: ignore[arg-type]
        visit.mark(document.sha256, now)
    drawn.again(FRAGMENT)


def plain(document: Document, cut: Cut) -> Chunking:
    """What the settings make without the marks."""
    prepared = cached.prepared(document, cut.strategy.material)
    if constraints(document) == NONE or isinstance(prepared, Waiting):
        return cut.chunking
    return cached.chunk(prepared, cut.strategy)


def popover(document: Document) -> None:
    """What can be done with the marks of this document."""
    with st.popover("Marks", width="stretch", key=_MENU, on_change="rerun"):
        _draw(document)


@st.fragment(key=FRAGMENT)
def _draw(document: Document) -> None:
    marks = state.visit().marks_of(document)
    if marks == NONE:
        st.text(
            "Point between two sentences of the text, or at a boundary, and say where to cut and "
            "where not. By keyboard: m in the text, then the arrow keys, Enter and Delete. Marks "
            "stay whatever you set, and the settings are measured against them."
        )
    else:
        _about(document, marks)
    with st.expander("Marks from a file"):
        uploads.one(
            "A file of marks", _UPLOAD, partial(_uploaded, document),
            about='Made by "Marks as JSON" of the menu Export, for this very text',
        )  # fmt: skip
    for sentence in state.take_notices(FRAGMENT):
        notices.problem(sentence)


def _about(document: Document, marks: Constraints) -> None:
    cuts, joined = len(marks.required), len(marks.forbidden)
    st.text(f"{count_of(cuts, 'cut')} and {count_of(joined, 'place')} not to cut, marked by hand.")
    cut = state.latest().cut
    gold = judged.gold_of(document)
    if gold is None:
        st.text("They are measured against once the model has read the text.")
    else:
        st.text(judged.said_of(gold))
    if cut is not None and state.visit().applied:
        _unmet(byhand.unmet_constraints(marks, cut.chunking))
    st.session_state.setdefault(state.APPLY, state.visit().applied)
    st.toggle(
        "Apply the marks", key=state.APPLY, persist_state=controls.UNTIL_SEEN,
        on_change=_switch, help="Off: the settings alone cut; the marks only measure them",
    )  # fmt: skip
    st.button(
        "Fit the settings to my marks", key="marks.fit", on_click=fitting.begin, args=(document,),
        disabled=gold is None or cut is None, width="stretch",
        help="Tries the steps of every slider and sets what agrees best; undo takes it back",
    )  # fmt: skip
    said = state.visit().fit_said_of(document)
    if said:
        st.text(said)
    st.button(
        "Clear all marks", key="marks.clear", on_click=_clear, args=(document,), width="stretch"
    )


def _unmet(lost: Constraints) -> None:
    count = len(lost.required) + len(lost.forbidden)
    if count:
        are = count_of(count, "mark has", "marks have")
        notices.note(
            f"{are} no effect with this strategy: inside a block that stays whole, or inside one "
            "of its units. The metrics count them all the same."
        )


def _switch() -> None:
    visit = state.visit()
    if not st.session_state.get(_MENU):
        # Nobody can have moved it in a closed menu: the page says what it held there (see `menus`).
        st.session_state[state.APPLY] = visit.applied
        return
    visit.applied = bool(st.session_state[state.APPLY])
    drawn.again(FRAGMENT)


def _clear(document: Document) -> None:
    state.visit().mark(document.sha256, NONE)
    drawn.again(FRAGMENT)


def _uploaded(document: Document, file: UploadedFile) -> None:
    try:
        state.visit().mark(document.sha256, byhand.from_json(file.getvalue(), document))
    except ChunkingError as error:
        state.notify(f"{error}.", FRAGMENT)
