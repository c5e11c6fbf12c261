"""Strategies in one word each, for a command line: `semantic:threshold=0.4,min_tokens=100`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from chunking import presets
from chunking.errors import SettingsError
from chunking.settings import from_toml
from chunking.strategies import available, get
from chunking.strategies.spec import split_spec

if TYPE_CHECKING:
    from chunking.strategies import Strategy


def parse_spec(spec: str) -> Strategy:
    """The strategy that a word names, with the settings that follow it.

    `name`, `name:field=value,field=value`, where the name is a strategy's or a preset's, or a
    TOML file of settings.

    >>> parse_spec("sentence:max_tokens=200").max_tokens
    200

    Raises:
        SettingsError: there is no such strategy, preset or file, or a setting is not allowed.
    """
    if spec.lower().endswith(".toml"):
        return _from_file(spec)
    name, changes = split_spec(spec)
    if name in available():
        return get(name)(**changes)
    for preset in presets.available():
        if preset.name.casefold() == name.casefold():
            return preset.strategy.with_(**changes) if changes else preset.strategy
    known = ", ".join([*available(), *(preset.name for preset in presets.available())])
    raise SettingsError(f"strategy must be one of {known}, or a TOML file; got {name!r}")


def _from_file(path: str) -> Strategy:
    try:
        text = Path(path).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        raise SettingsError(f"{path} is no file that can be read") from None
    return from_toml(text)
