"""Going back and forth over what was set on Tune."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from chunking.gui import controls, forms, state

if TYPE_CHECKING:
    from chunking.gui.history import Step


def buttons() -> None:
    """Take back the last change of settings or marks, or make it again."""
    with st.container(key="undo", horizontal=True, gap="small"):
        for name, keys, act in (("Undo", "Ctrl+Z", _undo), ("Redo", "Ctrl+Shift+Z", _redo)):
            st.button(
                name, key=f"history.{name}", on_click=act, width="stretch",
                help=f"{keys}: settings, preset and marks; a slider that is dragged is one step",
            )  # fmt: skip


def _undo() -> None:
    _set(state.visit().history.undo())


def _redo() -> None:
    _set(state.visit().history.redo())


def _set(step: Step | None) -> None:
    if step is not None:
        forms.apply(step.strategy)
        controls.put({state.PRESET: step.preset, state.APPLY: step.applied})
        state.visit().take(step)
