"""Optimal segmentation of documents under limits, against exhaustive search."""

from itertools import pairwise

import numpy as np
import pytest
from embedders import HashEmbedder
from exhaustive import Boundaries, segmentations
from hypothesis import assume, given
from hypothesis import strategies as st

from chunking.core.cuts import REASONS, Reason
from chunking.core.document import Document
from chunking.core.prepared import Constraints, Material, Prepared
from chunking.core.units import UnitKind
from chunking.engine import prepare
from chunking.strategies.base import UNLIMITED
from chunking.strategies.optimal.constants import LEVELS
from chunking.strategies.optimal.document_posterior import SegmentCostsFeature, posterior
from chunking.strategies.optimal.dynamic_programming import penalty_bound
from chunking.strategies.optimal.expected_loss import expected_losses
from chunking.strategies.optimal.limits import (
    Candidates,
    Limits,
    apply_limits,
    costs_of_candidates,
    find_candidates,
)
from chunking.strategies.optimal.preferences import (
    heading_preference,
    paragraph_preference,
)
from chunking.strategies.optimal.solver import make_cuts
from chunking.strategies.optimal.strategy import Optimal
from chunking.strategies.overlap import Overlap

NOUNS = ("tide", "moon", "shore", "bread", "dough", "oven")
FENCE = "```\ntide = moon\n```"


@st.composite
def documents(draw: st.DrawFn) -> Document:
    """Draw up to eight sentences, headings and fences."""
    sentence = st.lists(st.sampled_from(NOUNS), min_size=1, max_size=6).map(
        lambda words: " ".join(["The", *words]) + "."
    )
    block = st.one_of(sentence, sentence, sentence, st.just("# Oven"), st.just(FENCE))
    blocks = draw(st.lists(block, min_size=2, max_size=8))
    gaps = draw(st.lists(st.sampled_from([" ", "\n\n"]), min_size=8, max_size=8))
    text = ""
    for each, gap in zip(blocks, gaps, strict=False):
        plain = each.startswith("The") and text.endswith(".")
        text += (gap if plain else "\n\n" if text else "") + each
    return Document(text)


@st.composite
def strategies(draw: st.DrawFn) -> Optimal:
    """Draw settings under which no sentence exceeds the maximum."""
    least = draw(st.integers(0, 16))
    shares = st.sampled_from([0.0, 0.5, 1.0])
    return Optimal(
        tokenizer="words",
        min_tokens=least,
        max_tokens=draw(st.integers(max(least, 8), 40)),
        overlap_tokens=draw(st.sampled_from([0, 0, 3])),
        lexical_weight=draw(shares),
        heading_bonus=draw(shares),
        paragraph_bonus=draw(shares),
        oversize="keep",
        level="coarse",
    )


def evaluate(
    prepared: Prepared, strategy: Optimal, constraints: Constraints, boundaries: Boundaries
) -> tuple[float, float]:
    """Return the number of chunks below the minimum and the cost; infinite above the maximum."""
    units, sizes = prepared.units, prepared.sizes
    costs = SegmentCostsFeature(4000, strategy.lexical_weight).compute(prepared)
    distributions = posterior(prepared, costs, strategy._preferences, constraints)
    losses = expected_losses(distributions.at(strategy.level))
    short, cost = 0, 0.0
    heading = units.kinds == UnitKind.HEADING.code
    # A heading stays with the unit below it, as if both were one.
    if any(heading[unit - 1] for unit in boundaries):
        return np.inf, np.inf
    for first, after in pairwise((0, *boundaries, len(units))):
        start, end = int(units.starts[first]), int(units.ends[after - 1])
        overlap_start = sizes.min_start(start, strategy.overlap_tokens)
        if (
            sizes.tokens(overlap_start, end) > strategy.max_tokens
            and not heading[first : after - 1].all()
        ):
            return np.inf, np.inf
        short += sizes.tokens(start, end) < strategy.min_tokens
        cost += losses.pairs[first : max(first, after - losses.distance)].sum()
    return short, cost + sum(losses.boundaries[unit - 1] for unit in boundaries)


