"""Settings under a name: the picker of presets, and one's own."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from chunking.errors import ChunkingError
from chunking.gui import controls, forms, notices, state
from chunking.settings import presets

if TYPE_CHECKING:
    from collections.abc import Callable

    from chunking.strategies import Strategy

# Beside the presets, once a model has read the document.
_RECOMMENDED = "Recommended for this document"

_PLACE = "presets"


def picker(prefix: str = "", *, recommended: Callable[[], Strategy] | None = None) -> None:
    """Pick a preset, which sets everything at once, or what is recommended for the document."""
    found = {each.name: each for each in presets.available()}
    names = [*found, *([_RECOMMENDED] if recommended else [])]
    key = forms.control_key(prefix, "preset")
    held = st.session_state.get(key)
    if held not in names:
        st.session_state.pop(key, None)
    elif held in found and forms.current(prefix) != found[held].strategy:
        controls.put({key: None})  # so that it can be picked again

    def picked() -> None:
        name = st.session_state.get(key)
        if name in found:
            forms.apply(found[name].strategy, prefix)
        elif name == _RECOMMENDED and recommended is not None:
            forms.apply(recommended(), prefix)

    st.selectbox(
        "Preset",
        names,
        index=None,
        placeholder="Choose ready-made settings",
        key=key,
        on_change=picked,
    )


def own(prefix: str = "", *, first: str = forms.FIRST) -> None:
    """Keep the settings under a name of one's own, or forget such a preset."""
    with st.popover("Save as a preset", width="stretch"):
        _own(prefix, first)


def _own(prefix: str, first: str) -> None:
    name = forms.control_key(prefix, "preset_name")
    typed = st.text_input("Name", key=name, max_chars=60)
    st.button(
        "Save these settings",
        key=forms.control_key(prefix, "preset_save"),
        disabled=not typed.strip(),
        on_click=_save,
        args=(name, prefix, first),
    )
    found = [each.name for each in presets.saved()]
    if found:
        gone = st.selectbox("Your own", found, key=forms.control_key(prefix, "preset_own"))
        st.button(
            "Delete",
            key=forms.control_key(prefix, "preset_delete"),
            on_click=_delete,
            args=(gone,),
        )
    for sentence in state.take_notices(_PLACE):
        notices.problem(sentence)


def _delete(name: str) -> None:
    try:
        presets.delete(name)
    except ChunkingError as error:
        state.notify(f"{error}.", _PLACE)


def _save(name: str, prefix: str, first: str) -> None:
    try:
        presets.save(st.session_state[name], forms.current(prefix, first=first))
    except ChunkingError as error:
        state.notify(f"{error}.", _PLACE)
