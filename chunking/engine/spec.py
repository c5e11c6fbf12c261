"""Specs of strategies: `semantic:threshold=0.4,min_tokens=100`, a preset, a file or a query."""

from collections.abc import Iterable, Mapping
from typing import Any

from chunking.core.errors import ConflictError, SettingsError, why_unreadable
from chunking.core.files import read_regular
from chunking.core.text.tokenizer_files import is_file
from chunking.core.text.tokenizers import TOKENIZERS
from chunking.engine import presets
from chunking.engine.serialization import from_toml
from chunking.strategies import Strategy, available, get
from chunking.strategies.spec_syntax import join_spec, split_spec

RECOMMENDED = "recommended"
"""The strategy that is recommended for each document, in place of a spec."""


def parse_spec(spec: str) -> Strategy:
    """Return the strategy of a spec.

    A spec is the name of a strategy or a preset, optionally with settings
    (`name:field=value,field=value`), or the path of a TOML file.

    >>> parse_spec("sentence:max_tokens=200").max_tokens
    200

    Raises:
        SettingsError: There is no such strategy, preset or file, or a setting is not valid.
    """
    return read_settings(spec) if spec.lower().endswith(".toml") else _of_name(spec)


def parse_named(spec: str) -> Strategy:
    """Return the strategy of a spec that opens no file: of a link or a workspace file.

    Raises:
        SettingsError: There is no such strategy or preset, a setting is not valid, or its model or
            tokenizer is a folder.
    """
    strategy = _of_name(spec)
    check_names(strategy)
    return strategy


def _of_name(spec: str) -> Strategy:
    name, changes = split_spec(spec)
    if name in available():
        return get(name)(**changes)
    for preset in presets.available():
        if preset.name.casefold() == name.casefold():
            return preset.strategy.with_(**changes) if changes else preset.strategy
    known = ", ".join([*available(), *(preset.name for preset in presets.available())])
    raise SettingsError(f"strategy must be one of {known}, or a TOML file; got {name!r}")


def check_names(strategy: Strategy) -> None:
    """Check that the model and the tokenizer of a strategy are names, which open no file."""
    from chunking.embedding import is_folder

    model, tokenizer = strategy.material.model, strategy.material.tokenizer
    if model is not None and is_folder(model):
        raise SettingsError(f"model must be a name here, not a folder, got {model!r:.80}")
    if isinstance(tokenizer, str) and is_file(tokenizer):
        raise SettingsError(f"tokenizer must be a name here, not a file, got {tokenizer!r:.80}")


def read_settings(path: str) -> Strategy:
    """Return the strategy of a TOML file."""
    try:
        text = read_regular(path).decode()
    except (OSError, ValueError) as error:
        raise SettingsError(f"{path}: {why_unreadable(error)}") from None
    try:
        return from_toml(text)
    except SettingsError as error:
        raise SettingsError(f"{path}: {error}") from None


def to_spec(strategy: Strategy) -> str:
    """Return the spec of a strategy: its name, and the settings that are not the default.

    >>> to_spec(parse_spec("sentence:max_tokens=200"))
    'sentence:max_tokens=200'
    """
    return join_spec(strategy.name, changed_settings(strategy))


def changed_settings(strategy: Strategy) -> dict[str, Any]:
    """Return the settings that, given to the class of a strategy, make this strategy."""
    defaults = type(strategy)().model_dump()
    settings = strategy.model_dump()
    changed = {k: v for k, v in settings.items() if v != defaults[k]}
    # Some defaults depend on other settings.
    parsed = type(strategy)(**changed).model_dump()
    return changed | {k: v for k, v in settings.items() if v != parsed[k]}


STRATEGY = "strategy"
# Preferred where only the name of a setting tells the strategy.
_PREFERRED = "semantic"
_TOKENIZER_NAMES = {
    label.casefold(): each.name for each in TOKENIZERS.values() for label in (each.name, each.title)
}


def parse_query(
    parameters: Mapping[str, str], start: Strategy | None = None
) -> tuple[Strategy, list[str]]:
    """Return the strategy of query parameters, and one sentence for each that cannot be used.

    Without `strategy` and `NAME.field`, settings change `start`. If it lacks them, the strategy is
    the first that has most of them, `semantic` preferred. A strategy other than `start`, and one
    that is named, begins with its defaults.

    Args:
        parameters: Values by name. A parameter that cannot be used is left out.
        start: The strategy without parameters; `semantic` with its defaults if not given.
    """
    start = get(_PREFERRED)() if start is None else start
    bare: dict[str, str] = {}
    qualified: dict[str, dict[str, str]] = {}
    problems: list[str] = []
    named = None
    for key, value in parameters.items():
        owner, dot, field = key.rpartition(".")
        try:
            if key == STRATEGY:
                named = get(value).name
            elif dot:
                name = get(owner).name
                qualified.setdefault(name, {})[field.replace("-", "_")] = value
            else:
                bare[field.replace("-", "_")] = value
        except SettingsError as error:
            problems.append(str(error))
    named = named or next(iter(qualified), None)
    own = qualified.pop(named, {}) if named else {}
    for other, settings in qualified.items():
        problems += [f"{other}.{field} is for {other}, but {named} is chosen" for field in settings]
    problems += [
        f"{field} must be given once, got {bare[field]} and {value}: {value} is used"
        for field, value in own.items()
        if bare.get(field, value) != value
    ]
    settings = {**bare, **own}
    if named is not None:
        base = get(named)()
    else:
        name = _best_strategy(settings, start)
        base = start if name == start.name else get(name)()
    strategy, more = _apply(base, settings)
    return strategy, problems + more


def to_query(strategy: Strategy) -> dict[str, str]:
    """Return the query parameters of a strategy: its name, and settings other than the default.

    >>> to_query(get("sentence")(max_tokens=200))
    {'strategy': 'sentence', 'max_tokens': '200'}
    """
    changed = changed_settings(strategy)
    return {STRATEGY: strategy.name, **{field: _text(value) for field, value in changed.items()}}


def _text(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _best_strategy(settings: Iterable[str], start: Strategy) -> str:
    """Return the strategy that has most of these settings, `start` and `semantic` preferred."""

    def count(name: str) -> int:
        fields = get(name).fields()
        return sum(field in fields for field in settings)

    return max((start.name, _PREFERRED, *available()), key=count)


def _apply(base: Strategy, settings: Mapping[str, str]) -> tuple[Strategy, list[str]]:
    """Return a strategy with the usable settings changed, and a sentence for each of the others."""
    usable: dict[str, str] = {}
    problems: list[str] = []
    for name, value in settings.items():
        if name == "tokenizer":
            value = _TOKENIZER_NAMES.get(value.casefold(), value)  # noqa: PLW2901 - its name
        try:
            type(base)(**{name: value})
        except ConflictError:  # with the default of another setting, which may change, too
            usable[name] = value
        except SettingsError as error:
            problems.append(str(error))
        else:
            usable[name] = value
    while True:
        try:
            return base.with_(**usable), problems
        except SettingsError as error:
            ignored = _contradicting(base, usable)
            problems.append(f"{error}: {ignored}={usable.pop(ignored)} is ignored")


def _contradicting(base: Strategy, settings: dict[str, str]) -> str:
    """Return the last setting without which the others agree, or else the last."""
    for name in reversed(settings):
        try:
            base.with_(**{field: value for field, value in settings.items() if field != name})
        except SettingsError:
            continue
        return name
    return next(reversed(settings))
