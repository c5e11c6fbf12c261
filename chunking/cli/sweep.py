"""`chunkscope sweep`: a metric over ranges of settings, or thresholds side by side."""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Annotated

import typer

from chunking.cli import terminal
from chunking.cli.options import Encoding, File, Json, Language, StrategySpec, Type
from chunking.core.errors import SettingsError
from chunking.core.text.numbers import count_of
from chunking.engine.spec import parse_spec

if TYPE_CHECKING:
    from chunking.analysis.settings_search.axes import Grid
    from chunking.core.document import Document
    from chunking.core.prepared import Material
    from chunking.embedding import ModelTokens
    from chunking.strategies import Strategy

# Metrics that need embeddings.
_BY_VECTORS = ("cohesion", "separation", "silhouette")
# Cells between two updates of the progress line.
_EVERY = 50


def sweep_settings(
    file: File,
    *,
    over: Annotated[
        list[str] | None,
        typer.Option(
            help="field=low:high:step, field=value,value or strategy=name,name; repeat for more."
        ),
    ] = None,
    thresholds: Annotated[
        str | None,
        typer.Option(help="Thresholds to compare side by side, such as 0.35,0.45; without --over."),
    ] = None,
    strategy: StrategySpec = None,
    metric: Annotated[
        str | None, typer.Option(help="Metric of the map; chunks if omitted.")
    ] = None,
    language: Language = None,
    encoding: Encoding = None,
    type_: Type = None,
    as_json: Json = False,
) -> None:
    """Sweep settings over ranges, or compare thresholds side by side."""
    read = partial(terminal.read_document, file, type_, language=language, encoding=encoding)
    from chunking.analysis.recommend.sizes import starting

    base = starting("semantic") if strategy is None else parse_spec(strategy)
    if thresholds is None:
        if not over:
            raise SettingsError(
                "sweep needs --over, such as --over threshold=0.1:0.5:0.05, or --thresholds, "
                "got neither"
            )
        _sweep(read, base, over, metric or "chunks", as_json=as_json)
    elif over:
        raise SettingsError("give either --over or --thresholds, not both")
    elif metric is not None:
        raise SettingsError("--metric is for --over: --thresholds prints several metrics")
    else:
        _compare(read, base, thresholds, as_json=as_json)


def _sweep(
    read: Callable[[], Document], base: Strategy, over: list[str], metric: str, *, as_json: bool
) -> None:
    """Print a map of one metric, and the best combinations."""
    from chunking.analysis.metrics import METRICS
    from chunking.analysis.settings_search.axes import Grid, parse_axis
    from chunking.analysis.settings_search.sweep import QUICK, Sweep
    from chunking.embedding import DEFAULT_MODEL, get_embedder, model_tokens
    from chunking.engine import prepare
    from chunking.output.summaries.sweep import to_dict, to_table

    terminal.check_choice("metric", metric, [each.name for each in METRICS])
    grid = Grid(base, tuple(parse_axis(each) for each in over))
    material = _reference(grid, metric)
    document = read()
    terminal.print_cost(document, material)
    reference = prepare(document, material, on_batch=terminal.embedding_progress())
    terminal.print_notes_on(document, {}, material.model)

    def tokens(model: str | None) -> ModelTokens:
        used = get_embedder(model or material.model or DEFAULT_MODEL)
        return model_tokens(document.text, used)

    metrics = [each for each in METRICS if each in QUICK or each.name == metric]
    sweep = Sweep(
        grid, lambda material: prepare(document, material), reference,
        tokens, metrics,
    )  # fmt: skip
    for done in sweep.steps():
        if sys.stderr.isatty() and (done % _EVERY == 0 or done == len(grid)):
            terminal.print_progress(done, len(grid), f"of {count_of(len(grid), 'cell')}")
    if as_json:
        terminal.write_json(to_dict(sweep))
    else:
        terminal.write(to_table(sweep, metric))


def _compare(
    read: Callable[[], Document], base: Strategy, thresholds: str, *, as_json: bool
) -> None:
    """Print the chunks of several thresholds side by side."""
    from chunking.analysis.threshold_comparison import compare_thresholds, parse_thresholds
    from chunking.output.summaries.threshold_comparison import to_dict, to_table

    parsed = parse_thresholds(thresholds)
    document = read()
    terminal.print_cost(document, base.material)
    found = compare_thresholds(document, parsed, base, on_batch=terminal.embedding_progress())
    terminal.print_notes_on(document, {}, base.material.model)
    terminal.write_result(found, to_dict, to_table, as_json=as_json)


def _reference(grid: Grid, metric: str) -> Material:
    """Return the material of the metrics: sentences, with vectors where any are used."""
    from chunking.core.prepared import Material
    from chunking.embedding import DEFAULT_MODEL

    own = grid.model()
    if own is not None:
        return Material("sentences", model=own.model, signal="adjacent")
    if metric not in _BY_VECTORS:
        return Material("sentences")
    return Material("sentences", model=DEFAULT_MODEL, signal="adjacent")
