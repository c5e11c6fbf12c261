"""Settings as text: TOML's `[chunking]` table, a strategy made from it, and settings in words."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from chunking.engine import as_strategy
from chunking.errors import SettingsError, expect, expect_each
from chunking.normalize import encodable
from chunking.numerals import count_of, decimals_of
from chunking.sizes import COUNTERS
from chunking.strategies import get
from chunking.strategies.base import LIMITLESS
from chunking.strategies.hierarchical import Hierarchical

if TYPE_CHECKING:
    from pydantic.fields import FieldInfo

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
    expect_each(values, str, "the names of settings must be text")
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


def in_words(strategy: Strategy) -> str:
    """The strategy, its threshold and its sizes, and whatever else is not as by default.

    >>> in_words(get("semantic")(threshold=0.5, min_tokens=64, max_tokens=512))
    'semantic, threshold 0.5, 64 to 512 tokens'
    >>> in_words(get("paragraph")(overlap_tokens=0, count_in="words"))
    'paragraph, at most 700 tokens, overlap 0 tokens, counted in words'
    """
    return ", ".join([strategy.name, *_settings_in_words(strategy)])


def _settings_in_words(strategy: Strategy) -> list[str]:
    found = (_in_words(strategy, field, info) for field, info in type(strategy).fields().items())
    return [said for said in found if said]


def _in_words(strategy: Strategy, field: str, info: FieldInfo) -> str:
    """One setting in words; empty where it is as by default or said with another one."""
    value, extra = getattr(strategy, field), info.json_schema_extra
    label = str(extra["label"] if isinstance(extra, dict) else field).lower()
    if field == "max_tokens":
        return _sizes_in_words(*strategy.limits, label)
    if field == "levels" and isinstance(strategy, Hierarchical):
        return ", in it ".join(map(_level_in_words, strategy.strategies))
    if field == "min_tokens" or (value == info.default and field != "threshold"):
        return ""
    if field == "count_in":
        return f"counted in {COUNTERS[value].title}"
    if field.endswith("_tokens"):
        return f"{label.removesuffix(' tokens')} {count_of(value, 'token')}"
    return f"{label} {_number(value) if isinstance(value, int | float) else value}"


def _number(value: float) -> str:
    return f"{value:,.{decimals_of(value)}f}"


def _level_in_words(strategy: Strategy) -> str:
    # All levels are counted in one way, which is said of the whole.
    plain = strategy.with_(count_in=type(strategy).fields()["count_in"].default)
    said = ", ".join(_settings_in_words(plain))
    return f"{strategy.name} ({said})" if said else strategy.name


def _sizes_in_words(low: int, high: int, label: str) -> str:
    if label != "max tokens":  # every chunk has this size
        return f"{label} {count_of(high, 'token')}"
    if high >= LIMITLESS:
        return f"at least {count_of(low, 'token')}" if low else ""
    return f"{low:,} to {count_of(high, 'token')}" if low else f"at most {count_of(high, 'token')}"


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
