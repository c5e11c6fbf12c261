"""The settings of all strategies as options, and the strategy that they make."""

from __future__ import annotations

from contextlib import suppress
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from chunking.core.errors import SettingsError
from chunking.engine import presets
from chunking.engine.serialization import describe
from chunking.engine.spec import in_precision, parse_spec, read_settings
from chunking.strategies import available, get

if TYPE_CHECKING:
    from collections.abc import Sequence

    from chunking.strategies import Strategy

# Numbers are parsed by the settings model, whose errors name the range.
_WIDEST = 80
_NUMBERS: dict[object, str] = {int: "<int>", float: "<float>"}


def strategy_of(options: dict[str, Any]) -> Strategy:
    """Return the strategy of the options: a strategy, preset or file, changed by the flags."""
    if options["preset"] and options["settings"]:
        raise SettingsError("give either --preset or --settings, not both")
    name = options["strategy"]
    if options["preset"]:
        base = presets.find(options["preset"]).strategy
    elif options["settings"]:
        base = read_settings(options["settings"])
    else:
        base = parse_spec(name or "paragraph")
        name = base.name
    if name not in {None, base.name}:
        raise SettingsError(
            f"--strategy must match the settings, which are for {base.name}, got {name!r}"
        )
    fields = base.fields()
    changes = {field: options[field] for field in all_settings() if options[field] is not None}
    for field in changes:
        if field not in fields and field != "domain":
            allowed = ", ".join("--" + each.replace("_", "-") for each in fields)
            raise SettingsError(f"{base.name} has no --{field.replace('_', '-')}; it has {allowed}")
    # The domain of the document selects a published threshold, if there is one for it.
    if "domain" in changes and changes["domain"] not in _domains(base):
        del changes["domain"]
    (strategy,) = in_precision([base.with_(**changes)], options["precision"])
    return strategy


def _domains(strategy: Strategy) -> tuple[str, ...]:
    """Return the domains with a published threshold."""
    return strategy.choices("domain") if "domain" in strategy.fields() else ()


def all_settings() -> dict[str, tuple[str | None, str]]:
    """Return the metavar and the help text of each setting of any strategy."""
    metavars: dict[str, str | None] = {}
    choices: dict[str, dict[str, None]] = {}
    owners: dict[str, dict[str, list[str]]] = {}
    for name in available():
        for field, info in get(name).fields().items():
            choices.setdefault(field, {}).update(dict.fromkeys(get(name).choices(field)))
            allowed = "|".join(choices[field])
            metavars[field] = (
                allowed if 0 < len(allowed) <= _WIDEST else _NUMBERS.get(info.annotation)
            )
            owners.setdefault(field, {}).setdefault(info.description or "", []).append(name)
    everyone = list(available())
    return {
        field: (
            metavars[field],
            " ".join(
                text if names == everyone else f"{text} ({', '.join(names)})"
                for text, names in texts.items()
            ),
        )
        for field, texts in owners.items()
    }


def named_strategy(words: Sequence[str]) -> type[Strategy] | None:
    """Return the strategy that the words of a command name; None if they name none that exists."""
    for word, following in pairwise([*words, ""]):
        option, equals, value = word.partition("=")
        value = value if equals else following
        with suppress(SettingsError):  # raised when the command runs
            if option == "--strategy" and value:
                return type(parse_spec(value))
            if option == "--preset" and value:
                return type(presets.find(value).strategy)
    return None


def setting_rows(strategy: type[Strategy]) -> list[tuple[str, str]]:
    """Return the option of each setting with its default, and its description."""
    return [
        (f"--{field['name'].replace('_', '-')} {field['default']}", field["description"])
        for field in describe(strategy)["fields"]
    ]
