"""Boundary bonuses from single units."""

from __future__ import annotations

import numpy as np
import pytest

from chunking.strategies.optimal.cues import boundary_bonuses, list_items
from chunking.strategies.optimal.word_columns import extract_speakers, extract_words

# Articles that open with a formula, and sentences that continue them.
ARTICLES = [
    "Everyone has the right to life.",
    "Everyone has a name, and nobody may take it away.",
    "It is given at birth.",
    "Everyone has the right to rest.",
    "No one shall be sent away.",
    "No one shall be sold.",
    "This holds for all, and everyone has a word in it.",
    "No one shall be held.",
]


def items(texts: list[str]) -> list[int]:
    """Return the indices of the list items."""
    words, speakers = extract_words(texts).all, extract_speakers(texts)
    return np.flatnonzero(list_items(texts, words, speakers)).tolist()


def bonuses(texts: list[str], counts: list[int] | None = None) -> tuple[list[float], list[float]]:
    """Return the bonuses of boundaries before and after each unit."""
    words, speakers = extract_words(texts), extract_speakers(texts)
    lengths = words.counts if counts is None else np.array(counts)
    found = list_items(texts, words.all, speakers)
    before, after = boundary_bonuses(texts, lengths, speakers, found)
    return before.tolist(), after.tolist()


def test_a_boundary_is_preferred_before_a_question_and_not_after_it() -> None:
    before, after = bonuses(["Where is it?", "There.", "I see.", "Who asked?", "He did."])
    assert before == pytest.approx([0.48, 0, 0, 0.48, 0])
    assert after == pytest.approx([-0.48, 0, 0, -0.48, 0])


def test_a_boundary_is_preferred_before_a_long_turn_in_a_dialogue() -> None:
    turns = [f"{name}: word" for name in ("Ann", "Bob") for _ in range(4)]
    counts = [2, 2, 2, 2, 2, 2, 2, 16]
    before, _ = bonuses(turns, counts)
    assert before[7] > 0 > before[0]
    plain, _ = bonuses(["word"] * 8, counts)
    assert not any(plain)


def test_a_boundary_is_avoided_after_an_unfinished_sentence_and_after_code() -> None:
    texts = ["So it is:", "\u6240\u4ee5\uff1b", "```\nx\n```", "Done.", 'He said: "no"']
    assert bonuses(texts)[1] == pytest.approx([-0.6, -0.6, -0.3, 0, 0])


def test_units_that_open_with_a_recurring_formula_are_list_items() -> None:
    assert items(ARTICLES) == [0, 1, 3, 4, 5, 7]
    before, _ = bonuses(ARTICLES)
    assert before == pytest.approx([1.5, 1.5, 0, 1.5, 1.5, 1.5, 0, 1.5])


def test_list_items_are_found_in_scripts_without_spaces() -> None:
    texts = ["人人有权享有生命。", "不分国籍。", "人人有权工作。", "人人有权享有国籍。"]
    assert items(texts) == [0, 2, 3]


def test_words_that_recur_inside_units_are_not_a_formula() -> None:
    texts = [
        "We can go, and we can stay.",
        "We can ask how we can go.",
        "We can or we can not.",
        "No.",
    ]
    assert items(texts) == []


def test_a_list_needs_three_items_and_a_share_of_the_text() -> None:
    assert items(ARTICLES[:3]) == []
    plain = [f"w{i} is here" for i in range(100)]
    assert items([*plain, *ARTICLES[:4]]) == []


def test_speaker_labels_and_markup_are_not_a_formula() -> None:
    assert items([f"{name} Lee: word{i}" for i, name in enumerate(("Ann", "Bob") * 4)]) == []
    assert items([f"<img alt={i}>" for i in range(4)]) == []
    assert items(["```python run", "x", "```python run", "```python run"]) == []


def test_a_refrain_is_not_a_list_item() -> None:
    assert (
        items(["Row the boat.", "So it goes.", "Row the boat.", "On it goes.", "Row the boat."])
        == []
    )


def test_an_empty_text_has_no_list_items() -> None:
    assert items([]) == []
    assert items(["", "", "", ""]) == []


def test_the_bonus_of_a_turn_is_its_length_against_the_mean() -> None:
    counts = [1, 2, 4, 8, 16, 2, 1, 1, 0, 4]
    logs = np.log([1, 2, 4, 8, 16, 2, 1, 1, 1, 4])
    turns = [f"{name}: word" for name in ("Ann", "Bob") for _ in range(5)]
    before, _ = bonuses(turns, counts)
    assert before == pytest.approx((0.2 * (logs - logs.mean())).tolist())
    # Nine of ten units are turns, then eight.
    assert any(bonuses(["word", *turns[1:]], counts)[0])
    assert not any(bonuses(["word", "word", *turns[2:]], counts)[0])


@pytest.mark.parametrize(("plain", "found"), [(0, 4), (96, 4), (97, 0), (200, 0)])
def test_a_formula_opens_at_least_a_twenty_fifth_of_the_units(plain: int, found: int) -> None:
    texts = [f"No one shall v{i}." for i in range(4)]
    assert len(items([*texts, *(f"w{i} is here" for i in range(plain))])) == found


@pytest.mark.parametrize(("inside", "found"), [(2, 3), (3, 0), (4, 0)])
def test_a_formula_occurs_more_often_at_the_start_of_units(inside: int, found: int) -> None:
    texts = [f"No one shall v{i}." for i in range(3)]
    assert len(items([*texts, *(f"So w{i} no one" for i in range(inside))])) == found


@pytest.mark.parametrize("end", [":", ",", ";", "\uff0c", "\u3001", ':"', ": **", ",\u2019)"])
def test_a_unit_that_ends_with_a_colon_or_comma_is_unfinished(end: str) -> None:
    assert bonuses([f"So it is{end}", f"So{end} it is."])[1] == pytest.approx([-0.6, 0])
