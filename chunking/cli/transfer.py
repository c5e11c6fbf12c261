"""`chunkscope transfer`: the threshold for another model, or for other documents."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated

import typer

from chunking.cli import terminal
from chunking.cli.options import Encoding, Json, Language, StrategySpec
from chunking.core.errors import SettingsError
from chunking.engine.spec import parse_spec

if TYPE_CHECKING:
    from chunking.analysis.recommend.threshold_transfer import Transfer


def transfer_threshold(
    files: Annotated[list[str], typer.Argument(help="Documents.")],
    *,
    strategy: StrategySpec = None,
    from_: Annotated[
        str | None,
        typer.Option("--from", help="Model that the threshold suits; that of STRATEGY if omitted."),
    ] = None,
    to: Annotated[str | None, typer.Option(help="The other model.")] = None,
    tuned_on: Annotated[
        str | None, typer.Option(help="Document that the threshold suits, in place of --to.")
    ] = None,
    language: Language = None,
    encoding: Encoding = None,
    as_json: Json = False,
) -> None:
    """Transfer a threshold to another model or to other documents."""
    from chunking.analysis.recommend.sizes import starting
    from chunking.analysis.recommend.threshold_transfer import (
        check_threshold,
        transfer_to_documents,
        transfer_to_model,
    )

    if (to is None) == (tuned_on is None):
        raise SettingsError("transfer must have either --to, a model, or --tuned-on, a document")
    settings = starting("semantic") if strategy is None else parse_spec(strategy)
    check_threshold(settings)
    if from_ is not None:
        settings = settings.with_(model=from_)
    documents = [
        terminal.read_document(file, language=language, encoding=encoding) for file in files
    ]
    materials = [settings.material, *([settings.with_(model=to).material] if to else [])]
    for document in documents:
        terminal.print_cost(document, *materials)
    progress = terminal.embedding_progress()
    if tuned_on is None:
        found = transfer_to_model(documents, settings, str(to), on_batch=progress)
    else:
        source = terminal.read_document(tuned_on, language=language, encoding=encoding)
        found = transfer_to_documents(source, settings, documents, on_batch=progress)
    for document in documents:
        models = (each.model for each in materials)
        title = document.source if len(documents) > 1 else ""
        terminal.print_notes_on(document, {}, *models, title=title)
    terminal.write_result(found, _to_dict, _to_text, as_json=as_json)


def _to_text(found: Transfer) -> str:
    from chunking.engine.spec import to_spec

    return f"Threshold {found.summary}\n\n  {to_spec(found.strategy)}\n"


def _to_dict(found: Transfer) -> dict[str, object]:
    from chunking.engine import serialization

    agreement = None if found.agreement is None else asdict(found.agreement)
    return {
        "original": found.original,
        "threshold": found.threshold,
        "low": found.low,
        "high": found.high,
        "share": found.share,
        "agreement": agreement,
        "settings": serialization.to_dict(found.strategy),
    }