@given(documents(), strategies(), st.data())
def test_no_segmentation_within_the_limits_is_better(
    document: Document, strategy: Optimal, data: st.DataObject
) -> None:
    prepared = prepare(document, strategy.material, embedder=HashEmbedder())
    gaps = prepared.units.gaps.tolist()
    assume(0 < len(gaps) < 9)
    drawn = data.draw(st.lists(st.sampled_from(gaps), max_size=2, unique=True))
    required = data.draw(st.lists(st.sampled_from(gaps), max_size=1))
    forbidden = tuple(g for g in drawn if g not in required)
    # A forbidden gap may unite units above the maximum, which is a separate case.
    assume(strategy.max_tokens >= 20 or not forbidden)
    constraints = Constraints(tuple(required), forbidden)
    cuts = strategy.cut(prepared, constraints)
    assume(np.isin(cuts.offsets, gaps).all())
    found = tuple((np.searchsorted(gaps, cuts.offsets) + 1).tolist())
    required_units = {gaps.index(g) + 1 for g in required}
    forbidden_units = {gaps.index(g) + 1 for g in forbidden}
    assert required_units <= set(found)
    assert not forbidden_units & set(found)
    best = min(
        evaluate(prepared, strategy, constraints, boundaries)
        for boundaries in segmentations(len(gaps) + 1)
        if required_units <= set(boundaries) and not forbidden_units & set(boundaries)
    )
    short, cost = evaluate(prepared, strategy, constraints, found)
    if strategy.overlap_tokens and short == np.inf:
        return  # an overlap shorter than reserved may allow a merge after all
    assert short <= best[0]
    if short == best[0]:
        assert cost == pytest.approx(best[1], abs=1e-6)


@given(documents(), strategies())
def test_the_boundaries_of_a_level_are_all_in_the_next(
    document: Document, strategy: Optimal
) -> None:
    assume(strategy.min_tokens == 0)
    prepared = prepare(document, strategy.material, embedder=HashEmbedder())
    loose = strategy.with_(max_tokens=UNLIMITED)
    found = [set(loose.with_(level=each).cut(prepared).offsets.tolist()) for each in LEVELS]
    assert found[0] <= found[1] <= found[2]


def groups(first: list[int], units: int) -> Candidates:
    """Return candidates of groups of units that begin with these, without other limits."""
    starts, empty = np.array(first), np.zeros(0, np.int64)
    last = np.append(starts[1:], units) - 1
    earliest = np.zeros(len(starts), np.int64)
    return Candidates(starts, last, starts * 10, last * 10 + 9, {}, earliest, earliest, empty)


def test_a_group_has_the_costs_of_its_units_and_one_above_the_width_costs_nothing() -> None:
    costs = np.array([[1.0, np.inf], [2.0, 3.0], [4.0, 5.0], [6.0, 7.0], [8.0, 9.0]])
    found = costs_of_candidates(costs, groups([0, 2, 3], 5))
    # Units 0 and 1 are a group, so are units 3 and 4.
    assert found.tolist() == [[3.0, np.inf], [4.0, np.inf], [9.0, np.inf]]
    found = costs_of_candidates(costs, groups([0, 1, 4], 5))
    assert found.tolist() == [[1.0, np.inf], [0.0, np.inf], [8.0, np.inf]]
    assert costs_of_candidates(costs, groups([0, 1, 2, 3, 4], 5)) is costs


def test_at_the_highest_penalty_there_are_as_few_boundaries_as_possible() -> None:
    costs = np.array([[1.0, np.inf], [2.0, -5.0]])
    assert penalty_bound(costs, np.array([0.5, -3.0])) == 16
    limited = apply_limits(costs.copy(), groups([0, 1], 2), np.array([0.5, -3.0]))
    assert limited.max_penalty == 16
    assert limited.min_tokens_cost == 1 + 4 * 2 * (5 + 16)


TOPICS = (
    "The tide rises. The moon pulls. The shore floods. "
    "Warm dough rests. Bread bakes. The oven cools."
)


def topics(**settings: object) -> tuple[Prepared, Optimal]:
    """Return six sentences, prepared for a strategy without limits; sizes in words."""
    loose: dict[str, object] = {"tokenizer": "words", "min_tokens": 0, "max_tokens": 1000}
    strategy = Optimal.model_validate({**loose, **settings})
    return prepare(Document(TOPICS), strategy.material, embedder=HashEmbedder()), strategy


@pytest.mark.parametrize(
    ("target", "chunks"),
    [(18, 1), (12, 1), (11, 2), (7, 2), (6, 3), (5, 3), (4, 4), (3, 6), (1, 6)],
)
def test_the_target_gives_as_many_chunks_as_the_text_holds_of_it(target: int, chunks: int) -> None:
    prepared, strategy = topics(target_tokens=target)
    assert prepared.sizes.tokens(0, len(TOPICS)) == 17
    assert len(strategy.cut(prepared).offsets) + 1 == chunks


def test_an_empty_text_has_no_cuts_at_any_level() -> None:
    strategy = Optimal(level="fine", lexical_weight=1)
    prepared = prepare(Document(" \n "), strategy.material)
    levels = strategy.cut_levels(prepared)
    assert [len(cuts.offsets) for cuts in levels] == [0, 0, 0]
    assert strategy.cut(prepared).verdicts.tolist() == []


