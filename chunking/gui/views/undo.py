"""Going back and forth over what was set, on Tune and on Compare."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from chunking.gui import controls, forms, state

if TYPE_CHECKING:
    from collections.abc import Callable

    from chunking.gui.history import LanesStep, Step
    from chunking.strategies import Strategy


def buttons() -> None:
    """Take back the last change of settings or marks on Tune, or make it again."""
    history = state.visit().history
    _draw(
        "undo.tune",
        "settings, preset and marks",
        lambda: _set(history.undo()),
        lambda: _set(history.redo()),
    )


def of_lanes() -> None:
    """Take back the last change of a lane of Compare, or make it again."""
    history = state.visit().lanes_history
    _draw(
        "undo.compare",
        "settings and presets of all lanes",
        lambda: _set_lanes(history.undo()),
        lambda: _set_lanes(history.redo()),
    )


def note_lanes(strategies: dict[str, Strategy]) -> None:
    """Keep what is set in the lanes now as a step to come back to."""
    presets = {letter: st.session_state.get(_preset(letter)) for letter in strategies}
    state.visit().note_lanes(strategies, presets)


def ways_of_lanes() -> tuple[bool, bool]:
    """Whether there is a change of a lane to take back, and one to make again."""
    return state.visit().lanes_history.ways


def _draw(key: str, what: str, undo: Callable[[], None], redo: Callable[[], None]) -> None:
    with st.container(key=key, horizontal=True, gap="small"):
        for name, keys, act in (("Undo", "Ctrl+Z", undo), ("Redo", "Ctrl+Shift+Z", redo)):
            st.button(
                name, key=f"history.{name}", on_click=act, width="stretch",
                help=f"{keys}: {what}; a slider that is dragged is one step",
            )  # fmt: skip


def _set(step: Step | None) -> None:
    if step is not None:
        forms.apply(step.strategy)
        controls.put({state.PRESET: step.preset, state.APPLY: step.applied})
        state.visit().take(step)


def _set_lanes(step: LanesStep | None) -> None:
    if step is not None:
        for letter, strategy in step.strategies.items():
            forms.apply(strategy, letter)
            controls.put({_preset(letter): step.presets.get(letter)})


def _preset(letter: str) -> str:
    """The picker of presets of a lane."""
    return f"{letter}.{state.PRESET}"
