"""A sweep as JSON values and as a table for the terminal."""

import math
from typing import Any

import numpy as np

from chunking.analysis.metrics import METRICS
from chunking.analysis.settings_search.axes import Value
from chunking.analysis.settings_search.best import best_in_words, best_of, rank_cells
from chunking.analysis.settings_search.sweep import INVALID, Sweep
from chunking.core.text.numbers import count_of
from chunking.engine.serialization import to_dict as settings_of
from chunking.output.text_table import aligned

# Rows of the list of the best cells.
_BEST_ROWS = 10


def to_dict(sweep: Sweep) -> dict[str, Any]:
    """Return the sweep as values for JSON, None for an undefined metric.

    `cells` are in the order of the grid. `chunking` numbers the distinct chunkings from 0, and is
    None where the settings contradict each other.
    """
    columns = {each.name: sweep.column(each.name).tolist() for each in sweep.metrics}
    return {
        "base": settings_of(sweep.grid.base),
        "axes": {axis.name: list(axis.values) for axis in sweep.grid.axes},
        "chunkings": len(sweep.results),
        "cells": [
            {
                **sweep.grid.values(cell),
                "chunking": index if index >= 0 else None,
                "metrics": {
                    name: column[cell] if math.isfinite(column[cell]) else None
                    for name, column in columns.items()
                },
            }
            for cell, index in enumerate(sweep.result_index.tolist())
        ],
    }


def cell_counts(sweep: Sweep) -> str:
    """Return the number of cells and of distinct chunkings: "40 cells, 12 distinct chunkings".

    Of a stopped sweep also the cells that are done: "30 of 40 cells, 12 distinct chunkings".
    """
    cells, distinct = len(sweep.grid), len(sweep.results)
    done = "" if sweep.done == cells else f"{sweep.done:,} of "
    parts = [
        done + count_of(cells, "cell"),
        count_of(distinct, "distinct chunking"),
    ]
    if invalid := int(np.count_nonzero(sweep.result_index == INVALID)):
        parts.append(f"{invalid:,} with contradicting settings")
    return ", ".join(parts)


def to_table(sweep: Sweep, name: str) -> str:
    """Return one metric as text: a map of two settings, the best cells, and the best one.

    With one setting, or more than two, there is no map.
    """
    metric = next(each for each in METRICS if each.name == name)
    values = sweep.column(name)
    hint = "" if metric.better == "neither" else f" ({metric.better} is better)"
    parts = [f"{metric.title}{hint}: {metric.meaning}\n{cell_counts(sweep)}"]
    if len(sweep.grid.axes) == 2:
        first, second = sweep.grid.axes
        rows = [[f"{first.name} \\ {second.name}", *map(_plain, second.values)]]
        for value, line in zip(first.values, values.reshape(sweep.grid.shape), strict=True):
            rows.append([_plain(value), *(metric.format(each) for each in line.tolist())])
        parts.append(aligned(rows))
    shares = sweep.share_above_limit()
    rows = [[*(axis.name for axis in sweep.grid.axes), metric.title, "neighbors", "above limit"]]
    for each in rank_cells(sweep, values, metric.better, _BEST_ROWS):
        settings = [_plain(value) for value in sweep.grid.values(each.cell).values()]
        measured = (metric.format(each.value), metric.format(each.worst))
        rows.append([*settings, *measured, f"{shares[each.cell]:.0%}"])
    parts.append(aligned(rows))
    parts.append(best_in_words(sweep, values, best_of(sweep, values, metric.better), metric))
    return "\n\n".join(parts) + "\n"


def _plain(value: Value) -> str:
    return f"{value:g}" if isinstance(value, float) else str(value)
