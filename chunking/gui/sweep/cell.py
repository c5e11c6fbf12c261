"""The cell under the pointer: its settings, its metrics and its chunks."""

from chunking.analysis.metrics.sizes import CHUNKS, TOKENS_MEDIAN, TRUNCATED
from chunking.analysis.settings_search.axis_choice import varied_settings
from chunking.engine.spec import to_query
from chunking.gui.results import columns
from chunking.gui.sweep.map import Map
from chunking.gui.sweep.measured import Measured
from chunking.gui.sweep.messages import SweepPreview


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
        "settings": varied_settings(sweep.grid, strategy),
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
