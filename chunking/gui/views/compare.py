"""Ways to cut one document side by side: texts, curves, measures, agreement."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

import streamlit as st

from chunking.analysis.comparison import LaneInput, compare_chunkings
from chunking.analysis.metrics import (
    METRICS,
    agreement_matrix,
    boundary_similarity,
    compute_metrics,
)
from chunking.gui import (
    advice,
    cached,
    components,
    forms,
    menus,
    notices,
    pinned,
    preset_forms,
    state,
    tuned,
)
from chunking.gui.cached import Reference, Waiting
from chunking.gui.views import lanes, look, pair, undo
from chunking.gui.views.charts import chart
from chunking.gui.views.columns import chunk_columns, version
from chunking.gui.views.downloads import stem
from chunking.gui.views.lanes import BASELINE, ELSEWHERE, LANES, PAGE
from chunking.output import figures
from chunking.output.report import to_html
from chunking.text.numbers import count_of
from chunking.text.tokenizers import TOKENIZERS
from chunking.types import NONE

if TYPE_CHECKING:
    from chunking.gui.views.lanes import Lane
    from chunking.strategies import Strategy
    from chunking.types import Document, Prepared

FRAGMENT = PAGE

# A lane keeps its colour when another comes or goes.
_COLOURS = (*(letter.upper() for letter in LANES), BASELINE, ELSEWHERE)

# What the link above the text leads to: the text may be taller than the screen.
_METRICS = "metrics"


@dataclass(frozen=True)
class Comparison:
    """The lanes that are ready, what is set for each letter, and how the default model reads."""

    lanes: list[Lane]
    strategies: dict[str, Strategy]
    reference: Reference | Waiting


def side_by_side() -> list[str]:
    """How many lanes; the prefixes of those that are shown."""
    count = st.segmented_control(
        "Side by side", [2, 3, 4], default=3, key="lanes", required=True, width="stretch",
        bind="query-params",
    )  # fmt: skip
    state.visit().side_by_side = count or 3
    return list(LANES)[: count or 3]


def controls(document: Document, shown: list[str]) -> None:
    """The settings of each lane, over its column of text."""
    known = cached.reference(document)
    advice = partial(_recommended, known) if isinstance(known, Reference) else None
    for letter in shown:
        menus.settle(letter)
    tuned.follow(PAGE, {letter: LANES[letter] for letter in shown})
    first, last = pinned.is_of(document), state.elsewhere(document) is not None
    columns = st.columns(first + len(shown) + last)
    for letter, column in zip(shown, columns[first:], strict=False):
        name = forms.current(letter, first=LANES[letter]).name
        with menus.menu(column, f"{letter.upper()}: {name}", letter):
            take, give = st.columns(2)
            with take:
                tuned.take(letter)
            with give:
                tuned.give(PAGE, letter, LANES[letter])
            tuned.said()
            preset_forms.picker(letter, recommended=advice)
            forms.strategy(letter, first=LANES[letter], repaint=partial(_repaint, letter))
        menus.keep(letter)


def _repaint(letter: str) -> list[str]:
    """What a slider draws again; not one in a menu that is closed: nobody can have moved it."""
    return [FRAGMENT] if menus.is_open(letter) else []


def _recommended(reference: Reference) -> Strategy:
    return advice.recommendation(reference).strategy


def works(document: Document, shown: list[str]) -> list[object]:
    """All that the lanes need prepared, ready or not."""
    materials = [forms.current(letter, first=LANES[letter]).material for letter in shown]
    return [
        cached.reference(document),
        pinned.baseline(document),
        *(cached.prepared(document, material) for material in materials),
    ]


def compare(document: Document, shown: list[str]) -> Comparison:
    """Cut the document by every lane that is ready."""
    for letter in shown:
        menus.settle(letter)
        menus.keep(letter)
    strategies = {letter: forms.current(letter, first=LANES[letter]) for letter in shown}
    state.visit().contradicts = any(forms.problem(each, first=LANES[each]) for each in shown)
    undo.note_lanes(strategies)
    return Comparison(lanes.lanes(document, shown), strategies, cached.reference(document))


def texts(document: Document, comparison: Comparison) -> None:
    """The text in every lane, aligned, with the way from difference to difference."""
    with st.container():  # so that nothing below it is made anew when a sentence comes or goes
        for sentence in state.take_notices():
            notices.problem(sentence)
        marked = state.visit().marks_of(document)
        if marked != NONE:
            count = count_of(len(marked.required) + len(marked.forbidden), "mark")
            notices.note(f"The lanes leave out your {count} by hand, which cut on Tune alone.")
    which, below, pin, upload = st.columns([2.8, 1.2, 1.5, 1.9], vertical_alignment="bottom")
    with which:
        changes = pair.pair(comparison.lanes)
    if isinstance(comparison.reference, Reference):
        below.markdown(f"[Metrics ↓](#{_METRICS})")
    with pin:
        lanes.baseline(document, comparison.lanes)
    with upload:
        lanes.upload(document)
    components.compare(
        key="compare.texts",
        document_id=document.sha256,
        version="".join(version(lane.chunking) for lane in comparison.lanes),
        lanes=[
            components.Lane(lane.title, chunk_columns(lane.chunking, lane.prepared))
            for lane in comparison.lanes
        ],
        changes=changes,
        steps=undo.ways_of_lanes(),
        address=_address(comparison.strategies),
    )


def _address(strategies: dict[str, Strategy]) -> dict[str, str]:
    said = {"lanes": str(len(strategies))}
    for letter, strategy in strategies.items():
        said |= forms.address(strategy, letter)
    return said


def curves(comparison: Comparison) -> None:
    """The similarity curves of all signals, and a row of boundaries for every lane."""
    reference = comparison.reference
    if not comparison.lanes:
        notices.note("The lanes follow once the model has read the text.")
        return
    drawn = []
    for lane in comparison.lanes:
        signal = None if lane.prepared is None else lane.prepared.signal
        across = None
        if isinstance(reference, Reference):
            signal = signal or reference.prepared.signal
            across = boundary_similarity(cached.measured(lane.chunking, lane.strategy, reference))
        colour = _COLOURS.index(lane.letter)
        drawn.append(figures.Lane(lane.title, lane.chunking, signal, across, colour))
    chart(figures.comparison(drawn, dark=look.is_dark()), "compare.curves")


def table(document: Document, comparison: Comparison) -> None:
    """The measures of every lane, one row a measure."""
    if not isinstance(comparison.reference, Reference):
        return
    st.subheader("Metrics", anchor=_METRICS)
    found = [
        compute_metrics(cached.measured(lane.chunking, lane.strategy, comparison.reference))
        for lane in comparison.lanes
    ]
    components.measures(
        key="compare.measures",
        lanes=[lane.title for lane in comparison.lanes],
        rows=[
            components.MeasureRow(
                title="Tokenizer",
                values=[_counted(lane.strategy) for lane in comparison.lanes],
                better="",
                meaning="What the sizes below are counted in: a setting of each lane.",
            ),
            *(
                components.MeasureRow(
                    title=each.title,
                    values=[each.format(values[each.name]) for values in found],
                    better=each.better,
                    meaning=each.meaning,
                )
                for each in METRICS
            ),
        ],
        name=f"{stem(document)}.metrics",
    )


def _counted(strategy: Strategy | None) -> str:
    return "-" if strategy is None else TOKENIZERS[strategy.tokenizer].title


def agreement(comparison: Comparison) -> None:
    """How far each two lanes agree on their boundaries, from 0 to 1."""
    if len(comparison.lanes) < 2 or not isinstance(comparison.reference, Reference):
        return
    chunkings = [lane.chunking for lane in comparison.lanes]
    matrix = agreement_matrix(chunkings, comparison.reference.prepared.units.gaps)
    letters = [lane.letter for lane in comparison.lanes]
    chart(figures.agreement(matrix, letters), "compare.agreement")
    st.caption("Boundary similarity (Fournier, 2013): 1 is the same cuts, 0 none in common.")


def page(document: Document, comparison: Comparison) -> None:
    """The comparison as a file to send on, made when it is asked for."""
    if comparison.lanes and isinstance(comparison.reference, Reference):
        st.download_button(
            "Save as a page",
            partial(_page, comparison.lanes, comparison.reference.prepared),
            f"{stem(document)}.html",
            "text/html",
            key="compare.page",
            on_click="ignore",
            width="stretch",
            help="One HTML file with the settings, the curve, the metrics and the text",
        )


def _page(shown: list[Lane], sentences: Prepared) -> bytes:
    given = [
        LaneInput(lane.chunking, lane.strategy, lane.prepared, letter=lane.letter) for lane in shown
    ]
    return to_html(compare_chunkings(sentences, given)).encode()
