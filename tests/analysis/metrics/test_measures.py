"""Every metric has a name, a description and a value, or nan where it is undefined."""

import math

import pytest
from evaluations import evaluation

from chunking.analysis.metrics import BOUNDARY_METRICS, METRICS, compute_metrics
from chunking.analysis.metrics.metric import Better, best_rows


def test_names_are_unique_and_the_repr_of_a_measure() -> None:
    every = [*METRICS, *BOUNDARY_METRICS]
    names = [metric.name for metric in every]
    assert len(set(names)) == len(names)
    assert [repr(metric) for metric in every] == names


def test_metrics_have_bounds() -> None:
    every = (*METRICS, *BOUNDARY_METRICS)
    bounds = {each.name: (each.low, each.high) for each in every if each.high is not None}
    shares = "inside_limits cohesion sentence_cuts pk wd b f1 f1_1".split()  # noqa: SIM905 - one line
    assert bounds == dict.fromkeys(shares, (0, 1)) | {"separation": (0, 2), "silhouette": (-1, 1)}
    assert {each.name for each in every if each.low is None} == {"dk"}


def test_counts_have_no_decimals_and_shares_have_one() -> None:
    decimals = {each.name: each.decimals for each in (*METRICS, *BOUNDARY_METRICS)}
    counts = {
        "chunks",
        "tokens_min",
        "tokens_median",
        "tokens_max",
        "broken_fences",
        "broken_tables",
        "dk",
    }
    counts |= {"broken_lists", "stranded_headings", "truncated"}
    assert {name for name, number in decimals.items() if number == 0} == counts
    one = {"inside_limits", "sentence_cuts", "pk", "wd"}
    assert {name for name, number in decimals.items() if number == 1} == one


@pytest.mark.parametrize("metric", [*METRICS, *BOUNDARY_METRICS], ids=repr)
def test_a_measure_has_a_description_of_one_sentence(metric: object) -> None:
    description = str(getattr(metric, "description", ""))
    assert description.endswith(".")
    assert "\n" not in description
    assert len(description) <= 100


def test_an_empty_text_has_no_chunks_and_no_sizes() -> None:
    found = compute_metrics(evaluation("", []))
    assert found["chunks"] == 0
    missing = {name for name, value in found.items() if math.isnan(value)}
    assert missing == {
        "tokens_median",
        "tokens_min",
        "tokens_max",
        "inside_limits",
        "cohesion",
        "separation",
        "silhouette",
        "sentence_cuts",
        "redundancy",
        "truncated",
    }


def test_a_measure_is_formatted_with_its_decimals() -> None:
    by_name = {metric.name: metric for metric in METRICS}
    assert by_name["tokens_median"].format(1240.0) == "1,240"
    assert by_name["chunks"].format(1234.0) == "1,234"
    assert by_name["inside_limits"].format(0.5) == "50.0%"
    assert by_name["silhouette"].format(-0.0001) == "0.000"
    assert by_name["cohesion"].format(math.nan) == "-"


@pytest.mark.parametrize(
    ("values", "better", "best"),
    [
        ([0.5, 0.25, 0.501], "higher", [0, 2]),
        ([0.5, 0.25, math.nan], "lower", [1]),
        ([0.5, 0.5, math.nan], "higher", []),
        ([0.5, math.nan, math.nan], "higher", []),
        ([0.5, 0.25, 0.1], "neither", []),
    ],
)
def test_the_best_values_are_those_that_look_best(
    values: list[float], better: Better, best: list[int]
) -> None:
    texts = ["-" if math.isnan(each) else f"{each:.2f}" for each in values]
    assert best_rows(values, texts, better) == best
