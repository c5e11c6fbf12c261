"""The controls of a strategy, generated from its settings, and the strategy they describe."""

from __future__ import annotations

import re
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Any, get_args

import streamlit as st
from streamlit.errors import StreamlitAPIException

from chunking.errors import ChunkingError, ConflictError
from chunking.gui import controls, notices, state
from chunking.strategies import available, get
from chunking.strategies.former_names import current_settings
from chunking.text.numbers import decimal_places
from chunking.text.tokenizers import TOKENIZERS

if TYPE_CHECKING:
    from collections.abc import Callable

    from pydantic.fields import FieldInfo

    from chunking.strategies import Strategy

# A visitor first sees a strategy that needs no model.
FIRST = "paragraph"

# Of a slider of fractions.
_DECIMALS = 2


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
        key=control_key(prefix, "strategy"),
        bind="query-params",
        persist_state=controls.UNTIL_SEEN,
        help=choices(),
    )
    chosen = get(name)
    with st.container(key=f"about-strategy-{prefix}"):
        st.caption(f"{chosen.summary} ({chosen.source})" if chosen.source else chosen.summary)
    fields = chosen.fields()
    main = [field for field, info in fields.items() if "slider" in _extra(info)]
    _sliders(prefix, first, chosen, main, live=live, then=then, repaint=repaint)
    _control(prefix, chosen, "tokenizer", fields["tokenizer"])
    with st.expander("More settings"):
        for field, info in fields.items():
            if field not in {*main, "tokenizer"}:
                # It may ask for other material, which the page prepares.
                _control(prefix, chosen, field, info)


def rename_parameters() -> None:
    """Set the controls whose settings have a former name in the address, and remove those names.

    The framework gives controls the values that the address had when the page was opened, so a
    corrected address would come too late.
    """
    found: dict[str, dict[str, str]] = {}
    for key, value in st.query_params.items():
        strategy_key, _, field = key.rpartition(".")
        if strategy_key.rpartition(".")[2] in available():
            found.setdefault(strategy_key, {})[field] = value
    for strategy_key, settings in found.items():
        chosen = get(strategy_key.rpartition(".")[2])
        fields = chosen.model_fields
        model = fields["model"].default if "model" in fields else ""
        try:
            current = current_settings(settings, fields, model=model)
        except ConflictError:  # both names: the current one counts
            continue
        for field in settings.keys() - current.keys():
            del st.query_params[control_key(strategy_key, field)]
        for field, value in current.items():
            key = control_key(strategy_key, field)
            if settings.get(field) != value and key not in st.session_state:
                st.session_state[key] = _parsed(field, fields[field], value)


def choices() -> str:
    """What each strategy does, a line each, as Markdown for the `?` beside a list of them."""
    return "\n".join(f"- **{name}**: {get(name).summary}" for name in available())


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
    own = control_key(prefix, "live")

    def also() -> None:
        draw_also(repaint(), prefix)

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


def draw_also(fragments: list[str], prefix: str = "") -> None:
    """Draw some fragments again together with the sliders; from a callback of theirs."""
    if fragments:
        with suppress(StreamlitAPIException):  # one of them was not drawn
            st.rerun([control_key(prefix, "live"), *fragments])


def current(prefix: str = "", *, first: str = FIRST) -> Strategy:
    """The strategy that the controls describe; while they describe none, the last they did."""
    try:
        found = _described(prefix, first)
    except ChunkingError:
        name = _name(prefix, first)
        return state.possible(control_key(prefix, name)) or get(name)()
    state.keep_possible(control_key(prefix, found.name), found)
    state.visit().settings[prefix] = found
    return found


def problem(prefix: str = "", *, first: str = FIRST) -> str | None:
    """Why the controls describe no strategy, as they are called; None where they do."""
    try:
        _described(prefix, first)
    except ChunkingError as error:
        chosen = get(_name(prefix, first))
        names = [field for field in chosen.fields() if "_" in field]
        called = re.compile(rf"\b({'|'.join(names)})\b")
        return called.sub(lambda found: chosen.label_of(found[0]), str(error))
    return None


def _name(prefix: str, first: str) -> str:
    key = control_key(prefix, "strategy")
    name: str = st.session_state.get(key, st.query_params.get(key, first))
    return name if name in available() else first


def _described(prefix: str, first: str) -> Strategy:
    name = _name(prefix, first)
    chosen = get(name)
    fields = chosen.fields()
    return chosen(**{
        field: _value(control_key(prefix, name, field), info) for field, info in fields.items()
    })  # fmt: skip


