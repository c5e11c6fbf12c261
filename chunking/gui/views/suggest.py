"""What suits this document: the recommended strategy, and the thresholds that selectors choose."""

from __future__ import annotations

from dataclasses import replace
from html import escape
from typing import TYPE_CHECKING

import numpy as np
import streamlit as st

from chunking import figures
from chunking.gui import advice, ahead, cached, forms, notices
from chunking.gui.cached import Reference
from chunking.gui.views.charts import chart
from chunking.numerals import count_of, in_full
from chunking.strategies import get
from chunking.thresholds import SELECTORS
from chunking.tuning.outcomes import THRESHOLD
from chunking.types import NONE

if TYPE_CHECKING:
    from chunking.gui.shown import Cut
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
        threshold = getattr(cut.strategy, "threshold", None)
        plain = cut if threshold is not None else _as_plain(known, cut, recommended.alternative)
        found = advice.selections(known if plain.prepared.signal is None else plain.prepared)
        fitting = None if threshold is None else advice.within_limits(cut)
    _offered(
        f"Recommended: {recommended.strategy.name}. {recommended.reason}",
        recommended.strategy, cut, "recommended",
    )  # fmt: skip
    other = recommended.alternative
    if other is not None:
        said = recommended.instead
        _offered(f"Or {said[:1].lower()}{said[1:]}", other, cut, "alternative")
    if fitting is not None and other is not None and _same_but_threshold(cut.strategy, other):
        _offered(
            f"For {other.name} with the other settings as they are: the same as above.",
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
            notices.note("Choose a threshold above to set it and to see what it was chosen by.")
        else:
            _evidence(name, found[name], plain, threshold)


def _same_but_threshold(strategy: Strategy, other: Strategy) -> bool:
    if other.name != strategy.name:
        return False
    return strategy.model_dump(exclude={THRESHOLD}) == other.model_dump(exclude={THRESHOLD})


def _fitting(fitting: Selection, cut: Cut) -> None:
    """The threshold that suits the document with the other settings as they are."""
    name, reason = cut.strategy.name, fitting.reason
    if fitting.value is None:
        notices.note(
            f"For {name} with the other settings as they are there is no threshold to recommend: "
            f"{reason}."
        )
        return
    (chunks,) = ahead.counts(cut, (fitting.value,))
    marked = " with your marks" if cut.marks != NONE else ""
    _offered(
        f"For {name} with the other settings as they are: threshold {in_full(fitting.value)} would "
        f"make {count_of(chunks, 'chunk')}{marked}. {_sentence(reason)}",
        cut.strategy.with_(threshold=fitting.value),
        cut,
        "fitting",
    )


def _offered(said: str, strategy: Strategy, cut: Cut, key: str) -> None:
    """Settings with the reason for them, and a button that sets them."""
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


def _pills(found: dict[str, Selection], cut: Cut, threshold: float | None) -> str | None:
    """The selectors by their values, each with what it would give; choosing one sets it.

    `threshold` is the one in use, None where the strategy has none.
    """
    offered = {name: each.value for name, each in found.items() if each.value is not None}
    counts = dict(zip(offered, ahead.counts(cut, tuple(offered.values())), strict=True))

    def label(name: str) -> str:
        title = SELECTORS[name].title
        if name not in offered:
            return f"{title} · no boundary"
        return f"{title} · {in_full(offered[name])} · {count_of(counts[name], 'chunk')}"

    def picked() -> None:
        name = st.session_state.get(_PICKED)
        if name in offered:
            _apply(cut.strategy.with_(threshold=offered[name]))

    others = [name for name in found if name not in offered]
    _light(found, threshold)
    signal = cut.prepared.material.signal or "adjacent"
    said = (
        f"What each selector chooses by the similarities alone (signal {signal}), and how many "
        "chunks that makes within the limits"
    )
    if threshold is None:
        low, high = cut.strategy.limits
        said = (
            f"{said}. This strategy has no threshold: a click changes to {cut.strategy.name} "
            f"with {low:,} to {high:,} tokens"
        )
    return st.pills(
        said,
        [*sorted(offered, key=lambda name: offered[name]), *others],
        format_func=label,
        key=_PICKED,
        on_change=picked,
    )


def _light(found: dict[str, Selection], threshold: float | None) -> None:
    """Show the selector as chosen whose threshold is the one in use; none where there is none."""
    shown = found.get(str(st.session_state.get(_PICKED)))
    if shown is not None and threshold is not None and shown.value in {None, threshold}:
        return
    in_use = (name for name, each in found.items() if each.value == threshold)
    st.session_state[_PICKED] = next(in_use, None) if threshold is not None else None


def _as_plain(known: Reference, cut: Cut, other: Strategy | None) -> Cut:
    """The document as a strategy with a threshold would cut it, for one that has none itself.

    With the limits of `other`, which is recommended, where there is one.
    """
    strategy = other or get(_PLAIN)()
    prepared = cached.prepared(cut.chunking.document, strategy.material)
    ready = known.prepared if isinstance(prepared, cached.Waiting) else prepared
    return replace(cut, prepared=ready, strategy=strategy)


def _apply(strategy: Strategy) -> None:
    forms.apply(strategy)
    st.rerun()  # the controls stand outside of this part of the page


def _evidence(name: str, selection: Selection, cut: Cut, threshold: float | None) -> None:
    selector = SELECTORS[name]
    outcome = ""
    if selection.value is not None:
        (chunks,) = ahead.counts(cut, (selection.value,))
        outcome = (
            f" With the other settings of {cut.strategy.name} as they are, "
            f"{in_full(selection.value)} makes {count_of(chunks, 'chunk')}."
        )
    st.html(
        f"<p><b>{escape(selector.title)}.</b> {escape(selector.summary)} "
        f"<small>({escape(selector.source)})</small></p>"
        f"<p>{escape(_sentence(selection.reason) + outcome)}</p>"
        f"<p><small>Confidence {selection.confidence:.0%}: how clear the case is by its own "
        "measure, not to be compared with that of another.</small></p>"
    )
    figure = figures.evidence(selection, threshold)
    if figure is not None:
        chart(figure, "tune.evidence")
