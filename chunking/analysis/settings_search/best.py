"""The best region of a sweep: the cells of one chunking whose neighbors are best, too."""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from chunking.analysis.metrics.metric import Better, MetricInfo
from chunking.analysis.metrics.sizes import CHUNKS, TRUNCATED
from chunking.analysis.metrics.structure import broken_in_words
from chunking.analysis.settings_search.axes import STRATEGY
from chunking.analysis.settings_search.axis_choice import setting_text
from chunking.analysis.settings_search.sweep import INVALID, PENDING, Sweep
from chunking.core.arrays import Bools, Floats, Ints
from chunking.core.text.numbers import count_of

# Values that agree to this many decimals are tied.
_TIE_DECIMALS = 9


@dataclass(frozen=True, slots=True)
class Best:
    """A region of cells with identical chunks.

    Attributes:
        cell: The cell in the middle of `box`.
        worst: The worst value of the region and of the cells next to it.
        cells: The number of cells with its chunks, also outside of `box`.
        ties: The number of other chunkings with the same value and the same worst value.
        box: The first and the last index on each axis, by which the region is named.
    """

    cell: int
    value: float
    worst: float
    cells: int
    ties: int
    box: tuple[tuple[int, int], ...]


def rank_cells(
    sweep: Sweep, values: Floats, better: Better, count: int, among: Bools | None = None
) -> list[Best]:
    """Return up to `count` regions, one for each chunking, by the worst value in and next to them.

    A value that holds when a setting changes a little is worth more than a higher one in a single
    cell. Regions of the same worst value are ordered by their own, then by their number of cells.
    Where neither direction is better, higher values come first.

    Args:
        values: One value for each cell, (cells,); nan where there is none.
    """
    known = np.isfinite(values)
    cells = np.flatnonzero(known if among is None else known & among)
    if len(cells) == 0:
        return []
    sign = 1 if better == "lower" else -1
    costs = (sign * values).round(_TIE_DECIMALS)
    results, row = np.unique(sweep.result_index[cells], return_inverse=True)
    cost, worst = np.full((2, len(results)), -np.inf)
    np.maximum.at(cost, row, costs[cells])
    np.maximum.at(worst, row, _with_neighbors(sweep, costs)[cells])
    sizes = np.bincount(row)
    _, group, counts = np.unique(
        np.stack([worst, cost]), axis=1, return_inverse=True, return_counts=True
    )
    found = []
    for at in np.lexsort((-sizes, cost, worst))[:count].tolist():
        box = _box(sweep, _middle(sweep, cells[row == at]))
        centers = [(low + high) // 2 for low, high in box]
        middle = int(np.ravel_multi_index(centers, sweep.grid.shape))
        tied = int(counts[group.ravel()[at]]) - 1
        least = sign * float(worst[at])
        found.append(Best(middle, float(values[middle]), least, int(sizes[at]), tied, box))
    return found


def best_of(sweep: Sweep, values: Floats, better: Better) -> Best | None:
    """Return the first region of `rank_cells`; None without a better direction or if all are equal.

    Also None until all cells are measured: the next one may be better. No chunk of the region
    exceeds the model limit, unless every cell has such chunks: then it is among the cells with the
    lowest share of them.
    """
    if sweep.done < len(sweep.grid):
        return None
    known = np.isfinite(values)
    if better == "neither" or (known.sum() > 1 and np.ptp(values[known]).round(_TIE_DECIMALS) == 0):
        return None
    shares = sweep.share_above_limit()
    allowed = shares <= shares[known].min(initial=1)
    found = rank_cells(sweep, values, better, 1, known & allowed)
    return found[0] if found else None


def best_in_words(sweep: Sweep, values: Floats, best: Best | None, metric: MetricInfo) -> str:
    """Return the best region in a sentence, or why there is none.

    Such as "Best region 0.12: threshold 0.28 to 0.34, max tokens 600; neighbors at least 0.10; a
    cell with worse neighbors has 0.14". `values` are those of `best_of`.
    """
    if metric.better == "neither":
        return "No best region: neither higher nor lower is better"
    if sweep.done < len(sweep.grid):
        return f"{sweep.done:,} of {len(sweep.grid):,} cells: the best is known after the last"
    if best is None:
        return "All cells are equal"
    shares = sweep.share_above_limit()
    within = " within the model limit" if shares[best.cell] == 0 < shares.max() else ""
    parts = [f"Best region {metric.format(best.value)}{within}: {_settings_of(sweep, best)}"]
    broken = broken_in_words(sweep.results[int(sweep.result_index[best.cell])].metrics)
    if broken:
        parts.append(f"broken: {broken}")
    if metric.format(best.worst) != metric.format(best.value):
        bound = "at least" if metric.better == "higher" else "at most"
        parts.append(f"neighbors {bound} {metric.format(best.worst)}")
    if best.ties:
        parts.append(f"{count_of(best.ties, 'other chunking')} tied")
    if shares[best.cell] > 0:
        over, chunks = (int(sweep.column(each.name)[best.cell]) for each in (TRUNCATED, CHUNKS))
        exceed = "exceeds" if over == 1 else "exceed"
        parts.append(
            f"{over:,} of {count_of(chunks, 'chunk')} {exceed} the model limit, as in every cell"
        )
    extreme = float(np.nanmax(values) if metric.better == "higher" else np.nanmin(values))
    if metric.format(extreme) != metric.format(best.value):
        above = bool(np.all(shares[values == extreme] > shares[best.cell]))
        why = "above the model limit" if above else "with worse neighbors"
        parts.append(f"a cell {why} has {metric.format(extreme)}")
    return "; ".join(parts)


def _settings_of(sweep: Sweep, best: Best) -> str:
    """Return the values of the settings in a region, and which of them have no effect."""
    ranges, idle = [], []
    for axis, (low, high) in zip(sweep.grid.axes, best.box, strict=True):
        label = axis.name if axis.name == STRATEGY else sweep.grid.base.label_of(axis.name).lower()
        first, last = (setting_text(axis.values[i]) for i in (low, high))
        if len(axis) > 1 and high - low + 1 == len(axis):
            idle.append(label)
        else:
            ranges.append(f"{label} {first}" if low == high else f"{label} {first} to {last}")
    effect = (
        f" ({' and '.join(idle)} {'has' if len(idle) == 1 else 'have'} no effect)" if idle else ""
    )
    return f"{', '.join(ranges)}{effect}".strip()


def _with_neighbors(sweep: Sweep, costs: Floats) -> Floats:
    """Return the highest cost of each cell and of those next to it on axes of numbers, (cells,)."""
    found = costs.reshape(sweep.grid.shape).copy()
    costs = found.copy()
    for at, axis in enumerate(sweep.grid.axes):
        if all(isinstance(value, int | float) for value in axis.values):
            ahead, around = np.moveaxis(costs, at, 0), np.moveaxis(found, at, 0)
            np.fmax(around[1:], ahead[:-1], out=around[1:])
            np.fmax(around[:-1], ahead[1:], out=around[:-1])
    flat: Floats = found.ravel()
    return flat


def _middle(sweep: Sweep, cells: Ints) -> int:
    """Return the cell nearest to the center of some cells."""
    at = np.stack(np.unravel_index(cells, sweep.grid.shape)).astype(np.float64)
    away = ((at - at.mean(axis=1, keepdims=True)) ** 2).sum(axis=0)
    return int(cells[away.argmin()])


def _box(sweep: Sweep, cell: int) -> tuple[tuple[int, int], ...]:
    """Return the first and last index on each axis of a box of cells with the chunks of one."""
    same = (sweep.result_index == sweep.result_index[cell]).reshape(sweep.grid.shape)
    box = [(int(i), int(i)) for i in np.unravel_index(cell, sweep.grid.shape)]
    for at in range(len(box)):
        low, high = box[at]
        whole = tuple(slice(first, last + 1) for first, last in box)

        def holds(i: int, at: int = at, whole: tuple[slice, ...] = whole) -> bool:
            return bool(same[(*whole[:at], slice(i, i + 1), *whole[at + 1 :])].all())

        while low > 0 and holds(low - 1):
            low -= 1
        while high + 1 < same.shape[at] and holds(high + 1):
            high += 1
        box[at] = (low, high)
    return tuple(box)


class Crop(NamedTuple):
    """The rows and columns of a map where it varies; the upper bounds are not included."""

    row: int
    row_end: int
    column: int
    column_end: int

    def around(self, row: int, column: int) -> "Crop":
        """Return the crop with a cell inside."""
        rows = min(self.row, row), max(self.row_end, row + 1)
        return Crop(*rows, min(self.column, column), max(self.column_end, column + 1))


def shape_of(sweep: Sweep) -> tuple[int, int]:
    """Return rows and columns of the map; a single axis is one row of cells."""
    shape = sweep.grid.shape
    return (shape[0], shape[1]) if len(shape) > 1 else (1, shape[0])


def crop_of(results: Ints) -> Crop:
    """Return the part of a map that is left without outer rows and columns that repeat others.

    An outer row is left out if all its settings contradict each other, or if it has the same
    chunks in each column as the row next to it. Columns likewise. An unfinished map stays whole.

    Args:
        results: The result of each cell, (rows, columns).
    """
    rows, columns = results.shape
    if np.any(results == PENDING):
        return Crop(0, rows, 0, columns)
    row, row_end = _varying(results)
    column, column_end = _varying(results[row:row_end].T)
    return Crop(row, row_end, column, column_end)


def _varying(lines: Ints) -> tuple[int, int]:
    first, end = 0, len(lines)
    while end - first > 1 and _repeats(lines[first], lines[first + 1]):
        first += 1
    while end - first > 1 and _repeats(lines[end - 1], lines[end - 2]):
        end -= 1
    return first, end


def _repeats(outer: Ints, inner: Ints) -> bool:
    return bool(np.all(outer == INVALID)) or np.array_equal(outer, inner)
