"""What the segmentation benchmark computes itself: plain methods, rows and tables."""

from __future__ import annotations

import json
import math
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from embedders import HashEmbedder

from benchmarks import segmentation as benchmark
from benchmarks import segmentation_methods as methods
from benchmarks.segmentation_data import Case, Labelled
from benchmarks.segmentation_peers import PEERS
from chunking import ChunkingError
from chunking.metrics import f1_within

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from chunking.types import Vectors

UNITS = ("cats purr", "cats sleep", "cats eat", "stars shine", "stars fade", "stars burn")


def case(units: Sequence[str], *keys: Sequence[int]) -> Case:
    return Case(Labelled("one", tuple(units), tuple(map(tuple, keys)) or ((),)), HashEmbedder())


def test_even_cuts_part_the_units_in_equal_segments() -> None:
    assert methods.even(case("abcdefghi"), 2) == [3, 6]
    assert methods.even(case("ab"), 5) == [1]
    assert methods.even(case("a"), 0) == []


def test_cuts_of_chance_are_as_many_as_asked_for_and_the_same_again() -> None:
    drawn = methods.random_cuts(case("abcdefghi"), 3)
    assert all(len(set(cuts)) == 3 and 0 < min(cuts) < max(cuts) < 9 for cuts in drawn)
    assert len({tuple(cuts) for cuts in drawn}) > 1
    assert drawn == methods.random_cuts(case("abcdefghi"), 3)
    assert methods.random_cuts(case("a"), 3)[0] == []


def test_signals_are_lowest_where_the_subject_changes() -> None:
    made = case(UNITS)
    for scores in (methods.neighbours, methods.windows):
        assert methods.lowest(scores, made, 1) == [3]
        assert methods.lowest(scores, made, 0) == []
        assert methods.lowest(scores, case(["one"]), 2) == []


def test_a_window_holds_the_means_of_three_units() -> None:
    made = case([*UNITS, *UNITS])
    vectors = made.vectors.astype(float)
    before, after = vectors[1:4].mean(axis=0), vectors[4:7].mean(axis=0)
    cosine = before @ after / np.linalg.norm(before) / np.linalg.norm(after)
    assert methods.windows(made)[3] == pytest.approx(cosine)


def test_the_best_threshold_is_no_worse_than_any_other() -> None:
    made = case(UNITS, [3], [1, 3])
    best = methods.best_threshold(made, None)

    def reached(cuts: Sequence[int]) -> float:
        return sum(f1_within(1).compute(key, cuts, 6) for key in made.keys)

    thresholds = [*made.similarities.tolist(), 2.0]
    assert reached(best) == max(reached(methods.below(each, made)) for each in thresholds)


def test_every_method_answers_for_every_odd_document() -> None:
    every = [each for each in benchmark.methods() if each not in PEERS]
    assert len({each.name for each in every}) == len(every)
    for units in (["one"], ["", " "], ["a", "b"], ["", "same", "same", "", "same"]):
        for method in (each for each in every if not each.missing):
            told = range(min(2, len(units))) if method.told else []
            for count in [*([None] if method.auto else []), *told]:
                for cuts in method.cut(case(units), count):
                    assert all(0 < cut < len(units) for cut in cuts), method.name


def test_methods_are_chosen_by_name_and_by_pattern() -> None:
    every = benchmark.methods()
    assert benchmark.chosen([], every) == every
    found = benchmark.chosen(["even,none", "lowest*"], every)
    assert [each.name for each in found] == ["none", "even", "lowest", "lowest_windows"]
    with pytest.raises(ChunkingError, match="no method is named 'nope'; there are none, even"):
        benchmark.chosen(["nope"], every)


def test_what_is_missing_is_named_with_what_to_install() -> None:
    lost = methods.Method("x", methods.once(methods.none), needs=("no_such_thing",), install="it")
    assert lost.missing == "No module named 'no_such_thing'; pip install it"
    assert methods.Method("x", methods.random_cuts, needs=("json",)).missing == ""


SETS = {
    "some": [
        Labelled("cut", UNITS, ((3,),)),
        Labelled("people", UNITS, ((3,), (2, 4), ())),
        Labelled("uncut", UNITS[:3], ((),)),
        Labelled("one", UNITS[:1], ((),)),
        Labelled("nothing", (), ((),)),
    ]
}


def rows_of(*names: str) -> list[dict[str, Any]]:
    wanted = benchmark.chosen(names, benchmark.methods())
    rows, skipped = benchmark.run(SETS, wanted, HashEmbedder())
    assert skipped == []
    return rows