def apply(strategy_: Strategy, prefix: str = "") -> None:
    """Set the controls to a strategy; from a callback, before they are drawn."""
    state.visit().settings[prefix] = strategy_
    values = strategy_.model_dump()
    controls.put({
        control_key(prefix, "strategy"): strategy_.name,
        **{control_key(prefix, strategy_.name, field): value for field, value in values.items()},
    })  # fmt: skip


def address(strategy_: Strategy, prefix: str = "") -> dict[str, str]:
    """What the page's address says of a strategy: its name, and all that differs from its own."""
    own, name = type(strategy_)().model_dump(), strategy_.name
    changed = [each for each in strategy_.model_dump().items() if each[1] != own[each[0]]]
    said = {control_key(prefix, name, field): _said(field, value) for field, value in changed}
    return {control_key(prefix, "strategy"): name, **said}


def _said(field: str, value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else _title(field, value)


def _title(field: str, option: object) -> str:
    """How a control, and with it the address, calls an option: a counter is known by its title."""
    return TOKENIZERS[str(option)].title if field == "tokenizer" else str(option)


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
    return type(strategy_).label_of(field)


def set_slider(setting: str, value: float) -> None:
    """Set a slider, named "strategy.field"; from a callback, before it is drawn."""
    name, _, field = setting.partition(".")
    info = get(name).fields().get(field) if name == _name("", FIRST) else None
    if info is None or "slider" not in _extra(info):
        return  # of the strategy that was shown a moment ago
    controls.put({setting: type(info.default)(value)})


def _control(
    prefix: str,
    chosen: type[Strategy],
    field: str,
    info: FieldInfo,
    changed: Callable[[], None] | None = None,
) -> None:
    """One setting as the control its type asks for, with what it does below it."""
    extra = _extra(info)
    key = control_key(prefix, chosen.name, field)
    label = chosen.label_of(field)
    options = get_args(info.annotation)
    common: dict[str, Any] = {
        "key": key,
        "bind": "query-params",
        "persist_state": controls.UNTIL_SEEN,
        "on_change": _on_change(prefix, chosen, field, changed),
    }
    value = _value(key, info)
    if options:
        st.selectbox(
            label,
            options,
            index=options.index(info.default),
            format_func=partial(_title, field),
            **common,
        )
    elif "slider" in extra and extra["slider"][0] <= value <= extra["slider"][1]:
        controls.draw_as("slider", key, value)
        kind = float if isinstance(info.default, float) else int
        low, high = (kind(edge) for edge in extra["slider"])
        # A value between two steps, as a selector may choose it, is shown as it is.
        finer = f"%0.{decimals}f" if (decimals := decimal_places(value)) > _DECIMALS else None
        step = kind(extra.get("step", 1))
        st.slider(label, low, high, info.default, step, finer, **common)
    elif isinstance(info.default, int | float):
        # Outside of the slider's range, as a preset or a link may have it.
        controls.draw_as("number", key, value)
        st.number_input(label, value=info.default, step=extra.get("step", 1), **common)
    else:
        st.text_input(label, value=info.default, **common)
    st.caption(info.description or "")


def _value(key: str, info: FieldInfo) -> Any:  # noqa: ANN401 - a setting's
    """What a control holds or will begin with: the session's value, the link's, or the default."""
    if key in st.session_state:
        return st.session_state[key]
    said = st.query_params.get(key)
    return info.default if said is None else _parsed(key.rpartition(".")[2], info, said)


def _parsed(field: str, info: FieldInfo, text: str) -> Any:  # noqa: ANN401 - a setting's
    """Return the value of a setting in an address; the default where it is not valid."""
    default, options = info.default, get_args(info.annotation)
    if options:
        return {_title(field, option): option for option in options}.get(text, default)
    try:
        return text == "true" if isinstance(default, bool) else type(default)(text)
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
        made = chosen(**{field: st.session_state[control_key(prefix, chosen.name, field)]})
        controls.put({control_key(prefix, chosen.name, str(sets)): getattr(made, str(sets))})

    return set_other


def _extra(info: FieldInfo) -> dict[str, Any]:
    return info.json_schema_extra if isinstance(info.json_schema_extra, dict) else {}


def control_key(*parts: str) -> str:
    """The key of a control: its parts, of which the prefix of a lane may be empty."""
    return ".".join(part for part in parts if part)
