"""Suggestions: the recommended settings, and the threshold of each selector with its evidence."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import streamlit as st

from chunking.analysis.recommend.by_structure import Recommendation
from chunking.analysis.recommend.suggested_thresholds import RECOMMENDED_ROW, SuggestedThreshold
from chunking.core.text.numbers import format_threshold
from chunking.engine.run import Split
from chunking.engine.serialization import size_range
from chunking.gui.results.recommendations import recommendation
from chunking.gui.session.session import Session
from chunking.gui.shell.dialogs.parts import finish, wait_until
from chunking.gui.shell.dialogs.thresholds import base_split, rows
from chunking.output import figures
from chunking.strategies import Strategy

if TYPE_CHECKING:
    from plotly.graph_objects import Figure
    from streamlit.delta_generator import DeltaGenerator


_COLUMNS = (5, 2.4, 1.8, 2.4)


def draw(session: Session) -> None:
    """Show the recommendation and its alternative, then the thresholds."""
    found = _recommendation(session)
    if found is None:
        about = "Suggestions follow once the text is embedded and analyzed."
        wait_until(lambda: _recommendation(session) is not None, about)
        return
    _offer(session, "Recommended strategy", found.summary, found.reason, found.strategy)
    if found.alternative is not None:
        _offer(session, "Alternative strategy", found.alternative_summary, "", found.alternative)
    base = base_split(session, found)
    if base is None:
        about = "Thresholds follow once the text is embedded."
        wait_until(lambda: base_split(session, found) is not None, about)
        return
    _thresholds(session, base)


def _recommendation(session: Session) -> Recommendation | None:
    """Return what is recommended, however long the document is; None until it is analyzed."""
    found = recommendation(session.document, session.model(), asked=True)
    return found if isinstance(found, Recommendation) else None


def _offer(session: Session, label: str, summary: str, reason: str, strategy: Strategy) -> None:
    """Show settings with their reason, and a button that applies them."""
    text, use = st.columns((11, 2), vertical_alignment="center")
    sizes = summary.removeprefix(f"{strategy.name}, ")
    named = f"{label}: “{strategy.name}”, {sizes}"
    text.text("\n".join(filter(None, (named, strategy.summary, reason))))
    _use_button(session, strategy, label.partition(" ")[0].lower(), use)


# ---- thresholds ----------------------------------------------------------------------------------


def _thresholds(session: Session, base: Split) -> None:
    """Show a row for each threshold, the evidence of the selected one, and their distribution."""
    found = rows(base)
    chosen = session.dialog[1] if session.dialog is not None and len(session.dialog) > 1 else ""
    selected = next((each for each in found if each.name == chosen), found[0])
    st.text(_about(session, base))
    table, evidence = st.columns((1, 1), gap="medium")
    with table, st.container(key="thresholds", gap=None):
        _head()
        for each in found:
            _row(session, base, each, selected=each is selected)
    with evidence:
        _evidence(selected, _current(session))
        _distribution(found, base, _current(session))


def _about(session: Session, base: Split) -> str:
    """Return what the number of chunks depends on."""
    limits = size_range(*base.strategy.limits)
    about = f"Thresholds of {base.strategy.name}{f', {limits} per chunk' if limits else ''}"
    if _current(session) is not None:
        return about
    return f"{about} ({session.strategy('tune').name} has no threshold)"


def _head() -> None:
    title, threshold, chunks, _ = st.columns(_COLUMNS, gap="small")
    title.caption("Method")
    threshold.caption("Threshold")
    chunks.caption("Chunks")


def _row(session: Session, base: Split, row: SuggestedThreshold, *, selected: bool) -> None:
    """Show one threshold; its title selects it."""
    title, threshold, chunks, use = st.columns(_COLUMNS, gap="small", vertical_alignment="center")
    title.button(
        f"**{row.title}**" if row.name == RECOMMENDED_ROW else row.title,
        key=f"suggestions.{row.name}",
        type="secondary" if selected else "tertiary",
        on_click=session.open_dialog,
        args=("suggestions", row.name),
    )
    if row.threshold is None:
        threshold.text("none")
        return
    threshold.text(format_threshold(row.threshold))
    chunks.text(f"{row.chunks:,}")
    _use_button(session, base.strategy.with_(threshold=row.threshold), f"row.{row.name}", use)


def _evidence(row: SuggestedThreshold, current: float | None) -> None:
    """Show why a selector chose its threshold, and the one in use."""
    reason = row.selection.reason
    st.text(f"{row.summary}\n{reason[:1].upper()}{reason[1:]}.\nSource: {row.source}")
    figure = figures.evidence(row.selection, current)
    if figure is not None:
        _chart(figure, f"suggestions.evidence.{row.name}")


def _distribution(found: list[SuggestedThreshold], base: Split, threshold: float | None) -> None:
    """Show the similarities of the document, and the thresholds among them."""
    signal = base.prepared.signal
    scores = np.zeros(0) if signal is None else signal.scores
    titled = {each.title: each.threshold for each in found if each.threshold is not None}
    _chart(figures.distribution(scores, titled, threshold), "suggestions.distribution")


def _use_button(session: Session, strategy: Strategy, name: str, place: DeltaGenerator) -> None:
    """Show the button that applies settings to Tune."""
    used = strategy == session.strategy("tune")
    if place.button("In use" if used else "Use", key=f"suggestions.use.{name}", disabled=used):
        session.apply("tune", strategy)
        finish(session)


def _current(session: Session) -> float | None:
    threshold: float | None = getattr(session.strategy("tune"), "threshold", None)
    return threshold


def _chart(figure: Figure, key: str) -> None:
    # Dragging zooms and a double click ends that; a bar of buttons would lie over the legend.
    st.plotly_chart(figure, key=key, config={"displayModeBar": False})
