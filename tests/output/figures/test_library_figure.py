from __future__ import annotations

import math

import numpy as np
import pytest
from cutting import traces

from chunking.output.figures import library

SCORES = [np.linspace(0, 1, 101), np.full(3, 0.5), np.zeros(0)]


def test_each_document_has_a_box_and_its_own_threshold() -> None:
    figure = library(["a.md", "b.md", "c.md"], SCORES, [0.2, math.nan, math.nan], 0.55)
    box = figure.data[0]
    assert list(box.y) == [0, 1, 2]
    for name, expected in (("lowerfence", 0.05), ("q1", 0.25), ("median", 0.5), ("q3", 0.75)):
        found = box[name]
        assert found[0] == pytest.approx(expected)
        assert found[1] == 0.5
        assert math.isnan(found[2])
    own = traces(figure)["selected for this document"]
    assert (own.x[0], own.y[0]) == (0.2, 0)
    assert list(traces(figure)["threshold 0.55"].x) == [0.55, 0.55]


def test_without_a_threshold_there_is_no_line_and_titles_are_plain_text() -> None:
    figure = library(["<b>a</b>.md"], SCORES[:1], [0.2])
    assert [trace.name for trace in figure.data][1:] == ["selected for this document"]
    assert figure.layout.yaxis.ticktext == ("&lt;b&gt;a&lt;/b&gt;.md",)


def test_a_long_path_keeps_its_end() -> None:
    names = [f"a-folder-with-a-long-name/minutes of the meeting {n}.md" for n in (1, 2)]
    figure = library(names, SCORES[:2], [0.2, 0.3])
    assert figure.layout.yaxis.ticktext == tuple(f"…{name[-39:]}" for name in names)
