"""Segmentation benchmark: its own methods, rows and tables."""

import json
import math
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from embedders import HashEmbedder

from benchmarks import segmentation as benchmark
from benchmarks import segmentation_methods as methods
from benchmarks.segmentation_data import Case, LabeledDocument
from benchmarks.segmentation_peers import PEERS
from chunking import ChunkingError
from chunking.analysis.metrics import f1_within
from chunking.core.arrays import Vectors

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


def test_windows_are_means_of_three_units() -> None:
    made = case([*UNITS, *UNITS])
    vectors = made.vectors.astype(float)
    before, after = vectors[1:4].mean(axis=0), vectors[4:7].mean(axis=0)
    cosine = before @ after / np.linalg.norm(before) / np.linalg.norm(after)
    assert methods.windows(made)[3] == pytest.approx(cosine)


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


def test_methods_are_selected_by_name_and_by_pattern() -> None:
    every = benchmark.methods()
    assert benchmark.select([], every) == every
    found = benchmark.select(["even,none", "lowest*"], every)
    assert [each.name for each in found] == ["none", "even", "lowest", "lowest_windows"]
    with pytest.raises(ChunkingError, match="no method is named 'nope'; there are none, even"):
        benchmark.select(["nope"], every)


def test_a_missing_module_is_named_with_the_package_to_install() -> None:
    missing = methods.Method(
        "x", methods.once(methods.none), needs=("no_such_thing",), install="it"
    )
    assert missing.missing == "No module named 'no_such_thing'; pip install it"
    assert methods.Method("x", methods.random_boundaries, needs=("json",)).missing == ""


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


def test_nan_is_none_in_json() -> None:
    pair = {"pair": [LabeledDocument("no window fits", ("a", "b"), ((1,),))]}
    rows, _ = benchmark.run(pair, benchmark.select(["none"], benchmark.methods()), HashEmbedder())
    assert rows[0]["pk"] is rows[0]["wd"] is None
    assert rows[0]["intervals"]["pk"] == [None, None]
    assert rows[0]["b"] == 0
    assert rows[0]["intervals"]["b"] == [0, 0]
    rows, _ = benchmark.run(
        {"no": []}, benchmark.select(["none"], benchmark.methods()), HashEmbedder()
    )
    assert rows[0]["documents"] == 0
    assert rows[0]["b"] is rows[0]["dk_share"] is rows[0]["uncut_cuts"] is None


def test_a_method_is_given_the_number_of_each_annotator() -> None:
    (row,) = rows_of("lowest")
    assert row["mode"] == "k"
    assert row["dk"] == row["dk_share"] == row["uncut_cuts"] == 0
    assert 0.5 < row["f1"] < 1  # all of the first document, half of the second's at least


def test_a_failing_method_does_not_stop_the_others(capsys: pytest.CaptureFixture[str]) -> None:
    def fails(_case: Case, _count: int | None) -> list[list[int]]:
        raise RuntimeError("no luck")

    wanted = [methods.Method("bad", fails), methods.Method("none", methods.once(methods.none))]
    rows, skipped = benchmark.run(SETS, wanted, HashEmbedder())
    assert [row["method"] for row in rows] == ["none"]
    assert skipped == [{"method": "bad", "why": "some: RuntimeError: no luck"}]
    assert "bad" not in capsys.readouterr().out


def test_the_time_of_the_model_is_separate_from_that_of_the_method(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    now = [0.0]
    monkeypatch.setattr("time.perf_counter", lambda: now[0])

    class Slow(HashEmbedder):
        def encode(self, texts: Sequence[str], **more: Any) -> Vectors:
            now[0] += 5
            return super().encode(texts, **more)

    def segment(case: Case, _count: int | None) -> list[list[int]]:
        case.embedder.encode(["something else"])
        now[0] += 2
        return [[]]

    rows, _ = benchmark.run({"a": [SETS["some"][0]]}, [methods.Method("x", segment)], Slow())
    assert rows[0]["seconds"] == 2
    assert rows[0]["embedding_seconds"] == 5  # the vectors of the units are computed before


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


def test_a_mean_over_sets_needs_a_number_from_every_set() -> None:
    rows: list[dict[str, Any]] = [
        {"set": "a", "method": "x", "mode": "auto", "pk": 0.1},
        {"set": "b", "method": "x", "mode": "auto", "pk": 0.2},
        {"set": "a", "method": "y", "mode": "auto", "pk": None},
        {"set": "b", "method": "y", "mode": "auto", "pk": 0.4},
        {"set": "b", "method": "z", "mode": "k", "pk": 0.4},
    ]
    assert benchmark.across(rows, "pk", "auto") == [
        {"method": "x", "a": "0.100", "b": "0.200", "mean": "0.150"},
        {"method": "y", "a": "-", "b": "0.400", "mean": "-"},
    ]


def test_f1_is_also_a_share_of_that_of_the_best_threshold() -> None:
    def rows(method: str, *values: float | None) -> list[dict[str, object]]:
        named = zip(("a", "b"), values, strict=True)
        return [{"set": s, "method": method, "mode": "auto", "f1_1": v} for s, v in named]

    given = [{"set": "a", "method": "even", "mode": "k", "f1_1": 0.5}]
    measured = [*rows("threshold_best", 0.8, 0.5), *rows("optimal", 0.6, 0.6), *given]
    assert benchmark.shares_of_best(measured) == [
        {"method": "threshold_best", "a": "1.000", "b": "1.000", "mean": "1.000"},
        {"method": "optimal", "a": "0.750", "b": "1.200", "mean": "0.975"},
    ]
    assert benchmark.shares_of_best(rows("optimal", 0.6, None)) == []


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


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--data", "no/such.jsonl"], "no/such.jsonl cannot be read"),
        (["--data", "x.jsonl", "--documents", "0"], "--documents must be 1 or more, got 0"),
        (["--data", "x.jsonl", "--methods", "nope"], "no method is named 'nope'"),
    ],
)
def test_invalid_arguments_are_errors(
    words: list[str],
    message: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr("sys.argv", ["x", *words])
    with pytest.raises(SystemExit):
        benchmark.main()
    assert message in capsys.readouterr().err
