"""`chunkscope split`: split documents and write the chunks or the settings."""

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
from chunking.cli.split_output import FORMATS, is_alone, output_of
from chunking.cli.strategy_options import SettingsCommand, given_settings, strategy_of
from chunking.core.errors import SettingsError
from chunking.engine.serialization import to_toml
from chunking.engine.spec import RECOMMENDED
from chunking.library.batch import Recommended
from chunking.library.source import Reading, open_source
from chunking.strategies import available

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
    if isinstance(chosen, Recommended):
        chosen, reason = chosen.choose(document)
        terminal.print_notes([reason])
    if target.format == "toml":
        terminal.write(to_toml(chosen, document), output)
    else:
        split_alone(document, chosen, target)
