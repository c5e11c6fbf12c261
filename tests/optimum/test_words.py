from __future__ import annotations

import numpy as np
import pytest

from chunking.optimum.words import Words, read, speakers


def rows(found: Words) -> list[list[int]]:
    """The words of each unit that has any."""
    return [found.words[found.units == unit].tolist() for unit in np.unique(found.units)]


def test_words_are_numbered_as_they_come() -> None:
    found = read(["Eins zwei, eins.", "", "Zwei: drei_vier!"])
    assert rows(found.topical) == [[0, 1, 0], [1, 2, 3]]
    assert found.topical.units.tolist() == [0, 0, 0, 2, 2, 2]
    assert found.topical.distinct == 4
    assert found.counts.tolist() == [3, 0, 3]
    assert not found.english


ENGLISH = "It is what they have been to us."


@pytest.mark.parametrize("pair", ["chisel chisels", "sharpen sharpened", "Story STORIES"])
def test_english_inflections_are_one_word(pair: str) -> None:
    found = read([ENGLISH, pair])
    assert found.english
    assert found.topical.distinct == 1


@pytest.mark.parametrize("pair", ["Straße straßen", "sociale sociali"])
def test_elsewhere_words_with_the_same_first_letters_are_one(pair: str) -> None:
    assert read([pair]).topical.distinct == 1


def test_english_function_words_are_about_no_topic() -> None:
    found = read([ENGLISH, "The tide is high."])
    assert len(found.topical.words) == 2
    assert found.counts.tolist() == [8, 4]


@pytest.mark.parametrize("text", ["東京大学", "กรุงเ", "ひらがな"])
def test_without_blanks_neighbouring_characters_are_words(text: str) -> None:
    assert read([text]).counts.tolist() == [len(text) - 1]


def test_vowel_signs_stay_with_their_letters() -> None:
    assert read(["हिन्दी में"]).counts.tolist() == [2]


def test_chosen_units_keep_their_words_in_the_order_chosen() -> None:
    found = read(["eins zwei", "drei", "", "vier fünf sechs"]).topical.among(np.array([3, 2, 0, 0]))
    assert rows(found) == [[3, 4, 5], [0, 1], [0, 1]]
    assert found.units.tolist() == [0, 0, 0, 2, 2, 3, 3]
    assert found.distinct == 6


def test_a_speaker_stands_before_a_colon_again_and_again() -> None:
    texts = ["Ann: yes.", "[00:01] **Bob:** no.", "Note: well.", "ANN: again", "bob: a", "at 10:30"]
    found = speakers([*texts, "Ann: so", "Bob: so"])
    assert found.units.tolist() == [0, 1, 3, 4, 6, 7]
    assert found.words.tolist() == [0, 1, 0, 1, 0, 1]
    assert found.distinct == 2


def test_labels_that_hardly_come_again_are_no_speakers() -> None:
    assert speakers(["Note: one.", "Hint: two.", "Note: three.", "Hint: four."]).distinct == 0
    assert speakers(["Note: one."] * 9).distinct == 0
