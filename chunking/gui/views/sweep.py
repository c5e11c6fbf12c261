"""The Sweep page: what is varied, the map of a measure, and the table to adopt from."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import streamlit as st

from chunking.analysis.metrics import METRICS
from chunking.analysis.search.axes import (
    STRATEGY,
    Axis,
    Grid,
    axis_of,
    axis_of_strategies,
    sweepable,
)
from chunking.analysis.search.sweep import AGREEMENT, best_of
from chunking.gui import components, controls, forms, notices, state, sweeping, tuned
from chunking.gui.cached import Waiting
from chunking.gui.sweeping import Asked
from chunking.gui.views import adopting, combinations, waiting
from chunking.gui.views.adopting import Shown
from chunking.output.summaries.sweep import cell_counts
from chunking.strategies import available, get

if TYPE_CHECKING:
    from chunking.analysis.metrics.metric import MetricInfo
    from chunking.analysis.search.sweep import Sweep
    from chunking.gui.jobs import Job
    from chunking.strategies import Strategy
    from chunking.types import Document

# The most values of each setting, by how many settings there are: a round number of round ones, and
# that of Tune.
_VALUES = {1: (202,), 2: (52, 41), 3: (13, 12, 12), 4: (7, 6, 6, 6), 5: (5, 5, 4, 4, 4)}
_FIRST = ("threshold", "max_tokens", "target_tokens", "amount")

_TITLES = {each.name: each.title for each in (*METRICS, AGREEMENT)}
# Of chunks of any size: cohesion is highest where they are smallest, whatever the cuts.
_SHOWN_FIRST = "silhouette"
_STRATEGY = "sweep.strategy"
_MAP, _RUNNING = "sweep.map", 0.4


def follow() -> None:
    """Sweep the strategy that is set by now, where another page or a session has set one."""
    present = tuned.present()
    if present is not None:
        controls.put({_STRATEGY: present.name})


def asked() -> Asked:
    """What is varied and what is shown, by what the visitor chose above the map."""
    present = tuned.present() or get("semantic")()
    first, second, third, fourth, fifth = st.columns(
        [1.2, 1.3, 1.3, 1.6, 1.3], vertical_alignment="bottom"
    )
    names = available()
    name = first.selectbox(
        "Strategy",
        names,
        names.index(present.name),
        key=_STRATEGY,
        help=forms.choices(),
        persist_state="session",
    )
    base = present if present.name == name else get(name)()
    labels = _labels(base)
    title = labels.__getitem__
    fields = sorted(labels, key=lambda each: _FIRST.index(each) if each in _FIRST else len(_FIRST))
    down = second.selectbox(
        "Down", fields, format_func=title, key=f"sweep.down.{name}", persist_state="session"
    )
    rest = [each for each in fields if each != down]
    across = (
        third.selectbox(
            "Across", rest, format_func=title, key=f"sweep.across.{name}", persist_state="session"
        )
        if rest
        else None
    )
    measure = fourth.selectbox(
        "Coloured by", list(_TITLES), list(_TITLES).index(_SHOWN_FIRST),
        format_func=_TITLES.__getitem__, key="sweep.measure", persist_state="session",
    )  # fmt: skip
    chosen = [each for each in (down, across) if each]
    others = [each for each in fields if each not in chosen]
    with fifth.popover("Ranges and more", width="stretch"):
        more = st.multiselect(
            "Vary these too (the map becomes parallel lines)", others, format_func=title,
            max_selections=3, key=f"sweep.more.{name}", persist_state="session",
        )  # fmt: skip
        chosen += more
        counts = _VALUES[len(chosen)]
        axes = tuple(
            _axis(base, field, labels[field], count)
            for field, count in zip(chosen, counts, strict=True)
        )
    plain = get(name)().model_dump()
    kept = {field: value for field, value in base.model_dump().items() if field not in chosen}
    said = ", ".join(
        f"{base.label_of(field)} {adopting.number(value)}"
        for field, value in kept.items()
        if field in labels or value != plain[field]
    )
    whose = "as in Tune" if base is present else "at their defaults"
    others_own = "; what a strategy has of its own is at its defaults" if STRATEGY in chosen else ""
    with st.container(key="sweep.rest"):  # a setting may be any text, as a link has it: no markup
        st.text(f"The other settings are {whose}{f': {said}' if said else ''}{others_own}.")
    return Asked(Grid(base, axes), measure)


def _labels(strategy: Strategy) -> dict[str, str]:
    """What can be varied, by the names of the settings, as their controls call it."""
    return {**sweepable(type(strategy)), STRATEGY: "Strategy"}


def _axis(base: Strategy, field: str, label: str, count: int) -> Axis:
    if field == STRATEGY:
        names = st.multiselect(
            "Strategies", available(), default=available(), key="sweep.strategies",
            persist_state="session",
        )  # fmt: skip
        return axis_of_strategies(names)
    low, high, step = forms.range_of(base, field) or (0.0, 1.0, 1.0)
    key = f"sweep.range.{base.name}.{field}"
    kind = float if isinstance(base.model_dump()[field], float) else int
    found = st.slider(
        label,
        kind(low),
        kind(high),
        (kind(low), kind(high)),
        kind(step),
        key=key,
        persist_state="session",
    )
    # Of Tune as it was, too: what is adopted is in the grid, which thus stays as it is.
    there = [each for each in (state.visit().settings.get(""), state.adopted()) if each]
    among = [getattr(each, field) for each in there if each.name == base.name]
    return axis_of(type(base), field, count, low=found[0], high=found[1], among=among)


def result(document: Document, asked: Asked) -> None:
    """The map or the lines as far as they are, and how to adopt a cell."""
    found = sweeping.begun(document, asked)
    if isinstance(found, Waiting):
        with waiting.place():
            waiting.waiting(found)
        return
    running = not found.finished.is_set()

    @st.fragment(run_every=_RUNNING if running else None)
    def draw() -> None:
        if running == found.finished.is_set():  # it has ended, or goes on
            st.rerun()
        # It may end at any moment: all that is drawn now is of one of the two.
        _progress(found, asked, running=running)
        if found.part is not None:
            _drawn(document, found.part, asked, running=running)

    draw()


def _progress(job: Job, asked: Asked, *, running: bool) -> None:
    """How far it is, with a stop; what is done stays, and can be gone on with."""
    sweep: Sweep | None = job.part
    done, total = (0 if sweep is None else sweep.done), len(asked.grid)
    with waiting.place():
        if running:
            waiting.progress(job, "sweep.stop")
    with st.container(key="sweep.done"):
        said, button = st.columns([6, 1], vertical_alignment="center")
    if job.error and not job.stopped.is_set():
        with said:
            notices.problem(f"The sweep did not finish: {job.error}.")
    else:
        said.text("" if sweep is None else f"{cell_counts(sweep)}. {adopting.adopted(sweep)}")
    if not running and done < total:
        button.button(
            "Go on", key="sweep.again", on_click=sweeping.go_on, args=(job,), width="stretch"
        )


def _drawn(document: Document, sweep: Sweep, asked: Asked, *, running: bool) -> None:
    present = tuned.present()
    shown = _measure(document, sweep, asked.measure, present)
    best = adopting.best(sweep, shown, running=running)
    with st.container(key="sweep.said"):
        adopting.row(sweep, shown, best)
    st.caption(f"{shown.title}: {shown.meaning}")
    if len(sweep.grid.axes) <= 2:
        labels = _labels(sweep.grid.base)
        nearest = None if present is None else sweep.grid.nearest(present)
        components.sweep(
            key=_MAP,
            measure=(shown.title, shown.unit, shown.better, shown.decimals),
            axes=[(labels[axis.name], list(axis.values)) for axis in sweep.grid.axes],
            values=shown.column,
            cuttings=sweep.result_index.tolist(),
            present=nearest,
            exact=nearest is not None and sweep.grid.strategy(nearest) == present,
            on_select=partial(adopting.adopt, sweep),
        )
    else:
        combinations.lines(sweep, _labels(sweep.grid.base), shown, running=running)


def _measure(document: Document, sweep: Sweep, name: str, present: Strategy | None) -> Shown:
    if name == AGREEMENT.name:
        values = sweeping.agreement(document, sweep, present)
        wording: MetricInfo = AGREEMENT
    else:
        values, wording = sweep.column(name), next(m for m in METRICS if m.name == name)
    best = best_of(sweep, values, wording.better)
    limited = sweep.within_model_limit()
    within = best_of(sweep, values, wording.better, limited)
    if best is not None and limited[best.cell]:
        within = None
    plain = [None if value != value else round(value, 6) for value in values.tolist()]  # noqa: PLR0124 - nan
    words = wording.title, wording.meaning, wording.unit, wording.better, wording.decimals
    text, text_within = (
        "" if found is None else wording.format(found.value) for found in (best, within)
    )
    return Shown(*words, plain, best, text, within, text_within)
