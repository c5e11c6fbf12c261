"""The optimum of documents under limits, against every cutting there is."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from embedders import HashEmbedder
from exhaustive import cuttings
from hypothesis import assume, given
from hypothesis import strategies as st

from chunking.engine import prepare
from chunking.optimum.openings import before_headings, before_paragraphs
from chunking.strategies.optimal import Optimal
from chunking.types import Constraints, Document, Prepared

NOUNS = ("tide", "moon", "shore", "bread", "dough", "oven")
FENCE = "```\ntide = moon\n```"


@st.composite
def documents(draw: st.DrawFn) -> Document:
    """Up to eight sentences, headings and fences."""
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
    """Settings under which no sentence is too large by itself."""
    least = draw(st.integers(0, 16))
    shares = st.sampled_from([0.0, 0.5, 1.0])
    return Optimal(
        count_in="words",
        min_tokens=least,
        max_tokens=draw(st.integers(max(least, 8), 40)),
        overlap_tokens=draw(st.sampled_from([0, 0, 3])),
        granularity=draw(st.sampled_from([0.5, 1.0, 3.0, 20.0])),
        words=draw(shares),
        heading=draw(shares),
        paragraph=draw(shares),
        oversize="keep",
    )


def worth(prepared: Prepared, strategy: Optimal, cutting: tuple[int, ...]) -> tuple[float, float]:
    """How many chunks of a cutting are too short, and what it costs; too large is infinite."""
    units, sizes = prepared.units, prepared.sizes
    assert prepared.costs is not None
    rows = prepared.costs.rows(len(units), strategy.words)
    penalty = prepared.costs.penalty(strategy.words)
    headings, paragraphs = before_headings(prepared), before_paragraphs(prepared)
    short, cost = 0, 0.0
    for first, after in pairwise((0, *cutting, len(units))):
        start, end = int(units.starts[first]), int(units.ends[after - 1])
        carried = sizes.back(start, strategy.overlap_tokens)
        if sizes.tokens(carried, end) > strategy.max_tokens and after - first > 1:
            return np.inf, np.inf
        short += sizes.tokens(start, end) < strategy.min_tokens
        cost += rows[after - 1, after - first - 1]
    for unit in cutting:
        spared = strategy.heading * headings[unit - 1]
        spared += strategy.paragraph * paragraphs[unit - 1]
        cost += penalty * (1 / strategy.granularity - spared) - prepared.costs.worth()[unit - 1]
    return short, cost


@given(documents(), strategies(), st.data())
def test_no_cutting_within_the_limits_is_better(
    document: Document, strategy: Optimal, data: st.DataObject
) -> None:
    prepared = prepare(document, strategy.material, embedder=HashEmbedder())
    gaps = prepared.units.gaps.tolist()
    assume(0 < len(gaps) < 9)
    marks = data.draw(st.lists(st.sampled_from(gaps), max_size=2, unique=True))
    required = data.draw(st.lists(st.sampled_from(gaps), max_size=1))
    forbidden = tuple(g for g in marks if g not in required)
    # A forbidden gap can make one unit of two that do not fit; that is looked at by itself.
    assume(strategy.max_tokens >= 20 or not forbidden)
    cuts = strategy.cut(prepared, Constraints(tuple(required), forbidden))
    found = tuple((np.searchsorted(gaps, cuts.offsets) + 1).tolist())
    must = {gaps.index(g) + 1 for g in required}
    never = {gaps.index(g) + 1 for g in forbidden}
    assert must <= set(found)
    assert not never & set(found)
    best = min(
        worth(prepared, strategy, cutting)
        for cutting in cuttings(len(gaps) + 1)
        if must <= set(cutting) and not never & set(cutting)
    )
    short, cost = worth(prepared, strategy, found)
    if strategy.overlap_tokens and short == np.inf:
        return  # what carries less than was reserved may be joined after all
    assert short <= best[0]
    if short == best[0]:
        assert cost == pytest.approx(best[1], abs=1e-6)


@given(documents(), strategies())
def test_a_higher_granularity_gives_no_fewer_chunks(document: Document, strategy: Optimal) -> None:
    assume(strategy.min_tokens == 0)
    prepared = prepare(document, strategy.material, embedder=HashEmbedder())
    counts = [
        len(strategy.with_(granularity=g).cut(prepared).offsets) for g in (0.1, 0.7, 1.0, 2.0, 20.0)
    ]
    assert counts == sorted(counts)


@given(documents(), strategies())
def test_a_margin_is_what_the_best_other_cutting_costs_more(
    document: Document, strategy: Optimal
) -> None:
    assume(strategy.min_tokens == 0)
    prepared = prepare(document, strategy.material, embedder=HashEmbedder())
    cuts = strategy.cut(prepared)
    count = len(prepared.units)
    assume(len(cuts.offsets) > 0 and count < 9)
    found = tuple((np.searchsorted(prepared.units.gaps, cuts.offsets) + 1).tolist())
    every = [(worth(prepared, strategy, c)[1], c) for c in cuttings(count)]
    least = worth(prepared, strategy, found)[1]
    others = [min((w for w, c in every if unit not in c), default=np.inf) for unit in found]
    margins = strategy.margins(prepared, cuts.offsets)
    assert margins == pytest.approx([other - least for other in others], abs=1e-6)
