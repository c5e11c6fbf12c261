"""Probability of a boundary at each gap, as a message to the page."""

import hashlib

import numpy as np

from chunking.engine.run import Split
from chunking.gui.core.view import Message, View
from chunking.gui.results.engine_calls import utf16
from chunking.gui.tune.messages import ProbabilitiesMessage


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