def test_a_row_holds_the_means_over_the_documents_that_have_a_boundary(
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
    # Nobody's boundaries are missed by the third annotator.
    assert row["dk"] == (-1 + (-1 - 2) / 2) / 2
    assert row["dk_share"] == 1
    assert row["uncut_documents"] == 3
    assert row["uncut_cuts"] == 0
    assert row["pk"] == pytest.approx((2 / 4 + (2 / 4 + 4 / 4) / 2) / 2)
    assert row["intervals"]["dk"] == [-1.5, -1]
    assert "how many cuts is up to the method" in capsys.readouterr().out


def test_what_has_no_number_is_none_in_json() -> None:
    pair = {"pair": [Labelled("no window fits", ("a", "b"), ((1,),))]}
    rows, _ = benchmark.run(pair, benchmark.chosen(["none"], benchmark.methods()), HashEmbedder())
    assert rows[0]["pk"] is rows[0]["wd"] is None
    assert rows[0]["intervals"]["pk"] == [None, None]
    assert rows[0]["b"] == 0
    assert rows[0]["intervals"]["b"] == [0, 0]
    rows, _ = benchmark.run(
        {"no": []}, benchmark.chosen(["none"], benchmark.methods()), HashEmbedder()
    )
    assert rows[0]["documents"] == 0
    assert rows[0]["b"] is rows[0]["dk_share"] is rows[0]["uncut_cuts"] is None


def test_a_method_that_is_told_is_told_each_annotators_number() -> None:
    (row,) = rows_of("lowest")
    assert row["mode"] == "k"
    assert row["dk"] == row["dk_share"] == row["uncut_cuts"] == 0
    assert 0.5 < row["f1"] < 1  # all of the first document, half of the second's at least


def test_one_method_that_fails_does_not_end_the_others(capsys: pytest.CaptureFixture[str]) -> None:
    def fails(_case: Case, _count: int | None) -> list[list[int]]:
        raise RuntimeError("no luck")

    wanted = [methods.Method("bad", fails), methods.Method("none", methods.once(methods.none))]
    rows, skipped = benchmark.run(SETS, wanted, HashEmbedder())
    assert [row["method"] for row in rows] == ["none"]
    assert skipped == [{"method": "bad", "why": "some: RuntimeError: no luck"}]
    assert "bad" not in capsys.readouterr().out


def test_the_models_time_is_no_time_of_the_method(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [0.0]
    monkeypatch.setattr("time.perf_counter", lambda: now[0])

    class Slow(HashEmbedder):
        def encode(self, texts: Sequence[str], **more: Any) -> Vectors:
            now[0] += 5
            return super().encode(texts, **more)

    def cut(case: Case, _count: int | None) -> list[list[int]]:
        case.embedder.encode(["something else"])
        now[0] += 2
        return [[]]

    rows, _ = benchmark.run({"a": [SETS["some"][0]]}, [methods.Method("x", cut)], Slow())
    assert rows[0]["seconds"] == 2
    assert rows[0]["embedding_seconds"] == 5  # the vectors of the units are there before


def test_means_pass_over_what_is_no_number() -> None:
    found = benchmark.mean_of(np.array([[1, math.nan], [3, math.nan]]))
    assert found[0] == 2
    assert math.isnan(found[1])
    assert benchmark.number(math.nan) is None
    assert benchmark.figure(None) == "-"
    lows = benchmark.intervals(np.zeros((0, len(benchmark.NAMES))))
    assert set(map(tuple, lows.values())) == {(None, None)}


def test_an_interval_holds_the_mean() -> None:
    values = np.random.default_rng(1).normal(size=(40, len(benchmark.NAMES)))
    for (low, high), mean in zip(
        benchmark.intervals(values).values(), values.mean(axis=0), strict=True
    ):
        assert low is not None
        assert high is not None
        assert low < mean < high
        assert 0.3 < high - low < 1.2  # four standard errors of 0.16


def test_a_table_over_sets_has_a_mean_where_every_set_has_a_number() -> None:
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


def test_f1_is_shown_as_a_share_of_what_the_best_threshold_reaches() -> None:
    def rows(method: str, *values: float | None) -> list[dict[str, object]]:
        named = zip(("a", "b"), values, strict=True)
        return [{"set": s, "method": method, "mode": "auto", "f1_1": v} for s, v in named]

    told = [{"set": "a", "method": "even", "mode": "k", "f1_1": 0.5}]
    measured = [*rows("threshold_best", 0.8, 0.5), *rows("optimal", 0.6, 0.6), *told]
    assert benchmark.of_best(measured) == [
        {"method": "threshold_best", "a": "1.000", "b": "1.000", "mean": "1.000"},
        {"method": "optimal", "a": "0.750", "b": "1.200", "mean": "0.975"},
    ]
    assert benchmark.of_best(rows("optimal", 0.6, None)) == []


def test_the_program_writes_its_rows_as_json(
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
    assert "a, 1 documents, K given" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--data", "no/such.jsonl"], "no/such.jsonl cannot be read"),
        (["--data", "x.jsonl", "--documents", "0"], "--documents must be 1 or more, got 0"),
        (["--data", "x.jsonl", "--methods", "nope"], "no method is named 'nope'"),
    ],
)
def test_the_program_refuses_in_one_sentence(
    words: list[str],
    message: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr("sys.argv", ["x", *words])
    with pytest.raises(SystemExit):
        benchmark.main()
    assert message in capsys.readouterr().err
