"""Suggestions for a document: the recommended strategy and the thresholds of all selectors."""

from __future__ import annotations

from dataclasses import replace
from html import escape
from typing import TYPE_CHECKING

import numpy as np
import streamlit as st

from chunking.analysis.search.outcomes import THRESHOLD
from chunking.gui import advice, ahead, cached, forms, notices
from chunking.gui.cached import Reference
from chunking.gui.views.charts import chart
from chunking.output import figures
from chunking.signals.thresholds import SELECTORS
from chunking.strategies import get
from chunking.text.numbers import count_of, format_setting

if TYPE_CHECKING:
    from chunking.gui.shown import Cut
    from chunking.signals.thresholds import SelectedThreshold
    from chunking.strategies import Strategy

_PICKED = "tune.selector"

# The strategy that a threshold is set for if the current one has none.
_PLAIN = "semantic"


def suggestions(cut: Cut) -> None:
    """Show the recommendation, the thresholds of all selectors, and the evidence of one."""
    known = cached.reference(cut.chunking.document)
    if not isinstance(known, Reference):
        notices.note("Suggestions follow once the text is embedded.")
        return
    with st.spinner("Analyzing similarities …", show_time=False):
        recommended = advice.recommendation(known)
        threshold = getattr(cut.strategy, "threshold", None)
        plain = cut if threshold is not None else _as_plain(known, cut, recommended.alternative)
        found = advice.selections(known if plain.prepared.signal is None else plain.prepared)
        fitting = None if threshold is None else advice.within_limits(cut)
    _offered(
        f"Recommended: {recommended.summary} {recommended.reason}",
        recommended.strategy, cut, "recommended",
    )  # fmt: skip
    other = recommended.alternative
    if other is not None:
        _offered(f"Alternative: {recommended.alternative_summary}", other, cut, "alternative")
    if fitting is not None and other is not None and _same_but_threshold(cut.strategy, other):
        _offered(
            f"Best threshold for {other.name} with your other settings: the same.",
            other, cut, "fitting",
        )  # fmt: skip
    elif fitting is not None:
        _fitting(fitting, cut)
    name = _pills(found, plain, threshold)
    left, right = st.columns(2)
    signal = plain.prepared.signal or known.prepared.signal
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
            notices.note("Choose a threshold above to apply it and to see its evidence.")
        else:
            _evidence(name, found[name], plain, threshold)


def _same_but_threshold(strategy: Strategy, other: Strategy) -> bool:
    if other.name != strategy.name:
        return False
    return strategy.model_dump(exclude={THRESHOLD}) == other.model_dump(exclude={THRESHOLD})


def _fitting(fitting: SelectedThreshold, cut: Cut) -> None:
    """Show the best threshold with the other settings unchanged."""
    name, reason = cut.strategy.name, fitting.reason
    if fitting.value is None:
        notices.note(f"No threshold to recommend for {name} with your other settings: {reason}.")
        return
    _offered(
        f"Best threshold for {name} with your other settings: {reason}.",
        cut.strategy.with_(threshold=fitting.value),
        cut,
        "fitting",
    )


def _offered(said: str, strategy: Strategy, cut: Cut, key: str) -> None:
    """Show settings with their reason, and a button that applies them."""
    left, right = st.columns([5, 1], vertical_alignment="center")
    with left:
        notices.note(said)
    there = strategy == cut.strategy
    right.button(
        "In use" if there else "Use it",
        key=f"tune.{key}",
        on_click=_apply,
        args=(strategy,),
        disabled=there,
        width="stretch",
    )


def _sentence(words: str) -> str:
    return f"{words[:1].upper()}{words[1:]}."


def _pills(found: dict[str, SelectedThreshold], cut: Cut, threshold: float | None) -> str | None:
    """Show the selectors by threshold, and return the selected one; selecting applies it.

    Args:
        found: Results of the selectors, by name.
        cut: What the thresholds are applied to.
        threshold: The threshold in use; None if the strategy has none.
    """
    offered = {name: each.value for name, each in found.items() if each.value is not None}
    counts = dict(zip(offered, ahead.counts(cut, tuple(offered.values())), strict=True))

    def label(name: str) -> str:
        title = SELECTORS[name].title
        if name not in offered:
            return f"{title} · no boundary"
        return f"{title} · {format_setting(offered[name])} · {count_of(counts[name], 'chunk')}"

    def picked() -> None:
        name = st.session_state.get(_PICKED)
        if name in offered:
            _apply(cut.strategy.with_(threshold=offered[name]))

    others = [name for name in found if name not in offered]
    _light(found, threshold)
    signal = cut.prepared.material.signal or "adjacent"
    caption = f"Thresholds by selector (signal {signal}), with the number of chunks"
    if threshold is None:
        low, high = cut.strategy.limits
        caption = (
            f"{caption}. This strategy has no threshold: a click changes to {cut.strategy.name} "
            f"with {low:,} to {high:,} tokens"
        )
    return st.pills(
        caption,
        [*sorted(offered, key=lambda name: offered[name]), *others],
        format_func=label,
        key=_PICKED,
        on_change=picked,
    )


def _light(found: dict[str, SelectedThreshold], threshold: float | None) -> None:
    """Mark the selector whose threshold is in use as selected."""
    shown = found.get(str(st.session_state.get(_PICKED)))
    if shown is not None and threshold is not None and shown.value in {None, threshold}:
        return
    in_use = (name for name, each in found.items() if each.value == threshold)
    st.session_state[_PICKED] = next(in_use, None) if threshold is not None else None


def _as_plain(known: Reference, cut: Cut, other: Strategy | None) -> Cut:
    """Return what a strategy with a threshold gives, for a current one that has none.

    With the limits of `other`, the recommended strategy, if there is one.
    """
    strategy = other or get(_PLAIN)()
    prepared = cached.prepared(cut.chunking.document, strategy.material)
    ready = known.prepared if isinstance(prepared, cached.Waiting) else prepared
    return replace(cut, prepared=ready, strategy=strategy)


def _apply(strategy: Strategy) -> None:
    forms.apply(strategy)
    st.rerun()  # the controls stand outside of this part of the page


def _evidence(name: str, selection: SelectedThreshold, cut: Cut, threshold: float | None) -> None:
    selector = SELECTORS[name]
    outcome = ""
    if selection.value is not None:
        (chunks,) = ahead.counts(cut, (selection.value,))
        outcome = (
            f" With your other settings of {cut.strategy.name}, "
            f"{format_setting(selection.value)} gives {count_of(chunks, 'chunk')}."
        )
    st.html(
        f"<p><b>{escape(selector.title)}.</b> {escape(selector.summary)} "
        f"<small>({escape(selector.source)})</small></p>"
        f"<p>{escape(_sentence(selection.reason) + outcome)}</p>"
        f"<p><small>Confidence {selection.confidence:.0%}, not comparable between selectors."
        "</small></p>"
    )
    figure = figures.evidence(selection, threshold)
    if figure is not None:
        chart(figure, "tune.evidence")
