"""`chunkscope nest`: every level of nested strategies, each chunk with its parent."""

from __future__ import annotations

from typing import Annotated

import typer

from chunking.commands import terminal
from chunking.errors import SettingsError
from chunking.specs import in_precision, parse_spec

_FORMATS = ("jsonl", "csv")


def nest_levels(
    file: Annotated[str, typer.Argument(help="A document; - reads standard input.")],
    *,
    levels: Annotated[
        str | None,
        typer.Option(help="name:field=value,field=value > name > name, outermost first."),
    ] = None,
    strategy: Annotated[
        str | None,
        typer.Option(help="Another strategy with levels, a preset or a TOML file, for --levels."),
    ] = None,
    count_in: Annotated[
        str | None, typer.Option(help="What a token is in --levels; characters if none.")
    ] = None,
    precision: Annotated[str | None, typer.Option(help=terminal.PRECISION)] = None,
    format_: Annotated[
        str, typer.Option("--format", metavar="|".join(_FORMATS), help="What to write.")
    ] = "jsonl",
    output: Annotated[str | None, typer.Option("--output", "-o", help="Where to.")] = None,
    language: Annotated[str | None, typer.Option(help="Its language, as en or de.")] = None,
    encoding: Annotated[str | None, typer.Option(help="Its encoding, if known.")] = None,
) -> None:
    """Cut a document by nested strategies and write all levels, each chunk with its parent."""
    from chunking.export.nested import nested_csv, nested_jsonl
    from chunking.nesting import nest
    from chunking.strategies import get

    terminal.check_output(output, file, strategy)
    terminal.one_of("format", format_, _FORMATS)
    if strategy is not None and levels is not None:
        raise SettingsError("give either --levels or --strategy, not both")
    if strategy is not None and count_in is not None:
        raise SettingsError(
            f"--count-in is for --levels; --strategy takes it as a setting, count_in={count_in}"
        )
    given = {"levels": levels, "count_in": count_in}
    given = {name: value for name, value in given.items() if value is not None}
    nested = get("hierarchical")(**given) if strategy is None else parse_spec(strategy)
    (nested,) = in_precision([nested], precision)
    document = terminal.read_document(file, language=language, encoding=encoding)
    found = nest(document, nested, on_batch=terminal.progress())
    terminal.remark((*document.notes, *found[-1].notes))
    write = {"jsonl": nested_jsonl, "csv": nested_csv}[format_]
    terminal.write(write(found), output)
