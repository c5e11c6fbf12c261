"""Posterior over segmentations, against exhaustive enumeration."""

from itertools import pairwise, permutations

import numpy as np
import pytest
from exhaustive import Boundaries, segmentations
from hypothesis import given
from hypothesis import strategies as st

from chunking.core.arrays import Floats, Ints, Vectors
from chunking.strategies.optimal import posterior as module
from chunking.strategies.optimal.chance import chance_cost, cumulative_description_length
from chunking.strategies.optimal.constants import CONSTANTS, LEVELS, Level
from chunking.strategies.optimal.costs import SegmentCosts, description_lengths
from chunking.strategies.optimal.expected_loss import (
    _BOUNDARY_COST,
    expected_losses,
)
from chunking.strategies.optimal.posterior import Evidence, LevelPosterior, Posterior
from chunking.strategies.optimal.word_columns import extract_words

WORDS = 120.0


@st.composite
def evidence_and_log_odds(draw: st.DrawFn) -> tuple[Evidence, Floats]:
    """Draw the evidence and the log-odds of up to eight units."""
    count = draw(st.integers(1, 8))
    width = draw(st.integers(max(1, count - 3), count))
    rng = np.random.default_rng(draw(st.integers(0, 99)))
    gains = rng.normal(0, draw(st.sampled_from([0.1, 2.0, 30.0])), (count, width))
    gains[np.arange(width) > np.arange(count)[:, None]] = -np.inf
    evidence = Evidence(gains, rng.normal(0, 1, count))
    log_odds = rng.normal(0, 1, count)
    if width == count and draw(st.booleans()):
        log_odds[rng.integers(count)] = -np.inf
    return evidence, log_odds


def segmentation_probabilities(
    evidence: Evidence, log_odds: Floats, rate: float
) -> dict[Boundaries, float]:
    """Return the probability of every segmentation, by the definition."""
    count, width = evidence.gains.shape
    logs: dict[Boundaries, float] = {}
    for boundaries in segmentations(count):
        total = 0.0
        for first, after in pairwise((0, *boundaries, count)):
            length = after - first
            gain = evidence.gains[after - 1, length - 1] if length <= width else -np.inf
            total += gain
        for boundary in boundaries:
            total += evidence.bonuses[boundary - 1] + log_odds[boundary - 1] + rate
        logs[boundaries] = total
    whole = np.logaddexp.reduce(list(logs.values()))
    return {each: float(np.exp(total - whole)) for each, total in logs.items()}


def rate_of(evidence: Evidence, log_odds: Floats, level: int) -> float:
    """Return the nats for any boundary at a level."""
    expected = module.expected_boundaries(len(log_odds), WORDS)
    rates = module._find_rates(evidence.gains, evidence.bonuses + log_odds, expected)
    return float(rates[level])


@given(evidence_and_log_odds(), st.sampled_from(LEVELS))
def test_probabilities_are_those_of_all_segmentations(
    text: tuple[Evidence, Floats], level: Level
) -> None:
    evidence, log_odds = text
    count = len(evidence.gains)
    weights = segmentation_probabilities(*text, rate_of(*text, LEVELS.index(level)))
    found = Posterior(evidence, log_odds, WORDS).at(level)
    expected = [
        sum(weight for boundaries, weight in weights.items() if gap in boundaries)
        for gap in range(1, count)
    ]
    assert found.probabilities == pytest.approx(expected, abs=1e-9)
    assert found.expected_boundaries == pytest.approx(sum(expected), abs=1e-9)


def draw_segmentation(posterior: LevelPosterior, rng: np.random.Generator) -> list[int]:
    """Draw a segmentation from its last segment to its first, with the forward sums only."""
    logs, forward = posterior._logs, posterior._forward
    boundaries = [len(logs)]
    while boundaries[-1] > 0:
        end = boundaries[-1]
        reach = min(logs.shape[1], end)
        totals = logs[end - 1, :reach] + forward[end - reach : end][::-1]
        weights = np.exp(totals - totals.max())
        boundaries.append(end - 1 - int(rng.choice(reach, p=weights / weights.sum())))
    return boundaries[1:-1]


def test_probabilities_are_the_frequencies_in_drawn_segmentations() -> None:
    rng, count, draws = np.random.default_rng(5), 60, 1000
    evidence = evidence_of(rng.normal(0, 1, (count, 40)))
    evidence = evidence._replace(bonuses=rng.normal(0, 1, count))
    found = Posterior(evidence, rng.normal(0, 1, count), WORDS).at("fine")
    drawn = [boundary for _ in range(draws) for boundary in draw_segmentation(found, rng)]
    frequencies = np.bincount(drawn, minlength=count)[1:] / draws
    deviations = np.sqrt(found.probabilities * (1 - found.probabilities) / draws)
    assert deviations.max() > 0.01
    # One of 59 normal deviates is beyond 4.5 in one of 2,500 cases.
    assert (np.abs(frequencies - found.probabilities) <= 4.5 * deviations + 1 / draws).all()


