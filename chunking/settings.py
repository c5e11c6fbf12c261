"""Settings as text: TOML's `[chunking]` table, and a strategy made from it."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from chunking.engine import as_strategy
from chunking.errors import SettingsError, expect
from chunking.normalize import encodable
from chunking.strategies import get

if TYPE_CHECKING:
    from chunking.strategies import Strategy
    from chunking.types import Document


def to_dict(strategy: Strategy) -> dict[str, Any]:
    """The strategy's name and every setting."""
    return {"strategy": as_strategy(strategy).name, **strategy.model_dump()}


def from_dict(settings: Mapping[str, Any]) -> Strategy:
    """The strategy that `to_dict` described.

    Raises:
        SettingsError: there is no strategy named, or a setting is not allowed.
    """
    values = dict(expect(settings, Mapping, "settings must be a mapping of names to values"))
    name = values.pop("strategy", None)
    if not isinstance(name, str):
        raise SettingsError(f"settings must name a strategy, got {name!r}")
    return get(name)(**values)


def to_toml(strategy: Strategy, document: Document | None = None) -> str:
    """A TOML document whose `[chunking]` table holds all settings.

    With a document, a `[document]` table says which text they were made on.
    """
    import tomli_w

    tables: dict[str, Any] = {"chunking": to_dict(strategy)}
    if document is not None:
        fields = ("source", "sha256", "title", "language", "domain", "encoding")
        tables["document"] = {field: encodable(getattr(document, field)) for field in fields}
    return tomli_w.dumps(tables)


def from_toml(text: str) -> Strategy:
    """The strategy of a TOML document's `[chunking]` table.

    Raises:
        SettingsError: it is no text in TOML, has no such table, or a setting is not allowed.
    """
    expect(text, str, "settings must be a text in TOML")
    try:
        tables = tomllib.loads(text)
    except ValueError as error:  # not TOML, or a number that no program reads
        raise SettingsError(f"settings are not TOML: {error}") from None
    except RecursionError:
        raise SettingsError("settings are not TOML that can be read: nested too deeply") from None
    table = tables.get("chunking")
    if not isinstance(table, dict):
        there = ", ".join(tables)
        raise SettingsError(f"settings must hold a [chunking] table, got {there!r:.80}")
    return from_dict(table)


def describe(strategy: type[Strategy]) -> dict[str, Any]:
    """One strategy for `chunkscope strategies --json`: its fields, ranges and defaults."""
    schema = strategy.model_json_schema()
    fields = []
    for name in strategy.fields():
        info = schema["properties"][name]
        field = {"name": name, "type": info["type"], "default": info["default"]}
        if "enum" in info:
            field["choices"] = info["enum"]
        if "minimum" in info:
            field["minimum"] = info["minimum"]
        if "maximum" in info:
            field["maximum"] = info["maximum"]
        fields.append({**field, "description": info["description"]})
    return {
        "name": strategy.name,
        "title": strategy.title,
        "summary": strategy.summary,
        "source": strategy.source,
        "needs_model": strategy().material.model is not None,
        "fields": fields,
    }
