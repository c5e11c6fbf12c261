"""`chunkscope sweep`: settings over their ranges, and how good each combination is."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated

import typer

from chunking.commands import terminal
from chunking.errors import SettingsError
from chunking.numerals import count_of
from chunking.specs import parse_spec

if TYPE_CHECKING:
    from chunking.sweep import Grid
    from chunking.types import Material

# What is measured by vectors, for which a model must read the document.
_BY_VECTORS = ("cohesion", "separation", "silhouette")


def sweep_settings(
    file: Annotated[str, typer.Argument(help="A document; - reads standard input.")],
    *,
    over: Annotated[
        list[str],
        typer.Option(
            help="field=low:high:step or field=value,value, or strategy=name,name; once each."
        ),
    ],
    strategy: Annotated[
        str, typer.Option(help="name:field=value,field=value, a preset, or a TOML file.")
    ] = "semantic",
    measure: Annotated[str, typer.Option(help="What the map shows.")] = "chunks",
    precision: Annotated[str | None, typer.Option(help=terminal.PRECISION)] = None,
    language: Annotated[str | None, typer.Option(help="Its language, as en or de.")] = None,
    encoding: Annotated[str | None, typer.Option(help="Its encoding, if known.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="All cells and measures.")] = False,
) -> None:
    """Sweep settings over their ranges: a map of any measure, and the best combinations."""
    from chunking.engine import notes_of, prepare
    from chunking.metrics import MEASURES
    from chunking.sizes import measure as measure_sizes
    from chunking.sweep import QUICK, Grid, Sweep, parse_axis, to_dict, to_table

    terminal.one_of("measure", measure, [each.name for each in MEASURES])
    grid = Grid(parse_spec(strategy), tuple(parse_axis(each) for each in over), precision)
    material = _sentences(grid, measure)
    if precision is not None and material.model is None:
        raise SettingsError(
            "--precision is for strategies and measures with a model; none of these uses one"
        )
    document = terminal.read_document(file, language=language, encoding=encoding)
    terminal.remark((*document.notes, *notes_of(material)))
    sentences = prepare(document, material, on_batch=terminal.progress())
    measures = [each for each in MEASURES if each in QUICK or each.name == measure]
    found = Sweep(
        grid, lambda material: prepare(document, material), sentences,
        measure_sizes(document.text, "wordpiece"), measures,
    )  # fmt: skip
    told = sys.stderr.isatty()
    for done in found.steps():
        if told and (done % 50 == 0 or done == len(grid)):
            end = "\n" if done == len(grid) else ""
            print(
                f"\r{done:,} of {count_of(len(grid), 'cell')}", end=end, file=sys.stderr, flush=True
            )
    if as_json:
        terminal.write_json(to_dict(found))
    else:
        terminal.write(to_table(found, measure))


def _sentences(grid: Grid, measure: str) -> Material:
    """What the measures look at: by the model of the strategies, else the default one if needed."""
    from chunking.embedding import DEFAULT_MODEL
    from chunking.types import Material

    own = grid.model()
    if own is not None:
        return Material("sentences", model=own.model, precision=own.precision, signal="adjacent")
    if measure not in _BY_VECTORS:
        return Material("sentences")
    return Material(
        "sentences", model=DEFAULT_MODEL, precision=grid.precision or "exact", signal="adjacent"
    )
