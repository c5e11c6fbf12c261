"""Boundary bonuses from single units."""

import pytest

from chunking.strategies.optimal.cues import boundary_bonuses


def test_a_boundary_is_avoided_after_an_unfinished_sentence_and_after_code() -> None:
    texts = ["So it is:", "\u6240\u4ee5\uff1b", "```\nx\n```", "Done.", 'He said: "no"', "End:"]
    assert boundary_bonuses(texts) == pytest.approx([-0.6, -0.6, -0.3, 0, 0, 0])


@pytest.mark.parametrize("end", [":", ",", ";", "\uff0c", "\u3001", ':"', ": **", ",\u2019)"])
def test_a_unit_that_ends_with_a_colon_or_comma_is_unfinished(end: str) -> None:
    found = boundary_bonuses([f"So it is{end}", f"So{end} it is.", "x"])
    assert found == pytest.approx([-0.6, 0, 0])


def test_paragraph_one_begins_a_section_and_the_next_numbers_continue_it() -> None:
    texts = ["(1) He may.", "(2) She may.", "a) alone;", "(2a) They may.", "(1) It may.", "(3) No."]
    assert boundary_bonuses(texts) == pytest.approx([-1, 0, -0.6 - 1, 1, 0, 0])


def test_a_single_unit_and_no_unit_have_no_bonus() -> None:
    assert boundary_bonuses(["(1) Alone:"]).tolist() == [0]
    assert boundary_bonuses([]).tolist() == []
