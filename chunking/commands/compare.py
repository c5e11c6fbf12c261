"""`chunkscope compare`: strategies and chunks made elsewhere, side by side on one document."""

from __future__ import annotations

from typing import Annotated

import typer

from chunking.commands import terminal
from chunking.errors import SettingsError
from chunking.specs import in_precision, parse_spec


def compare_lanes(
    file: Annotated[str, typer.Argument(help="A document; - reads standard input.")],
    *,
    strategy: Annotated[
        list[str] | None,
        typer.Option(help="name:field=value,field=value, a preset, or a TOML file; once a lane."),
    ] = None,
    chunks: Annotated[
        list[str] | None,
        typer.Option(help="Chunks of this document made elsewhere, JSONL or CSV; once a lane."),
    ] = None,
    count_in: Annotated[
        str | None,
        typer.Option(help="What a token is in --chunks; characters if none."),
    ] = None,
    precision: Annotated[str | None, typer.Option(help=terminal.PRECISION)] = None,
    language: Annotated[str | None, typer.Option(help="Its language, as en or de.")] = None,
    encoding: Annotated[str | None, typer.Option(help="Its encoding, if known.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="All numbers as JSON.")] = False,
    report: Annotated[
        str | None, typer.Option(help="An HTML file to write, with the curve and the text in it.")
    ] = None,
) -> None:
    """Compare strategies on a document: sizes, reasons, structure damage, agreement."""
    from chunking.comparison import compare, to_dict, to_table
    from chunking.imported import load_chunks

    terminal.check_output(report, file, *(chunks or ()), *(strategy or ()))
    if count_in is not None and not chunks:
        raise SettingsError(
            f"--count-in is for --chunks; --strategy takes it as a setting, count_in={count_in}"
        )
    strategies = in_precision([parse_spec(spec) for spec in strategy or ()], precision)
    document = terminal.read_document(file, language=language, encoding=encoding)
    counted = count_in or "characters"
    imported = [load_chunks(path, document, count_in=counted) for path in chunks or ()]
    found = compare(document, strategies, imported, on_batch=terminal.progress())
    terminal.remark(document.notes)
    for lane in found.lanes:
        terminal.remark(f"{lane.title}: {note}" for note in lane.chunking.notes)
    if report is not None:
        from chunking.report import to_html

        terminal.write(to_html(found), report)
        terminal.remark([f"{report} holds the comparison as a page"])
    if as_json:
        terminal.write_json(to_dict(found))
    else:
        terminal.write(to_table(found))
