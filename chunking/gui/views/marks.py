"""Boundaries marked by hand: what they say of the settings, and settings fitted to them."""

from __future__ import annotations

from contextlib import suppress
from functools import partial
from math import isnan
from typing import TYPE_CHECKING

import numpy as np
import streamlit as st
from streamlit.errors import StreamlitAPIException

from chunking import byhand
from chunking.errors import ChunkingError
from chunking.gui import cached, components, forms, marked, notices, state, uploads
from chunking.gui.cached import Reference, Waiting
from chunking.gui.views import waiting
from chunking.gui.views.columns import utf16, version
from chunking.gui.visit import Fitting
from chunking.metrics.boundaries import BOUNDARY_MEASURES
from chunking.metrics.gold import Gold
from chunking.numerals import count_of
from chunking.types import NONE, Constraints

if TYPE_CHECKING:
    from collections.abc import Sequence

    from streamlit.runtime.uploaded_file_manager import UploadedFile

    from chunking.chunks import Chunking
    from chunking.fitting import Fit
    from chunking.gui.shown import Cut
    from chunking.types import Document

FRAGMENT = "marks"
_UPLOAD = "marks.upload"
# In the readout, in this order.
_SHOWN = ("b", "f1_1", "pk", "wd")


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
        now = byhand.marked(visit.marks_of(document), each.offset, how)  # type: ignore[arg-type]
        visit.mark(document.sha256, now)
    _also()


def plain(document: Document, cut: Cut) -> Chunking:
    """What the settings make without the marks."""
    prepared = cached.prepared(document, cut.strategy.material)
    if constraints(document) == NONE or isinstance(prepared, Waiting):
        return cut.chunking
    return cached.chunk(prepared, cut.strategy)


def measured(document: Document, alone: Chunking) -> tuple[list[tuple[str, str]], str]:
    """The measures of the cut without marks beside the marks, as (value, name), and on what."""
    gold = _gold(document)
    if gold is None:
        return [], ""
    found = gold.measure(alone)
    figures = [
        (_number(found[each.name]), each.title)
        for name in _SHOWN
        for each in BOUNDARY_MEASURES
        if each.name == name
    ]
    return figures, _judged(gold)


def popover(document: Document) -> None:
    """What can be done with the marks of this document."""
    with st.popover("Marks", width="stretch"):
        _draw(document)


def take_fit() -> None:
    """Set the controls to what was found to agree best; before they are drawn."""
    visit = state.visit()
    if visit.fitted is not None:
        forms.apply(visit.fitted)
        visit.fitted = None


def working() -> None:
    """How far the search for settings is; outside of every other fragment, to repeat itself."""
    if state.visit().fitting is not None:
        _progress()


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
    gold = _gold(document)
    if gold is None:
        st.text("They are measured against once the model has read the text.")
    else:
        st.text(_judged(gold))
    if cut is not None and state.visit().applied:
        _unmet(byhand.unmet(marks, cut.chunking))
    st.session_state.setdefault(state.APPLY, state.visit().applied)
    st.toggle(
        "Apply the marks", key=state.APPLY,
        on_change=_switch, help="Off: the settings alone cut; the marks only measure them",
    )  # fmt: skip
    st.button(
        "Fit the settings to my marks", key="marks.fit", on_click=_fit, args=(document,),
        disabled=gold is None or cut is None, width="stretch",
        help="Tries the steps of every slider and sets what agrees best; undo takes it back",
    )  # fmt: skip
    said = state.visit().fit_said
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
            "of its units. The measures count them all the same."
        )


def _switch() -> None:
    visit = state.visit()
    visit.applied = bool(st.session_state[state.APPLY])
    _also()


def _clear(document: Document) -> None:
    state.visit().mark(document.sha256, NONE)
    _also()


def _uploaded(document: Document, file: UploadedFile) -> None:
    try:
        state.visit().mark(document.sha256, byhand.from_json(file.getvalue(), document))
    except ChunkingError as error:
        state.notify(f"{error}.", FRAGMENT)


def _also() -> None:
    """Cut anew with what is marked now, and say so; nothing else of the page changes."""
    with suppress(StreamlitAPIException):  # one of them was not drawn
        st.rerun(["live", FRAGMENT])


# ---- what agrees with them ----------------------------------------------------------------------


def _gold(document: Document) -> Gold | None:
    known = cached.reference(document)
    marks = state.visit().marks_of(document)
    if marks == NONE:
        return None
    units = known.prepared.units if isinstance(known, Reference) else marked.sentences(document)
    if units is None or (isinstance(known, Waiting) and known.job.error is None):
        return None
    return Gold.of(marks, units)


def _judged(gold: Gold) -> str:
    return (
        f"The first {count_of(gold.count, 'sentence')} are judged, up to the one after the last "
        "mark: there a gap without a mark counts as no boundary. The cut that is measured is the "
        "one the settings make without the marks."
    )


def _fit(document: Document) -> None:
    cut, gold = state.latest().cut, _gold(document)
    if cut is None or gold is None:
        return
    prepared = cached.prepared(document, cut.strategy.material)
    if not isinstance(prepared, Waiting):
        about = (cached.key_of(document), str(state.visit().marks_of(document)))
        name = version(cut.chunking, *about)
        _found(Fitting(prepared, cut.strategy, gold, name))


def _found(asked: Fitting) -> None:
    """Set what was found, or say that it is being looked for."""
    found = cached.fitting(asked.prepared, asked.strategy, asked.gold, asked.name)
    if isinstance(found, Waiting):
        state.visit().fitting = asked
        st.rerun()
        return
    state.visit().fit_ended(found.strategy, _gain(found))
    st.rerun()


@st.fragment(run_every=0.3)
def _progress() -> None:
    asked = state.visit().fitting
    if asked is None:
        return
    found = cached.fitting(asked.prepared, asked.strategy, asked.gold, asked.name)
    if not isinstance(found, Waiting):
        state.visit().fit_ended(found.strategy, _gain(found))
        st.rerun()
        return
    job = found.job
    if job.error is not None:
        why = "it was stopped" if job.stopped.is_set() else job.error
        cached.begin_again(found)
        state.visit().fit_ended(None, f"Nothing was changed: {why}.")
        st.rerun()
    waiting.progress(job, "marks.stop")


def _gain(found: Fit) -> str:
    b, f1 = (
        f"{name} {_number(found.before[key])} → {_number(found.after[key])}"
        for name, key in (("B", "b"), ("F1@1", "f1_1"))
    )
    if not found.changes:
        return (
            f"Of {count_of(found.tried, 'setting')} tried, none agrees better than what is set: "
            f"B {_number(found.before['b'])}."
        )
    changes = ", ".join(f"{name} {old:g} → {new:g}" for name, (old, new) in found.changes.items())
    return f"{b}, {f1}, by {changes}; {count_of(found.tried, 'setting')} tried."


def _number(value: float) -> str:
    return "–" if isnan(value) else f"{value:.2f}"
