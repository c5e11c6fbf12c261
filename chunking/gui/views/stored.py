"""What the page keeps of a document, sent once: its text and its curve."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from chunking.gui import cached, components, state
from chunking.gui.views.columns import utf16

if TYPE_CHECKING:
    from chunking.types import Document, Prepared


def text(document: Document) -> None:
    """The text; views then take boundaries alone.

    Before these are published, so that no view has to wait for its text.
    """
    components.store(document.sha256, document.text, key="store.text")


def curve(document: Document) -> None:
    """The similarities."""
    shown = state.latest().curve
    # In a container, so that nothing below it is made anew when they come or go.
    with st.container(key="store.place.curve"):
        if shown is not None and shown.document.sha256 == document.sha256:
            _signal(signal_id(shown), shown)


def signal_id(prepared: Prepared) -> str:
    """A name for the similarities of a document: all that they depend on."""
    kind = "" if prepared.signal is None else prepared.signal.kind
    by = str(prepared.material.model)
    about = ":".join(map(str, cached.key_of(prepared.document)))
    return f"{about}:{by}:{kind}:{len(prepared.units)}"


def _signal(name: str, prepared: Prepared) -> None:
    signal = prepared.signal
    if signal is not None:
        to = utf16(prepared.document)
        ends = prepared.units.ends[:-1]
        components.store_signal(name, to(signal.gaps), signal.scores, to(ends), key=f"store.{name}")
