"""Costs of segments against their definition."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from chunking.core.arrays import Vectors
from chunking.strategies.optimal import bands
from chunking.strategies.optimal.costs import (
    SegmentCosts,
    add_context,
    center,
    cumulative_squares,
    description_lengths,
    length_weights,
)
from chunking.strategies.optimal.cues import boundary_bonuses
from chunking.strategies.optimal.word_columns import Occurrences, extract_speakers, extract_words

TEXTS = [
    "Der Wal schwimmt im Meer", "Ein Wal taucht", "Meer und Wal", "Brot", "Das Brot und der Ofen",
    "Ofen, Brot, Teig", "Teig ruht lange Zeit",
]  # fmt: skip
TURNS = [
    f"{name}: {text}"
    for name, text in zip(["Ann", "Bob", "Ann", "Ann", "Bob", "Bob", "Ann"], TEXTS, strict=True)
]


def random_vectors(count: int) -> Vectors:
    """Return unit vectors of six numbers."""
    rows = np.random.default_rng(6).standard_normal((count, 6))
    rows /= np.linalg.norm(rows, axis=1, keepdims=True)
    return rows.astype(np.float32)


def spans(costs: SegmentCosts, weight: float) -> dict[tuple[int, int], float]:
    """Return the cost of each segment by its first and its last unit."""
    found = costs.segment_costs(len(costs), weight)
    return {(e - d, e): float(found[e, d]) for e in range(len(costs)) for d in range(e + 1)}


def test_costs_of_vectors_are_the_scatter_about_a_mean_shrunk_to_that_of_the_text() -> None:
    vectors = random_vectors(7)
    words = extract_words(TEXTS)
    weights = length_weights(words.counts.astype(np.float64))
    with_context = add_context(vectors, float(words.counts.mean()))
    none = np.zeros(0, np.int64)
    centered = center(with_context, weights, Occurrences(none, none, 0)).astype(np.float64)
    for (first, last), cost in spans(SegmentCosts(TEXTS, vectors), 0.0).items():
        part = slice(first, last + 1)
        total = weights[part] @ centered[part]
        scatter = weights[part].sum() - total @ total / (weights[part].sum() + 1)
        assert cost == pytest.approx(2 * scatter, abs=5e-3)


def test_costs_of_words_are_their_description_lengths_per_word_of_a_mean_unit() -> None:
    words = extract_words(TEXTS)
    lengths = description_lengths(words.topical, 0.2, 7, 7)
    factor = 2 * 0.4 / float(words.counts.mean())
    for (first, last), cost in spans(SegmentCosts(TEXTS), 1.0).items():
        assert cost == pytest.approx(factor * lengths[last - first, last], rel=1e-5)


def test_both_costs_have_equal_weight_in_the_middle() -> None:
    vectors = random_vectors(7)
    costs = SegmentCosts(TEXTS, vectors)
    by_vectors, by_words, both = spans(costs, 0.0), spans(costs, 1.0), spans(costs, 0.25)
    for span, cost in both.items():
        assert cost == pytest.approx(0.75 * by_vectors[span] + 0.25 * by_words[span], abs=1e-4)


def test_speakers_add_their_description_length_at_any_weight() -> None:
    speakers = extract_speakers(TURNS)
    assert speakers.distinct == 2
    lengths = description_lengths(speakers, 0.5, 7, 7)
    words = extract_words(TURNS)
    of_words = description_lengths(words.topical, 0.2, 7, 7)
    factor = 2 * 0.4 / float(words.counts.mean())
    for (first, last), cost in spans(SegmentCosts(TURNS), 1.0).items():
        expected = factor * of_words[last - first, last] + lengths[last - first, last]
        assert cost == pytest.approx(expected, rel=1e-5)


def test_a_segment_before_the_first_unit_is_impossible() -> None:
    found = SegmentCosts(TEXTS).segment_costs(3, 1.0)
    assert found.shape == (7, 3)
    assert np.isinf(found).tolist() == [
        [False, True, True],
        [False, False, True],
        *[[False] * 3] * 5,
    ]


@pytest.mark.parametrize(
    ("units", "requested", "width"),
    [(5, 9, 5), (5, 3, 3), (5, 0, 1), (2828, 9999, 2828), (2829, 9999, 2827), (10**6, 9999, 64)],
)
def test_the_length_of_segments_is_limited_by_memory(
    units: int, requested: int, width: int
) -> None:
    assert SegmentCosts([""] * units).max_width(requested) == width


def test_a_neighbor_at_a_distance_has_a_share_that_decays() -> None:
    vectors = np.eye(5, dtype=np.float32)
    share = 0.3 * np.exp(-10 / 40)
    found = add_context(vectors, 10)
    expected = np.array([1, share, share**2, share**3, 0])
    assert found[0] == pytest.approx(expected / np.linalg.norm(expected), abs=1e-6)
    middle = np.array([share**2, share, 1, share, share**2])
    assert found[2] == pytest.approx(middle / np.linalg.norm(middle), abs=1e-6)
    assert vectors.tolist() == np.eye(5).tolist()
    assert add_context(vectors[:1], 10).tolist() == [[1, 0, 0, 0, 0]]


def test_the_mean_of_a_speaker_is_shrunk_by_one_turn() -> None:
    vectors = random_vectors(4)
    weights = np.array([1.0, 2.0, 1.0, 0.5])
    speakers = Occurrences(np.array([0, 1, 0]), np.array([0, 1, 3]), 2)
    found = center(vectors, weights, speakers).astype(np.float64)
    plain = vectors.astype(np.float64)
    plain -= weights @ plain / 4.5
    expected = plain.copy()
    for turns in ([0, 3], [1]):
        expected[turns] -= weights[turns] @ plain[turns] / (weights[turns].sum() + 1)
    expected /= np.linalg.norm(expected, axis=1, keepdims=True)
    assert found == pytest.approx(expected, abs=1e-5)


def test_bonuses_of_a_boundary_depend_on_the_units_before_and_after_it() -> None:
    texts = ["It is so.", "(1) It is this:", "No.", "It is:"]
    assert SegmentCosts(texts).boundary_bonuses() == pytest.approx([1.0, -0.6, 0, 0])


def test_costs_of_vectors_need_vectors() -> None:
    with pytest.raises(ValueError, match="vector costs need vectors, got none"):
        SegmentCosts(TEXTS).segment_costs(3, 0.5)


@pytest.mark.parametrize("count", [1, 64, 150])
def test_cumulative_squares_are_those_of_the_sums(count: int) -> None:
    vectors = np.random.default_rng(1).standard_normal((count, 5)).astype(np.float32)
    sums = np.cumsum(vectors, axis=0, dtype=np.float64)
    assert cumulative_squares(vectors) == pytest.approx((sums**2).sum(axis=1), rel=1e-5, abs=1e-4)


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


numbers = st.integers(-9, 9)


@given(st.integers(1, 9), st.integers(1, 9), st.data())
def test_a_band_sums_all_pairs_within_a_segment(
    count: int, width: int, data: st.DataObject
) -> None:
    row = st.lists(numbers, min_size=2, max_size=2)
    vectors = data.draw(st.lists(row, min_size=count, max_size=count))
    rows = np.array(vectors, dtype=np.float32)
    band = bands.sum_pairs(bands.pairwise_products(rows, width))
    products = rows @ rows.T
    for end in range(count):
        for d in range(min(width, end + 1)):
            inside = np.tril(products[end - d : end + 1, end - d : end + 1])
            assert band[d, end] == inside.sum()


def test_products_do_not_depend_on_the_block_size() -> None:
    rows = np.random.default_rng(1).standard_normal((500, 3)).astype(np.float32)
    wide, narrow = bands.pairwise_products(rows, 300), bands.pairwise_products(rows, 5)
    assert np.allclose(wide[:5], narrow, atol=1e-5)


def test_equal_segments_have_equal_sums() -> None:
    turn = bands.quantize(np.random.default_rng(2).random((5, 7)), bands.COARSE)
    band = bands.sum_pairs(np.tile(turn, 400))
    assert np.array_equal(band[:, 7:14], band[:, -7:])
    assert not np.array_equal(bands.sum_pairs(np.tile(turn / 3, 400))[:, 7:14], band[:, -7:])


def test_quantization_removes_float_noise() -> None:
    noisy = 0.25 + np.array([-3e-7, 0, 2e-7])
    assert bands.quantize(noisy, bands.COARSE).tolist() == [0.25] * 3
    assert np.abs(bands.quantize(np.array([0.1234567])) - 0.1234567).max() <= 0.5 / bands.FINE


@given(st.lists(st.lists(st.integers(0, 4), max_size=5), min_size=1, max_size=7))
def test_a_description_length_is_the_sum_of_the_costs_of_its_words(texts: list[list[int]]) -> None:
    flat = np.array([word for text in texts for word in text], dtype=np.int64)
    units = np.repeat(np.arange(len(texts)), [len(text) for text in texts])
    band = description_lengths(Occurrences(flat, units, 5), 0.2, len(texts), len(texts))
    for end in range(len(texts)):
        for d in range(end + 1):
            previous: list[int] = []
            nats = 0.0
            for word in (word for text in texts[end - d : end + 1] for word in text):
                nats -= np.log((previous.count(word) + 0.2) / (len(previous) + 5 * 0.2))
                previous.append(word)
            assert abs(band[d, end] - nats) < 1e-4


@given(st.lists(st.lists(st.integers(0, 2), max_size=5), min_size=2, max_size=8), st.integers(1, 7))
def test_a_narrow_band_of_repetitions_is_part_of_the_whole(
    texts: list[list[int]], width: int
) -> None:
    flat = np.array([word for text in texts for word in text], dtype=np.int64)
    units = np.repeat(np.arange(len(texts)), [len(text) for text in texts])
    gains = np.linspace(2.0, 1.0, max(len(flat), 1))
    count = len(texts)
    whole = bands.pairwise_repetitions(flat, units, gains, count, count)
    narrow = bands.pairwise_repetitions(flat, units, gains, count, min(width, count))
    assert np.array_equal(whole[: len(narrow)], narrow)


def test_only_as_many_previous_occurrences_gain_as_there_are_gains() -> None:
    ids, units = np.array([7, 7, 7, 7]), np.array([0, 1, 1, 3])
    found = bands.pairwise_repetitions(ids, units, np.array([5.0, 2.0]), 4, 3)
    # [d, e] is the gain of unit e from unit e - d.
    assert found.tolist() == [[0, 5, 0, 0], [0, 5 + 2, 0, 0], [0, 0, 0, 5 + 2]]
    one = bands.pairwise_repetitions(ids, units, np.array([5.0]), 4, 3)
    assert one.tolist() == [[0, 5, 0, 0], [0, 5, 0, 0], [0, 0, 0, 5]]
    near = bands.pairwise_repetitions(ids, units, np.array([5.0, 2.0]), 4, 2)
    assert near.tolist() == [[0, 5, 0, 0], [0, 7, 0, 0]]
