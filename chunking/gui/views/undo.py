"""Going back and forth over what was set, on Tune, on Compare, and from Sweep."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from chunking.gui import controls, forms, state

if TYPE_CHECKING:
    from collections.abc import Callable

    from chunking.gui.history import LanesStep, Step
    from chunking.strategies import Strategy

# What nobody would see otherwise.
_ELSEWHERE = "The marks of another document were changed, which is not shown now."


def buttons() -> None:
    """Take back the last change of settings or marks on Tune, or make it again."""
    history = state.visit().history
    _draw(
        "undo.tune",
        "settings, preset and marks",
        lambda: _set(_now(), _back()),
        lambda: _set(_now(), history.redo()),
    )


def say() -> None:
    """What was taken back and cannot be seen, once the page is drawn: before, it may get lost."""
    if state.visit().changed_elsewhere:
        state.visit().changed_elsewhere = False
        st.toast(_ELSEWHERE)


def _now() -> Step | None:
    """The last step, as it is set now."""
    done = state.visit().history.done
    return done[-1] if done else None


def _back() -> Step | None:
    """The step before; where the controls contradict each other, what they were before that."""
    history = state.visit().history
    return history.done[-1] if forms.problem() and history.done else history.undo()


def ways() -> tuple[bool, bool]:
    """Whether there is a change on Tune to take back, and one to make again."""
    back, again = state.visit().history.ways
    return back or forms.problem() is not None, again


def of_lanes() -> None:
    """Take back the last change of a lane of Compare, or make it again."""
    history = state.visit().lanes_history
    _draw(
        "undo.compare",
        "settings and presets of all lanes",
        lambda: _set_lanes(_back_of_lanes()),
        lambda: _set_lanes(history.redo()),
    )


def of_adopted() -> None:
    """Take back what another page set in Tune, or make it again: there are no controls to set."""
    history = state.visit().history
    _draw(
        "undo.adopted",
        "what is set in Tune",
        lambda: _adopt_again(history.undo()),
        lambda: _adopt_again(history.redo()),
        history.ways,
    )


def note_lanes(strategies: dict[str, Strategy]) -> None:
    """Keep what is set in the lanes now as a step to come back to."""
    presets = {letter: st.session_state.get(_preset(letter)) for letter in strategies}
    state.visit().note_lanes(strategies, presets)


def ways_of_lanes() -> tuple[bool, bool]:
    """Whether there is a change of a lane to take back, and one to make again."""
    back, again = state.visit().lanes_history.ways
    return back or state.visit().contradicts, again


def _back_of_lanes() -> LanesStep | None:
    """The step before; where the controls of a lane contradict each other, that before these."""
    history = state.visit().lanes_history
    return history.done[-1] if state.visit().contradicts else history.undo()


def _draw(
    key: str,
    what: str,
    undo: Callable[[], None],
    redo: Callable[[], None],
    ways: tuple[bool, bool] = (True, True),
) -> None:
    """Both buttons; what is not in `ways` cannot be pressed."""
    with st.container(key=key, horizontal=True, gap="small"):
        for name, keys, act, may in zip(
            ("Undo", "Redo"), ("Ctrl+Z", "Ctrl+Shift+Z"), (undo, redo), ways, strict=True
        ):
            st.button(
                name, key=f"history.{name}", on_click=act, width="stretch", disabled=not may,
                help=f"{keys}: {what}; a slider that is dragged is one step",
            )  # fmt: skip


def _set(before: Step | None, step: Step | None) -> None:
    if step is None:
        return
    forms.apply(step.strategy)
    controls.put({state.PRESET: step.preset, state.APPLY: step.applied})
    state.visit().take(step)
    shown = state.document().sha256
    state.visit().changed_elsewhere = before is not None and step.is_elsewhere(before, shown)


def _adopt_again(step: Step | None) -> None:
    if step is not None:
        state.adopt(step.strategy)
        controls.put({state.PRESET: step.preset, state.APPLY: step.applied})
        state.visit().take(step)
        st.rerun()  # what is varied, and the other settings, are those of Tune


def _set_lanes(step: LanesStep | None) -> None:
    if step is not None:
        for letter, strategy in step.strategies.items():
            forms.apply(strategy, letter)
            controls.put({_preset(letter): step.presets.get(letter)})


def _preset(letter: str) -> str:
    """The picker of presets of a lane."""
    return f"{letter}.{state.PRESET}"
