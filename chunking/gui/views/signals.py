"""More signals over the curve than the one it is cut by, and the map of the text's likeness."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import streamlit as st

from chunking.embedding import DEFAULT_MODEL
from chunking.gui import cached, components, notices, state
from chunking.gui.cached import Reference, Waiting
from chunking.gui.views.columns import utf16
from chunking.output.figures import LANE_COLORS
from chunking.types import Material

if TYPE_CHECKING:
    from chunking.types import Document, Prepared, Signal

# The signals to choose from: what each is called, and its dash in pixels.
_KINDS = {
    "adjacent": ("adjacent: two neighbours", [6, 3]),
    "buffered-1": ("buffered: each read with its neighbours", [2, 3]),
    "windowed": ("windowed: three on each side", [10, 3]),
    "depth": ("depth: hanging from the top", [4, 2]),
}
_CHOSEN = "tune.signals"


def works(document: Document) -> list[object]:
    """What must be embedded for the signals that are chosen, ready or not."""
    return [_buffered(document)] if "buffered-1" in st.session_state.get(_CHOSEN, []) else []


def choose(document: Document, group: str) -> None:
    """A small menu near the curve, and what was chosen in it sent to the curve."""
    with st.popover("Signals", width="stretch"):
        chosen: list[str] = st.pills(
            "Draw over the curve", list(_KINDS), selection_mode="multi", key=_CHOSEN,
            format_func=lambda kind: _KINDS[kind][0],
        )  # fmt: skip
        st.caption(
            "Similarities share the axis. Depth (Hearst 1997) is how far a gap lies below the "
            "peaks beside it: deep is where a topic may change."
        )
        known = cached.reference(document)
        if chosen and not isinstance(known, Reference):
            notices.note("They follow once the model has read the text.")
    latest = state.latest()
    if latest.signals != tuple(chosen):
        latest.signals = tuple(chosen)
        if any(isinstance(work, Waiting) for work in works(document)):
            st.rerun()  # its progress stands outside of this part of the page
    found = [] if not isinstance(known, Reference) else _overlays(document, known, chosen)
    components.overlay(group, document.sha256, found, key="store.overlays")


def _overlays(document: Document, known: Reference, chosen: list[str]) -> list[components.Overlay]:
    """Those of the chosen signals that are there, stored in the page."""
    found: list[components.Overlay] = []
    for colour, (kind, (label, dash)) in zip(LANE_COLORS, _KINDS.items(), strict=False):
        signal = _signal(document, known.prepared, kind) if kind in chosen else None
        if signal is None:
            continue
        name = ":".join(map(str, (*cached.key_of(document), "overlay", kind)))
        to = utf16(document)
        ends = known.prepared.units.ends[:-1]
        components.store_signal(
            name, to(signal.gaps), signal.scores, to(ends), key=f"store.overlay.{kind}"
        )
        found.append({
            "signal": name, "label": label.split(":")[0], "dash": dash, "colour": colour,
            "hangs": kind == "depth",
        })  # fmt: skip
    return found


def _signal(document: Document, ready: Prepared, kind: str) -> Signal | None:
    if kind != "buffered-1":
        return cached.overlaid(ready, kind)
    found = _buffered(document)
    return None if isinstance(found, Waiting) else found.signal


def _buffered(document: Document) -> Prepared | Waiting:
    return cached.prepared(
        document, Material("sentences", model=DEFAULT_MODEL, signal="buffered-1")
    )


def heat(document: Document, group: str) -> None:
    """How alike every two places are, with the chunks on the diagonal."""
    known = cached.reference(document)
    with st.container():
        if isinstance(known, Reference):
            _store_heat(document, known.prepared)
    components.heat(group, key="tune.heat", on_select=state.select)


def _store_heat(document: Document, ready: Prepared) -> None:
    found = cached.self_similarity(ready)
    if found is not None:
        low, high = found.range()
        shares = (found.values - low) / (high - low)
        shades = np.round(shares.clip(0, 1) * 255).astype(np.uint8)
        components.store_heat(document.sha256, utf16(document)(found.edges), shades, low, high)
