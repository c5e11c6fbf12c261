"""`chunkscope split`: split a document and write the chunks or the settings."""

from __future__ import annotations

import inspect
from typing import TYPE_CHECKING, Annotated, Any

import typer

from chunking.cli import terminal
from chunking.cli.options import Encoding, File, KeepRemoved, Language, Output, Precision, Type
from chunking.engine import chunk
from chunking.errors import SettingsError
from chunking.output.export import EXPORTS
from chunking.output.summaries.oversize import oversize_summary
from chunking.settings import presets
from chunking.settings.serialization import to_toml
from chunking.settings.spec import in_precision, parse_spec, read_settings
from chunking.strategies import available, get
from chunking.text.numbers import count_of

if TYPE_CHECKING:
    from chunking.strategies import Strategy
    from chunking.types import Chunking

_FORMATS = ("toml", *EXPORTS)
# Numbers are parsed by the settings model, whose errors name the range.
_WIDEST = 80
_NUMBERS: dict[object, str] = {int: "<int>", float: "<float>"}


def split(**options: Any) -> None:  # noqa: ANN401 - declared by `_signature`
    """Split a document and write its chunks, by default one JSON object per line."""
    _split(**options)


def _split(file: str, output: str | None, **options: Any) -> None:  # noqa: ANN401 - as above
    terminal.check_output(output, file, options["settings"], options["strategy"])
    format_ = terminal.check_choice("format", options["format"], _FORMATS)
    strategy = _strategy(options)
    metadata = {name: options[name] for name in ("title", "language", "domain", "encoding")}
    document = terminal.read_document(file, options["type_"], **metadata)
    if options["keep_removed"]:
        document = document.restored()
    if format_ == "toml":
        terminal.write(to_toml(strategy, document), output)
        return
    terminal.print_cost(document, strategy.material)
    chunking = chunk(document, strategy, on_batch=terminal.embedding_progress())
    terminal.print_notes((*document.notes, *chunking.notes, *_oversize_notes(chunking, strategy)))
    terminal.print_coverage(chunking, strategy.material.model)
    terminal.write(EXPORTS[format_].write(chunking), output)


def _oversize_notes(chunking: Chunking, strategy: Strategy) -> list[str]:
    """Return a note on the chunks above the maximum, if there are any."""
    count = int(chunking.oversize.sum())
    if count == 0:
        return []
    exceed = "exceeds" if count == 1 else "exceed"
    maximum = f"{count:,} of {count_of(len(chunking), 'chunk')} {exceed} the maximum of "
    why = oversize_summary(chunking)
    if "oversize" in strategy.fields() and getattr(strategy, "oversize", "split") == "keep":
        why += "; --oversize split splits it at lines"
    return [f"{maximum}{strategy.limits[1]:,} tokens: {why}"]


def _strategy(options: dict[str, Any]) -> Strategy:
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
    changes = {field: options[field] for field in _settings() if options[field] is not None}
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


def _settings() -> dict[str, tuple[str | None, str]]:
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


def _signature() -> inspect.Signature:
    """Return the parameters of the command: its own, and one per setting."""
    strategies = ", ".join(available())
    parameters: dict[str, tuple[Any, Any]] = {
        "file": (File, inspect.Parameter.empty),
        "strategy": (
            _text(f"A preset, a TOML file, or name:field=value,...; names: {strategies}."),
            None,
        ),
        "preset": (_text("Name of a preset."), None),
        "settings": (_text("TOML file of settings."), None),
        "format": (
            Annotated[str, typer.Option(metavar="|".join(_FORMATS), help="Output format.")],
            "jsonl",
        ),
        "output": (Output, None),
        "title": (_text("Title of the document."), None),
        "language": (Language, None),
        "encoding": (Encoding, None),
        "type_": (Type, None),
        "keep_removed": (KeepRemoved, False),
        "precision": (Precision, None),
        **{field: (_text(text, metavar), None) for field, (metavar, text) in _settings().items()},
    }
    return inspect.Signature(
        [
            inspect.Parameter(
                name, inspect.Parameter.KEYWORD_ONLY, annotation=annotation, default=default
            )
            for name, (annotation, default) in parameters.items()
        ]
    )


def _text(description: str, metavar: str | None = None) -> Any:  # noqa: ANN401 - an annotation
    return Annotated[str | None, typer.Option(metavar=metavar, help=description)]


# An option for every setting of every strategy, which typer reads.
split.__signature__ = _signature()  # type: ignore[attr-defined]
