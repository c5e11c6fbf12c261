"""Boundaries as marks: one trace a reason, fast for thousands."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from chunking.marks import MARKS, ink
from chunking.types import REASONS, Reason

if TYPE_CHECKING:
    from collections.abc import Iterator

    from chunking.chunks import Chunking
    from chunking.types import Floats, Ints


def by_reason(chunking: Chunking) -> Iterator[tuple[Reason, Ints]]:
    """The rows of the boundaries there are for each reason, in the order of the reasons."""
    codes = chunking.reason[:-1]
    for code in np.unique(codes).tolist():
        yield REASONS[code], np.flatnonzero(codes == code)


def ticks(offsets: Ints, low: Floats | float, high: Floats | float) -> dict[str, Any]:
    """The x and y of one line that is drawn from `low` to `high` at each offset and nowhere else.

    A browser draws one path of thousands of ticks in the time of a few dozen markers.
    """
    x = np.full((len(offsets), 3), np.nan)
    y = np.full((len(offsets), 3), np.nan)
    x[:, 0] = x[:, 1] = offsets
    y[:, 0], y[:, 1] = low, high
    return {"x": x.ravel(), "y": y.ravel(), "mode": "lines", "connectgaps": False}


_IN_WORDS = {Reason.MAX_TOKENS: "size limit", Reason.MANUAL: "by hand"}


def in_words(reason: Reason) -> str:
    """What a reason is called in the window: it may be the target that decides, no maximum."""
    return _IN_WORDS.get(reason, reason.value.replace("_", " "))


def named(reason: Reason, *, dark: bool = False, **more: Any) -> dict[str, Any]:  # noqa: ANN401 - Plotly's
    """A trace that stands for a reason: its name, and one entry for all of them in the legend.

    `dark` is for a dark ground.
    """
    return {
        "type": "scatter",
        "name": f"cut: {in_words(reason)}",
        "legendgroup": reason.value,
        "hovertemplate": "%{x:,d}",
        "line": {"color": ink(MARKS[reason].colour, dark=dark), "width": 2},
        **more,
    }
