"""The controls of a strategy in a menu: what they hold while it is closed.

A control in a menu that is closed is not in the page, so it does not hear what the program sets.
The page goes on to send what it held when the menu was closed, with every request, as if somebody
had just set it. So while a menu is closed, what the page says of its controls is passed over.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from chunking.gui import forms, state
from chunking.strategies import available, get

if TYPE_CHECKING:
    from streamlit.delta_generator import DeltaGenerator


def menu(place: DeltaGenerator, label: str, prefix: str) -> DeltaGenerator:
    """A menu for the controls under a prefix, which says when it is opened and closed."""
    return place.popover(label, width="stretch", key=_key(prefix), on_change="rerun")


def is_open(prefix: str) -> bool:
    """Whether the menu with these controls is open."""
    return bool(st.session_state.get(_key(prefix)))


def settle(prefix: str) -> None:
    """Set the controls of a menu that is closed, and was, to what they hold; before they are drawn.

    One that has just been closed may bring what was set last in it.
    """
    visit = state.visit()
    if is_open(prefix) or prefix in visit.open_menus:
        return
    for key, value in visit.menus.get(prefix, {}).items():
        if st.session_state.get(key, value) != value:
            st.session_state[key] = value


def keep(prefix: str) -> None:
    """Remember what the controls of a menu hold, once they are drawn."""
    visit = state.visit()
    visit.menus[prefix] = {
        key: st.session_state[key] for key in _controls(prefix) if key in st.session_state
    }
    (visit.open_menus.add if is_open(prefix) else visit.open_menus.discard)(prefix)


def _key(prefix: str) -> str:
    return forms.control_key(prefix, "menu")


def _controls(prefix: str) -> list[str]:
    """The keys of the controls of every strategy, and of the pickers."""
    fields = [(name, field) for name in available() for field in get(name).fields()]
    return [
        *(forms.control_key(prefix, each) for each in ("strategy", state.PRESET)),
        *(forms.control_key(prefix, name, field) for name, field in fields),
    ]
