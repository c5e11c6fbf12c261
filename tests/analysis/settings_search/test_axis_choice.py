"""The choice of the settings that a map varies."""

import pytest

from chunking.analysis.settings_search.axes import STRATEGY, Grid
from chunking.analysis.settings_search.axis_choice import (
    NO_COLUMNS,
    axes_of,
    axis_choices,
    choose_axes,
    varied_in_words,
)
from chunking.strategies import get

SEMANTIC = get("semantic")(threshold=0.337)


def test_the_threshold_and_the_maximum_are_varied_first() -> None:
    assert list(axis_choices(SEMANTIC))[:2] == ["threshold", "max_tokens"]
    assert list(axis_choices(SEMANTIC))[-1] == STRATEGY


@pytest.mark.parametrize(
    ("wanted", "found"),
    [
        (("min_tokens", "threshold"), ("min_tokens", "threshold")),
        (("unknown", "unknown"), ("threshold", "max_tokens")),
        (("max_tokens", "max_tokens"), ("max_tokens", "threshold")),
        (("max_tokens", NO_COLUMNS), ("max_tokens", NO_COLUMNS)),
    ],
)
def test_what_the_strategy_does_not_have_is_the_default(
    wanted: tuple[str, str], found: tuple[str, str]
) -> None:
    assert choose_axes(SEMANTIC, *wanted) == found


def test_present_values_are_on_the_axes_which_stay_as_long_as_they_hold_them() -> None:
    names = ("threshold", "max_tokens")
    axes = axes_of(SEMANTIC, names, [SEMANTIC])
    assert 0.337 in axes[0].values
    assert axes_of(SEMANTIC, names, [SEMANTIC.with_(threshold=axes[0].values[0])], axes) is axes
    assert 0.441 in axes_of(SEMANTIC, names, [SEMANTIC.with_(threshold=0.441)], axes)[0].values
    others = axes_of(SEMANTIC, ("max_tokens", "threshold"), [SEMANTIC], axes)
    assert [axis.name for axis in others] == ["max_tokens", "threshold"]


def test_a_single_axis_has_more_values() -> None:
    [alone] = axes_of(SEMANTIC, ("threshold", NO_COLUMNS), [])
    assert len(alone) > len(axes_of(SEMANTIC, ("threshold", "max_tokens"), [])[0])


def test_settings_are_named_with_few_decimals() -> None:
    grid = Grid(SEMANTIC, axes_of(SEMANTIC, ("threshold", "max_tokens"), []))
    found = varied_in_words(grid, SEMANTIC.with_(max_tokens=1200))
    assert found == "threshold 0.337, max tokens 1,200"
