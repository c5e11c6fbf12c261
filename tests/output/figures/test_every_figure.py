import json
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from embedders import HashEmbedder

from chunking.analysis.thresholds import Curve, SelectedThreshold
from chunking.core.document import Document
from chunking.output.comparison import compare
from chunking.output.figures import distribution, evidence
from chunking.strategies import Semantic, Sentence

DOCUMENT = Document(" ".join(f"Sentence {i} has unmistakable words." for i in range(20)))
EVERY_GAP = Semantic(threshold=1, min_tokens=0)
COMPARED = compare(
    DOCUMENT, [EVERY_GAP, Sentence(max_tokens=40, overlap_tokens=0)], embedder=HashEmbedder()
)
SELECTION = SelectedThreshold(0.5, "why", (Curve("cuts", np.arange(9.0), np.arange(9.0)),))
FIGURES: dict[str, Callable[[], Any]] = {
    "distribution": lambda: distribution(np.array([0.5, 0.25, 0.75]), {"Otsu": 0.5}, 0.5),
    "evidence": lambda: evidence(SELECTION),
    "comparison": COMPARED.figure,
}


@pytest.mark.parametrize("name", FIGURES)
def test_figures_are_transparent_and_without_text_of_the_document(name: str) -> None:
    figure = FIGURES[name]()
    data = json.loads(figure.to_json())
    layout = data["layout"]
    assert layout["paper_bgcolor"] == layout["plot_bgcolor"] == "rgba(0,0,0,0)"
    assert layout["uirevision"]
    assert FIGURES[name]().layout.uirevision == layout["uirevision"]
    assert {trace["type"] for trace in data["data"]} <= {"scatter", "bar"}
    assert "unmistakable" not in json.dumps(data)
    for trace in data["data"]:
        for axis in ("x", "y"):
            assert set(trace[axis]) >= {"dtype", "bdata"}  # typed arrays, not lists of numbers
