"""Settings as dicts, TOML and one-line summaries."""

import tomllib
from collections.abc import Mapping
from typing import Any

from pydantic.fields import FieldInfo

from chunking.core.document import Document
from chunking.core.errors import SettingsError, expect, expect_each
from chunking.core.text.normalization import replace_surrogates
from chunking.core.text.numbers import count_of, decimal_places, format_threshold
from chunking.core.text.tokenizers import tokenizer_name
from chunking.engine import check_strategy
from chunking.strategies import Strategy, get
from chunking.strategies.base import UNLIMITED
from chunking.strategies.hierarchical import Hierarchical


def to_dict(strategy: Strategy) -> dict[str, Any]:
    """Return the name of a strategy and all of its settings."""
    return {"strategy": check_strategy(strategy).name, **strategy.model_dump()}


def from_dict(settings: Mapping[str, Any]) -> Strategy:
    """Return the strategy of the result of `to_dict`."""
    values = dict(expect(settings, Mapping, "settings must be a mapping of names to values"))
    name = values.pop("strategy", None)
    if not isinstance(name, str):
        raise SettingsError(f"settings must name a strategy, got {name!r}")
    expect_each(values, str, "the names of settings must be text")
    return get(name)(**values)


def to_toml(strategy: Strategy, document: Document | None = None) -> str:
    """Return a TOML document whose `[chunking]` table holds all settings.

    With a document, a `[document]` table identifies it.
    """
    import tomli_w

    tables: dict[str, Any] = {"chunking": to_dict(strategy)}
    if document is not None:
        fields = ("source", "sha256", "title", "language", "domain", "encoding")
        tables["document"] = {
            field: replace_surrogates(getattr(document, field)) for field in fields
        }
    return tomli_w.dumps(tables)


def from_toml(text: str) -> Strategy:
    """Return the strategy of the `[chunking]` table of a TOML document.

    Raises:
        SettingsError: The text is not TOML, has no such table, or a setting is not valid.
    """
    expect(text, str, "settings must be a str of TOML")
    try:
        tables = tomllib.loads(text)
    except ValueError as error:  # not TOML, or an integer of too many digits
        raise SettingsError(f"settings are not TOML: {error}") from None
    except RecursionError:
        raise SettingsError("settings are not TOML: nested too deeply") from None
    table = tables.get("chunking")
    if not isinstance(table, dict):
        found = ", ".join(tables)
        raise SettingsError(f"settings must have a [chunking] table, got {found!r:.80}")
    return from_dict(table)


def summarize(strategy: Strategy) -> str:
    """Return the strategy, its threshold and sizes, and other settings that are not the default.

    >>> summarize(get("semantic")(threshold=0.5, min_tokens=64, max_tokens=512))
    'semantic, threshold 0.50, 64 to 512 tokens'
    >>> summarize(get("paragraph")(overlap_tokens=0, tokenizer="words"))
    'paragraph, at most 700 tokens, overlap 0 tokens, tokenizer words'
    """
    return ", ".join([strategy.name, *_summaries(strategy)])


def _summaries(strategy: Strategy) -> list[str]:
    fields = type(strategy).fields().items()
    return [text for field, info in fields if (text := _summary(strategy, field, info))]


def _summary(strategy: Strategy, field: str, info: FieldInfo) -> str:
    """Return a setting as words; empty where it is the default or shown with another one."""
    value = getattr(strategy, field)
    if field == "tokenizer":
        value = tokenizer_name(value)
    label = strategy.label_of(field).lower()
    if field == "max_tokens":
        return size_range(*strategy.limits)
    if field == "levels" and isinstance(strategy, Hierarchical):
        return ", then ".join(map(_summary_of_level, strategy.level_strategies))
    if field == "min_tokens" or (value == info.default and field != "threshold"):
        return ""
    if field.endswith("_tokens"):
        return f"{label.removesuffix(' tokens')} {count_of(value, 'token')}"
    if field == "threshold" and value is not None:
        return f"{label} {format_threshold(value)}"
    return f"{label} {_number(value) if isinstance(value, int | float) else value}"


def _number(value: float) -> str:
    value = round(value, 3)
    return f"{value:,.{decimal_places(value)}f}"


def _summary_of_level(strategy: Strategy) -> str:
    # The tokenizer is the same on all levels.
    default = type(strategy).fields()["tokenizer"].default
    text = ", ".join(_summaries(strategy.with_(tokenizer=default)))
    return f"{strategy.name} ({text})" if text else strategy.name


def size_range(low: int, high: int) -> str:
    """Return the limits of a strategy in words; empty if there are none."""
    if high >= UNLIMITED:
        return f"at least {count_of(low, 'token')}" if low else ""
    return f"{low:,} to {count_of(high, 'token')}" if low else f"at most {count_of(high, 'token')}"


def describe(strategy: type[Strategy]) -> dict[str, Any]:
    """Return a strategy with the types, ranges and defaults of its settings."""
    schema = strategy.model_json_schema()
    fields = []
    for name in strategy.fields():
        info = schema["properties"][name]
        field = {"name": name, "type": info["type"], "default": info["default"]}
        if choices := strategy.choices(name):
            field["choices"] = list(choices)
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
