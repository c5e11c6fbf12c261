"""The baseline in Tune: pin what is shown, and what has changed since."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from chunking.gui import notices, pinned, state
from chunking.gui.views import marks
from chunking.gui.views.pair import said

if TYPE_CHECKING:
    from chunking.types import Chunking, Document


def baseline(document: Document) -> None:
    """Pin what is shown, or unpin it."""
    is_pinned = pinned.is_of(document)
    with st.popover("Baseline ✓" if is_pinned else "Baseline", width="stretch"):
        st.caption(
            "Pin what is shown: every later change says which boundaries it kept, moved, added "
            "and removed, and what must be embedded again. Compare shows the texts side by side."
        )
        st.button("Pin what is shown", key="tune.pin", on_click=_pin, width="stretch")
        if is_pinned:
            st.button("Unpin", key="tune.unpin", on_click=state.pin, args=(None,), width="stretch")
        elif state.baseline() is not None:
            notices.note("What is pinned is a baseline of another document.")


def _pin() -> None:
    cut = state.latest().cut
    if cut is not None:
        pinned.pin(cut.chunking, cut.strategy, marks.constraints(cut.chunking.document))


def sentence(document: Document, chunking: Chunking) -> str:
    """What has changed since the baseline; empty where nothing is pinned of this document."""
    base = pinned.baseline(document)
    if not isinstance(base, pinned.Baseline):
        return ""
    found, costs = pinned.change(base.chunking, chunking, base.state)
    counts = (
        f"{len(found.kept_before):,} kept, {len(found.moved_before):,} moved, "
        f"{len(found.added):,} added, {len(found.removed):,} removed"
    )
    return f"Since the baseline ({base.title}): {counts}. {said(costs)}"
