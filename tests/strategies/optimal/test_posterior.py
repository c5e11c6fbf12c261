"""Posterior over segmentations, against exhaustive enumeration."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np
import pytest
from exhaustive import Boundaries, segmentations
from hypothesis import given
from hypothesis import strategies as st

from chunking.strategies.optimal import posterior as module
from chunking.strategies.optimal.constants import CONSTANTS
from chunking.strategies.optimal.expected_loss import (
    _BOUNDARY_COST,
    expected_losses,
)
from chunking.strategies.optimal.posterior import Evidence, Posterior

if TYPE_CHECKING:
    from chunking.core.arrays import Floats

WORDS = 120.0


@st.composite
def evidence_and_log_odds(draw: st.DrawFn) -> tuple[Evidence, Floats]:
    """Draw the evidence and the log-odds of up to eight units."""
    count = draw(st.integers(1, 8))
    width = draw(st.integers(max(1, count - 3), count))
    rng = np.random.default_rng(draw(st.integers(0, 99)))
    gains = rng.normal(0, draw(st.sampled_from([0.1, 2.0, 30.0])), (count, width))
    gains[np.arange(width) > np.arange(count)[:, None]] = -np.inf
    evidence = Evidence(gains, rng.random(width), rng.normal(0, 1, count))
    log_odds = rng.normal(0, 1, count)
    if width == count and draw(st.booleans()):
        log_odds[rng.integers(count)] = -np.inf
    return evidence, log_odds


def segmentation_probabilities(evidence: Evidence, log_odds: Floats) -> dict[Boundaries, float]:
    """Return the probability of every segmentation, by the definition."""
    count, width = evidence.gains.shape
    lengths, log_priors = module._levels(count, WORDS, CONSTANTS)
    precisions = np.array(CONSTANTS.precisions)
    logs: dict[Boundaries, Floats] = {}
    for boundaries in segmentations(count):
        total = np.zeros((len(precisions), len(lengths)))
        for first, after in pairwise((0, *boundaries, count)):
            length = after - first
            if length > width:
                total += -np.inf
                continue
            gain = precisions * evidence.gains[after - 1, length - 1]
            gain -= precisions**2 * evidence.half_variances[length - 1]
            total += gain[:, None] + (length - 1) * np.log1p(-1 / lengths)
        for boundary in boundaries:
            bonus = precisions * evidence.bonuses[boundary - 1]
            total += bonus[:, None] + log_odds[boundary - 1] - np.log(lengths)
        logs[boundaries] = total.ravel()
    every = np.array(list(logs.values()))
    totals = np.logaddexp.reduce(every, axis=0)
    weight = 1 / (1 / CONSTANTS.level_evidence + count / CONSTANTS.evidence_units)
    shares = np.tile(log_priors, len(precisions)) + weight * totals
    shares = np.exp(shares - np.logaddexp.reduce(shares))
    weights = np.exp(every - totals) @ shares
    return dict(zip(logs, weights.tolist(), strict=True))


@pytest.fixture(autouse=True)
def all_levels(monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep all levels, so that results are exact."""
    monkeypatch.setattr(module, "_MIN_SHARE", 0.0)


@given(evidence_and_log_odds())
def test_probabilities_are_those_of_all_segmentations(text: tuple[Evidence, Floats]) -> None:
    evidence, log_odds = text
    count = len(evidence.gains)
    weights = segmentation_probabilities(evidence, log_odds)
    found = Posterior(evidence, log_odds, WORDS)
    expected = [
        sum(weight for boundaries, weight in weights.items() if gap in boundaries)
        for gap in range(1, count)
    ]
    assert found.probabilities == pytest.approx(expected, abs=1e-9)
    assert found.expected_boundaries == pytest.approx(sum(expected), abs=1e-9)


def draw_segmentation(posterior: Posterior, rng: np.random.Generator) -> list[int]:
    """Draw a segmentation from its last segment to its first, with the forward sums only."""
    shares = np.exp(posterior._log_scales + posterior._forward[-1])
    component = rng.choice(len(shares), p=shares / shares.sum())
    gains = posterior._gains * posterior._precisions[component]
    gains -= posterior._penalties[:, component]
    forward, boundaries = posterior._forward[:, component], [len(gains)]
    while boundaries[-1] > 0:
        end = boundaries[-1]
        reach = min(gains.shape[1], end)
        logs = gains[end - 1, :reach] + forward[end - reach : end][::-1]
        weights = np.exp(logs - logs.max())
        boundaries.append(end - 1 - int(rng.choice(reach, p=weights / weights.sum())))
    return boundaries[1:-1]


def test_probabilities_are_the_frequencies_in_drawn_segmentations() -> None:
    rng, count, draws = np.random.default_rng(5), 60, 1000
    evidence = evidence_of(rng.normal(0, 1, (count, 40)))
    evidence = evidence._replace(half_variances=rng.random(40), bonuses=rng.normal(0, 1, count))
    found = Posterior(evidence, rng.normal(0, 1, count), WORDS)
    drawn = [boundary for _ in range(draws) for boundary in draw_segmentation(found, rng)]
    frequencies = np.bincount(drawn, minlength=count)[1:] / draws
    deviations = np.sqrt(found.probabilities * (1 - found.probabilities) / draws)
    assert deviations.max() > 0.01
    # One of 59 normal deviates is beyond 4.5 in one of 2,500 cases.
    assert (np.abs(frequencies - found.probabilities) <= 4.5 * deviations + 1 / draws).all()


