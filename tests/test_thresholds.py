"""Each selector finds what was planted, by the rule that it is named for."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from planted import cut, planted, prepared

from chunking import get
from chunking.errors import SettingsError
from chunking.similarity import candidates, depths, windowed, windowed_signal
from chunking.thresholds import SELECTORS, Ladder, target, tidy
from chunking.thresholds.cohesion import silhouette
from chunking.thresholds.permutation import Shuffled, significant
from chunking.thresholds.shape import knee, persistences
from chunking.thresholds.windows import chances, expected_f1
from chunking.types import REASONS, Floats, Reason, Vectors

# Two heaps of similarities: three gaps that part something and seven that do not.
HEAPS = [0.7, 0.72, 0.1, 0.74, 0.71, 0.12, 0.73, 0.75, 0.14, 0.7]
FINDS_TWO_HEAPS = ["otsu", "knee", "persistence", "plateau"]


@pytest.mark.parametrize("name", FINDS_TWO_HEAPS)
def test_two_heaps_of_similarities_are_told_apart(name: str) -> None:
    found = prepared(HEAPS)
    assert cut(found, SELECTORS[name](found).value) == [2, 5, 8]


@pytest.mark.parametrize(
    "name",
    ["windows", "otsu", "two_gaussians", "persistence", "plateau", "cohesion", "permutation"],
)
def test_planted_passages_are_found(name: str) -> None:
    found = planted([9, 12, 8, 10, 11, 9, 12, 8])
    assert cut(found, SELECTORS[name](found).value) == [8, 20, 28, 38, 49, 58, 70]


def test_otsu_leaves_the_least_variance_within_its_groups() -> None:
    rng = np.random.default_rng(3)
    for _ in range(20):
        scores = np.round(rng.random(30), 4)
        chosen = SELECTORS["otsu"](prepared(scores))
        assert chosen.value is not None

        def within(threshold: float, scores: Floats = scores) -> float:
            groups = scores[scores < threshold], scores[scores >= threshold]
            return float(sum(group.var() * len(group) for group in groups))

        least = min(within(t) for t in np.unique(scores)[1:])
        assert within(chosen.value) == pytest.approx(least)


def test_otsu_says_which_groups_it_found() -> None:
    chosen = SELECTORS["otsu"](prepared([0.1, 0.2, 0.8, 0.9]))
    assert chosen.value == 0.5
    assert chosen.facts == pytest.approx({"mean_below": 0.15, "mean_above": 0.85})
    assert chosen.reason == (
        "2 of 4 gaps lie below 0.5; their mean is 0.15, that of the others 0.85, and this split "
        "explains 98% of the variance"
    )


def test_two_bell_curves_are_found_only_where_there_are_two() -> None:
    rng = np.random.default_rng(5)
    two = np.concatenate([rng.normal(0.1, 0.04, 80), rng.normal(0.5, 0.08, 240)])
    chosen = SELECTORS["two_gaussians"](prepared(two))
    assert chosen.value is not None
    assert 0.18 < chosen.value < 0.32
    assert chosen.facts["bic_gain"] > 100
    assert chosen.facts["share_low"] == pytest.approx(0.25, abs=0.03)
    one = SELECTORS["two_gaussians"](prepared(rng.normal(0.4, 0.1, 320)))
    assert one.value is None
    assert "form one group" in one.reason


def test_bell_curves_are_drawn_to_the_scale_of_the_histogram() -> None:
    rng = np.random.default_rng(5)
    scores = np.concatenate([rng.normal(0.1, 0.04, 100), rng.normal(0.5, 0.04, 300)])
    bars, low, high = SELECTORS["two_gaussians"](prepared(scores)).curves
    width = bars.x[1] - bars.x[0]
    step = low.x[1] - low.x[0]
    assert bars.y.sum() == 400
    assert low.y.sum() * step / width == pytest.approx(100, rel=0.05)
    assert high.y.sum() * step / width == pytest.approx(300, rel=0.05)


def test_a_depth_is_the_climb_on_both_sides() -> None:
    found = depths(np.array([0.5, 0.2, 0.6, 0.4, 0.4, 0.7]))
    assert found.tolist() == pytest.approx([0, 0.3 + 0.4, 0, 0.2 + 0.3, 0.2 + 0.3, 0])


def test_the_knee_is_where_the_curve_hangs_lowest_below_its_chord() -> None:
    assert knee(np.array([9.0, 8.0, 1.0, 0.9, 0.8])) == 2
    assert knee(np.array([5.0, 5.0, 5.0])) == 1


def test_a_minimum_lasts_until_it_meets_a_deeper_one() -> None:
    places, lasting = persistences(np.array([0.5, 0.1, 0.6, 0.3, 0.4, 0.2, 0.9]))
    assert places.tolist() == [1, 3, 5]
    assert lasting.tolist() == pytest.approx([0.8, 0.1, 0.4])


@given(st.lists(st.integers(0, 1000), min_size=3, max_size=25, unique=True))
def test_persistence_is_the_lowest_pass_to_a_deeper_minimum(heights: list[int]) -> None:
    places, lasting = persistences(np.array(heights, np.float64))
    top = max(heights)
    for place, found in zip(places.tolist(), lasting.tolist(), strict=True):
        deeper = [i for i, height in enumerate(heights) if height < heights[place]]
        passes = [max(heights[min(i, place) : max(i, place) + 1]) for i in deeper]
        assert found == min(passes, default=top) - heights[place]


def test_a_plateau_says_where_it_begins_and_ends() -> None:
    chosen = SELECTORS["plateau"](prepared([0.1, 0.12, 0.14, *np.linspace(0.6, 0.7, 9)]))
    assert chosen.value == 0.38
    assert chosen.facts == {"start": pytest.approx(0.14), "end": pytest.approx(0.6125)}


def test_a_target_size_takes_as_many_of_the_lowest_gaps_as_it_takes() -> None:
    scores = np.linspace(0.1, 0.9, 39)
    chosen = target(100)(prepared(scores))
    assert cut(prepared(scores), chosen.value) == [0, 1, 2, 3]
    assert "400 tokens at a target of 100 ask for 4 cuts" in chosen.reason
    assert target(500)(prepared(scores)).value is None
    with pytest.raises(SettingsError, match="target tokens must be at least 1, got 0"):
        target(0)


def test_a_silhouette_is_one_where_neighbours_have_nothing_in_common() -> None:
    vectors = np.array([[1, 0], [1, 0], [0, 1], [0, 1]], np.float64)
    sums = np.concatenate([np.zeros((1, 2)), np.cumsum(vectors, axis=0)])
    assert silhouette(sums, np.array([0, 2, 4])) == pytest.approx(1)
    assert silhouette(sums, np.array([0, 1, 2, 3, 4])) == 0
    assert silhouette(sums, np.array([0, 3, 4])) < 0.5


def test_a_long_document_is_judged_by_stretches_of_it() -> None:
    found = planted([10] * 400, noise=0.4)
    chosen = SELECTORS["cohesion"](found)
    cuts = cut(found, chosen.value)
    assert len(cuts) == pytest.approx(399, rel=0.15)


@pytest.mark.parametrize("window", [1, 2, 5])
@pytest.mark.parametrize("count", [1, 2, 4, 23, 600])
def test_windows_are_compared_by_their_means(count: int, window: int) -> None:
    rng = np.random.default_rng(count)
    vectors = rng.standard_normal((count, 7))
    vectors = (vectors / np.linalg.norm(vectors, axis=1, keepdims=True)).astype(np.float32)
    wanted = []
    for gap in range(1, count):
        a = vectors[max(0, gap - window) : gap].mean(axis=0)
        b = vectors[gap : gap + window].mean(axis=0)
        wanted.append(float(a @ b / (np.linalg.norm(a) * np.linalg.norm(b))))
    found = windowed(vectors, window)
    full = slice(window - 1, count - window)
    assert found[full].tolist() == pytest.approx(wanted[full], abs=1e-5)
    # At both ends fewer units are there than a window holds.
    raised = found / np.array(wanted)
    assert np.all((raised >= 1 - 1e-4) & (raised <= window + 1e-4))


def test_windows_at_both_ends_are_as_alike_as_others_where_nothing_changes() -> None:
    rng = np.random.default_rng(1)
    around = np.zeros((40, 300, 30))
    around[..., 0] = 0.8
    vectors = around + rng.standard_normal(around.shape) * 0.2
    vectors /= np.linalg.norm(vectors, axis=2, keepdims=True)
    curves = np.array([windowed(each.astype(np.float32)) for each in vectors])
    ends, inner = curves[:, [0, 1, -2, -1]].mean(axis=0), curves[:, 5:-5].mean()
    assert ends == pytest.approx(np.full(4, inner), abs=0.03)


def test_zero_vectors_are_like_nothing() -> None:
    assert windowed(np.zeros((5, 3), np.float32)).tolist() == [0, 0, 0, 0]


def test_a_boundary_counts_where_a_cut_is_one_unit_away() -> None:
    scores = np.array([0.9, 0.1, 0.8, 0.7, 0.95])
    ladder = Ladder.of(scores)
    at, near, far = (np.eye(5)[i] for i in (1, 2, 4))
    assert expected_f1(scores, at, ladder)[0] == pytest.approx(1)
    assert expected_f1(scores, near, ladder)[0] == pytest.approx(1)
    assert expected_f1(scores, far, ladder)[0] == 0
    assert ladder.cuts.tolist() == [1, 2, 3, 4]
    # Four cuts, one boundary: precision 1/4, recall 1.
    assert expected_f1(scores, at, ladder)[3] == pytest.approx(0.4)


def test_chances_are_lowered_to_the_boundaries_that_are_possible() -> None:
    vectors = planted([9, 12, 8, 10]).vectors
    assert vectors is not None
    free, lowered = chances(vectors), chances(vectors, 2.0)
    assert free.sum() > 2
    assert lowered.sum() == pytest.approx(2)
    assert np.argsort(free).tolist() == np.argsort(lowered).tolist()
    assert sorted(np.argsort(free)[-3:].tolist()) == [8, 20, 28]


def test_only_the_lowest_window_of_a_dip_is_a_place_to_cut() -> None:
    found = planted([9, 12, 8, 10], noise=0.2)
    assert found.vectors is not None
    signal = windowed_signal(found.units, found.vectors)
    assert np.flatnonzero(candidates(signal) < 0.5).tolist() == [8, 20, 28]
    assert np.count_nonzero(signal.scores < 0.5) > 3
    cuts = get("semantic")(signal="windowed", threshold=0.5, min_tokens=0).cut(
        replace(found, signal=signal)
    )
    assert np.flatnonzero(np.isin(found.units.gaps, cuts.offsets)).tolist() == [8, 20, 28]
    passed = signal.scores < 0.5
    passed[[8, 20, 28]] = False
    assert {REASONS[code] for code in cuts.verdicts[passed]} == {Reason.FITS}


def test_false_discoveries_are_controlled_by_rank() -> None:
    p = np.array([0.5, 0.01, 0.001, 0.03])
    assert significant(p, 0.05).tolist() == [False, True, True, True]
    assert significant(p, 0.01).tolist() == [False, False, True, False]
    assert significant(np.zeros(0)).tolist() == []


def test_shuffled_units_do_not_explain_two_topics_but_explain_one() -> None:
    rng = np.random.default_rng(0)
    two, one = planted([12, 12]).vectors, planted([24]).vectors
    assert two is not None
    assert one is not None
    assert _shuffled_p(two, 199, rng) == pytest.approx(1 / 200)
    assert _shuffled_p(two, 4999, rng) == pytest.approx(1 / 5000)
    assert _shuffled_p(one, 199, rng) > 0.05


def test_p_is_spread_evenly_where_there_is_nothing_to_find() -> None:
    rng = np.random.default_rng(0)
    noise = [rng.standard_normal((15, 20)).astype(np.float32) for _ in range(200)]
    p = [_shuffled_p(vectors, 199, rng) for vectors in noise]
    assert np.quantile(p, [0.1, 0.5, 0.9]).tolist() == pytest.approx([0.1, 0.5, 0.9], abs=0.09)


def _shuffled_p(vectors: Vectors, times: int, rng: np.random.Generator) -> float:
    test = Shuffled(vectors)
    test.shuffle(times, rng)
    return test.p


def test_one_boundary_among_many_places_is_found_by_shuffling_on() -> None:
    """199 shuffles know no p below .005: too high for one of eight places at 2 %."""
    found = planted([60, 60], noise=1.5)
    chosen = SELECTORS["permutation"](found)
    assert chosen.facts["candidates"] > 7
    assert chosen.facts["significant"] == 1
    assert 59 in cut(found, chosen.value)


def test_no_threshold_is_set_that_cuts_mostly_elsewhere_than_at_what_is_significant() -> None:
    chosen = SELECTORS["permutation"](planted([60, 60], noise=1.5, seed=2))
    assert chosen.facts["significant"] == 1
    assert chosen.value is None
    assert "is significant" in chosen.reason
    assert "but no one threshold finds them" in chosen.reason


def test_one_topic_has_no_boundary_by_permutation() -> None:
    chosen = SELECTORS["permutation"](planted([120]))
    assert chosen.value is None
    assert chosen.reason.endswith("no boundary here")
    assert chosen.confidence > 0.2
    assert chosen.facts["candidates"] > 5


def test_a_threshold_has_as_few_decimals_as_cut_the_same_gaps() -> None:
    scores = np.array([0.12, 0.3, 0.3005, 0.9])
    assert tidy(0.2047, scores) == 0.2
    assert tidy(0.30025, scores) == 0.3003
    assert tidy(0.6, scores) == 0.6
