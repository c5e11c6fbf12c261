"""Controls that the program sets, while the page may still send what they held before.

The page asks again and again how far slow work is, and each such request carries the values of
all controls. One that was on its way when the program set a control would take that back.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import streamlit as st

from chunking.gui import state

if TYPE_CHECKING:
    from collections.abc import Mapping

# A control in a menu that nobody has opened yet has told the server nothing, and would begin with
# its default when it is seen. As a `persist_state` this gives it what is set, in every run.
UNTIL_SEEN: Final = "session"
# Seconds after which no request is on its way any more.
ON_ITS_WAY = 2.0


@dataclass(frozen=True, slots=True)
class Put:
    """What a control held before it was set, what it was set to, and when, in seconds."""

    old: Any
    new: Any
    when: float


def put(values: Mapping[str, Any]) -> None:
    """Set controls by their keys; from a callback, or before they are drawn."""
    was, now = state.visit().put, time.monotonic()
    for key, new in values.items():
        old = st.session_state.get(key, new)
        if old != new:
            was[key] = Put(old, new, now)
        st.session_state[key] = new
        for held in state.visit().menus.values():
            if key in held:
                held[key] = new


def draw_as(kind: str, key: str, value: object) -> None:
    """Hand a value on to a control of another kind that takes the place of the one before it.

    To the framework it is another control: it would begin with what it held when it was seen last.
    """
    kinds = state.visit().kinds
    if kinds.get(key, kind) != kind:
        st.session_state[key] = value
    kinds[key] = kind


def settle() -> None:
    """Let go of controls that the visitor has moved since; first when they are drawn."""
    was, now = state.visit().put, time.monotonic()
    for key, each in list(was.items()):
        if now - each.when > ON_ITS_WAY or st.session_state.get(key) != each.new:
            del was[key]


def hold() -> None:
    """Set again what a request that was on its way took back; first when the page asks by itself.

    Where controls were drawn since, `settle` has let go of what a visitor has moved.
    """
    now = time.monotonic()
    for key, each in state.visit().put.items():
        if now - each.when <= ON_ITS_WAY and st.session_state.get(key) == each.old:
            st.session_state[key] = each.new
