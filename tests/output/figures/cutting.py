"""A text cut by hand, and what of a figure the tests look at."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from chunking.core.chunking import Chunking
from chunking.core.cuts import Reason
from chunking.core.document import Document
from chunking.core.prepared import Signal
from chunking.output.figures import Lane

if TYPE_CHECKING:
    from collections.abc import Sequence

WORDS = "unmistakable words of the document "
TEXT = WORDS * 3
SIGNAL = Signal(np.array([10, 20, 30, 40]), np.array([0.5, 0.25, 0.75, 0.5]))


def cut(*offsets: int, reasons: Sequence[Reason] = (), text: str = TEXT) -> Chunking:
    """A text cut at these offsets, for these reasons."""
    edges = np.array([0, *offsets, len(text)], np.int64)
    count = len(edges) - 1
    codes = [reason.code for reason in reasons] or [Reason.SIMILARITY.code] * (count - 1)
    none = np.zeros(0, np.int64)
    return Chunking(
        document=Document(text),
        strategy="semantic",
        settings={"model": "a<b>model"},
        start=edges[:-1],
        end=edges[1:],
        overlap=np.zeros(count, np.int64),
        tokens=np.diff(edges),
        reason=np.array([*codes, Reason.TAIL.code], np.uint8),
        heading=((),) * count,
        parent=np.full(count, -1, np.int64),
        oversize=np.zeros(count, np.bool_),
        gaps=none,
        verdicts=none.astype(np.uint8),
    )


def traces(figure: Any) -> dict[str, Any]:
    """The traces by name; of lanes that share a reason, the last."""
    return {trace.name: trace for trace in figure.data}


def drawn(trace: Any) -> list[float]:
    """The offsets at which there are ticks, from a path that lifts the pen after each."""
    x = np.asarray(trace.x).reshape(-1, 3)
    y = np.asarray(trace.y).reshape(-1, 3)
    assert np.isnan(x[:, 2]).all()
    assert np.isnan(y[:, 2]).all()
    assert (x[:, 0] == x[:, 1]).all()
    assert (y[:, 0] < y[:, 1]).all()
    offsets: list[float] = x[:, 0].tolist()
    return offsets


def lanes() -> list[Lane]:
    other = Signal(SIGNAL.gaps, SIGNAL.scores / 2)
    return [
        Lane("one", cut(20, 40), SIGNAL, np.array([0.25, 0.5])),
        Lane("two", cut(20, 30, reasons=[Reason.SIZE] * 2), None, np.array([0.1, np.nan])),
        Lane("three", cut(20, 40, 50), Signal(SIGNAL.gaps.copy(), SIGNAL.scores.copy()), None),
        Lane("four", cut(20), other, np.array([0.9])),
    ]
