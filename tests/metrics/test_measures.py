"""Every measure says what it is, and gives a number or nan whatever it is shown."""

from __future__ import annotations

import math
import time

import numpy as np
import pytest
from readings import reading, spans

from chunking.metrics import BOUNDARY_MEASURES, MEASURES, Reading, measures
from chunking.types import Sizes, UnitKind


def test_names_are_unique_and_are_what_a_measure_looks_like() -> None:
    every = [*MEASURES, *BOUNDARY_MEASURES]
    names = [measure.name for measure in every]
    assert len(set(names)) == len(names)
    assert [repr(measure) for measure in every] == names


@pytest.mark.parametrize("measure", [*MEASURES, *BOUNDARY_MEASURES], ids=repr)
def test_a_measure_describes_itself_in_one_sentence(measure: object) -> None:
    description = str(getattr(measure, "description", ""))
    assert description.endswith(".")
    assert "\n" not in description
    assert len(description) <= 100


def test_cohesion_says_that_small_chunks_have_more_of_it() -> None:
    (cohesion,) = (each for each in MEASURES if each.name == "cohesion")
    assert cohesion.meaning == f"{cohesion.description} {cohesion.caution}"
    assert cohesion.caution.startswith("Small chunks have more for their size alone")


def test_measures_come_by_name_in_order() -> None:
    found = measures(reading("One. Two.", [(0, 4), (5, 9)]))
    assert list(found) == [measure.name for measure in MEASURES]
    assert found["chunks"] == 2
    assert all(type(value) is float for value in found.values())


def test_an_empty_text_has_no_chunks_and_no_sizes() -> None:
    found = measures(reading("", []))
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


def test_one_chunk_has_no_cut_to_judge() -> None:
    found = measures(reading("One. Two.", [(0, 9)], sentences=[(0, 4), (5, 9)]))
    assert math.isnan(found["sentence_cuts"])
    assert math.isnan(found["separation"])
    assert math.isnan(found["silhouette"])


def test_numbers_stay_in_their_range() -> None:
    text = "One two. Three four. Five six."
    sentences = spans(text, "One two.", "Three four.", "Five six.")
    shown = reading(
        text,
        [(0, 12), (6, 20), (21, 30)],
        sentences=sentences,
        vectors=[[1, 0], [0, 1], [-1, 0]],
        pieces=Sizes(len(text)),
    )
    for measure in MEASURES:
        value = measure.compute(shown)
        assert measure.low is None or value >= measure.low
        assert measure.high is None or value <= measure.high


def test_twenty_thousand_sentences_are_measured_at_once() -> None:
    count, length = 20_000, 60
    text = ("x" * (length - 2) + ". ") * count
    sentences = [(i * length, i * length + length - 1) for i in range(count)]
    vectors = np.random.default_rng(1).normal(size=(count, 384)).astype(np.float32)
    shown = reading(
        text,
        [(sentences[i][0], sentences[i + 9][1]) for i in range(0, count, 10)],
        sentences=sentences,
        blocks=[(span, UnitKind.PARAGRAPH) for span in sentences],
        pieces=Sizes(len(text)),
    )
    object.__setattr__(shown.sentences, "vectors", vectors)
    best = math.inf
    for _ in range(5):
        fresh = Reading(shown.chunking, shown.sentences, shown.pieces)
        start = time.perf_counter()
        measures(fresh)
        best = min(best, time.perf_counter() - start)
    # 50 ms on a quiet machine; this only notices a loop over the sentences.
    assert best < 0.25


def test_a_measure_is_shown_alike_wherever_it_is_shown() -> None:
    by_name = {measure.name: measure for measure in MEASURES}
    assert [by_name["tokens_median"].shown(value) for value in (239.5, 240.0)] == ["239.5", "240.0"]
    assert by_name["chunks"].shown(1234.0) == "1,234"
    assert by_name["inside_limits"].shown(0.5) == "50.0%"
    assert by_name["silhouette"].shown(-0.0001) == "0.000"
    assert by_name["cohesion"].shown(math.nan) == "-"
