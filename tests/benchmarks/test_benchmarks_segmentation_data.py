"""Labeled documents are read and joined to a text, and chunks of it are mapped back."""

import itertools
import json
from pathlib import Path

import numpy as np
import pytest
from embedders import HashEmbedder
from hypothesis import given
from hypothesis import strategies as st

from benchmarks.segmentation_data import (
    Case,
    LabeledDocument,
    nearest,
    read,
    unit_starts,
    visible_length,
)
from chunking import ChunkingError


def write_lines(path: Path, *rows: object) -> Path:
    path.write_text("\n".join(json.dumps(row) for row in rows), encoding="utf-8")
    return path


def test_documents_are_read_with_their_boundaries(tmp_path: Path) -> None:
    path = write_lines(
        tmp_path / "a.jsonl",
        {"id": "x", "units": ["a", "b", "c"], "bounds": [2, 1, 2]},
        {"units": [], "bounds": []},
    )
    assert read(path) == [
        LabeledDocument("x", ("a", "b", "c"), ((1, 2),)),
        LabeledDocument("a.jsonl line 2", (), ((),)),
    ]
    assert len(read(path, 1)) == 1


def test_annotators_list_the_last_unit_of_each_segment_counted_from_one(tmp_path: Path) -> None:
    people = {"p": {"level1": [2, 4], "level2": [1, 2, 3, 4]}, "q": {"level1": [4]}}
    path = write_lines(
        tmp_path / "a.jsonl", {"id": "x", "units": list("abcd"), "annotators": people}
    )
    assert read(path)[0].references == ((2,), ())


def test_blank_lines_occur_only_between_units() -> None:
    case = Case(LabeledDocument("one", ("a\n\nb ", "", " c\n \n\nd"), ()), HashEmbedder())
    assert case.text == "a\nb\n\n\n\nc\nd"
    spans = zip(case.spans.starts, case.spans.ends, strict=True)
    assert [case.text[a:b] for a, b in spans] == case.parts == ["a\nb", "", "c\nd"]


@pytest.mark.parametrize(
    ("chunks", "starts"),
    [
        (["aa bb", "cc"], [2]),
        (
            ["aab", "bcc"],
            [1],
        ),  # of two equally near starts the first
        (["a", "abbcc"], []),  # at least as near to the start of the text
        (["aabbc", "c"], [2]),
        (["aabbcc"], []),
        (["aa", "", "bb", "cc"], [1, 2]),
    ],
)
def test_chunks_are_mapped_to_the_nearest_starts_of_units(
    chunks: list[str], starts: list[int]
) -> None:
    assert unit_starts(chunks, ["a a", "bb", "cc"]) == starts


def test_chunks_that_lose_text_are_an_error() -> None:
    with pytest.raises(ChunkingError, match="must contain all 4 visible characters, got 3"):
        unit_starts(["aa", "b"], ["aa", "bb"])


def test_blank_units_share_the_start_of_the_first_of_them() -> None:
    assert unit_starts(["aa", "bb"], ["aa", " ", "", "bb"]) == [1]
    assert unit_starts([], ["", " "]) == []
    assert nearest(np.array([3]), np.array([0])) == []


@given(st.lists(st.text("ab \n", max_size=6), max_size=8), st.sets(st.integers(1, 7)))
def test_boundaries_are_recovered_whatever_the_whitespace(units: list[str], cuts: set[int]) -> None:
    # A boundary next to a blank unit is ambiguous.
    visible = [visible_length(unit) for unit in units]
    unambiguous = {i for i in range(1, len(units)) if visible[i] and visible[i - 1]}
    edges = [0, *sorted(cuts & unambiguous), len(units)]
    chunks = [" ".join(units[a:b]) for a, b in itertools.pairwise(edges)]
    assert unit_starts(chunks, units) == edges[1:-1]
