"""What suits this document: the recommended strategy, and the thresholds that selectors choose."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

import numpy as np
import streamlit as st

from chunking import figures
from chunking.gui import advice, cached, forms, notices
from chunking.gui.cached import Reference
from chunking.gui.views.charts import chart
from chunking.strategies import get
from chunking.thresholds import SELECTORS

if TYPE_CHECKING:
    from chunking.gui.shown import Cut
    from chunking.recommending import Recommendation
    from chunking.strategies import Strategy
    from chunking.thresholds import Selection

_PICKED = "tune.selector"

# A selector's threshold is for this strategy where the one that is shown has none.
_PLAIN = "semantic"


def suggestions(cut: Cut) -> None:
    """The recommendation, the selectors with their thresholds, and the evidence of one of them."""
    known = cached.reference(cut.chunking.document)
    if not isinstance(known, Reference):
        notices.note("Suggestions follow once the model has read the text.")
        return
    with st.spinner("Looking at the similarities …", show_time=False):
        recommended = advice.recommendation(known)
        found = advice.selections(known if cut.prepared.signal is None else cut.prepared)
    _recommended(recommended, cut)
    name = _pills(found, cut)
    threshold = getattr(cut.strategy, "threshold", None)
    left, right = st.columns(2)
    signal = cut.prepared.signal or known.prepared.signal
    values = {SELECTORS[key].title: each.value for key, each in found.items()}
    with left:
        figure = figures.distribution(
            np.zeros(0) if signal is None else signal.scores,
            {title: value for title, value in values.items() if value is not None},
            threshold,
        )
        chart(figure, "tune.distribution")
    with right:
        if name is None:
            notices.note("Choose a threshold above to set it and to see what it was chosen by.")
        else:
            _evidence(name, found[name], threshold)


def _recommended(advice: Recommendation, cut: Cut) -> None:
    said, use = st.columns([5, 1], vertical_alignment="center")
    name = advice.strategy.name
    with said:
        notices.note(f"Recommended: {name}. {advice.reason}")
    use.button(
        "Use it",
        key="tune.recommended",
        on_click=_apply,
        args=(advice.strategy,),
        disabled=advice.strategy == cut.strategy,
        width="stretch",
    )


def _pills(found: dict[str, Selection], cut: Cut) -> str | None:
    """The selectors to choose from, each with its value; choosing one sets the threshold."""

    def label(name: str) -> str:
        value = found[name].value
        return f"{SELECTORS[name].title} · {'no boundary' if value is None else f'{value:.3f}'}"

    def picked() -> None:
        name = st.session_state.get(_PICKED)
        value = None if name is None else found[name].value
        if value is not None:
            _apply(_with_threshold(cut.strategy, value))

    return st.pills(
        "Thresholds for this document",
        list(found),
        format_func=label,
        key=_PICKED,
        on_change=picked,
    )


def _apply(strategy: Strategy) -> None:
    forms.apply(strategy)
    st.rerun()  # the controls stand outside of this part of the page


def _with_threshold(strategy: Strategy, value: float) -> Strategy:
    chosen = strategy if hasattr(strategy, "threshold") else get(_PLAIN)()
    return chosen.with_(threshold=value)


def _evidence(name: str, selection: Selection, threshold: float | None) -> None:
    selector = SELECTORS[name]
    st.html(
        f"<p><b>{escape(selector.title)}.</b> {escape(selector.summary)} "
        f"<small>({escape(selector.source)})</small></p><p>{escape(selection.reason)}.</p>"
        f"<p>Confidence {selection.confidence:.0%}, on a scale of its own.</p>"
    )
    figure = figures.evidence(selection, threshold)
    if figure is not None:
        chart(figure, "tune.evidence")
