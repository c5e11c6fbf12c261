"""Several ways to cut one document, one above the other."""

from __future__ import annotations

from dataclasses import dataclass
from functools import reduce
from typing import TYPE_CHECKING, Any

import numpy as np
import plotly.graph_objects as go

from chunking.errors import ChunkingError
from chunking.figures.decimation import decimate
from chunking.figures.style import COMPARED, CURVE, axis, layout, plain, position
from chunking.figures.ticks import by_reason, named, ticks

if TYPE_CHECKING:
    from collections.abc import Sequence

    from chunking.chunks import Chunking
    from chunking.types import Floats, Reason, Signal

# With more points than this a line goes without a marker at each.
_MOST_MARKERS = 300
# What the dotted lines are, in the legend.
_OWN = "neighbouring chunks, by lane"
_HALF_TICK = 0.36
_ROW_HEIGHT = 22
_CURVES_HEIGHT = 170
# Curves that several lanes share, and so no lane's colour is right for.
_SHARED = (CURVE, "#6B6B6B", "#A8A8A8")


# What is compared across a gap, by the kind of the signal.
_LIKENESS = {"adjacent": "neighbouring sentences", "windowed": "windows of three sentences"}


@dataclass(frozen=True, slots=True)
class Lane:
    """One chunking in a comparison.

    `signal` is what its strategy cut by, if it uses a model. `boundary_similarity` is the
    cosine of the chunks on both sides of each of its boundaries, (n - 1,), nan where unknown.
    `colour` is which of the six colours and marks it has, from 0; None: that of its place.
    """

    title: str
    chunking: Chunking
    signal: Signal | None = None
    boundary_similarity: Floats | None = None
    colour: int | None = None


def comparison(lanes: Sequence[Lane], *, dark: bool = False) -> go.Figure:
    """The similarity curves of 1 to 6 lanes, and below a row a lane with a tick at each boundary.

    Each distinct signal is one line: in its lane's colour, or grey where lanes share it. The
    similarity across a lane's own boundaries is dotted, in its colour and with its mark. From two
    lanes on, the last row has a tick wherever all lanes cut. All share the x axis, offsets in the
    document. Ticks have the colours of their reasons, lightened for a `dark` ground.

    Raises:
        ChunkingError: there are none or more than six lanes, they are of several documents, or
            one has a colour that there is not.
    """
    if not 1 <= len(lanes) <= len(COMPARED):
        raise ChunkingError(f"a comparison takes 1 to {len(COMPARED)} lanes, got {len(lanes)}")
    if len({lane.chunking.document.sha256 for lane in lanes}) > 1:
        raise ChunkingError("a comparison is of one document, got lanes of several")
    unknown = [lane.colour for lane in lanes if lane.colour not in {None, *range(len(COMPARED))}]
    if unknown:
        raise ChunkingError(f"a colour is 0 to {len(COMPARED) - 1}, got {unknown[0]}")
    document = lanes[0].chunking.document
    titles = [plain(lane.title) for lane in lanes]
    traces = [*_curves(lanes), *_own(lanes, titles), *_lanes(lanes, dark=dark)]
    looks = _looks(lanes)
    labels = [
        _marked(title, colour, glyph)
        for title, (colour, _, glyph) in zip(titles, looks, strict=True)
    ]
    if len(lanes) > 1:
        traces.append(_agreed(lanes))
        labels.append("all agree")
    rows = len(labels)
    height = _CURVES_HEIGHT + _ROW_HEIGHT * rows
    split = _ROW_HEIGHT * rows / height
    look = layout(
        document.sha256,
        height + 64,
        margin={"l": 12, "r": 12, "t": 30, "b": 34},
        xaxis=position(len(document.text), anchor="y2"),
        yaxis=axis("similarity", domain=[split + 0.04, 1], fixedrange=True, automargin=True),
        yaxis2=axis(
            domain=[0, split],
            range=[rows - 0.5, -0.5],
            tickvals=list(range(rows)),
            ticktext=labels,
            showgrid=False,
            fixedrange=True,
            automargin=True,
        ),
    )
    return go.Figure(data=traces, layout=look)


