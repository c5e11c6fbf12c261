"""A sweep as plain values, and as a map for the terminal."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np

from chunking.columns import aligned
from chunking.metrics import MEASURES
from chunking.numerals import count_of
from chunking.settings import to_dict as settings_of
from chunking.sweep.sweep import IMPOSSIBLE

if TYPE_CHECKING:
    from chunking.sweep.axes import Value
    from chunking.sweep.sweep import Sweep

# Rows of the list of the best.
_BEST = 10


def to_dict(sweep: Sweep) -> dict[str, Any]:
    """The sweep as plain values for JSON; what means nothing is None.

    `cells` are in the order of the grid; `cutting` numbers the different ways to cut from 0, and is
    None where settings contradict each other.
    """
    columns = {each.name: sweep.column(each.name).tolist() for each in sweep.measures}
    return {
        "base": settings_of(sweep.grid.base),
        "axes": {axis.name: list(axis.values) for axis in sweep.grid.axes},
        "cuttings": len(sweep.cuttings),
        "cells": [
            {
                **sweep.grid.values(cell),
                "cutting": row if row >= 0 else None,
                "measures": {name: _plain(column[cell]) for name, column in columns.items()},
            }
            for cell, row in enumerate(sweep.number.tolist())
        ],
    }


def _plain(value: float) -> float | None:
    return value if math.isfinite(value) else None


def counted(sweep: Sweep) -> str:
    """How many cells there are, and how many of them differ: "40 cells, 12 different cuttings".

    Of a sweep that was stopped, how many cells it got to: "30 of 40 cells, 12 different cuttings".
    """
    cells, different = len(sweep.grid), len(sweep.cuttings)
    far = "" if sweep.done == cells else f"{sweep.done:,} of "
    said = [
        far + count_of(cells, "cell"),
        count_of(different, "cutting", "different cuttings"),
    ]
    if impossible := int(np.count_nonzero(sweep.number == IMPOSSIBLE)):
        said.append(f"{impossible:,} with settings that contradict each other")
    return ", ".join(said)


def to_table(sweep: Sweep, name: str) -> str:
    """One measure as a person reads it in a terminal: a map of two settings, then the best cells.

    With one setting, or three and more, the best cells alone.
    """
    measure = next(each for each in MEASURES if each.name == name)
    values = sweep.column(name)
    hint = {"higher": "higher is better", "lower": "lower is better"}.get(measure.better, "")
    parts = [f"{measure.title}{f' ({hint})' if hint else ''}: {measure.meaning}\n{counted(sweep)}"]
    if len(sweep.grid.axes) == 2:
        down, across = sweep.grid.axes
        rows = [[f"{down.name} \\ {across.name}", *map(_shown, across.values)]]
        for value, line in zip(down.values, values.reshape(sweep.grid.shape), strict=True):
            rows.append([_shown(value), *(measure.shown(each) for each in line.tolist())])
        parts.append(aligned(rows))
    best = sweep.best(name, _BEST)
    rows = [[*(axis.name for axis in sweep.grid.axes), measure.title]]
    for cell in best:
        shown = [_shown(value) for value in sweep.grid.values(cell).values()]
        rows.append([*shown, measure.shown(float(values[cell]))])
    parts.append(aligned(rows))
    return "\n\n".join(parts) + "\n"


def _shown(value: Value) -> str:
    return f"{value:g}" if isinstance(value, float) else str(value)