@given(evidence_and_log_odds(), st.integers(1, 4))
def test_units_are_together_where_no_boundary_is_between(
    text: tuple[Evidence, Floats], distance: int
) -> None:
    evidence, log_odds = text
    count = len(evidence.gains)
    if distance >= count:
        return
    weights = segmentation_probabilities(*text, rate_of(*text, 1))
    expected = [
        sum(
            weight
            for boundaries, weight in weights.items()
            if not any(first < boundary <= first + distance for boundary in boundaries)
        )
        for first in range(count - distance)
    ]
    found = Posterior(evidence, log_odds, WORDS).at("medium").together(distance)
    assert found == pytest.approx(expected, abs=1e-9)


@given(evidence_and_log_odds(), st.sampled_from(LEVELS))
def test_losses_of_segments_add_up_to_the_expected_disagreement(
    text: tuple[Evidence, Floats], level: Level
) -> None:
    evidence, log_odds = text
    count = len(evidence.gains)
    found = Posterior(evidence, log_odds, WORDS).at(level)
    losses = expected_losses(found)
    segments = found.expected_boundaries + 1
    distance = min(max(1, round(count / (2 * segments))), count - 1)
    weights = segmentation_probabilities(*text, rate_of(*text, LEVELS.index(level)))

    def apart(boundaries: Boundaries, first: int) -> bool:
        return any(first < boundary <= first + distance for boundary in boundaries)

    def disagreement(answer: Boundaries) -> float:
        total = 0.0
        for boundaries, weight in weights.items():
            for first in range(count - distance if distance else 0):
                missed = apart(boundaries, first) and not apart(answer, first)
                added = apart(answer, first) and not apart(boundaries, first)
                total += weight * (missed + added)
        return total

    def loss(answer: Boundaries) -> float:
        segments = pairwise((0, *answer, count))
        return float(sum(losses.pairs[a : max(a, b - distance)].sum() for a, b in segments))

    answers = list(segmentations(count))
    base = disagreement(answers[-1]) - loss(answers[-1])
    for answer in answers[:: max(1, len(answers) // 12)]:
        assert disagreement(answer) - loss(answer) == pytest.approx(base, abs=1e-8)


def evidence_of(gains: Floats) -> Evidence:
    """Return evidence with no bonuses."""
    count, width = gains.shape
    gains = gains.copy()
    gains[np.arange(width) > np.arange(count)[:, None]] = -np.inf
    return Evidence(gains, np.zeros(count))


@given(evidence_and_log_odds())
def test_a_boundary_adds_the_expected_disagreement_about_adjacent_units(
    text: tuple[Evidence, Floats],
) -> None:
    found = Posterior(*text, WORDS).at("medium")
    losses = expected_losses(found).boundaries
    for gap, probability in enumerate(found.probabilities.tolist()):
        added = 1 - 2 * probability
        assert losses[gap] == pytest.approx(CONSTANTS.adjacent_weight * added + _BOUNDARY_COST)


@pytest.mark.parametrize("words", [500.0, 8000.0])
def test_without_evidence_the_number_of_words_decides(words: float) -> None:
    found = Posterior(evidence_of(np.zeros((600, 600))), np.zeros(600), words)
    expected = module.expected_boundaries(600, words)
    assert expected + 1 == pytest.approx(np.array([3.5, 14, 42]) * (words / 2000) ** 0.5)
    for level, number in zip(LEVELS, expected, strict=True):
        assert found.at(level).expected_boundaries == pytest.approx(number, rel=0.1)
        middle = found.at(level).probabilities[100:-100]
        assert middle == pytest.approx(middle.mean(), rel=0.05)


def test_huge_evidence_neither_overflows_nor_loses_the_boundaries() -> None:
    gains = np.full((40, 40), -900.0)
    for first in range(0, 40, 10):
        for last in range(first, first + 10):
            gains[last, : last - first + 1] = 90.0 * np.arange(1, last - first + 2)
    found = Posterior(evidence_of(gains), np.zeros(40), 2000.0).at("medium").probabilities
    assert np.isfinite(found).all()
    assert found.max() <= 1
    assert {10, 20, 30} <= set((np.flatnonzero(found > 0.5) + 1).tolist())


@pytest.mark.parametrize(
    ("units", "words", "boundaries"),
    [(1000, 2000.0, [2.5, 13, 41]), (9, 2000.0, [2.5, 3.5, 3.5]), (1, 0.0, [0.1, 0.1, 0.1])],
)
def test_a_segment_has_two_units_on_average_at_least(
    units: int, words: float, boundaries: list[float]
) -> None:
    assert module.expected_boundaries(units, words) == pytest.approx(boundaries)


TEXTS = ["sea tide moon", "tide sea", "bread oven dough heat", "oven bread", "moon", "dough sea"]


def test_the_description_length_of_an_order_is_that_of_its_first_units() -> None:
    words = extract_words(TEXTS).topical
    order = np.array([3, 0, 5, 1, 4, 2])
    found = cumulative_description_length(words, 0.2, order)
    band = description_lengths(words.subset(order), 0.2, 6, 6)
    assert found == pytest.approx([band[end, end] for end in range(6)], abs=1e-4)


def test_the_mean_cost_is_that_of_all_orders() -> None:
    amounts = np.array([1.0, 2.0, 1.0, 3.0])

    def squared(order: Ints) -> Floats:
        return np.cumsum(amounts[order]) ** 2 + np.cumsum(order == 3) * 1.0

    found = chance_cost(amounts, squared, orders=4000)
    orders = [np.array(order) for order in permutations(range(4))]
    expected = np.mean(
        [
            np.interp(3.5, np.cumsum([0.0, *amounts[order]]), [0.0, *squared(order)])
            for order in orders
        ]
    )
    assert found.costs[len(found.costs) // 2] == pytest.approx(expected, rel=0.01)
    assert found.costs[[0, -1]].tolist() == pytest.approx([0, 50])


def test_segments_get_the_cost_of_their_amount() -> None:
    amounts = np.array([1.0, 2.0, 1.0, 4.0])
    chance = chance_cost(amounts, lambda order: np.cumsum(amounts[order]))
    assert chance.of_segments(3) == pytest.approx(
        np.array([[1, 1, 1], [2, 3, 3], [1, 3, 4], [4, 5, 7]], float), abs=1e-3
    )


def test_without_any_amount_there_is_no_cost() -> None:
    chance = chance_cost(np.zeros(3), lambda order: np.zeros(len(order)))
    assert not chance.of_segments(2).any()


def topics(lengths: list[int], noise: float) -> Vectors:
    """Return unit vectors of topics one after another, (n, 40)."""
    rng = np.random.default_rng(5)
    rows = noise * rng.standard_normal((sum(lengths), 40))
    rows[np.arange(len(rows)), np.repeat(np.arange(len(lengths)), lengths)] += 1.0
    rows /= np.linalg.norm(rows, axis=1, keepdims=True)
    return rows.astype(np.float32)


def test_a_topic_has_the_most_evidence_and_the_whole_text_has_none() -> None:
    costs = SegmentCosts(["eins"] * 40, topics([10, 14, 16], 0.1))
    evidence = costs.evidence(40, 0.0).gains
    assert evidence[39, 39] == pytest.approx(0, abs=0.1)
    assert np.isneginf(evidence[3, 4:]).all()
    end, length = divmod(int(np.argmax(evidence)), 40)
    assert (end, length + 1) in {(9, 10), (23, 14), (39, 16)}
    assert evidence[9, 9] > evidence[10, 10]
    assert evidence[9, 9] > evidence[8, 8]


def test_units_in_random_order_have_little_evidence() -> None:
    vectors = topics([10, 14, 16], 0.1)
    ordered = SegmentCosts(["eins"] * 40, vectors).evidence(40, 0.0).gains
    rng = np.random.default_rng(2)
    shuffled = [
        SegmentCosts(["eins"] * 40, vectors[rng.permutation(40)]).evidence(40, 0.0).gains.max()
        for _ in range(10)
    ]
    assert np.max(shuffled) < 0.5 * ordered.max()


def test_evidence_is_computed_once_for_a_width_and_weight() -> None:
    costs = SegmentCosts(TEXTS)
    first = costs.evidence(6, 1.0)
    assert costs.evidence(6, 1.0) is first
    assert costs.evidence(3, 1.0) is not first
    assert costs.evidence(3, 1.0).gains[:, :2] == pytest.approx(first.gains[:, :2])


def test_words_without_repetition_are_no_evidence() -> None:
    texts = [f"w{i} x{i}" for i in range(12)]
    gains = SegmentCosts(texts).evidence(12, 1.0).gains
    assert gains[np.isfinite(gains)] == pytest.approx(0, abs=0.1)
