"""How fast a text is cut without a model, in megabytes (millions of characters) a second.

Rows of `benchmarks.speed`. Text in, the texts of all chunks out, of about 2,048 characters each, on
1 MB of prose, 1 MB of Markdown, and 20 MB of both together. What is read when it is asked for
(heading paths, ids, hashes) is not asked for: no peer has it.
"""

from __future__ import annotations

import importlib.util
import math
from functools import partial
from typing import TYPE_CHECKING, Any

from benchmarks import speed_texts, structural_sides, texts

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from benchmarks import table
    from benchmarks.speed import Plan

MEGABYTE = 1_000_000
OURS = "chunkscope"


def rows(medians: Callable[..., Any]) -> dict[str, Callable[[Plan], Iterator[table.Row]]]:
    """The rows by name; `medians` measures sides in turns."""
    return {name: partial(_row, medians, name) for name in structural_sides.ROWS}


def made(plan: Plan) -> dict[str, str]:
    """The texts that are cut."""
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
    """One strategy beside its peers, a row a text."""
    sides = [OURS]
    for side, (package, install, _) in structural_sides.ROWS[name].peers.items():
        if importlib.util.find_spec(package) is None:
            print(f"  {name} beside {side} skipped: pip install {install}")
        else:
            sides.append(side)
    cut = made(plan)
    found = medians("structural", tuple(sides), {"row": name, "texts": cut}, plan.rounds)
    for kind, text in cut.items():
        speeds = {side: _speed(text, found[side][kind]) for side in sides}
        ours = speeds.pop(OURS)
        yield {"row": name, "mode": kind, "value": ours, "unit": "MB/s", **speeds}


def _speed(text: str, seconds: float) -> float | str:
    return "gives up" if math.isnan(seconds) else len(text) / MEGABYTE / seconds
