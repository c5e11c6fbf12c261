"""`chunkscope split`: split documents and write the chunks or the settings."""

from __future__ import annotations

import inspect
from pathlib import PurePath
from typing import TYPE_CHECKING, Annotated, Any

import typer

from chunking.cli import terminal
from chunking.cli.groups import Command
from chunking.cli.options import Encoding, Files, KeepRemoved, Language, Precision, Type
from chunking.cli.split_many import Reading, is_many, split_many
from chunking.cli.split_target import format_of_suffix
from chunking.cli.strategy_options import all_settings, named_strategy, setting_rows, strategy_of
from chunking.core.errors import SettingsError
from chunking.engine import chunk
from chunking.engine.serialization import to_toml
from chunking.library.chunk_output import encode_alone
from chunking.output.export import EXPORTS
from chunking.output.summaries.oversize import oversize_notes
from chunking.strategies import available

if TYPE_CHECKING:
    from collections.abc import Collection

    from chunking.strategies import Strategy

_FORMATS = (*EXPORTS, "parquet", "toml")
_NAMED = "chunkscope.named_strategy"
_Output = Annotated[
    str | None,
    typer.Option(
        "--output",
        "-o",
        help="File to write instead of standard output; of several documents also a folder.",
    ),
]
_SETTINGS_HELP = (
    "Settings are options, too, such as --max-tokens 300; "
    "split --strategy NAME --help lists those of a strategy."
)


def split(**options: Any) -> None:  # noqa: ANN401 - declared by `_signature`
    """Split documents and write their chunks, by default one JSON object per line.

    Exit codes: 0 all documents were split, 1 some could not be, 2 an error, 130 Ctrl+C.
    """
    _split(**options)


def _split(files: list[str], output: str | None, **options: Any) -> None:  # noqa: ANN401 - as above
    format_ = options["format"]
    if format_ is not None:
        terminal.check_choice("format", format_, _FORMATS)
    jobs = terminal.parse_int("jobs", options["jobs"])
    if is_many(files, output) or options["include"] or options["exclude"]:
        for option in ("title", "type_"):
            if options[option] is not None:
                raise SettingsError(f"--{option.rstrip('_')} is for one document")
        split_many(
            files,
            strategy_of(options),
            reading=Reading(**{name: options[name] for name in Reading._fields}),
            include=options["include"] or (),
            exclude=options["exclude"] or (),
            jobs=1 if jobs is None else jobs,
            format_=format_,
            output=output,
        )
        return
    terminal.check_output(output, *files, options["settings"], options["strategy"])
    suffix = PurePath(output or "").suffix.lower()
    known = "toml" if suffix == ".toml" else format_of_suffix(suffix)
    _split_one(files[0], strategy_of(options), format_ or known or "jsonl", output, options)


def _split_one(
    file: str, strategy: Strategy, format_: str, output: str | None, options: dict[str, Any]
) -> None:
    """Split one document, or standard input."""
    metadata = {name: options[name] for name in ("title", "language", "domain", "encoding")}
    document = terminal.read_document(file, options["type_"], **metadata)
    if options["keep_removed"]:
        document = document.restored()
    if format_ == "toml":
        terminal.write(to_toml(strategy, document), output)
        return
    terminal.print_cost(document, strategy.material)
    chunking = chunk(document, strategy, on_batch=terminal.embedding_progress())
    terminal.print_notes((*document.notes, *chunking.notes, *oversize_notes(chunking, strategy)))
    terminal.print_coverage(chunking, strategy.material.model)
    terminal.write_bytes(encode_alone(format_, chunking), output)


class SplitCommand(Command):
    """The command, whose help lists the settings of the strategy that it names."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:  # noqa: ANN401 - typer's signature
        """Parse the arguments; completion offers the settings of the named strategy only."""
        named = named_strategy(args)
        ctx.meta[_NAMED] = named
        self._show(named.fields() if named else ())
        return super().parse_args(ctx, args)

    def format_options(self, ctx: Any, formatter: Any) -> None:  # noqa: ANN401 - as above
        """Write the options, then the settings of the named strategy."""
        self._show(())
        super().format_options(ctx, formatter)
        named = ctx.meta[_NAMED]
        if named is None:
            formatter.write_paragraph()
            formatter.write_text(_SETTINGS_HELP)
            return
        with formatter.section(f"Settings of {named.name}"):
            formatter.write_dl(setting_rows(named))

    def _show(self, fields: Collection[str]) -> None:
        """Hide all settings but some from help and completion."""
        settings = all_settings()
        for parameter in self.params:
            if parameter.name in settings and hasattr(parameter, "hidden"):
                parameter.hidden = parameter.name not in fields


COMMAND = SplitCommand


def _signature() -> inspect.Signature:
    """Return the parameters of the command: its own, and one per setting."""
    strategies = ", ".join(available())
    parameters: dict[str, tuple[Any, Any]] = {
        "files": (Files, inspect.Parameter.empty),
        "strategy": (
            _text(f"A preset, a TOML file, or name:field=value,...; names: {strategies}."),
            None,
        ),
        "preset": (_text("Name of a preset."), None),
        "settings": (_text("TOML file of settings."), None),
        "format": (
            _text(
                "Output format; by default that of the suffix of --output, else jsonl.",
                "|".join(_FORMATS),
            ),
            None,
        ),
        "output": (_Output, None),
        "jobs": (_text("Number of processes for several documents; 1 by default.", "<int>"), None),
        "include": (_patterns("Files to include, such as '*.md'; repeat for more."), None),
        "exclude": (_patterns("Files and folders to exclude, such as drafts."), None),
        "title": (_text("Title of the document."), None),
        "language": (Language, None),
        "encoding": (Encoding, None),
        "type_": (Type, None),
        "keep_removed": (KeepRemoved, False),
        "precision": (Precision, None),
        **{
            field: (_text(text, metavar), None) for field, (metavar, text) in all_settings().items()
        },
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


def _patterns(description: str) -> Any:  # noqa: ANN401 - an annotation
    return Annotated[list[str] | None, typer.Option(metavar="PATTERN", help=description)]


# An option for every setting of every strategy, which typer reads.
split.__signature__ = _signature()  # type: ignore[attr-defined]
