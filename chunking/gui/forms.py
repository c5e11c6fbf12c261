"""The controls of a strategy, generated from its settings, and the strategy they describe."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Any, get_args

import streamlit as st
from streamlit.errors import StreamlitAPIException

from chunking import presets
from chunking.errors import ChunkingError
from chunking.gui import controls, notices, state
from chunking.sizes import COUNTERS
from chunking.strategies import available, get

if TYPE_CHECKING:
    from collections.abc import Callable

    from pydantic.fields import FieldInfo

    from chunking.strategies import Strategy

# Beside the presets, once a model has read the document.
_RECOMMENDED = "Recommended for this document"

# A visitor first sees a strategy that needs no model.
FIRST = "paragraph"


def strategy(
    prefix: str = "",
    *,
    first: str = FIRST,
    live: Callable[[], Callable[[], None]] | None = None,
    then: Callable[[], None] | None = None,
    repaint: Callable[[], list[str]] = list,
) -> None:
    """The controls: which strategy, and its settings.

    Their values stand in the URL under `prefix`. A slider runs `live`, then what
    that returns, which sends the page what has changed, then `then`; any other control repaints
    the page. Where `repaint` names fragments at the time of a change, those are drawn again too.
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
    _sliders(prefix, first, chosen, main, live=live, then=then, repaint=repaint)
    _control(prefix, chosen, "count_in", fields["count_in"])
    with st.expander("More settings"):
        for field, info in fields.items():
            if field not in {*main, "count_in"}:
                # It may ask for other material, which the page prepares.
                _control(prefix, chosen, field, info)


def _sliders(
    prefix: str,
    first: str,
    chosen: type[Strategy],
    fields: list[str],
    *,
    live: Callable[[], Callable[[], None]] | None,
    then: Callable[[], None] | None,
    repaint: Callable[[], list[str]],
) -> None:
    """The sliders, and what they change: one fragment, so that a step draws nothing else."""
    own = _key(prefix, "live")

    def also() -> None:
        others = repaint()
        if others:
            with suppress(StreamlitAPIException):  # one of them was not drawn
                st.rerun([own, *others])

    @st.fragment(key=own)
    def draw() -> None:
        controls.settle()
        # All that takes time before anything is drawn: what comes in one go is painted in one go.
        publish = None if live is None else live()
        said = problem(prefix, first=first)
        if publish is not None:
            publish()
        for field in fields:
            _control(prefix, chosen, field, chosen.fields()[field], also)
        if said:
            notices.problem(f"{said}. What is shown is from before.")
        if then is not None:
            then()

    draw()


def current(prefix: str = "", *, first: str = FIRST) -> Strategy:
    """The strategy that the controls describe; while they describe none, the last they did."""
    try:
        found = _described(prefix, first)
    except ChunkingError:
        name = _name(prefix, first)
        return state.possible(_key(prefix, name)) or get(name)()
    state.keep_possible(_key(prefix, found.name), found)
    state.visit().settings[prefix] = found
    return found


def problem(prefix: str = "", *, first: str = FIRST) -> str | None:
    """Why the controls describe no strategy; None where they do."""
    try:
        _described(prefix, first)
    except ChunkingError as error:
        return str(error)
    return None


def _name(prefix: str, first: str) -> str:
    name: str = st.session_state.get(_key(prefix, "strategy"), first)
    return name


def _described(prefix: str, first: str) -> Strategy:
    name = _name(prefix, first)
    chosen = get(name)
    fields = chosen.fields()
    return chosen(**{
        field: _value(_key(prefix, name, field), info) for field, info in fields.items()
    })  # fmt: skip


def apply(strategy_: Strategy, prefix: str = "") -> None:
    """Set the controls to a strategy; from a callback, before they are drawn."""
    values = strategy_.model_dump()
    controls.put({
        _key(prefix, "strategy"): strategy_.name,
        **{_key(prefix, strategy_.name, field): value for field, value in values.items()},
    })  # fmt: skip


def take_adopted() -> None:
    """Set the controls to what another page adopted; before they are drawn."""
    strategy_ = state.take_adopted()
    if strategy_ is not None:
        apply(strategy_)


def range_of(strategy_: Strategy, field: str) -> tuple[float, float, float] | None:
    """The lowest, the highest value and the step of a slider; None where there is none."""
    info = type(strategy_).fields().get(field)
    extra = {} if info is None else _extra(info)
    if "slider" not in extra:
        return None
    low, high = extra["slider"]
    return float(low), float(high), float(extra.get("step", 1))


def label_of(strategy_: Strategy, field: str) -> str:
    """What the control of a setting is called."""
    return str(_extra(type(strategy_).fields()[field]).get("label", field))


def set_field(field: str, value: float, prefix: str = "") -> None:
    """Set one control of the strategy; from a callback, before it is drawn."""
    name = _name(prefix, FIRST)
    info = get(name).fields().get(field)
    if info is None:  # of the strategy that was shown a moment ago
        return
    controls.put({_key(prefix, name, field): type(info.default)(value)})


def preset(prefix: str = "", *, recommended: Callable[[], Strategy] | None = None) -> None:
    """Pick a preset, which sets everything at once, or what is recommended for the document."""
    found = {each.name: each for each in presets.available()}
    names = [*found, *([_RECOMMENDED] if recommended else [])]
    picker = _key(prefix, "preset")
    if st.session_state.get(picker) not in names:
        st.session_state.pop(picker, None)

    def picked() -> None:
        name = st.session_state.get(picker)
        if name in found:
            apply(found[name].strategy, prefix)
        elif name == _RECOMMENDED and recommended is not None:
            apply(recommended(), prefix)

    st.selectbox(
        "Preset",
        names,
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
    prefix: str,
    chosen: type[Strategy],
    field: str,
    info: FieldInfo,
    changed: Callable[[], None] | None = None,
) -> None:
    """One setting as the control its type asks for, with what it does below it."""
    extra = _extra(info)
    key = _key(prefix, chosen.name, field)
    label = str(extra.get("label", field))
    options = get_args(info.annotation)
    common: dict[str, Any] = {
        "key": key,
        "bind": "query-params",
        "on_change": _on_change(prefix, chosen, field, changed),
    }
    value = _value(key, info)
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


def _value(key: str, info: FieldInfo) -> Any:  # noqa: ANN401 - a setting's
    """What a control holds or will begin with: the session's value, the link's, or the default."""
    if key in st.session_state:
        return st.session_state[key]
    default, options = info.default, get_args(info.annotation)
    said = st.query_params.get(key)
    if said is None or (options and said not in options):
        return default
    try:
        return said == "true" if isinstance(default, bool) else type(default)(said)
    except ValueError:
        return default


def _on_change(
    prefix: str, chosen: type[Strategy], field: str, changed: Callable[[], None] | None
) -> Callable[[], None] | None:
    """What follows a change: the setting that it sets, or what the caller asks for."""
    sets = _extra(chosen.model_fields[field]).get("sets")
    if sets is None:
        return changed

    def set_other() -> None:
        made = chosen(**{field: st.session_state[_key(prefix, chosen.name, field)]})
        controls.put({_key(prefix, chosen.name, str(sets)): getattr(made, str(sets))})

    return set_other


def _extra(info: FieldInfo) -> dict[str, Any]:
    return info.json_schema_extra if isinstance(info.json_schema_extra, dict) else {}


def _key(*parts: str) -> str:
    return ".".join(part for part in parts if part)
