"""Strategies in one word each, for a command line: `semantic:threshold=0.4,min_tokens=100`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from chunking import presets
from chunking.errors import SettingsError, why_unreadable
from chunking.settings import from_toml
from chunking.strategies import available, get
from chunking.strategies.hierarchical import SEPARATOR, Hierarchical
from chunking.strategies.spec import join_spec, split_spec

if TYPE_CHECKING:
    from collections.abc import Sequence

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
    """The strategy of a TOML file of settings.

    Raises:
        SettingsError: the file cannot be read, or holds no settings that are allowed; it is named.
    """
    try:
        text = Path(path).read_text(encoding="utf-8")
    except (OSError, ValueError) as error:
        raise SettingsError(f"{path}: {why_unreadable(error)}") from None
    try:
        return from_toml(text)
    except SettingsError as error:
        raise SettingsError(f"{path}: {error}") from None


def in_precision(strategies: Sequence[Strategy], precision: str | None) -> list[Strategy]:
    """The strategies, those that use a model in that precision; as they are where it is None.

    The levels of `hierarchical` count, too.

    >>> [each.precision for each in in_precision([parse_spec("semantic")], "fast")]
    ['fast']

    Raises:
        SettingsError: there is no such precision, or none of the strategies uses a model.
    """
    if precision is None:
        return list(strategies)
    found = [with_precision(strategy, precision) for strategy in strategies]
    if found and all(each.material.model is None for each in found):
        names = ", ".join(strategy.name for strategy in strategies)
        raise SettingsError(f"--precision is for strategies with a model, got {names}")
    return found


def with_precision(strategy: Strategy, precision: str) -> Strategy:
    """The strategy in that precision, its levels too; as it is where it knows none.

    Raises:
        SettingsError: there is no such precision.
    """
    if "precision" in type(strategy).model_fields:
        return strategy.with_(precision=precision)
    if not isinstance(strategy, Hierarchical):
        return strategy
    levels = []
    for level, part in zip(strategy.strategies, strategy.levels.split(SEPARATOR), strict=True):
        name, changes = split_spec(part)
        if "precision" in type(level).model_fields:
            changes["precision"] = precision
        levels.append(join_spec(name, changes))
    return strategy.with_(levels=f" {SEPARATOR} ".join(levels))


def to_spec(strategy: Strategy) -> str:
    """The word that `parse_spec` makes this strategy of: its name and what is not as by default.

    >>> to_spec(parse_spec("sentence:max_tokens=200"))
    'sentence:max_tokens=200'
    """
    defaults = type(strategy)().model_dump()
    settings = strategy.model_dump()
    changed = {k: v for k, v in settings.items() if v != defaults[k]}
    # A setting may be as by default, and yet not as another one of them sets it.
    made = type(strategy)(**changed).model_dump()
    changed |= {k: v for k, v in settings.items() if v != made[k]}
    return join_spec(strategy.name, changed)
