"""`chunkscope split`: split documents and write the chunks or the settings."""

import os
from collections.abc import Sequence
from glob import has_magic
from pathlib import Path, PurePath
from typing import Annotated

import typer

from chunking.cli import terminal
from chunking.cli.options import (
    Encoding,
    Exclude,
    Files,
    Include,
    Jobs,
    KeepRemoved,
    Language,
    Preset,
    SettingsFile,
    Type,
)
from chunking.cli.split_documents import split_alone, split_source
from chunking.cli.strategy_options import SettingsCommand, given_settings, strategy_of
from chunking.core.errors import SettingsError
from chunking.engine.serialization import to_toml
from chunking.engine.spec import RECOMMENDED
from chunking.library.batch import Recommended
from chunking.library.parallel_map import check_jobs
from chunking.library.source import Reading, open_source
from chunking.output.export.files import SUFFIXES, ChunkOutput
from chunking.strategies import available

FORMATS = (*SUFFIXES, "toml")
"""The formats of chunks, and that of settings."""


def is_folder(output: str | None) -> bool:
    """Return whether an output is a folder: an existing one, or a name that ends in a slash."""
    return bool(output) and (str(output).endswith(("/", os.sep)) or os.path.isdir(str(output)))  # noqa: PTH112


def is_alone(
    sources: Sequence[str], output: str | None, include: Sequence[str], exclude: Sequence[str]
) -> bool:
    """Return whether one document is split as such: one file, or standard input."""
    if "-" in sources:
        if len(sources) > 1:
            raise SettingsError("- reads standard input and must be the only document")
        return True
    if len(sources) > 1 or include or exclude or is_folder(output):
        return False
    # The name of an existing file is no pattern.
    (source,) = sources
    exists = os.path.exists(source)  # noqa: PTH110 - any text
    return not (os.path.isdir(source) if exists else has_magic(source))  # noqa: PTH112


def output_of(
    output: str | None,
    format_: str | None,
    inputs: Sequence[str | None],
    *,
    alone: bool,
    uuids: bool,
) -> ChunkOutput:
    """Return where the chunks are written, checked before any slow work.

    Args:
        format_: A format; by default that of the suffix of the output.
        inputs: Files that must not be the output.
    """
    if format_ is not None:
        terminal.check_choice("format", format_, FORMATS)
    if format_ == "toml" and not alone:
        raise SettingsError("--format toml is for one document: the settings are the same for all")
    if output is None:
        return ChunkOutput(format_ or "jsonl", uuids=uuids)
    suffix = PurePath(output).suffix.lower()
    is_new = bool(output) and not suffix and format_ is None and not os.path.isfile(output)  # noqa: PTH113
    if not alone and (is_folder(output) or is_new):
        return ChunkOutput(format_ or "jsonl", Path(output), is_folder=True, uuids=uuids)
    terminal.check_output(output, *inputs)
    unnamed = "jsonl" if alone and not suffix else None
    found = format_ or _format_of(suffix, settings=alone) or unnamed
    if found is None:
        endings = ", ".join([*SUFFIXES.values(), *([".toml"] if alone else [])])
        other = "" if alone else " or be a folder"
        raise SettingsError(f"{output} must end in {endings}{other}; or give --format")
    return ChunkOutput(found, Path(output), uuids=uuids)


def _format_of(suffix: str, *, settings: bool) -> str | None:
    """Return the format that a suffix stands for, with `settings` also theirs; else None."""
    known = SUFFIXES | ({"toml": ".toml"} if settings else {})
    return next((name for name, each in known.items() if each == suffix), None)


COMMAND = SettingsCommand


def split(
    context: typer.Context,
    files: Files,
    *,
    strategy: Annotated[
        str | None,
        typer.Option(
            help="A preset, a TOML file, or name:field=value,...; the recommended strategy of "
            f"each document if omitted. Names: {', '.join((*available(), RECOMMENDED))}."
        ),
    ] = None,
    preset: Preset = None,
    settings: SettingsFile = None,
    format_: Annotated[
        str | None,
        typer.Option(
            "--format",
            metavar="|".join(FORMATS),
            help="Output format; by default that of the suffix of --output, else jsonl.",
        ),
    ] = None,
    output: Annotated[
        str | None,
        typer.Option(
            "--output",
            "-o",
            help="File to write instead of standard output; of several documents also a folder.",
        ),
    ] = None,
    uuids: Annotated[
        bool, typer.Option("--uuids", help="Add a random UUID to each chunk, as column uuid.")
    ] = False,
    safe_csv: Annotated[
        bool,
        typer.Option(
            "--safe-csv",
            help="In CSV, put an apostrophe before texts that spreadsheets take for formulas.",
        ),
    ] = False,
    jobs: Jobs = 1,
    include: Include = None,
    exclude: Exclude = None,
    title: Annotated[str | None, typer.Option(help="Title of the document.")] = None,
    language: Language = None,
    encoding: Encoding = None,
    type_: Type = None,
    keep_removed: KeepRemoved = False,
) -> None:
    """Split documents and write their chunks, by default one JSON object per line.

    Exit codes: 0 all documents were split, 1 some could not be, 2 an error, 130 Ctrl+C.
    """
    check_jobs(jobs)
    included, excluded = include or (), exclude or ()
    alone = is_alone(files, output, included, excluded)
    target = output_of(output, format_, (*files, settings, strategy), alone=alone, uuids=uuids)
    target = target._replace(safe_csv=safe_csv)
    given = given_settings(context)
    chosen = strategy_of(strategy, preset, settings, given)
    domain = given.get("domain", "default")
    domain = "" if domain == "default" else domain
    if not alone:
        for option, value in (("--title", title), ("--type", type_)):
            if value is not None:
                raise SettingsError(f"{option} is for one document")
        reading = Reading(language, domain, encoding, keep_removed)
        source = open_source(
            files, include=included, exclude=excluded, tables=False, output=target.path
        )
        split_source(source, chosen, reading, target, jobs=jobs)
        return
    document = terminal.read_document(
        files[0], type_, title=title, language=language, domain=domain, encoding=encoding
    )
    if keep_removed:
        document = document.restored()
    notes: tuple[str, ...] = ()
    if isinstance(chosen, Recommended):
        chosen, notes = chosen.choose(document)
        terminal.print_notes(notes)
    if target.format == "toml":
        terminal.write(to_toml(chosen, document), output)
    else:
        split_alone(document, chosen, target, notes)