def cuts_at(
    boundaries: list[int],
    *,
    least: int,
    most: int = 100,
    preferred: tuple[int, ...] = (),
    required: tuple[int, ...] = (),
) -> list[tuple[int, Reason]]:
    """Return the units that begin a chunk with their reasons, and the suppressed ones."""
    prepared, _ = topics()
    starts = prepared.units.starts
    manual = Constraints(starts[list(required)].tolist())
    limits = Limits(least, most, Overlap(0))
    candidates = find_candidates(prepared, limits, manual)
    cuts = make_cuts(
        prepared,
        limits,
        candidates,
        np.array(boundaries),
        manual,
        without_minimum=np.array(preferred, np.int64),
    )
    verdicts = [REASONS[code] for code in cuts.verdicts]
    return [(i + 1, each) for i, each in enumerate(verdicts) if each is not Reason.FITS]


def test_boundaries_have_the_reason_that_the_limits_or_the_user_give_them() -> None:
    assert cuts_at([1, 2, 4], least=0) == [
        (1, Reason.OPTIMUM), (2, Reason.OPTIMUM), (4, Reason.OPTIMUM),
    ]  # fmt: skip
    # No two sentences fit: every boundary is forced, but for those set by hand.
    assert cuts_at([1, 2, 3, 4, 5], least=0, most=4, required=(2,)) == [
        (1, Reason.MAX_TOKENS), (2, Reason.MANUAL), (3, Reason.MAX_TOKENS),
        (4, Reason.MAX_TOKENS), (5, Reason.MAX_TOKENS),
    ]  # fmt: skip


def test_a_boundary_that_would_leave_a_short_chunk_is_suppressed() -> None:
    # Sentences have 3, 3, 3, 3, 2 and 3 words.
    assert cuts_at([3], least=6, preferred=(1, 2, 4, 5)) == [
        (1, Reason.MIN_TOKENS), (2, Reason.MIN_TOKENS), (3, Reason.OPTIMUM),
        (4, Reason.MIN_TOKENS), (5, Reason.MIN_TOKENS),
    ]  # fmt: skip
    assert cuts_at([], least=6, preferred=(1, 2, 3, 4, 5)) == [
        (1, Reason.MIN_TOKENS), (4, Reason.MIN_TOKENS), (5, Reason.MIN_TOKENS),
    ]  # fmt: skip
    assert cuts_at([], least=7, preferred=(2, 3, 4)) == [
        (2, Reason.MIN_TOKENS),
        (4, Reason.MIN_TOKENS),
    ]
    # Short chunks merge, so the boundary between them is suppressed.
    assert cuts_at([1, 3], least=6) == [(1, Reason.MIN_TOKENS), (3, Reason.OPTIMUM)]


def test_probabilities_exist_for_boundaries_between_units_only() -> None:
    prepared, strategy = topics()
    gaps = prepared.units.gaps
    found = strategy.probabilities(prepared, np.array([0, *gaps.tolist(), 5, len(TOPICS)]))
    assert np.isnan(found).tolist() == [True, *[False] * 5, True, True]
    assert ((found[1:6] > 0) & (found[1:6] < 1)).all()


def test_manual_boundaries_are_certain_and_change_the_others() -> None:
    prepared, strategy = topics()
    gaps = prepared.units.gaps
    plain = strategy.probabilities(prepared, gaps)
    marks = Constraints((int(gaps[2]),), (int(gaps[0]),))
    marked = strategy.probabilities(prepared, gaps, marks)
    assert marked[[2, 0]] == pytest.approx([1, 0], abs=1e-9)
    assert abs(marked - plain)[[1, 3, 4]].max() > 1e-3


def test_a_target_gives_the_same_chunks_whatever_was_asked_for_before() -> None:
    prepared, plain = topics(target_tokens=6)
    others = [
        plain.with_(target_tokens=12),
        plain.with_(min_tokens=3),
        plain.with_(heading_bonus=1.0),
    ]
    fresh = [topics(target_tokens=6)[0] for _ in others]
    expected = [each.cut(own).offsets.tolist() for each, own in zip(others, fresh, strict=True)]
    for each, offsets in zip(
        [*others, *reversed(others)], [*expected, *reversed(expected)], strict=True
    ):
        plain.cut(prepared)
        assert each.cut(prepared).offsets.tolist() == offsets
        manual = Constraints(required=(int(prepared.units.starts[1]),))
        assert prepared.units.starts[1] in each.cut(prepared, manual).offsets


PAGE = "One. Two.\n\n# A\n\n## B\n\nThree. Four.\n\nFive.\n\n# C"


def sentences(text: str) -> Prepared:
    return prepare(Document(text), Material("sentences"))


def test_a_boundary_is_preferred_before_a_heading_and_avoided_after_it() -> None:
    assert heading_preference(sentences(PAGE)).tolist() == [0, 1, 0, -1, 0, 0, 1]


def test_a_paragraph_is_preferred_unless_it_follows_a_heading() -> None:
    assert paragraph_preference(sentences(PAGE)).tolist() == [0, 0, 0, 0, 0, 1, 0]


@pytest.mark.parametrize("text", ["One.", "One. Two."])
def test_a_text_without_structure_has_no_preferred_gap(text: str) -> None:
    for preference in (heading_preference, paragraph_preference):
        assert not preference(sentences(text)).any()