@given(evidence_and_log_odds())
def test_numbers_of_segments_are_those_of_all_segmentations(
    text: tuple[Evidence, Floats],
) -> None:
    evidence, log_odds = text
    weights = segmentation_probabilities(evidence, log_odds)
    expected = np.zeros(len(evidence.gains) + 1)
    for boundaries, weight in weights.items():
        expected[len(boundaries) + 1] += weight
    found = Posterior(evidence, log_odds, WORDS).segment_counts
    padded = np.pad(found, (0, len(expected) - len(found)))
    assert padded == pytest.approx(expected, abs=1e-9)


@given(evidence_and_log_odds(), st.integers(1, 4))
def test_units_are_together_where_no_boundary_is_between(
    text: tuple[Evidence, Floats], distance: int
) -> None:
    evidence, log_odds = text
    count = len(evidence.gains)
    if distance >= count:
        return
    weights = segmentation_probabilities(evidence, log_odds)
    expected = [
        sum(
            weight
            for boundaries, weight in weights.items()
            if not any(first < boundary <= first + distance for boundary in boundaries)
        )
        for first in range(count - distance)
    ]
    found = Posterior(evidence, log_odds, WORDS).together(distance)
    assert found == pytest.approx(expected, abs=1e-9)


@given(evidence_and_log_odds(), st.sampled_from([0.5, 1.0, 3.0]))
def test_losses_of_segments_add_up_to_the_expected_disagreement(
    text: tuple[Evidence, Floats], granularity: float
) -> None:
    evidence, log_odds = text
    count = len(evidence.gains)
    found = Posterior(evidence, log_odds, WORDS)
    losses = expected_losses(found, granularity)
    segments = found.expected_boundaries + 1
    distance = min(max(1, round(count / (2 * segments))), count - 1)
    weights = segmentation_probabilities(evidence, log_odds)

    def apart(boundaries: Boundaries, first: int) -> bool:
        return any(first < boundary <= first + distance for boundary in boundaries)

    def disagreement(answer: Boundaries) -> float:
        total = 0.0
        for boundaries, weight in weights.items():
            for first in range(count - distance if distance else 0):
                missed = apart(boundaries, first) and not apart(answer, first)
                added = apart(answer, first) and not apart(boundaries, first)
                total += weight * (granularity * missed + added)
        return total

    def loss(answer: Boundaries) -> float:
        segments = pairwise((0, *answer, count))
        return float(sum(losses.pairs[a : max(a, b - distance)].sum() for a, b in segments))

    answers = list(segmentations(count))
    base = disagreement(answers[-1]) - loss(answers[-1])
    for answer in answers[:: max(1, len(answers) // 12)]:
        assert disagreement(answer) - loss(answer) == pytest.approx(base, abs=1e-8)


def evidence_of(gains: Floats) -> Evidence:
    """Return evidence with no variance and no bonuses."""
    count, width = gains.shape
    gains = gains.copy()
    gains[np.arange(width) > np.arange(count)[:, None]] = -np.inf
    return Evidence(gains, np.zeros(width), np.zeros(count))


@given(evidence_and_log_odds(), st.sampled_from([0.5, 1.0, 3.0]))
def test_a_boundary_adds_the_expected_disagreement_about_adjacent_units(
    text: tuple[Evidence, Floats], granularity: float
) -> None:
    found = Posterior(*text, WORDS)
    losses = expected_losses(found, granularity).boundaries
    for gap, probability in enumerate(found.probabilities.tolist()):
        added = (1 - probability) - granularity * probability
        assert losses[gap] == pytest.approx(CONSTANTS.adjacent_weight * added + _BOUNDARY_COST)


def test_without_evidence_the_number_of_words_decides() -> None:
    nothing = evidence_of(np.zeros((60, 60)))
    few, many = (Posterior(nothing, np.zeros(60), words) for words in (500.0, 8000.0))
    assert 1 < few.expected_boundaries < many.expected_boundaries < 15
    middle = few.probabilities[10:-10]
    assert middle == pytest.approx(middle.mean(), rel=0.05)


def test_huge_evidence_neither_overflows_nor_loses_the_boundaries() -> None:
    gains = np.full((40, 40), -900.0)
    for first in range(0, 40, 10):
        for last in range(first, first + 10):
            gains[last, : last - first + 1] = 90.0 * np.arange(1, last - first + 2)
    found = Posterior(evidence_of(gains), np.zeros(40), WORDS)
    assert np.isfinite(found.probabilities).all()
    assert found.probabilities.max() <= 1
    boundaries = (np.flatnonzero(found.probabilities > 0.5) + 1).tolist()
    assert {10, 20, 30} <= set(boundaries)


@pytest.mark.parametrize(("units", "segments"), [(1000, 6.0), (9, 3.0)])
def test_the_most_probable_level_has_the_expected_number_of_segments(
    units: int, segments: float
) -> None:
    lengths, log_priors = module._levels(units, 2000.0, CONSTANTS)
    best = lengths[np.argmax(log_priors)]
    assert abs(np.log(units / best / segments)) == np.abs(np.log(units / lengths / segments)).min()
