from __future__ import annotations

import numpy as np
import pytest
from cutting import TEXT, cut
from hypothesis import given, settings
from hypothesis import strategies as st

from chunking.core.chunking import Chunking
from chunking.core.document import Document
from chunking.output.figures import agreement, sizes
from chunking.strategies.base import UNLIMITED


def test_chunkings_share_bins_and_limits_are_lines() -> None:
    figure = sizes([cut(10, 20, 60), cut()], ["a<b", "all"], (5, 200))
    first, second = figure.data
    assert first.name == "a&lt;b"
    assert list(first.x) == list(second.x)
    assert (sum(first.y), sum(second.y)) == (4, 1)
    low, high = first.customdata[np.argmax(first.y)]
    assert low <= 10 <= high
    low, high = second.customdata[np.argmax(second.y)]
    assert low <= len(TEXT) <= high
    assert [shape.x0 for shape in figure.layout.shapes] == [5, 200]
    assert figure.layout.xaxis.range[1] > 200


@pytest.mark.parametrize("limits", [(200, 1200), (13, 40), (7, 61), (0, 45), (30, UNLIMITED)])
def test_limits_are_edges_of_bins(limits: tuple[int, int]) -> None:
    low, high = limits
    for chunking in (cut(10, 20, 60), cut(12, 52), cut()):
        bars = sizes([chunking], ["a"], limits).data[0]
        assert sum(bars.y) == len(chunking)
        for first, last in bars.customdata.tolist():
            assert not first < low <= last, (first, last)
            assert not first <= high < last, (first, last)


def test_bars_are_at_their_bins() -> None:
    one, two = sizes([cut(10, 20, 60), cut()], ["a", "b"], (13, 40)).data
    for (first, last), middle, offset, width in zip(
        one.customdata.tolist(), one.x, one.offset, one.width, strict=True
    ):
        assert first <= middle + offset < middle + offset + 2 * width <= last + 1
    assert np.allclose(two.offset, one.offset + one.width)


def test_without_limits_there_are_no_lines() -> None:
    assert not sizes([cut(10)], ["a"], (0, UNLIMITED)).layout.shapes
    assert not sizes([cut(10)], ["a"]).layout.shapes


@settings(derandomize=True, max_examples=50, deadline=None)
@given(st.sets(st.integers(1, len(TEXT) - 1)))
def test_every_chunk_is_in_its_bin(offsets: set[int]) -> None:
    chunking = cut(*sorted(offsets))
    bars = sizes([chunking], ["a"]).data[0]
    for (low, high), count in zip(bars.customdata, bars.y, strict=True):
        assert count == np.count_nonzero((chunking.tokens >= low) & (chunking.tokens <= high))
    assert sum(bars.y) == len(chunking)


def test_no_chunks_give_an_empty_histogram() -> None:
    empty = Chunking.from_spans(Document(""), [])
    assert sum(sizes([empty], ["a"]).data[0].y) == 0


def test_each_field_of_the_heat_map_has_its_value() -> None:
    figure = agreement(np.array([[1, 0.125], [0.125, 1]]), ["same", "same"])
    square = figure.data[0]
    assert np.asarray(square.z).tolist() == [[1, 0.125], [0.125, 1]]
    # As Python writes it in the saved page; a browser would round it up.
    assert [list(row) for row in square.text] == [["1.00", "0.12"], ["0.12", "1.00"]]
    assert square.texttemplate == "%{text}"
    assert (square.zmin, square.zmax) == (0, 1)
    assert list(square.x) == [0, 1]
    assert figure.layout.xaxis.ticktext == figure.layout.yaxis.ticktext == ("same", "same")


def test_a_matrix_without_matching_titles_raises() -> None:
    with pytest.raises(ValueError, match=r"matrix must have shape \(1, 1\), got \(2, 2\)"):
        agreement(np.eye(2), ["one"])
