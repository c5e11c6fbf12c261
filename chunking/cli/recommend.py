"""`chunkscope recommend`: a strategy and settings for a document, with the reason."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from chunking.cli import terminal
from chunking.cli.options import Encoding, File, Json, Language, Type

if TYPE_CHECKING:
    from chunking.analysis.recommend.by_structure import Recommendation


def recommend_settings(
    file: File,
    *,
    model: Annotated[
        str | None,
        typer.Option(help="Embedding model: a name, a folder, multilingual or PROVIDER:NAME."),
    ] = None,
    as_json: Json = False,
    output: Annotated[
        str | None,
        typer.Option("--output", "-o", help="TOML file to write, for split --settings."),
    ] = None,
    language: Language = None,
    encoding: Encoding = None,
    type_: Type = None,
) -> None:
    """Recommend a strategy and its settings."""
    from chunking.analysis.recommend.by_structure import recommend_by_structure
    from chunking.analysis.recommend.sizes import document_sizes
    from chunking.analysis.recommend.strategy import recommend
    from chunking.embedding import DEFAULT_MODEL, get_embedder
    from chunking.engine.serialization import to_toml
    from chunking.strategies import get
    from chunking.units.layout import layout

    terminal.check_output(output, file)
    document = terminal.read_document(file, type_, language=language, encoding=encoding)
    if model is not None:
        sizes = document_sizes(document, get_embedder(model))
        if recommend_by_structure(document, layout(document), sizes) is None:
            terminal.print_cost(document, get("semantic")(model=model).material)
    found = recommend(document, model=model, on_batch=terminal.embedding_progress())
    terminal.print_notes_on(document, {}, model or DEFAULT_MODEL)
    if output is not None:
        terminal.write(to_toml(found.strategy, document), output)
    if as_json:
        terminal.write_json(found.to_dict())
    else:
        terminal.write(_to_text(found))


def _to_text(found: Recommendation) -> str:
    """Return the reasons, each followed by settings in the form of `compare --strategy`."""
    from chunking.engine.spec import to_spec

    text = f"Recommended: {found.summary}\n{found.reason}\n\n  {to_spec(found.strategy)}\n"
    if found.alternative is None:
        return f"{text}\n{found.alternative_summary}\n" if found.alternative_summary else text
    return f"{text}\nAlternative: {found.alternative_summary}\n\n  {to_spec(found.alternative)}\n"
