"""How a view is mounted, and how a message to the store is packed."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import streamlit as st

from chunking.gui.components.assets import renderer

if TYPE_CHECKING:
    from collections.abc import Callable


def mount(
    name: str, key: str, data: dict[str, Any], on_select: Callable[[int], None] | None
) -> None:
    """The view of that name, with what it is to show; `on_select` hears of a click in it."""

    def selected_changed() -> None:
        picked = _picked(st.session_state.get(key))
        if on_select is not None and picked is not None:
            on_select(picked)

    renderer(name)(data=data, key=key, on_selected_change=selected_changed)


def _picked(state: Any) -> int | None:  # noqa: ANN401 (Streamlit's mapping of a component's state)
    """The index in a view's state, which the page sends as [index, number of the click].

    Without the number, a second click on the same chunk would be no change of state, and
    no callback would tell that the selection came back from another view.
    """
    value = state.get("selected") if state else None
    return int(value[0]) if value else None


def parcel_of(header: dict[str, Any], payload: bytes) -> bytes:
    """Bytes for the store: the length of the header, the header as JSON, the payload.

    As bytes, since Streamlit encodes and hashes JSON twice on every run: 20 ms for 1 MB.
    """
    head = json.dumps(header).encode()
    return len(head).to_bytes(4, "little") + head + payload
