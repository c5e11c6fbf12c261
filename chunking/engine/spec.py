"""Specs of strategies: `semantic:threshold=0.4,min_tokens=100`, a preset or a TOML file."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from chunking.core.errors import SettingsError, why_unreadable
from chunking.engine import presets
from chunking.engine.serialization import from_toml
from chunking.strategies import available, get
from chunking.strategies.spec_syntax import join_spec, split_spec

if TYPE_CHECKING:
    from chunking.strategies import Strategy

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
    if spec.lower().endswith(".toml"):
        return read_settings(spec)
    name, changes = split_spec(spec)
    if name in available():
        return get(name)(**changes)
    for preset in presets.available():
        if preset.name.casefold() == name.casefold():
            return preset.strategy.with_(**changes) if changes else preset.strategy
    known = ", ".join([*available(), *(preset.name for preset in presets.available())])
    raise SettingsError(f"strategy must be one of {known}, or a TOML file; got {name!r}")


def read_settings(path: str) -> Strategy:
    """Return the strategy of a TOML file.

    Raises:
        SettingsError: The file cannot be read, or its settings are not valid.
    """
    try:
        text = Path(path).read_text(encoding="utf-8")
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
