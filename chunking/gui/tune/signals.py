"""Further signals over the curve, and the heat map of self-similarity."""

import hashlib
from dataclasses import replace

import numpy as np

from chunking.core.document import Document
from chunking.core.prepared import Prepared, Signal
from chunking.engine.run import Split
from chunking.gui.core.jobs import Waiting
from chunking.gui.core.view import Message, View
from chunking.gui.results import engine_calls
from chunking.gui.results.columns import add_signal
from chunking.gui.results.engine_calls import Reference, utf16
from chunking.gui.tune.messages import HeatMessage, Overlay, ProbabilitiesMessage
from chunking.output.reason_styles import LANE_COLORS

KINDS: dict[str, tuple[str, list[int]]] = {
    "adjacent": ("adjacent sentences", [6, 3]),
    "buffered-1": ("embedded with neighbors", [2, 3]),
    "windowed": ("three on each side", [10, 3]),
    "depth": ("depth (Hearst)", [4, 2]),
}
"""The label and the dash in pixels of each kind of signal."""


def add_overlays(
    view: View, document: Document, model: str, kinds: tuple[str, ...]
) -> list[Overlay]:
    """Add the chosen signals of a model, and return how to draw those that are ready."""
    known = engine_calls.reference(document, model)
    if not isinstance(known, Reference):
        return []
    found: list[Overlay] = []
    for color, (kind, (label, dash)) in zip(LANE_COLORS, KINDS.items(), strict=False):
        signal = _signal(view, document, model, known.prepared, kind) if kind in kinds else None
        if signal is not None:
            name = add_signal(view, known.prepared, signal, f"overlay {kind}")
            depth = kind == "depth"
            found.append(
                {"signal": name, "label": label, "dash": dash, "color": color, "hangs": depth}
            )
    return found


def add_heat_map(view: View, document: Document, model: str) -> str | None:
    """Add the similarity of every two places of a document; return its id.

    None before the model has embedded the document.
    """
    known = engine_calls.reference(document, model)
    if not isinstance(known, Reference):
        return None
    found = engine_calls.self_similarity(known.prepared)
    if found is None:
        return None

    name = f"{document.sha256}:{model}"

    def make() -> Message:
        low, high = found.range()
        shares = (found.values - low) / (high - low)
        shades = np.round(shares.clip(0, 1) * 255).astype(np.uint8)
        edges = utf16(document)(found.edges).astype("<i4").tobytes()
        header: HeatMessage = {
            "kind": "heat",
            "id": name,
            "count": len(shades),
            "low": low,
            "high": high,
        }
        return Message(header, edges + shades.tobytes())

    view.send_once("heat", name, make)
    return name


def _signal(
    view: View, document: Document, model: str, ready: Prepared, kind: str
) -> Signal | None:
    if kind != "buffered-1":
        return engine_calls.signal_of_kind(ready, kind)
    found = engine_calls.prepared(document, replace(engine_calls.plain(model), signal="buffered-1"))
    view.wait_for(found)
    return None if isinstance(found, Waiting) else found.signal


def add_probabilities(view: View, shown: Split) -> str | None:
    """Add the gaps with a probability of at least 1%, and return the id; None without any.

    The payload has their offsets, then their percentages, one byte each.
    """
    if not shown.complete:
        return None
    gaps = shown.prepared.units.gaps
    found = shown.strategy.probabilities(shown.prepared, gaps, shown.boundaries)
    if found is None:
        return None
    percent = np.rint(100 * found).astype("<u1")
    some = np.flatnonzero(percent)
    offsets = utf16(shown.document)(gaps[some]).astype("<i4")
    payload = offsets.tobytes() + percent[some].tobytes()
    name = hashlib.sha256(payload).hexdigest()[:16]

    def make() -> Message:
        header: ProbabilitiesMessage = {"kind": "probabilities", "id": name, "count": len(some)}
        return Message(header, payload)

    view.send_once("probabilities", name, make)
    return name
