"""Throughput of strategies without a model and of other libraries, in 10^6 characters per second.

Rows of `benchmarks.speed`: from a text to the texts of all chunks, of about 2,048 characters each,
for 1 MB of prose, 1 MB of Markdown and 20 MB of both. Heading paths, ids and hashes are computed on
access and not measured, since the other libraries have none.
"""

import importlib.util
import math
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from benchmarks import speed_texts, structural_sides, table, texts
from benchmarks.speed_texts import Plan

MEGABYTE = 1_000_000
OURS = "chunkscope"


def rows(medians: Callable[..., Any]) -> dict[str, Callable[[Plan], Iterator[table.Row]]]:
    """Return the rows by name; `medians` measures libraries alternately."""
    return {name: partial(_row, medians, name) for name in structural_sides.ROWS}


def texts_of(plan: Plan) -> dict[str, str]:
    """Return the texts by name."""
    size, large = plan.characters, plan.held
    half = [
        speed_texts.prose(plan.text, large // 2),
        texts.markdown(large - large // 2, plan.text),
    ]
    return {
        "prose": half[0][:size],
        "Markdown": half[1][:size],
        f"{large // MEGABYTE} MB": "\n\n".join(half),
    }


def _row(medians: Callable[..., Any], name: str, plan: Plan) -> Iterator[table.Row]:
    """Yield one row per text: a strategy and other libraries."""
    sides = [OURS]
    for side, (package, install, _) in structural_sides.ROWS[name].peers.items():
        if importlib.util.find_spec(package) is None:
            print(f"  {name} with {side} skipped; pip install {install}")
        else:
            sides.append(side)
    texts_by_kind = texts_of(plan)
    found = medians("structural", tuple(sides), {"row": name, "texts": texts_by_kind}, plan.rounds)
    for kind, text in texts_by_kind.items():
        speeds = {side: _speed(text, found[side][kind]) for side in sides}
        ours = speeds.pop(OURS)
        yield {"row": name, "mode": kind, "value": ours, "unit": "MB/s", **speeds}


def _speed(text: str, seconds: float) -> float | str:
    return "gives up" if math.isnan(seconds) else len(text) / MEGABYTE / seconds
