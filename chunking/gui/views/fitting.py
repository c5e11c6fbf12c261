"""The search for the settings that agree best with what was marked by hand."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from chunking.analysis.metrics.sizes import truncated
from chunking.gui import cached, controls, forms, state
from chunking.gui.cached import Waiting
from chunking.gui.views import judged, waiting
from chunking.gui.views.columns import version
from chunking.gui.visit import Fitting
from chunking.text.numbers import count_of

if TYPE_CHECKING:
    from chunking.analysis.search.fit import Fit
    from chunking.strategies import Strategy
    from chunking.types import Document, Prepared


# What was set, marked or looked at while the search went on is the visitor's.
_OTHERS = "Nothing was changed, as the document, its marks or the settings are others by now."


def take() -> None:
    """Set the controls to what was found to agree best; before they are drawn."""
    visit = state.visit()
    if visit.fitted is not None:
        forms.apply(visit.fitted)
        visit.fitted = None


def working() -> None:
    """How far the search for settings is; outside of every other fragment, to repeat itself."""
    if state.visit().fitting is not None:
        _progress()


def begin(document: Document) -> None:
    """Look for the settings that agree best with the marks of a document."""
    cut, gold = state.latest().cut, judged.gold_of(document)
    if cut is None or gold is None:
        return
    prepared = cached.prepared(document, cut.strategy.material)
    if not isinstance(prepared, Waiting):
        marks = state.visit().marks_of(document)
        name = version(cut.chunking, cached.key_of(document), str(marks))
        _found(Fitting(prepared, cut.strategy, gold, marks, name))


def _found(asked: Fitting) -> None:
    """Set what was found, or say that it is being looked for."""
    found = cached.fitting(asked.prepared, asked.strategy, asked.gold, asked.name)
    if isinstance(found, Waiting):
        state.visit().fitting = asked
        st.rerun()
        return
    _ended(asked, found)


def _ended(asked: Fitting, found: Fit) -> None:
    """Set what was found, unless what was asked about is no longer what is shown."""
    document, marks = asked.prepared.document, state.visit().marks_of(asked.prepared.document)
    now = (state.document().sha256, marks, forms.current())
    if now == (document.sha256, asked.marks, asked.strategy):
        state.visit().fit_ended(document.sha256, found.strategy, _gain(asked, found))
    else:
        said = f"{_OTHERS} It found: {_gain(asked, found)}"
        state.visit().fit_ended(document.sha256, None, said)
    st.rerun()


@st.fragment(run_every=0.3)
def _progress() -> None:
    controls.hold()
    asked = state.visit().fitting
    if asked is None:
        return
    found = cached.fitting(asked.prepared, asked.strategy, asked.gold, asked.name)
    if not isinstance(found, Waiting):
        _ended(asked, found)
        return
    job = found.job
    if job.error is not None:
        cached.begin_again(found)
        said = f"Nothing was changed: {job.error}."
        state.visit().fit_ended(asked.prepared.document.sha256, None, said)
        st.rerun()
    waiting.progress(job, "marks.stop")


def _gain(asked: Fitting, found: Fit) -> str:
    b, f1 = (
        f"{name} {judged.number(found.before[key])} → {judged.number(found.after[key])}"
        for name, key in (("B", "b"), ("F1@1", "f1_1"))
    )
    tried = f"{count_of(found.tried, 'combination')} of settings tried"
    if found.stopped:
        tried += " before it was stopped"
    if not found.changes:
        return (
            f"Of {tried}, none agrees better than what is set: "
            f"B {judged.number(found.before['b'])}."
        )
    label = found.strategy.label_of
    changes = ", ".join(
        f"{label(name)} {old:g} → {new:g}" for name, (old, new) in found.changes.items()
    )
    return f"{b}, {f1}, by {changes}; {tried}.{_unread(asked.prepared, found.strategy)}"


def _unread(prepared: Prepared, strategy: Strategy) -> str:
    """How many chunks are longer than the model reads with what was found."""
    known, window = cached.reference(prepared.document), cached.window(strategy)
    if isinstance(known, Waiting) or window is None:
        return ""
    chunking = cached.chunk(prepared, strategy)
    long = truncated(chunking, known.pieces, window)
    if not long:
        return ""
    are = "is" if long == 1 else "are"
    return (
        f" But {long:,} of {count_of(len(chunking), 'chunk')}, those that the marks add left out, "
        f"{are} longer than the model reads: "
        "lower Max tokens, or mark more boundaries."
    )
