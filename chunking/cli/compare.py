"""`chunkscope compare`: strategies and imported chunks on one document."""

from typing import Annotated

import typer

from chunking.cli import terminal
from chunking.cli.options import Encoding, File, Json, Language, Strategies, Type
from chunking.cli.strategy_options import compared_strategies
from chunking.core.errors import SettingsError
from chunking.core.text.tokenizers import ESTIMATE, tokenizer_title


def compare_strategies(
    file: File,
    *,
    strategy: Strategies = None,
    chunks: Annotated[
        list[str] | None,
        typer.Option(help="JSONL or CSV file of chunks from another program; repeat to compare."),
    ] = None,
    tokenizer: Annotated[
        str | None, typer.Option(help="Tokenizer for --chunks; estimate if omitted.")
    ] = None,
    as_set: Annotated[
        bool, typer.Option("--as-set", help="Compare the sizes as set, not at equal size.")
    ] = False,
    language: Language = None,
    encoding: Encoding = None,
    type_: Type = None,
    as_json: Json = False,
    report: Annotated[str | None, typer.Option(help="HTML report to write.")] = None,
) -> None:
    """Compare strategies and imported chunks at equal size: sizes, reasons, agreement."""
    from chunking.loading.chunk_files import load_chunks
    from chunking.output.comparison import compare
    from chunking.output.summaries.comparison import to_dict, to_table

    terminal.check_output(report, file, *(chunks or ()), *(strategy or ()))
    if tokenizer is not None and not chunks:
        raise SettingsError(
            "--tokenizer is for --chunks; for --strategy it is a setting, "
            f"such as {_example(strategy)}:tokenizer={tokenizer}"
        )
    document = terminal.read_document(file, type_, language=language, encoding=encoding)
    strategies = compared_strategies(strategy, [document]) if strategy or not chunks else []
    imported = [
        load_chunks(path, document, tokenizer=tokenizer or ESTIMATE) for path in chunks or ()
    ]
    terminal.print_cost(document, *(each.material for each in strategies))
    progress = terminal.embedding_progress()
    found = compare(document, strategies, imported, as_set=as_set, on_batch=progress)
    terminal.print_notes_on(
        document, {lane.title: (lane.chunking, lane.strategy) for lane in found.lanes}
    )
    if tokenizer is not None and found.size_unit != tokenizer_title(tokenizer):
        note = f"--tokenizer {tokenizer} is not used: next to a strategy, sizes are in "
        terminal.print_notes([f"{note}{found.size_unit}"])
    if report is not None:
        from chunking.output.report import to_html

        terminal.write(to_html(found), report)
        terminal.print_notes([f"report written to {report}"])
    terminal.write_result(found, to_dict, to_table, as_json=as_json)


def _example(strategy: list[str] | None) -> str:
    return (strategy or ["sentence"])[0].partition(":")[0]
