"""The sentence above the curve that says which setting decides."""

import pytest

from chunking.gui.views.readout import _decided


@pytest.mark.parametrize(
    ("decided", "nothing", "said"),
    [
        (
            {"Threshold": 4, "Min tokens": 26},
            ["Max tokens"],
            (
                "Min tokens decides 26 of 30 cuts, Threshold 4: so many vanish or move with that "
                "setting off. Max tokens changes nothing here."
            ),
        ),
        (
            {"Threshold": 30, "Min tokens": 28, "Max tokens": 0},
            [],
            (
                "Threshold decides 30 of 30 cuts, Min tokens 28 (some need both); Max tokens none: "
                "so many vanish or move with that setting off."
            ),
        ),
        (
            {"Min tokens": 0},
            ["Overlap", "Max tokens"],
            (
                "Nothing limits the 30 cuts: with Min tokens off they would be the same. "
                "Overlap and Max tokens change nothing here."
            ),
        ),
    ],
)
def test_who_decides_is_said_in_one_sentence(
    decided: dict[str, int], nothing: list[str], said: str
) -> None:
    assert _decided(decided, nothing, 30) == said
