"""Specs of strategies: `semantic:threshold=0.4,min_tokens=100`, a preset or a TOML file."""

from typing import Any

from chunking.core.errors import SettingsError, why_unreadable
from chunking.core.files import read_regular
from chunking.core.text.tokenizer_files import is_file
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
    """Return the strategy of a TOML file.

    Raises:
        SettingsError: The file cannot be read, or its settings are not valid.
    """
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
