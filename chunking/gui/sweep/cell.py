"""The cell under the pointer: its settings, its metrics and its chunks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from chunking.analysis.metrics.sizes import CHUNKS, TOKENS_MEDIAN, TRUNCATED
from chunking.analysis.settings_search.axes import STRATEGY
from chunking.core.text.numbers import format_setting
from chunking.engine.query import to_query
from chunking.gui.results import columns

if TYPE_CHECKING:
    from chunking.analysis.settings_search.axes import Grid
    from chunking.gui.sweep.map import Map
    from chunking.gui.sweep.measured import Measured
    from chunking.gui.sweep.messages import SweepPreview
    from chunking.strategies import Strategy


def described(measured: Measured, shown: Map, cell: int) -> SweepPreview | None:
    """Return a cell as values for JSON; None where it has no chunks."""
    sweep = measured.sweep
    strategy = sweep.grid.strategy(cell) if 0 <= cell < len(sweep.grid) else None
    chunking = None if strategy is None else measured.chunking(strategy)
    if strategy is None or chunking is None or sweep.result_index[cell] < 0:
        return None
    values = sweep.results[int(sweep.result_index[cell])].metrics
    count = int(values[CHUNKS.name])
    over = int(values[TRUNCATED.name])
    tokens = measured.reference.tokens
    return {
        "cell": cell,
        "document": chunking.document.sha256,
        "version": columns.version_of(chunking, measured.reference.prepared.material.model),
        "settings": settings_of(sweep.grid, strategy),
        "query": to_query(strategy),
        "value": shown.metric.format(float(shown.values[cell])),
        "median": TOKENS_MEDIAN.format(values[TOKENS_MEDIAN.name]),
        "over": over,
        "share": over / count if count else 0.0,
        "window": tokens.limit,
        "counted": strategy.material.size_unit,
        "same": int((shown.results == shown.results[cell]).sum()),
        "chunks": columns.chunk_columns(
            chunking,
            measured.prepared.get(strategy.material),
            tokens,
        ),
    }


def settings_of(grid: Grid, strategy: Strategy) -> list[list[str]]:
    """Return label and value of each setting that a grid varies."""
    return [
        ["Strategy", strategy.name]
        if axis.name == STRATEGY
        else [strategy.label_of(axis.name), text_of(getattr(strategy, axis.name))]
        for axis in grid.axes
        if axis.name == STRATEGY or hasattr(strategy, axis.name)
    ]


def in_words(grid: Grid, strategy: Strategy) -> str:
    """Return the settings that a grid varies as "max tokens 300, overlap 0"."""
    found = settings_of(grid, strategy)
    return ", ".join(f"{label.lower()} {value}" for label, value in found)


def text_of(value: object) -> str:
    """Return the value of a setting as people read it: a float with two or three decimals."""
    if isinstance(value, float):
        return format_setting(round(value, 3))
    return f"{value:,}" if isinstance(value, int) else str(value)
