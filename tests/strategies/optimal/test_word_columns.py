"""Words and speakers of units."""

import numpy as np
import pytest

from chunking.strategies.optimal.word_columns import (
    Occurrences,
    extract_speakers,
    extract_words,
    stem,
)


def by_unit(found: Occurrences) -> list[list[int]]:
    """Return the ids of each unit that has any."""
    return [found.ids[found.units == unit].tolist() for unit in np.unique(found.units)]


def test_words_are_numbered_by_first_occurrence() -> None:
    found = extract_words(["Eins zwei, eins.", "", "Zwei: drei_vier!"])
    assert by_unit(found.topical) == [[0, 1, 0], [1, 2, 3]]
    assert found.topical.units.tolist() == [0, 0, 0, 2, 2, 2]
    assert found.topical.distinct == 4
    assert found.counts.tolist() == [3, 0, 3]
    assert not found.english


ENGLISH = "It is what they have been to us."


@pytest.mark.parametrize("pair", ["chisel chisels", "sharpen sharpened", "Story STORIES"])
def test_english_inflections_have_the_same_stem(pair: str) -> None:
    found = extract_words([ENGLISH, pair])
    assert found.english
    assert found.topical.distinct == 1


@pytest.mark.parametrize("pair", ["Straße straßen", "sociale sociali"])
def test_in_other_languages_words_with_the_same_first_letters_are_one(pair: str) -> None:
    assert extract_words([pair]).topical.distinct == 1


def test_english_function_words_are_not_topical() -> None:
    found = extract_words([ENGLISH, "The tide is high."])
    assert len(found.topical.ids) == 2
    assert found.counts.tolist() == [8, 4]


@pytest.mark.parametrize("text", ["東京大学", "กรุงเ", "ひらがな"])
def test_in_scripts_without_spaces_pairs_of_characters_are_words(text: str) -> None:
    assert extract_words([text]).counts.tolist() == [len(text) - 1]


def test_vowel_signs_are_part_of_words() -> None:
    assert extract_words(["हिन्दी में"]).counts.tolist() == [2]


def test_a_subset_has_the_words_of_its_units_in_its_order() -> None:
    found = extract_words(["eins zwei", "drei", "", "vier fünf sechs"]).topical.subset(
        np.array([3, 2, 0, 0])
    )
    assert by_unit(found) == [[3, 4, 5], [0, 1], [0, 1]]
    assert found.units.tolist() == [0, 0, 0, 2, 2, 3, 3]
    assert found.distinct == 6


def test_recurring_labels_before_a_colon_are_speakers() -> None:
    texts = ["Ann: yes.", "[00:01] **Bob:** no.", "Note: well.", "ANN: again", "bob: a", "at 10:30"]
    found = extract_speakers([*texts, "Ann: so", "Bob: so"])
    assert found.units.tolist() == [0, 1, 3, 4, 6, 7]
    assert found.ids.tolist() == [0, 1, 0, 1, 0, 1]
    assert found.distinct == 2


def test_labels_that_hardly_recur_are_not_speakers() -> None:
    assert (
        extract_speakers(["Note: one.", "Hint: two.", "Note: three.", "Hint: four."]).distinct == 0
    )
    assert extract_speakers(["Note: one."] * 9).distinct == 0


@pytest.mark.parametrize(
    ("text", "english"),
    [("the wal das meer", True), ("the wal das meer brot", False), ("the", True), ("", False)],
)
def test_a_text_is_english_if_a_quarter_of_its_words_are_function_words(
    text: str, *, english: bool
) -> None:
    assert extract_words([text]).english is english


def test_words_of_other_languages_are_compared_by_five_letters() -> None:
    assert extract_words(["meere meeren meer meerx"]).topical.ids.tolist() == [0, 0, 1, 2]


@pytest.mark.parametrize(
    ("word", "stemmed"),
    [
        ("chisels", "chisel"), ("glasses", "glass"), ("glass", "glass"), ("status", "status"),
        ("stories", "story"), ("makes", "mak"), ("make", "mak"), ("quickly", "quick"),
        ("formations", "form"), ("ends", "end"), ("bed", "bed"), ("the", "th"),
    ],
)  # fmt: skip
def test_common_english_endings_are_stripped(word: str, stemmed: str) -> None:
    assert stem(word) == stemmed


def test_a_speaker_needs_two_turns_and_all_of_them_three_on_average() -> None:
    turns = ["Ann: a", "Bob: b", "Ann: c", "Bob: d", "Ann: e", "Bob: f"]
    assert extract_speakers(turns).units.tolist() == [0, 1, 2, 3, 4, 5]
    assert extract_speakers(turns[:5]).distinct == 0
    more = extract_speakers([*turns, "Ann: g", "Ann: h", "Ann: i", "Eve: j"])
    assert more.units.tolist() == list(range(9))
    assert more.distinct == 2
