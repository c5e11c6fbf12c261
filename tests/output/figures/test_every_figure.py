from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from cutting import SIGNAL, TEXT, cut, lanes

from chunking.analysis.thresholds import Curve, SelectedThreshold
from chunking.output.figures import (
    agreement,
    comparison,
    distribution,
    evidence,
    parallel,
    similarity,
    sizes,
)

if TYPE_CHECKING:
    from collections.abc import Callable

SELECTION = SelectedThreshold(0.5, 1.0, "why", (Curve("cuts", np.arange(9.0), np.arange(9.0)),))
FIGURES: dict[str, Callable[[], Any]] = {
    "distribution": lambda: distribution(SIGNAL.scores, {"Otsu": 0.5}, 0.5),
    "evidence": lambda: evidence(SELECTION),
    "similarity": lambda: similarity(SIGNAL, cut(20, 40), 0.5),
    "comparison": lambda: comparison(lanes()),
    "sizes": lambda: sizes([cut(20), cut(30)], ["a", "b"], (1, 9)),
    "agreement": lambda: agreement(np.eye(2), ["a", "b"]),
}


@pytest.mark.parametrize("name", FIGURES)
def test_figures_are_transparent_and_without_text_of_the_document(name: str) -> None:
    figure = FIGURES[name]()
    data = json.loads(figure.to_json())
    layout = data["layout"]
    assert layout["paper_bgcolor"] == layout["plot_bgcolor"] == "rgba(0,0,0,0)"
    assert layout["uirevision"]
    assert FIGURES[name]().layout.uirevision == layout["uirevision"]
    assert {trace["type"] for trace in data["data"]} <= {"scatter", "bar", "heatmap"}
    assert "unmistakable" not in json.dumps(data)
    for trace in data["data"]:
        for axis in ("x", "y"):
            assert set(trace[axis]) >= {"dtype", "bdata"}  # typed arrays, not lists of numbers


def test_parallel_axes_spread_text_values_evenly() -> None:
    figure = parallel({"strategy": ["a", "b", "a"], "max_tokens": [1, 2, 3]}, ("$x$", [0.5, 1, 2]))
    data = json.loads(figure.to_json())["data"][0]
    assert data["type"] == "parcoords"
    assert data["dimensions"][0]["values"] == [0, 1, 0]
    assert data["dimensions"][0]["ticktext"] == ["a", "b"]
    assert data["dimensions"][2]["label"] == "&#36;x&#36;"


def test_zoom_survives_settings_but_not_another_document() -> None:
    one, other = similarity(SIGNAL, cut(20), 0.5), similarity(SIGNAL, cut(30, 40), 0.6)
    assert one.layout.uirevision == other.layout.uirevision
    third = similarity(SIGNAL, cut(20, text=TEXT + "x"), 0.5)
    assert third.layout.uirevision != one.layout.uirevision
