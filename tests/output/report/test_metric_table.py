"""Rows of the metric table: which differ, and which values are the best."""

from math import nan

from embedders import HashEmbedder
from lanes import lane

from chunking import get
from chunking.analysis.metrics import METRICS
from chunking.output.comparison import compare
from chunking.output.lane import Lane
from chunking.output.report.metric_table import (
    LaneSettings,
    MetricRow,
    Setting,
    lane_settings,
    metric_table,
)
from chunking.strategies.base import UNLIMITED, Strategy

ZEROS = {metric.name: 0.0 for metric in METRICS}


def rows(*lanes: Lane) -> dict[str, MetricRow]:
    table = metric_table(lanes)
    return {row.title: row for row in (*table.main, *table.equal)}


def test_rows_that_differ_come_first_and_equal_ones_last() -> None:
    table = metric_table(
        [
            lane("a", [0, 11], {**ZEROS, "cohesion": 0.5, "separation": nan}),
            lane("b", [0, 11], {**ZEROS, "cohesion": 0.6, "separation": nan}),
        ]
    )
    assert [row.title for row in table.main] == ["Cohesion"]
    titles = [row.title for row in table.equal]
    assert "Chunks" in titles
    assert "Separation" not in titles


def test_the_best_values_follow_the_direction_of_the_metric() -> None:
    found = rows(
        lane("a", [0], {**ZEROS, "cohesion": 0.5, "redundancy": 1.2, "tokens_median": 9}),
        lane("b", [0], {**ZEROS, "cohesion": 0.7, "redundancy": 1.0}),
        lane("c", [0], {**ZEROS, "cohesion": nan, "redundancy": 1.00001}),
    )
    assert found["Cohesion"].values == ("0.500", "0.700", "-")
    assert found["Cohesion"].best == {1}
    # Values that are shown alike are equally good.
    assert found["Redundancy"].best == {1, 2}
    assert (found["Median size"].better, found["Median size"].best) == ("", frozenset())
    assert found["Broken tables"].best == frozenset()


def test_an_undefined_value_makes_no_other_the_best() -> None:
    found = rows(lane("a", [0], {**ZEROS, "cohesion": nan}), lane("b", [0], ZEROS))
    assert found["Cohesion"].best == frozenset()


def test_the_best_lane_at_the_model_limit_has_the_lowest_number_and_share() -> None:
    title = "Over the model limit"
    few_large = lane("a", [0, 11], {**ZEROS, "truncated": 2})
    many_small = lane("b", [0, 11, 22, 33], {**ZEROS, "truncated": 3})
    row = rows(few_large, many_small)[title]
    assert row.values == ("2 of 2", "3 of 4")
    assert row.best == frozenset()
    row = rows(few_large, lane("b", [0, 11, 22], ZEROS))[title]
    assert row.values == ("2 of 2", "0 of 3")
    assert row.best == {1}
    assert rows(lane("a", [0], ZEROS))[title].values == ("0",)


def test_one_lane_has_all_rows_in_the_main_table() -> None:
    table = metric_table([lane("a", [0], ZEROS)])
    assert (len(table.main), table.equal) == (len(METRICS), ())
    assert all(row.best == frozenset() for row in table.main)


TEXT = "One thing is here. Another one is there. A third one is nowhere. "


def settings(*strategies: Strategy) -> list[LaneSettings]:
    return lane_settings(compare(TEXT, strategies, embedder=HashEmbedder()).lanes)


def test_of_one_lane_the_threshold_and_the_sizes_are_shown() -> None:
    (found,) = settings(get("semantic")())
    assert found.main == (("Threshold", "0.55"), ("Min tokens", "200"), ("Max tokens", "1,200"))
    assert [each.label for each in found.rest] == [
        "Domain", "Overlap tokens", "Signal", "Keep whole", "Oversize", "Model", "Tokenizer",
    ]  # fmt: skip


def test_what_differs_from_the_default_or_between_lanes_is_shown() -> None:
    first, second = settings(
        get("semantic")(signal="windowed", min_tokens=0), get("semantic")(max_tokens=UNLIMITED)
    )
    assert first.main == (
        ("Threshold", "0.55"), ("Min tokens", "0"), ("Max tokens", "1,200"),
        ("Signal", "windowed"),
    )  # fmt: skip
    assert second.main == (
        ("Threshold", "0.55"), ("Min tokens", "200"), ("Max tokens", "none"),
        ("Signal", "adjacent"),
    )  # fmt: skip


def test_a_computed_threshold_is_shown_with_its_rule() -> None:
    (found,) = settings(get("breakpoint")())
    label, value = found.main[0]
    assert label == "Threshold"
    assert value.endswith(" (percentile 95)")
    assert Setting("Min tokens", "0") in found.rest


def test_a_target_of_zero_is_off_and_not_shown() -> None:
    (found,) = settings(get("optimal")())
    assert Setting("Target tokens", "0") in found.rest
