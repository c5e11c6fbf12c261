"""Segmentation benchmark: its own methods, rows and tables."""

import itertools
import json
import math
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from embedders import HashEmbedder
from hypothesis import given
from hypothesis import strategies as st

from benchmarks import segmentation as benchmark
from benchmarks import segmentation_methods as methods
from benchmarks.segmentation_data import (
    Case,
    LabeledDocument,
    nearest,
    read,
    unit_starts,
    visible_length,
)
from benchmarks.segmentation_peers import PEERS
from chunking import ChunkingError
from chunking.analysis.metrics import f1_within

UNITS = ("cats purr", "cats sleep", "cats eat", "stars shine", "stars fade", "stars burn")


def case(units: Sequence[str], *references: Sequence[int]) -> Case:
    every = tuple(map(tuple, references)) or ((),)
    return Case(LabeledDocument("one", tuple(units), every), HashEmbedder())


def test_even_boundaries_give_segments_of_equal_length() -> None:
    assert methods.even(case("abcdefghi"), 2) == [3, 6]
    assert methods.even(case("ab"), 5) == [1]
    assert methods.even(case("a"), 0) == []


def test_random_boundaries_have_the_given_number_and_are_reproducible() -> None:
    drawn = methods.random_boundaries(case("abcdefghi"), 3)
    assert all(len(set(cuts)) == 3 and 0 < min(cuts) < max(cuts) < 9 for cuts in drawn)
    assert len({tuple(cuts) for cuts in drawn}) > 1
    assert drawn == methods.random_boundaries(case("abcdefghi"), 3)
    assert methods.random_boundaries(case("a"), 3)[0] == []


def test_signals_are_lowest_where_the_topic_changes() -> None:
    made = case(UNITS)
    for scores in (methods.adjacent, methods.windows):
        assert methods.lowest(scores, made, 1) == [3]
        assert methods.lowest(scores, made, 0) == []
        assert methods.lowest(scores, case(["one"]), 2) == []


def test_no_threshold_is_better_than_the_best_one() -> None:
    made = case(UNITS, [3], [1, 3])
    best = methods.best_threshold(made, None)

    def reached(cuts: Sequence[int]) -> float:
        return sum(f1_within(1).compute(key, cuts, 6) for key in made.references)

    thresholds = [*made.similarities.tolist(), 2.0]
    assert reached(best) == max(reached(methods.below(each, made)) for each in thresholds)


def test_every_method_segments_degenerate_documents() -> None:
    every = [each for each in benchmark.methods() if each not in PEERS]
    assert len({each.name for each in every}) == len(every)
    for units in (["one"], ["", " "], ["a", "b"], ["", "same", "same", "", "same"]):
        for method in (each for each in every if not each.missing):
            given = range(min(2, len(units))) if method.takes_count else []
            for count in [*([None] if method.finds_count else []), *given]:
                for boundaries in method.segment(case(units), count):
                    assert all(0 < each < len(units) for each in boundaries), method.name


SETS = {
    "some": [
        LabeledDocument("cut", UNITS, ((3,),)),
        LabeledDocument("people", UNITS, ((3,), (2, 4), ())),
        LabeledDocument("uncut", UNITS[:3], ((),)),
        LabeledDocument("one", UNITS[:1], ((),)),
        LabeledDocument("nothing", (), ((),)),
    ]
}


def rows_of(*names: str) -> list[dict[str, Any]]:
    wanted = benchmark.select(names, benchmark.methods())
    rows, skipped = benchmark.run(SETS, wanted, HashEmbedder())
    assert skipped == []
    return rows


def test_a_row_has_the_means_over_documents_with_a_boundary(
    capsys: pytest.CaptureFixture[str],
) -> None:
    (row,) = rows_of("none")
    assert [row[key] for key in ("set", "method", "mode", "documents")] == [
        "some",
        "none",
        "auto",
        2,
    ]
    assert row["b"] == row["f1"] == row["f1_1"] == 0
    # The third annotator has no boundary, so none is missed.
    assert row["dk"] == (-1 + (-1 - 2) / 2) / 2
    assert row["dk_share"] == 1
    assert row["uncut_documents"] == 3
    assert row["uncut_cuts"] == 0
    assert row["pk"] == pytest.approx((2 / 4 + (2 / 4 + 4 / 4) / 2) / 2)
    assert row["intervals"]["dk"] == [-1.5, -1]
    assert "number of boundaries found" in capsys.readouterr().out


def test_a_method_is_given_the_number_of_each_annotator() -> None:
    (row,) = rows_of("lowest")
    assert row["mode"] == "k"
    assert row["dk"] == row["dk_share"] == row["uncut_cuts"] == 0
    assert 0.5 < row["f1"] < 1  # all of the first document, half of the second's at least


def test_means_ignore_nan() -> None:
    found = benchmark.column_means(np.array([[1, math.nan], [3, math.nan]]))
    assert found[0] == 2
    assert math.isnan(found[1])
    assert benchmark.number(math.nan) is None
    assert benchmark.figure(None) == "-"
    lows = benchmark.intervals(np.zeros((0, len(benchmark.NAMES))))
    assert set(map(tuple, lows.values())) == {(None, None)}


def test_an_interval_contains_the_mean() -> None:
    values = np.random.default_rng(1).normal(size=(40, len(benchmark.NAMES)))
    for (low, high), mean in zip(
        benchmark.intervals(values).values(), values.mean(axis=0), strict=True
    ):
        assert low is not None
        assert high is not None
        assert low < mean < high
        assert 0.3 < high - low < 1.2  # four standard errors of 0.16


def test_rows_are_written_as_json(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    data = tmp_path / "a.jsonl"
    data.write_text(json.dumps({"units": UNITS, "bounds": [3]}), encoding="utf-8")
    out = tmp_path / "out.json"
    monkeypatch.setattr(benchmark, "get_embedder", HashEmbedder)
    words = ["x", "--data", str(data), "--json", str(out), "--methods", "none", "lowest"]
    monkeypatch.setattr("sys.argv", words)
    benchmark.main()
    rows = json.loads(out.read_text(encoding="utf-8"))
    assert [(row["method"], row["mode"], row["f1"]) for row in rows] == [
        ("none", "auto", 0),
        ("lowest", "k", 1),
    ]
    assert "a, 1 documents, number of boundaries given" in capsys.readouterr().out


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
