"""`chunkscope recommend`: which strategy and settings suit a document, and why."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from chunking.commands import terminal

if TYPE_CHECKING:
    from chunking.recommending import Recommendation


def recommend_settings(
    file: Annotated[str, typer.Argument(help="A document; - reads standard input.")],
    *,
    precision: Annotated[str, typer.Option(help="exact or fast, where a model is used.")] = "exact",
    json_: Annotated[bool, typer.Option("--json", help="As JSON, with the facts.")] = False,
    output: Annotated[
        str | None,
        typer.Option("--output", "-o", help="Where to write the settings, for split --settings."),
    ] = None,
    language: Annotated[str | None, typer.Option(help="Its language, as en or de.")] = None,
    encoding: Annotated[str | None, typer.Option(help="Its encoding, if known.")] = None,
) -> None:
    """Say which strategy and settings suit a document, and why."""
    from chunking.recommending import recommend, to_dict
    from chunking.settings import to_toml

    terminal.check_output(output, file)
    document = terminal.read_document(file, language=language, encoding=encoding)
    found = recommend(document, precision=precision, on_batch=terminal.progress())
    terminal.remark(document.notes)
    if output is not None:
        terminal.write(to_toml(found.strategy, document), output)
    if json_:
        terminal.write_json(to_dict(found))
    else:
        terminal.write(_said(found))


def _said(found: Recommendation) -> str:
    """The reasons, and below each the settings as `compare --strategy` takes them."""
    from chunking.specs import to_spec

    said = f"{found.reason}\n\n  {to_spec(found.strategy)}\n"
    if found.alternative is None:
        return said
    return f"{said}\n{found.instead}\n\n  {to_spec(found.alternative)}\n"
