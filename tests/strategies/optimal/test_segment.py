"""Segmentation of existing units."""

import re
from collections.abc import Callable, Sequence
from typing import cast

import numpy as np
import pytest
from embedders import HashEmbedder
from hypothesis import given
from hypothesis import strategies as st

from chunking import segment
from chunking.core.arrays import Vectors
from chunking.core.errors import SettingsError
from chunking.loading.samples import sample
from chunking.strategies.optimal.constants import Level


class Topics:
    """Embedder by the first letter of a text, plus a component by its position."""

    id = "topics"
    revision = "1"
    max_pieces = None

    def encode(
        self, texts: Sequence[str], *, on_batch: Callable[[int, int], None] | None = None
    ) -> Vectors:
        """Return one vector of 26 and 26 components per text."""
        rows = np.zeros((len(texts), 52), dtype=np.float32)
        for i, text in enumerate(texts):
            rows[i, ord(text[0]) - ord("a")] = 1.0
            rows[i, 26 + i % 26] = 0.8
        if on_batch is not None:
            on_batch(len(texts), len(texts))
        rows /= np.linalg.norm(rows, axis=1, keepdims=True)
        return rows


def talk(*topics: str) -> list[str]:
    """Return one unit of two words per letter."""
    return [f"{letter}{letter} x{i}" for i, letter in enumerate("".join(topics))]


def test_segments_begin_where_the_topic_changes() -> None:
    units = talk("aaaaaaaa", "bbbbb", "cccccccccc", "aaaaaa")
    assert segment(units, level="fine", embedder=Topics()) == [8, 13, 23]


def test_the_boundaries_of_a_level_are_all_in_the_next() -> None:
    units = talk(*(letter * 12 for letter in "abcdefgh"), "abababababab")
    coarse, medium, fine = (
        set(segment(units, level=each, embedder=Topics())) for each in ("coarse", "medium", "fine")
    )
    assert coarse < medium < fine


def test_memory_limits_the_length_of_a_segment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("chunking.strategies.optimal.costs._MAX_CELLS", 0)
    units = talk("a" * 200)
    message = "count must be at least 3, as a segment holds at most 64 of 200 units; got 2"
    with pytest.raises(SettingsError, match=message):
        segment(units, count=2, embedder=Topics())
    edges = [0, *segment(units, count=3, embedder=Topics()), 200]
    assert max(np.diff(edges)) <= 64


@pytest.mark.parametrize(
    ("count", "found"), [(0, []), (1, [13]), (2, [8, 13]), (27, list(range(1, 28)))]
)
def test_count_is_the_number_of_boundaries(count: int, found: list[int]) -> None:
    units = talk("aaaaaaaa", "bbbbb", "ccccccccccccccc")
    assert segment(units, count=count, embedder=Topics()) == found


@pytest.mark.parametrize("units", [[], ["one alone"]])
def test_fewer_than_two_units_have_no_boundary(units: list[str]) -> None:
    assert segment(units, embedder=HashEmbedder()) == []
    assert segment(units, count=0, embedder=HashEmbedder()) == []


def test_nothing_is_embedded_where_no_boundary_is_possible() -> None:
    embedder = HashEmbedder()
    assert segment(["one alone"], embedder=embedder) == []
    assert segment(["one", "two"], count=0, embedder=embedder) == []
    assert embedder.calls == []
    segment(["one", "two"], embedder=embedder)
    assert embedder.calls == [["one", "two"]]


@given(st.lists(st.text(max_size=8), min_size=1, max_size=12), st.data())
def test_every_possible_count_is_met(units: list[str], data: st.DataObject) -> None:
    count = data.draw(st.integers(0, len(units) - 1))
    found = segment(units, count=count, embedder=HashEmbedder())
    assert len(found) == count
    assert found == sorted(set(found))
    assert all(0 < begin < len(units) for begin in found)
    assert segment(units, embedder=HashEmbedder()) == segment(units, embedder=HashEmbedder())


def test_invalid_arguments_are_errors() -> None:
    with pytest.raises(SettingsError, match=r"whole number between 0 .* \(2\), got 3"):
        segment(["a", "b", "c"], count=3, embedder=HashEmbedder())
    with pytest.raises(SettingsError, match=r"count must be a whole number .* got 0\.5"):
        segment(["a", "b", "c"], count=cast("int", 0.5), embedder=HashEmbedder())
    for units in ([], ["one alone"]):
        with pytest.raises(SettingsError, match=r"the number of gaps \(0\), got 1"):
            segment(units, count=1, embedder=HashEmbedder())
    with pytest.raises(SettingsError, match="units must be a sequence of texts, got 3"):
        segment(["a", cast("str", 3)], embedder=HashEmbedder())
    with pytest.raises(SettingsError, match="units must be a sequence of texts, got 'abc'"):
        segment("abc", embedder=HashEmbedder())


def test_an_unknown_level_is_an_error() -> None:
    with pytest.raises(SettingsError, match="level must be one of coarse, medium, fine, got 'x'"):
        segment(["a", "b"], level=cast("Level", "x"), embedder=HashEmbedder())


def test_units_may_be_an_iterator() -> None:
    assert segment(iter(["a", "b", "c"]), count=2, embedder=HashEmbedder()) == [1, 2]


@pytest.mark.model
def test_an_essay_has_some_boundaries_and_its_sentences_in_random_order_hardly_any() -> None:
    def sentences(name: str) -> list[str]:
        return re.split(r"(?<=[.!?])\s+", sample(name).text)

    essay = sentences("essay.md")
    assert 6 <= len(segment(essay)) <= 11
    rng = np.random.default_rng(0)
    counts = [len(segment(rng.permutation(essay).tolist())) for _ in range(8)]
    assert np.median(counts) <= 3
