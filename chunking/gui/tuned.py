"""The settings of Tune on the other pages: taken over from it, and set in it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import streamlit as st

from chunking.gui import forms, state
from chunking.settings.serialization import summarize
from chunking.strategies import get

if TYPE_CHECKING:
    from collections.abc import Mapping

    from chunking.strategies import Strategy


@dataclass(frozen=True, slots=True)
class Given:
    """What the controls of a page were given, by their prefixes, while Tune had those settings."""

    tune: Strategy
    settings: Mapping[str, Strategy]


def present() -> Strategy | None:
    """The settings as they are: those that were adopted, else those of Tune; None before it."""
    return state.adopted() or state.visit().settings.get("")


def adopt(strategy: Strategy) -> None:
    """Have Tune set so from another page, as a step that can be taken back."""
    before = present() or get(forms.FIRST)()
    done = state.visit().history.done
    if not done or done[-1].strategy != before:
        state.note_step(before)
    state.adopt(strategy)
    state.note_step(strategy)


def follow(page: str, firsts: Mapping[str, str]) -> None:
    """Show Tune's settings on a page that nobody has set anything on; before they are drawn.

    `firsts` are the strategies that the controls show first, by their prefixes. Those of Tune's
    strategy, else the last, take its settings, and again whenever Tune has others. As everybody
    first sees Tune, it has none to take.
    """
    visit, tune = state.visit(), present()
    given = visit.given.get(page)
    if tune is None or tune == get(forms.FIRST)() or page in visit.own:
        return
    if given is not None and given.tune == tune:
        return
    plain = {prefix: get(first)() for prefix, first in firsts.items()}
    held = plain if given is None else {**plain, **given.settings}
    shown = {prefix: forms.current(prefix, first=first) for prefix, first in firsts.items()}
    if any(shown[prefix] != held[prefix] for prefix in firsts):
        visit.own.add(page)
        return
    place = next((each for each, first in firsts.items() if first == tune.name), [*firsts][-1])
    wanted = {**plain, place: tune}
    for prefix, strategy in wanted.items():
        if strategy != shown[prefix]:
            forms.apply(strategy, prefix)
    visit.given[page] = Given(tune, wanted)


def take(prefix: str) -> None:
    """A button that sets these controls as Tune is set."""
    tune = present()
    st.button(
        "Take from Tune",
        key=forms.control_key(prefix, "take"),
        disabled=tune is None,
        on_click=_take,
        args=(prefix,),
        width="stretch",
        help="Set all of this as it is set in Tune",
    )


def give(page: str, prefix: str, first: str) -> None:
    """A button that has Tune set as these controls of a page are."""
    st.button(
        "Set in Tune",
        key=forms.control_key(prefix, "give"),
        on_click=_give,
        args=(page, prefix, first),
        width="stretch",
        help="Have Tune set as this is; Undo there takes it back",
    )


def _take(prefix: str) -> None:
    tune = present()
    if tune is not None:
        forms.apply(tune, prefix)


def _give(page: str, prefix: str, first: str) -> None:
    state.visit().own.add(page)
    adopt(forms.current(prefix, first=first))


def said() -> None:
    """What was set in Tune from here and is yet to be looked at there."""
    adopted = state.adopted()
    if adopted is not None:
        st.text(f"Set in Tune: {summarize(adopted)}")