def _looks(lanes: Sequence[Lane]) -> list[tuple[str, str, str]]:
    """The colour, the symbol and the mark of each lane."""
    return [
        COMPARED[place if lane.colour is None else lane.colour] for place, lane in enumerate(lanes)
    ]


def _curves(lanes: Sequence[Lane]) -> list[dict[str, Any]]:
    """One line for each distinct signal."""
    distinct: list[tuple[Signal, list[int]]] = []
    for row, lane in enumerate(lanes):
        if lane.signal is None:
            continue
        users = next((rows for signal, rows in distinct if _equal(signal, lane.signal)), None)
        if users is None:
            distinct.append((lane.signal, [row]))
        else:
            users.append(row)
    looks, greys = _looks(lanes), iter(_SHARED)
    traces = []
    for signal, users in distinct:
        colour = looks[users[0]][0] if len(users) == 1 else next(greys)
        model = str(lanes[users[0]].chunking.settings.get("model", ""))
        x, y = decimate(signal.gaps, signal.scores)
        traces.append(
            {
                "type": "scatter",
                "mode": "lines",
                "name": plain(f"{_LIKENESS.get(signal.kind, signal.kind)} {model}".strip()),
                "x": x,
                "y": y,
                "line": {"color": colour, "width": 1},
                "opacity": 0.9,
                "hovertemplate": "%{y:.2f} at %{x:,d}",
            }
        )
    return traces


def _own(lanes: Sequence[Lane], titles: Sequence[str]) -> list[dict[str, Any]]:
    """The similarity across the boundaries of each lane."""
    traces = []
    for lane, title, (colour, symbol, _) in zip(lanes, titles, _looks(lanes), strict=True):
        if lane.boundary_similarity is None:
            continue
        x, y = decimate(lane.chunking.boundaries, lane.boundary_similarity)
        traces.append(
            {
                "type": "scatter",
                "mode": "lines+markers" if len(x) <= _MOST_MARKERS else "lines",
                "name": title,
                "x": x,
                "y": y,
                "line": {"color": colour, "width": 1.5, "dash": "dot"},
                "marker": {"color": colour, "size": 6, "symbol": symbol},
                # The rows below name the lanes by the same colours and marks.
                "showlegend": False,
                "hovertemplate": "%{y:.2f} at %{x:,d}",
            }
        )
    nowhere = np.array([np.nan])  # for the legend alone, which is of no lane's colour
    entry = {"type": "scatter", "mode": "lines", "name": _OWN, "x": nowhere, "y": nowhere}
    drawn = {**entry, "line": {"color": CURVE, "width": 1.5, "dash": "dot"}}
    return [*traces, drawn] if traces else []


def _lanes(lanes: Sequence[Lane], *, dark: bool) -> list[dict[str, Any]]:
    """A row of ticks a lane, one trace a reason; the legend names each reason once."""
    traces = []
    seen: set[Reason] = set()
    for row, lane in enumerate(lanes):
        for reason, rows in by_reason(lane.chunking):
            line = ticks(lane.chunking.boundaries[rows], row - _HALF_TICK, row + _HALF_TICK)
            once = {"showlegend": reason not in seen}
            traces.append(named(reason, dark=dark, yaxis="y2", **once, **line))
            seen.add(reason)
    return traces


def _agreed(lanes: Sequence[Lane]) -> dict[str, Any]:
    """A tick at each offset at which every lane cuts."""
    offsets = reduce(np.intersect1d, [lane.chunking.boundaries for lane in lanes])
    row = len(lanes)
    return {
        "type": "scatter",
        "name": "all agree",
        "yaxis": "y2",
        "showlegend": False,
        "line": {"color": CURVE, "width": 2},
        "hovertemplate": "%{x:,d}",
        **ticks(offsets, row - _HALF_TICK, row + _HALF_TICK),
    }


def _marked(title: str, colour: str, glyph: str) -> str:
    """A lane's label: the mark of its curve, since its ticks have the colours of their reasons."""
    return f'<span style="color:{colour}">{glyph}</span> {title}'


def _equal(a: Signal, b: Signal) -> bool:
    return a is b or (
        a.kind == b.kind and np.array_equal(a.gaps, b.gaps) and np.array_equal(a.scores, b.scores)
    )
