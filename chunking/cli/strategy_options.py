"""The settings of all strategies as options of a command, and the strategy that they make."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from copy import copy
from itertools import pairwise
from typing import TYPE_CHECKING, Any, TypeAlias

import typer
from typer.core import TyperCommand, TyperOption

from chunking.cli.terminal import print_notes
from chunking.core.errors import SettingsError
from chunking.engine import presets
from chunking.engine.serialization import describe
from chunking.engine.spec import RECOMMENDED, parse_spec, read_settings
from chunking.library.batch import Recommended
from chunking.strategies import available, get

if TYPE_CHECKING:
    from chunking.core.document import Document
    from chunking.strategies import Strategy

# Where no strategy is named, the first of these that are not recommended are compared, too.
COMPARED = ("structure", "recursive", "sentence")

# Numbers are parsed by the settings model, whose errors name the range.
_WIDEST = 80
_NUMBERS: dict[object, str] = {int: "<int>", float: "<float>"}
# Keys of a context: the strategy that the words name, and the settings that are given.
_NAMED = "chunkscope.named_strategy"
_GIVEN = "chunkscope.settings"
_HELP = (
    "Settings are options, too, such as --max-tokens 300; "
    "split --strategy NAME --help lists those of a strategy."
)


GivenSettings: TypeAlias = "Mapping[str, str]"
"""The settings that are given as options, by the names of their fields."""


class SettingsCommand(TyperCommand):
    """A command with an option for each setting of any strategy.

    Its function takes a `typer.Context`, from which `given_settings` returns their values. It must
    have an option `--strategy`, of which those of the settings are copies. The help lists the
    settings of the strategy that the words name.
    """

    def __init__(self, **parts: Any) -> None:  # noqa: ANN401 - typer's arguments
        super().__init__(**parts)
        named = {each.name: each for each in self.params if isinstance(each, TyperOption)}
        self._settings = {
            field: _option(named["strategy"], field, metavar, text)
            for field, (metavar, text) in all_settings().items()
        }
        self.params += self._settings.values()

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:  # noqa: ANN401 - typer's signature
        """Parse the arguments; completion offers the settings of the named strategy only."""
        named = named_strategy(args)
        ctx.meta[_NAMED] = named
        self._show(named.fields() if named else ())
        remaining = super().parse_args(ctx, args)
        values = {field: ctx.params.pop(field, None) for field in self._settings}
        ctx.meta[_GIVEN] = {field: value for field, value in values.items() if value is not None}
        return remaining

    def format_options(self, ctx: Any, formatter: Any) -> None:  # noqa: ANN401 - as above
        """Write the options, then the settings of the named strategy."""
        self._show(())
        super().format_options(ctx, formatter)
        named = ctx.meta[_NAMED]
        if named is None:
            formatter.write_paragraph()
            formatter.write_text(_HELP)
            return
        with formatter.section(f"Settings of {named.name}"):
            formatter.write_dl(setting_rows(named))

    def _show(self, fields: Collection[str]) -> None:
        """Hide all settings but some from help and completion."""
        for field, option in self._settings.items():
            option.hidden = field not in fields


def _option(model: TyperOption, field: str, metavar: str | None, text: str) -> TyperOption:
    """Return an option for a setting that is otherwise like another one."""
    option = copy(model)
    option.name = field
    option.opts = [f"--{field.replace('_', '-')}"]
    option.metavar = metavar
    option.help = text
    return option


def given_settings(context: typer.Context) -> GivenSettings:
    """Return the settings that are given to a `SettingsCommand`."""
    given: GivenSettings = context.meta[_GIVEN]
    return given


def strategy_of(
    strategy: str | None, preset: str | None, settings: str | None, given: GivenSettings
) -> Strategy | Recommended:
    """Return a strategy, a preset or that of a file of settings, changed by the given settings.

    Without any of them it is the recommended strategy of each document.
    """
    if strategy == RECOMMENDED or not (strategy or preset or settings):
        if preset or settings:
            raise SettingsError(f"--strategy {RECOMMENDED} takes neither --preset nor --settings")
        changes = {name: value for name, value in given.items() if name not in {"model", "domain"}}
        return Recommended(given.get("model"), tuple(changes.items()))
    if preset and settings:
        raise SettingsError("give either --preset or --settings, not both")
    name = strategy
    if preset:
        base = presets.find(preset).strategy
    elif settings:
        base = read_settings(settings)
    else:
        base = parse_spec(str(name))
        name = base.name
    if name not in {None, base.name}:
        raise SettingsError(
            f"--strategy must match the settings, which are for {base.name}, got {name!r}"
        )
    fields = base.fields()
    changes = dict(given)
    for field in changes:
        if field not in fields and field != "domain":
            allowed = ", ".join("--" + each.replace("_", "-") for each in fields)
            raise SettingsError(f"{base.name} has no --{field.replace('_', '-')}; it has {allowed}")
    # The domain of the document selects a published threshold, if there is one for it.
    domains = base.choices("domain") if "domain" in base.fields() else ()
    if "domain" in changes and changes["domain"] not in domains:
        del changes["domain"]
    return base.with_(**changes)


def compared_strategies(
    specs: Sequence[str] | None, documents: Sequence[Document], model: str | None = None
) -> list[Strategy]:
    """Return the strategies of `specs`; without any, the recommended one and two of `COMPARED`.

    Several documents have no recommended strategy in common: they get the three of `COMPARED`.
    """
    from chunking.analysis.recommend.sizes import starting

    if specs:
        return named_strategies(specs, documents, model)
    found = named_strategies([RECOMMENDED], documents, model) if len(documents) == 1 else []
    others = [each for each in COMPARED if each not in {known.name for known in found}]
    return found + [starting(each, model) for each in others[: len(COMPARED) - len(found)]]


def named_strategies(
    specs: Sequence[str], documents: Sequence[Document], model: str | None = None
) -> list[Strategy]:
    """Return the strategies of `specs`, and print why one is recommended.

    What a model misses of a document is printed with the other notes on it.

    Raises:
        SettingsError: `recommended` is among them, and there is not exactly one document.
    """
    found = []
    for spec in specs:
        if spec != RECOMMENDED:
            found.append(parse_spec(spec))
            continue
        if len(documents) != 1:
            raise SettingsError(
                f"--strategy {RECOMMENDED} is for one document here, got {len(documents)}: name "
                "the strategies"
            )
        strategy, notes = Recommended(model).choose(documents[0])
        print_notes(notes[:1])
        found.append(strategy)
    return found


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
