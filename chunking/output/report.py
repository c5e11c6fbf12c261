"""A comparison of chunkings as one HTML file without scripts or network access."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

import numpy as np
from jinja2 import Environment, StrictUndefined, Template

from chunking.analysis.comparison import Comparison
from chunking.analysis.explain import labels
from chunking.analysis.reasons import WORDING
from chunking.errors import expect
from chunking.output.reason_styles import REASON_STYLES, readable_color
from chunking.output.similarity_curve import boundaries_by_reason, distinct_curves
from chunking.output.summaries.comparison import (
    agreement_rows,
    description,
    document_size,
    metric_rows,
)
from chunking.text.normalization import replace_surrogates
from chunking.text.numbers import count_of
from chunking.types import REASONS, Reason

if TYPE_CHECKING:
    from collections.abc import Sequence

    from chunking.analysis.comparison import Lane
    from chunking.arrays import Floats, Ints
    from chunking.output.similarity_curve import SimilarityCurve
    from chunking.types import Chunking

# Pixels of the drawing: the curves, and below them a row for each chunking.
_WIDTH, _LEFT, _RIGHT = 1200, 64, 10
_CURVES, _ROW, _AXIS = 170, 20, 24
_LEGEND_STEP = 190

# In a column of the text, where a lane has no chunk.
_OUTSIDE = -1


def to_html(comparison: Comparison) -> str:
    """Return the comparison as one self-contained HTML file; equal comparisons give equal bytes.

    It has the settings of each lane, the similarity curves with the boundaries of each lane, the
    metrics, the agreement of each pair, and the whole text once with all boundaries. Everything
    in it is escaped; lone surrogates and NUL become U+FFFD.

    Raises:
        SettingsError: it is not a Comparison.
    """
    expect(comparison, Comparison, "a report must be of a Comparison, as `compare` makes it")
    document, lanes = comparison.document, comparison.lanes
    letters = [lane.letter for lane in lanes]
    return _template().render(
        title=document.title or document.source,
        source=document.source,
        size=document_size(comparison),
        sha256=document.sha256[:16],
        letters=letters,
        reasons=_reasons(lanes),
        settings=[
            ["", "", "chunks"],
            *(
                [each.letter, description(each, fully=True), f"{len(each.chunking):,}"]
                for each in lanes
            ),
        ],
        plot=_plot(lanes, len(document.text)),
        metrics=[["", *letters, "better"], *metric_rows(comparison)],
        agreement=[["", *letters], *agreement_rows(comparison)] if len(lanes) > 1 else [],
        notes=[f"{lane.letter}: {note}" for lane in lanes for note in _notes(lane)],
        text=_text_rows(comparison),
    )


@cache
def _template() -> Template:
    environment = Environment(
        autoescape=True,
        finalize=_clean,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    source = files("chunking.output").joinpath("report.html.jinja").read_text(encoding="utf-8")
    return environment.from_string(source)


def _clean(value: object) -> object:
    """Replace what HTML cannot hold in a text; everything else passes unchanged."""
    if isinstance(value, str) and not hasattr(value, "__html__"):
        return replace_surrogates(value).replace("\0", "\ufffd")
    return value


def _reasons(lanes: Sequence[Lane]) -> list[dict[str, Any]]:
    """The style of each reason, and whether the legend has to explain it."""
    present = {reason for lane in lanes for reason in lane.reasons}
    return [
        {
            "name": reason.value,
            "title": WORDING[reason].title,
            "color": readable_color(style.color, dark=False),
            "glyph": style.glyph,
            "description": WORDING[reason].description,
            "present": reason.value in present and reason is not Reason.TAIL,
        }
        for reason, style in REASON_STYLES.items()
    ]


def _notes(lane: Lane) -> list[str]:
    notes = list(lane.chunking.notes)
    if lane.unplaced:
        count = count_of(len(lane.unplaced), "chunk was", "chunks were")
        notes.append(f"{count} not found in the document")
    return notes


def _plot(lanes: Sequence[Lane], length: int) -> dict[str, Any]:
    """The similarity curves, and below them a row of boundaries for each lane."""
    signals = [None if lane.prepared is None else lane.prepared.signal for lane in lanes]
    curves = [each for each in distinct_curves(signals) if len(each.offsets)]
    top = _CURVES if curves else 0
    low, high = _range(curves)

    def y(scores: Floats) -> Floats:
        return 12 + (_CURVES - 30) * (high - scores) / (high - low)

    def x(offsets: Ints) -> Floats:
        return _LEFT + offsets / max(1, length) * (_WIDTH - _LEFT - _RIGHT)

    def path(offsets: Ints, row: int) -> str:
        down = top + row * _ROW + 3
        return "".join(f"M{left:.1f} {down}v{_ROW - 6}" for left in x(offsets).tolist())

    levels = np.linspace(low, high, 4) if curves else np.zeros(0)
    return {
        "width": _WIDTH,
        "height": top + len(lanes) * _ROW + _AXIS,
        "left": _LEFT,
        "right": _WIDTH - _RIGHT,
        "levels": [
            {"y": round(at, 1), "label": f"{level:.2f}"}
            for level, at in zip(levels.tolist(), y(levels).tolist(), strict=True)
        ],
        "curves": [
            {
                "points": " ".join(
                    f"{left:.1f},{down:.1f}"
                    for left, down in zip(
                        x(curve.offsets).tolist(), y(curve.scores).tolist(), strict=True
                    )
                ),
                "look": f"curve curve{number % 4}",
                "x": _LEFT + 4 + _LEGEND_STEP * number,
                "name": curve.kind,
            }
            for number, curve in enumerate(curves)
        ],
        "rows": [
            {
                "name": lane.letter,
                "y": top + row * _ROW + _ROW // 2,
                "ticks": [
                    {
                        "path": path(offsets, row),
                        "reason": reason.value,
                        "description": WORDING[reason].description,
                    }
                    for reason, offsets in boundaries_by_reason(lane.chunking)
                ],
            }
            for row, lane in enumerate(lanes)
        ],
        "axis": [
            {
                "x": _LEFT + share * (_WIDTH - _LEFT - _RIGHT),
                "text": f"{round(length * share):,}",
                "anchor": "end" if share == 1 else "start" if share == 0 else "middle",
            }
            for share in (0, 0.25, 0.5, 0.75, 1)
        ],
    }


def _range(curves: Sequence[SimilarityCurve]) -> tuple[float, float]:
    """The range of the similarity axis: 0 included, and at least 0.1 wide."""
    scores = np.concatenate([np.zeros(1), *(curve.scores for curve in curves)])
    low = float(scores.min())
    return low, max(float(scores.max()), low + 0.1)


def _text_rows(comparison: Comparison) -> list[dict[str, Any]]:
    """One row for each span between two boundaries of any lane."""
    text, lanes = comparison.document.text, comparison.lanes
    starts = _starts(comparison)
    ends = [*starts[1:].tolist(), len(text)]
    chunks = [_chunk_at(lane.chunking, starts) for lane in lanes]
    cells = [_cells(lane.chunking, each) for lane, each in zip(lanes, chunks, strict=True)]
    reasons = [labels(lane.chunking, lane.prepared) for lane in lanes]
    rows = []
    for row, (start, end) in enumerate(zip(starts.tolist(), ends, strict=True)):
        boundaries = []
        for lane, at, named in zip(lanes, chunks, reasons, strict=True):
            chunk = int(at[row])
            if chunk < 1 or int(lane.chunking.start[chunk]) != start:
                continue
            reason = REASONS[lane.chunking.reason[chunk - 1]]
            boundaries.append(
                {
                    "letter": lane.letter,
                    "reason": reason.value,
                    "glyph": REASON_STYLES[reason].glyph,
                    "label": named[chunk - 1],
                }
            )
        rows.append(
            {
                "text": text[start:end],
                "cells": [column[row] for column in cells if row in column],
                "boundaries": boundaries,
            }
        )
    return rows


def _starts(comparison: Comparison) -> Ints:
    """The offsets at which a chunk of any lane starts, or ends before text in no chunk."""
    edges = [np.zeros(1, dtype=np.int64)]
    for lane in comparison.lanes:
        edges += [lane.chunking.start.astype(np.int64), _ends_before_text(lane.chunking)]
    starts = np.unique(np.concatenate(edges))
    return starts[starts < max(1, len(comparison.document.text))]


def _ends_before_text(chunking: Chunking) -> Ints:
    """The ends of chunks that text in no chunk follows, blank space aside."""
    text = chunking.document.text
    after = np.append(chunking.start, len(text))[1:].astype(np.int64)
    found = [
        end
        for end, start in zip(chunking.end.tolist(), after.tolist(), strict=True)
        if end < start and text[end:start].strip()
    ]
    return np.array(found, dtype=np.int64)


def _chunk_at(chunking: Chunking, starts: Ints) -> Ints:
    """The index of the chunk at each offset; `_OUTSIDE` where there is none."""
    if len(chunking) == 0:
        return np.full(len(starts), _OUTSIDE, dtype=np.int64)
    chunk = np.searchsorted(chunking.start, starts, side="right") - 1
    return np.where(starts < chunking.end[np.maximum(chunk, 0)], chunk, _OUTSIDE)


def _cells(chunking: Chunking, chunks: Ints) -> dict[int, dict[str, Any]]:
    """The cells of a lane's column by their first row; a chunk is one cell over all its rows."""
    firsts = np.flatnonzero(np.diff(chunks, prepend=_OUTSIDE - 1))
    spans = np.diff(np.append(firsts, len(chunks)))
    cells = {}
    for first, rows in zip(firsts.tolist(), spans.tolist(), strict=True):
        chunk = int(chunks[first])
        known = chunk != _OUTSIDE
        cells[first] = {
            "rows": rows,
            "chunk": chunk if known else None,
            "tokens": int(chunking.tokens[chunk]) if known else 0,
        }
    return cells
