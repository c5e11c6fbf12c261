"""`chunkscope nest`: every level of nested strategies, each chunk with its parent."""

from typing import Annotated

import typer

from chunking.cli import terminal
from chunking.cli.options import Encoding, File, Language, Output, Type
from chunking.core.errors import SettingsError
from chunking.engine.spec import parse_spec
from chunking.output.export.csv_table import NESTED_EXPORTS


def nest_levels(
    file: File,
    *,
    levels: Annotated[
        str | None,
        typer.Option(help="Strategies, outermost first: name:field=value > name > name."),
    ] = None,
    strategy: Annotated[
        str | None, typer.Option(help="A multi-level strategy, instead of --levels.")
    ] = None,
    tokenizer: Annotated[
        str | None, typer.Option(help="Tokenizer for --levels; estimate if omitted.")
    ] = None,
    format_: Annotated[
        str, typer.Option("--format", metavar="|".join(NESTED_EXPORTS), help="Output format.")
    ] = "jsonl",
    output: Output = None,
    language: Language = None,
    encoding: Encoding = None,
    type_: Type = None,
) -> None:
    """Split a document by nested strategies and write all levels."""
    from chunking.engine import nest
    from chunking.strategies import Strategy, get

    terminal.check_output(output, file, strategy)
    terminal.check_choice("format", format_, NESTED_EXPORTS)
    if strategy is not None and levels is not None:
        raise SettingsError("give either --levels or --strategy, not both")
    if strategy is not None and tokenizer is not None:
        raise SettingsError(
            "--tokenizer is for --levels; for --strategy it is a setting, "
            f"such as {strategy.partition(':')[0]}:tokenizer={tokenizer}"
        )
    if strategy is None:
        settings = {"levels": levels, "tokenizer": tokenizer}
        nested: Strategy = get("hierarchical")(
            **{name: value for name, value in settings.items() if value is not None}
        )
    else:
        nested = parse_spec(strategy)
    document = terminal.read_document(file, type_, language=language, encoding=encoding)
    terminal.print_cost(document, nested.material)
    chunkings = nest(document, nested, on_batch=terminal.embedding_progress())
    terminal.print_notes_on(document, {"": (chunkings[-1], nested)})
    terminal.write(NESTED_EXPORTS[format_](chunkings), output)
