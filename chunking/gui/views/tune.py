"""The instrument of the Tune page: what is published to its views, and the table of chunks."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import streamlit as st

from chunking.gui import advice, cached, components, forms, marked, notices, state
from chunking.gui.cached import Reference, Waiting
from chunking.gui.shown import Cut
from chunking.gui.views import (
    baseline,
    drawn,
    judged,
    marks,
    outcomes,
    publishing,
    readout,
    signals,
    stored,
    suggest,
    table,
)
from chunking.gui.views.charts import chart
from chunking.gui.views.columns import version
from chunking.gui.views.publishing import GROUP
from chunking.output import figures

if TYPE_CHECKING:
    from collections.abc import Callable

    from chunking.types import Document, Prepared

# Seconds: the server sends what is published before it counts on.
_SEND_FIRST = 0.03

_NO_CUT = "This follows once the model has read the text; Text shows what it has read by now."


def heading(document: Document) -> None:
    """The name and the size of what the views show, and what was odd about it."""
    components.heading(GROUP, key="tune.heading")
    readout.notes(document)


def live(document: Document) -> Callable[[], None]:
    """Cut the document by the settings as they are; what is returned publishes it to the views."""
    latest = state.latest()
    strategy = forms.current()
    prepared, known = cached.prepared(document, strategy.material), cached.reference(document)
    latest.waits = isinstance(prepared, Waiting) or isinstance(known, Waiting)
    if isinstance(prepared, Waiting):
        latest.cut = None
        return publishing.publisher(publishing.growing(document, strategy, prepared), _set)
    state.note_step(strategy)
    latest.marks = state.visit().marks_of(document)
    by_hand = marks.constraints(document)
    prepared = marked.split(prepared, by_hand)
    chunking = cached.chunk(prepared, strategy, by_hand)
    latest.curve = shown = _with_signal(prepared, known, document)
    wrong = forms.problem()  # then what is cut is what was set before
    note = (
        readout.stale(wrong) if wrong else readout.note(chunking, strategy, advice.known(document))
    )
    about = (shown and stored.signal_id(shown), isinstance(known, Reference), note)
    name = version(chunking, *about, str(latest.marks))
    cut = latest.cut = Cut(chunking, prepared, strategy, name, by_hand)
    figures = readout.figures(chunking, strategy, known)
    news = publishing.published(cut, shown, known, figures, note)
    return publishing.publisher(news, _set)


def _set(setting: str, value: float) -> None:
    """Set a slider from a view, with all that a step of the slider itself draws again."""
    forms.set_slider(setting, value)
    forms.draw_also(drawn.repaint())


def catch_up(*works: object) -> None:
    """Draw the page again where what was waited for when it was cut is there by now."""
    if state.latest().waits and not any(isinstance(work, Waiting) for work in works):
        st.rerun()


def say(document: Document) -> None:
    """What the readout says of what is shown; it cuts a few times more, so it comes last."""
    cut = state.latest().cut
    said, about = "", ""
    gold: list[tuple[str, str]] = []
    if cut is not None:
        time.sleep(_SEND_FIRST)
        alone = marks.plain(document, cut)
        sentences = readout.sentences(alone, cut.prepared, cut.strategy)
        if sentences and alone is not cut.chunking:
            sentences[0] = f"The settings alone, without your marks: {sentences[0]}"
        sentences.append(readout.damage(cut.chunking, cached.reference(document)))
        sentences.append(baseline.sentence(document, cut.chunking))
        said = " ".join(sentence for sentence in sentences if sentence)
        gold, about = judged.measured(document, alone)
    components.say(GROUP, document.sha256, said, key="store.said", gold=gold, judged=about)


def views(document: Document) -> None:
    """The readout, the curve, and below them the text with its detail, or what is chosen."""
    cut = state.latest().cut
    _publish_wanted(cut)
    components.readout(GROUP, key="tune.readout", on_select=state.select)
    components.curve(GROUP, key="tune.curve", on_select=state.select)
    below, menu = st.columns([6, 1], vertical_alignment="center")
    with menu:
        signals.choose(document, GROUP)
    shown = below.segmented_control(
        "Show", drawn.SHOWN, default=drawn.SHOWN[0], required=True, key="show",
        label_visibility="collapsed", bind="query-params",
    )  # fmt: skip
    if shown == "Suggestions" and cut is not None:
        suggest.suggestions(cut)
        return
    with st.container(key="tune.below"):
        left, right = st.columns([5, 2])
    with left:
        if shown not in drawn.FOLLOWS:
            _drawn_again(shown, cut)
        elif shown == "Heat map":
            signals.heat(document, GROUP)
        elif shown == "Outcome":
            components.outcome(GROUP, key="tune.outcome")
        else:
            components.text(GROUP, key="tune.text", on_select=state.select)
    with right:
        components.detail(GROUP, key="tune.detail")


def _drawn_again(shown: str | None, cut: Cut | None) -> None:
    """What does not follow by itself, once there is something to draw."""
    if cut is None:
        notices.note(_NO_CUT)
    elif shown == "Chunks":
        table.table(cut.chunking, GROUP)
    else:
        _sizes(cut)


def answer() -> None:
    """What other values of the main slider would give, once the page asks for it."""
    outcomes.answer(GROUP)


def _publish_wanted(cut: Cut | None) -> None:
    row = None if cut is None else state.selected(cut.chunking)
    with st.container(key="store.place.wanted"):  # as above: the first choice of a chunk
        if cut is not None and row is not None:
            components.publish_wanted(
                GROUP, publishing.wanted(cut, row), cut.version, key="store.wanted"
            )


def _sizes(cut: Cut) -> None:
    figure = figures.sizes([cut.chunking], [cut.strategy.title], cut.strategy.limits)
    chart(figure, "tune.sizes", fills=True)


def _with_signal(
    prepared: Prepared, reference: Reference | Waiting, document: Document
) -> Prepared | None:
    """What has the curve to show: the strategy's own, else the default model's as far as it is."""
    if prepared.signal is not None:
        return prepared
    if isinstance(reference, Reference):
        return reference.prepared
    return cached.part(reference, document, cached.PLAIN)
