"""The controls of a strategy, generated from its settings, and the strategy they describe."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, get_args

import streamlit as st
from streamlit.errors import StreamlitAPIException

from chunking import presets
from chunking.errors import ChunkingError
from chunking.gui import notices, state
from chunking.sizes import COUNTERS
from chunking.strategies import available, get

if TYPE_CHECKING:
    from collections.abc import Callable

    from pydantic.fields import FieldInfo

    from chunking.strategies import Strategy

# A visitor first sees a strategy that needs no model.
FIRST = "paragraph"


def strategy(prefix: str = "", *, first: str = FIRST, repaint: str | None = None) -> None:
    """The controls: which strategy, and its settings.

    Their values stand in the URL under `prefix`. A change of a setting repaints the fragment
    `repaint` alone; without one, the page.
    """
    name = st.selectbox(
        "Strategy",
        available(),
        index=available().index(first),
        key=_key(prefix, "strategy"),
        bind="query-params",
    )
    chosen = get(name)
    st.caption(f"{chosen.summary} ({chosen.source})" if chosen.source else chosen.summary)
    fields = chosen.fields()
    main = [field for field, info in fields.items() if "slider" in _extra(info)]
    for field in main:
        _control(prefix, chosen, field, fields[field], repaint)
    _control(prefix, chosen, "count_in", fields["count_in"], None)
    with st.expander("More settings"):
        for field, info in fields.items():
            if field not in {*main, "count_in"}:
                # It may ask for other material, which the page prepares.
                _control(prefix, chosen, field, info, None)


def current(prefix: str = "", *, first: str = FIRST) -> Strategy:
    """The strategy that the controls describe; where there is none, says why and stops."""
    name = st.session_state.get(_key(prefix, "strategy"), first)
    chosen = get(name)
    values = {
        field: st.session_state[key]
        for field in chosen.fields()
        if (key := _key(prefix, name, field)) in st.session_state
    }
    try:
        return chosen(**values)
    except ChunkingError as error:
        notices.problem(str(error))
        st.stop()


def apply(strategy_: Strategy, prefix: str = "") -> None:
    """Set the controls to a strategy; from a callback, before they are drawn."""
    st.session_state[_key(prefix, "strategy")] = strategy_.name
    for field, value in strategy_.model_dump().items():
        st.session_state[_key(prefix, strategy_.name, field)] = value


def preset(prefix: str = "") -> None:
    """Pick a preset, which sets everything at once."""
    found = {each.name: each for each in presets.available()}
    picker = _key(prefix, "preset")
    if st.session_state.get(picker) not in found:
        st.session_state.pop(picker, None)

    def picked() -> None:
        name = st.session_state.get(picker)
        if name in found:
            apply(found[name].strategy, prefix)

    st.selectbox(
        "Preset",
        list(found),
        index=None,
        placeholder="Settings under a name",
        key=picker,
        on_change=picked,
    )


def own_presets(prefix: str = "", *, first: str = FIRST) -> None:
    """Keep the settings under a name of one's own, or forget such a preset."""
    with st.popover("Save as a preset", width="stretch"):
        _own_presets(prefix, first)


def _own_presets(prefix: str, first: str) -> None:
    name = st.text_input("Name", key=_key(prefix, "preset_name"), max_chars=60)
    if st.button("Save these settings", key=_key(prefix, "preset_save"), disabled=not name.strip()):
        try:
            presets.save(name, current(prefix, first=first))
        except ChunkingError as error:
            notices.problem(str(error))
        else:
            st.rerun()
    own = [each.name for each in presets.own()]
    if own:
        gone = st.selectbox("Your own", own, key=_key(prefix, "preset_own"))
        if st.button("Delete", key=_key(prefix, "preset_delete")) and gone:
            presets.delete(gone)
            st.rerun()


def _control(
    prefix: str, chosen: type[Strategy], field: str, info: FieldInfo, repaint: str | None
) -> None:
    """One setting as the control its type asks for, with what it does below it."""
    extra = _extra(info)
    key = _key(prefix, chosen.name, field)
    label = str(extra.get("label", field))
    options = get_args(info.annotation)
    common: dict[str, Any] = {
        "key": key,
        "bind": "query-params",
        "on_change": _on_change(prefix, chosen, field, repaint),
    }
    value = _value(key, info.default)
    if options:
        titles = {name: counter.title for name, counter in COUNTERS.items()}
        st.selectbox(
            label,
            options,
            index=options.index(info.default),
            format_func=(lambda name: titles[name]) if field == "count_in" else str,
            **common,
        )
    elif "slider" in extra and extra["slider"][0] <= value <= extra["slider"][1]:
        kind = float if isinstance(info.default, float) else int
        low, high = (kind(edge) for edge in extra["slider"])
        st.slider(label, low, high, info.default, kind(extra.get("step", 1)), **common)
    elif isinstance(info.default, int | float):
        # Outside of the slider's range, as a preset or a link may have it.
        st.number_input(label, value=info.default, step=extra.get("step", 1), **common)
    else:
        st.text_input(label, value=info.default, **common)
    st.caption(info.description or "")


def _value(key: str, default: Any) -> Any:  # noqa: ANN401 - a setting's
    """What a control will begin with: the session's value, else the link's, else the default."""
    if key in st.session_state:
        return st.session_state[key]
    try:
        return type(default)(st.query_params[key])
    except (KeyError, ValueError):
        return default


def _on_change(
    prefix: str, chosen: type[Strategy], field: str, repaint: str | None
) -> Callable[[], None]:
    """What follows a change: the setting it sets, then the repainting of one fragment."""
    sets = _extra(chosen.model_fields[field]).get("sets")

    def changed() -> None:
        if sets is not None:
            made = chosen(**{field: st.session_state[_key(prefix, chosen.name, field)]})
            st.session_state[_key(prefix, chosen.name, str(sets))] = getattr(made, str(sets))
        elif repaint is not None:
            try:
                st.rerun(repaint)
            except StreamlitAPIException:
                # The fragment was not drawn, since the settings before made no strategy.
                state.select(None)

    return changed


def _extra(info: FieldInfo) -> dict[str, Any]:
    return info.json_schema_extra if isinstance(info.json_schema_extra, dict) else {}


def _key(*parts: str) -> str:
    return ".".join(part for part in parts if part)
