"""`chunkscope experiment`: thresholds of `semantic` and all selectors on one document."""

from __future__ import annotations

from typing import Annotated

import typer

from chunking.cli import terminal
from chunking.cli.options import Encoding, File, Json, Language, Precision, Type
from chunking.engine import model_notes
from chunking.engine.spec import in_precision
from chunking.strategies import get

_Min = Annotated[str | None, typer.Option(metavar="<int>", help="Minimum size.")]
_Max = Annotated[str | None, typer.Option(metavar="<int>", help="Maximum size.")]
_Overlap = Annotated[
    str | None, typer.Option(metavar="<int>", help="Overlap with the preceding text.")
]


def compare_thresholds(
    file: File,
    *,
    thresholds: Annotated[
        str, typer.Option(help="Similarities between -1 and 1, separated by commas.")
    ] = "0.35,0.45,0.55",
    min_tokens: _Min = None,
    max_tokens: _Max = None,
    overlap_tokens: _Overlap = None,
    tokenizer: Annotated[
        str | None, typer.Option(help="Tokenizer that sizes are counted with.")
    ] = None,
    model: Annotated[str | None, typer.Option(help="Embedding model: a name or folder.")] = None,
    precision: Precision = None,
    language: Language = None,
    encoding: Encoding = None,
    type_: Type = None,
    as_json: Json = False,
) -> None:
    """Compare thresholds on a document."""
    from chunking.analysis.experiment import experiment, parse_thresholds
    from chunking.output.summaries.experiment import to_dict, to_table

    settings = {
        "min_tokens": min_tokens, "max_tokens": max_tokens, "overlap_tokens": overlap_tokens,
        "tokenizer": tokenizer, "model": model,
    }  # fmt: skip
    parsed = parse_thresholds(thresholds)
    changes = {name: value for name, value in settings.items() if value is not None}
    (strategy,) = in_precision([get("semantic")().with_(**changes)], precision)
    document = terminal.read_document(file, type_, language=language, encoding=encoding)
    terminal.print_cost(document, strategy.material)
    result = experiment(document, parsed, strategy, on_batch=terminal.embedding_progress())
    terminal.print_notes((*document.notes, *model_notes(strategy.material)))
    terminal.print_coverage(document, strategy.material.model)
    if as_json:
        terminal.write_json(to_dict(result))
    else:
        terminal.write(to_table(result))
