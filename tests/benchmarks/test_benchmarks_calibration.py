"""Calibration benchmark: its sets, measures, choice of constants, diagram and tables."""

import json
import math
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from embedders import HashEmbedder

from benchmarks import calibration as benchmark
from benchmarks import calibration_constants as choice
from benchmarks import calibration_measures as measures
from benchmarks.calibration_measures import Gaps
from benchmarks.calibration_sets import CalibrationSet
from benchmarks.segmentation_data import LabeledDocument
from chunking import segment
from chunking.strategies.optimal.constants import CONSTANTS, LEVELS
from chunking.strategies.optimal.costs import SegmentCosts

UNITS = ("cats purr", "cats sleep", "cats eat", "stars shine", "stars fade", "stars burn")
TWO_TOPICS = LabeledDocument("one", UNITS, ((3,), (3, 5)))


def write_lines(path: Path, *bounds: list[int]) -> None:
    rows = [{"id": str(i), "units": UNITS, "bounds": each} for i, each in enumerate(bounds)]
    path.write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")


def gaps(probabilities: list[float], boundaries: list[int]) -> Gaps:
    return measures.gaps_of([np.array(probabilities)], [np.array(boundaries) > 0])


def test_reliability_compares_means_by_tenth() -> None:
    found = measures.reliability(gaps([0.1, 0.2, 0.92, 0.94, 0.98, 1.0], [0, 1, 1, 1, 0, 1]))
    assert found.gaps.tolist() == [0, 1, 1, 0, 0, 0, 0, 0, 0, 4]
    assert found.probabilities[[1, 2, 9]] == pytest.approx([0.1, 0.2, 0.96])
    assert found.boundaries[[1, 2, 9]] == pytest.approx([0, 1, 0.75])
    assert np.isnan(found.probabilities[0])
    assert found.error == pytest.approx((0.1 + 0.8 + 4 * 0.21) / 6)


def test_every_set_has_the_same_weight() -> None:
    large, small = gaps([0.5] * 30, [0] * 30), gaps([0.5] * 2, [1, 1])
    found = measures.reliability(measures.pool([large, small]))
    assert found.boundaries[5] == pytest.approx(0.5)
    assert found.error == pytest.approx(0)


def test_boundaries_drawn_from_the_probabilities_have_a_small_error() -> None:
    rng = np.random.default_rng(1)
    probabilities = rng.random(20_000)
    exact = gaps(probabilities.tolist(), (rng.random(20_000) < probabilities).tolist())
    few = gaps(probabilities[:20].tolist(), [0] * 20)
    assert max(measures.error_if_calibrated(exact), measures.reliability(exact).error) < 0.02
    assert measures.error_if_calibrated(few) > 0.1


def test_log_loss_is_lowest_for_what_is_there() -> None:
    assert measures.log_loss(gaps([0.5, 0.25], [1, 0])) == pytest.approx(
        -(math.log(0.5) + math.log(0.75)) / 2
    )
    assert measures.log_loss(gaps([1.0, 0.0], [1, 0])) == 0


def test_the_fit_segments_as_the_library_does() -> None:
    costs = SegmentCosts(UNITS, HashEmbedder().encode(UNITS))
    for level, (_, found) in zip(LEVELS, choice.segment(costs, CONSTANTS), strict=True):
        assert found.tolist() == segment(UNITS, level=level, embedder=HashEmbedder())


def test_a_set_is_measured_with_every_setting_at_every_level() -> None:
    labeled = CalibrationSet("one", "one", "other", (TWO_TOPICS,))
    sure, unsure = (replace(CONSTANTS, precision=each) for each in (9.0, 0.01))
    found = choice.measure(labeled, HashEmbedder(), (sure, unsure))
    assert list(found) == ["precision 9", "precision 0.01"]
    first, second = found.values()
    assert len(first.levels) == len(LEVELS)
    assert first.gaps.boundaries.tolist() == [False, False, True, False, True]
    assert first.gaps.probabilities[2] > second.gaps.probabilities[2]
    assert first.pk == min(each.pk for each in first.levels) < second.pk


def outcome(pk: float) -> choice.Outcome:
    return choice.Outcome((choice.LevelOutcome(gaps([0.5], [1]), pk),) * len(LEVELS))


def test_a_setting_is_chosen_without_the_sets_of_a_source() -> None:
    sets = [
        CalibrationSet(name, source, "other", (TWO_TOPICS,))
        for name, source in (("a1", "a"), ("a2", "a"), ("b", "b"))
    ]
    outcomes = [
        {"fit": outcome(0.5), "other": outcome(0.2)},
        {"fit": outcome(0.5), "other": outcome(0.3)},
        {"fit": outcome(0.1), "other": outcome(0.4)},
    ]
    first, second = choice.leave_one_source_out(sets, outcomes, "pk")
    assert (first.source, first.setting, second.source, second.setting) == (
        "a",
        "fit",
        "b",
        "other",
    )
    assert [each.pk for each in first.chosen] == [0.5, 0.5]
    assert [each.pk for each in second.chosen] == [0.4]
    assert choice.leave_one_source_out(sets[:2], outcomes[:2], "pk") == []


def test_tables_and_diagram_are_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    write_lines(tmp_path / "tiage.jsonl", [3], [2, 4])
    write_lines(tmp_path / "own.jsonl", [3])
    paths = {name: tmp_path / f"out.{name}" for name in ("json", "svg")}
    written = [part for name, path in paths.items() for part in (f"--{name}", str(path))]
    monkeypatch.setattr(benchmark, "get_embedder", HashEmbedder)
    monkeypatch.setattr("sys.argv", ["calibration", "--data", str(tmp_path), *written])
    benchmark.main()
    tables = json.loads(paths["json"].read_text(encoding="utf-8"))
    by_set = {row["set"]: row for row in tables["Calibration by set"]}
    assert (by_set["tiage"]["gaps"], by_set["tiage"]["boundaries"]) == (10, 3)
    kinds = {row["kind"] for row in tables["Calibration by kind, and tenth of the probability"]}
    assert kinds == {"all", "dialogue", "other"}
    assert len(tables["Settings, mean of all sets"]) == len(choice.SETTINGS)
    left_out = tables["Each source left out, setting of the lowest pk on the others"]
    assert [row["left out"] for row in left_out] == ["own", "tiage"]
    assert paths["svg"].read_text(encoding="utf-8").startswith("<svg")
    assert "Calibration by set" in capsys.readouterr().out
