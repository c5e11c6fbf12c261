"""What single units say of a boundary beside them."""

from __future__ import annotations

import numpy as np
import pytest

from chunking.optimum.cues import items, worth
from chunking.optimum.words import read, speakers

# The beginnings of articles, and what some of them go on with.
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


def found(texts: list[str]) -> list[int]:
    """The numbers of the items."""
    return np.flatnonzero(items(texts, read(texts).words, speakers(texts))).tolist()


def worth_of(texts: list[str], counts: list[int] | None = None) -> tuple[list[float], list[float]]:
    """What boundaries before and after each unit are worth."""
    text, turns = read(texts), speakers(texts)
    sizes = text.counts if counts is None else np.array(counts)
    before, after = worth(texts, sizes, turns, items(texts, text.words, turns))
    return before.tolist(), after.tolist()


def test_a_topic_begins_before_a_question_and_goes_on_after_it() -> None:
    before, after = worth_of(["Where is it?", "There.", "I see.", "Who asked?", "He did."])
    assert before == pytest.approx([0.48, 0, 0, 0.48, 0])
    assert after == pytest.approx([-0.48, 0, 0, -0.48, 0])


def test_a_long_turn_opens_a_topic_where_all_units_are_turns() -> None:
    turns = [f"{name}: word" for name in ("Ann", "Bob") for _ in range(4)]
    counts = [2, 2, 2, 2, 2, 2, 2, 16]
    before, _ = worth_of(turns, counts)
    assert before[7] > 0 > before[0]
    plain, _ = worth_of(["word"] * 8, counts)
    assert not any(plain)


def test_no_topic_ends_with_what_is_unfinished_and_few_with_code() -> None:
    texts = ["So it is:", "\u6240\u4ee5\uff1b", "```\nx\n```", "Done.", 'He said: "no"']
    assert worth_of(texts)[1] == pytest.approx([-0.6, -0.6, -0.3, 0, 0])


def test_units_that_open_alike_are_items() -> None:
    assert found(ARTICLES) == [0, 1, 3, 4, 5, 7]
    before, _ = worth_of(ARTICLES)
    assert before == pytest.approx([0.75, 0.75, 0, 0.75, 0.75, 0.75, 0, 0.75])


def test_items_are_known_where_no_blanks_are_written() -> None:
    texts = ["人人有权享有生命。", "不分国籍。", "人人有权工作。", "人人有权享有国籍。"]
    assert found(texts) == [0, 2, 3]


def test_what_is_said_inside_of_units_too_is_no_formula() -> None:
    texts = [
        "We can go, and we can stay.",
        "We can ask how we can go.",
        "We can or we can not.",
        "No.",
    ]
    assert found(texts) == []


def test_neither_two_units_nor_few_of_many_make_a_list() -> None:
    assert found(ARTICLES[:3]) == []
    plain = [f"w{i} is here" for i in range(100)]
    assert found([*plain, *ARTICLES[:4]]) == []


def test_neither_who_speaks_nor_markup_is_a_formula() -> None:
    assert found([f"{name} Lee: word{i}" for i, name in enumerate(("Ann", "Bob") * 4)]) == []
    assert found([f"<img alt={i}>" for i in range(4)]) == []
    assert found(["```python run", "x", "```python run", "```python run"]) == []


def test_a_refrain_is_no_item() -> None:
    assert (
        found(["Row the boat.", "So it goes.", "Row the boat.", "On it goes.", "Row the boat."])
        == []
    )


def test_nothing_has_no_items() -> None:
    assert found([]) == []
    assert found(["", "", "", ""]) == []
