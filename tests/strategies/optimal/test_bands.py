"""Bands against sums computed segment by segment."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from chunking.strategies.optimal import bands
from chunking.strategies.optimal.costs import description_lengths
from chunking.strategies.optimal.word_columns import Occurrences

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
