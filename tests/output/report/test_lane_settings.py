"""Which settings a report shows at once."""

from embedders import HashEmbedder

from chunking import get
from chunking.output.comparison import compare
from chunking.output.report.metric_table import LaneSettings, Setting, lane_settings
from chunking.strategies.base import UNLIMITED, Strategy

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
