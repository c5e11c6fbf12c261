"""Explanations of boundaries and the effect of settings."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from chunking import Document, chunk, get
from chunking.analysis.explain import (
    is_flat,
    labels,
    suppressed_gaps,
)
from chunking.analysis.setting_effects import setting_effects
from chunking.core.cuts import Reason
from chunking.core.prepared import Constraints, Prepared, Signal
from chunking.engine import prepare, run
from chunking.loading.samples import sample
from chunking.output.export import from_jsonl, to_jsonl
from chunking.strategies import Strategy

pytestmark = pytest.mark.usefixtures("four_characters_per_token")

TEXT = " ".join(f"Sentence number {n:02} is just as long as any other of them." for n in range(40))
SCORES = np.tile([0.9, 0.3, 0.8, 0.5], 10)[:39]


@pytest.fixture
def prepared() -> Prepared:
    """Forty sentences of 56 characters, with similarities that come again and again."""
    found = prepare(Document(TEXT), get("sentence")().material)
    assert len(found.units) == 40
    return replace(found, signal=Signal(found.units.gaps, SCORES))


def test_a_boundary_by_similarity_shows_the_comparison(prepared: Prepared) -> None:
    found = run(prepared, get("semantic")(min_tokens=20, threshold=0.4))
    assert set(labels(found, prepared)) == {"0.30 < 0.40"}


def test_a_comparison_has_enough_decimals_to_be_true(prepared: Prepared) -> None:
    found = run(prepared, get("semantic")(min_tokens=20, threshold=0.301))
    assert set(labels(found, prepared)) == {"0.300 < 0.301"}


def test_a_threshold_is_shown_with_three_decimals_where_they_suffice(prepared: Prepared) -> None:
    found = run(prepared, get("semantic")(min_tokens=20, threshold=0.35505))
    assert set(labels(found, prepared)) == {"0.300 < 0.355"}


def test_a_threshold_is_shown_with_all_its_decimals(prepared: Prepared) -> None:
    found = run(prepared, get("semantic")(min_tokens=20, max_tokens=500, threshold=0.705))
    assert set(labels(found, prepared)) == {"0.300 < 0.705", "0.500 < 0.705"}


HEADED = "\n\n".join(
    f"## Part {part}\n\n"
    + " ".join(f"Part {part} has sentence {n}, as long as any." for n in range(6))
    for part in range(4)
)


def headed(above: float, below: float) -> Prepared:
    """Return four sections with these similarities above and below each heading, else 0.9."""
    found = prepare(Document(HEADED), get("semantic")().material)
    gaps, text = found.units.gaps, found.document.text
    is_heading = np.array([text.startswith("##", gap) for gap in gaps.tolist()])
    scores = np.full(len(gaps), 0.9)
    scores[is_heading] = above
    scores[1:][is_heading[:-1]] = below
    scores[0] = 0.9
    return replace(found, signal=Signal(gaps, scores))


def test_a_boundary_above_a_heading_shows_the_similarity_below_it_that_decided() -> None:
    prepared = headed(above=0.566, below=0.372)
    found = run(prepared, get("semantic")(min_tokens=0, threshold=0.384))
    assert [chunk.text.startswith("## ") for chunk in found] == [True] * 4
    assert labels(found, prepared) == ["0.372 < 0.384, below heading"] * 3
    assert not suppressed_gaps(found).any()
    plain = run(headed(above=0.372, below=0.566), get("semantic")(min_tokens=0, threshold=0.384))
    assert labels(plain, headed(above=0.372, below=0.566)) == ["0.372 < 0.384"] * 3


@pytest.mark.parametrize("above", [0.2, 0.6])
@pytest.mark.parametrize("least", [0, 100, 1000])
def test_each_gap_below_the_threshold_is_a_boundary_or_suppressed(above: float, least: int) -> None:
    prepared = headed(above, below=0.3)
    found = run(prepared, get("semantic")(min_tokens=least, max_tokens=4000, threshold=0.4))
    assert prepared.signal is not None
    below = prepared.signal.scores < 0.4
    suppressed = suppressed_gaps(found)
    assert not suppressed[~below].any()
    similar = np.count_nonzero(found.reason[:-1] == Reason.SIMILARITY.code)
    assert similar + np.count_nonzero(suppressed) == np.count_nonzero(below)


def test_a_forbidden_boundary_above_a_heading_counts_once() -> None:
    prepared = headed(above=0.6, below=0.3)
    strategy = get("semantic")(min_tokens=0, max_tokens=4000, threshold=0.4)
    free = run(prepared, strategy)
    found = run(prepared, strategy, Constraints((), (int(free.boundaries[1]),)))
    assert labels(found, prepared) == ["0.30 < 0.40, below heading"] * 2
    assert np.count_nonzero(suppressed_gaps(found)) == 1


def test_a_similarity_that_rounds_to_zero_has_no_sign(prepared: Prepared) -> None:
    scores = np.where(SCORES == 0.3, -0.001, SCORES)
    found = run(
        replace(prepared, signal=Signal(prepared.units.gaps, scores)),
        get("semantic")(min_tokens=20, threshold=0.4),
    )
    here = replace(prepared, signal=Signal(prepared.units.gaps, scores))
    assert set(labels(found, here)) == {"0.00 < 0.40"}


def test_gaps_that_the_minimum_suppresses_are_known(prepared: Prepared) -> None:
    found = run(prepared, get("semantic")(min_tokens=40, threshold=0.6))
    suppressed = suppressed_gaps(found)
    assert suppressed.tolist() == (found.verdicts == Reason.MIN_TOKENS.code).tolist()
    assert suppressed.any()


def test_the_maximum_determines_the_boundaries_it_forces(prepared: Prepared) -> None:
    strategy = get("semantic")(min_tokens=0, max_tokens=50, threshold=-1)
    found = run(prepared, strategy)
    assert setting_effects(prepared, strategy, found) == {
        "threshold": 0, "min_tokens": 0, "max_tokens": len(found) - 1,
    }  # fmt: skip


def test_a_signal_of_nearly_equal_similarities_is_flat(prepared: Prepared) -> None:
    assert not is_flat(prepared)
    assert is_flat(replace(prepared, signal=Signal(prepared.units.gaps, SCORES * 0 + 0.5)))


@pytest.mark.parametrize(
    ("strategy", "expected"),
    [
        (get("breakpoint")(amount=100, max_tokens=50), {"Max tokens 50"}),
        (get("sentence")(max_tokens=50, overlap_tokens=0), {"Max tokens 50"}),
        (
            get("structure")(target_tokens=50, max_tokens=80, overlap_share=0.0),
            {"Target tokens 50"},
        ),
    ],
)
def test_a_forced_boundary_names_its_limit(
    prepared: Prepared, strategy: Strategy, expected: set[str]
) -> None:
    assert set(labels(run(prepared, strategy), prepared)) == expected


def test_a_sentence_that_optimal_splits_names_the_maximum() -> None:
    document = Document("word " * 400)
    strategy = get("optimal")(lexical_weight=1, min_tokens=0, target_tokens=40, max_tokens=100)
    found = prepare(document, strategy.material)
    assert set(labels(run(found, strategy), found)) == {"Max tokens 100"}


@pytest.mark.parametrize("name", ["paragraph", "sentence", "structure"])
def test_chunks_without_settings_have_labels(name: str) -> None:
    document = Document("# One\n\n" + TEXT + "\n\n# Two\n\nEnd.")
    made = chunk(document, get(name)())
    found = from_jsonl(to_jsonl(made), document)
    reasons = [str(part.reason) for part in made.chunks[:-1]]
    assert labels(found) == [
        {"structure": "heading", "max_tokens": "forced"}.get(reason, reason) for reason in reasons
    ]


@pytest.mark.parametrize(
    ("settings", "expected"),
    [
        ({"rule": "percentile", "amount": 50}, {f"0.{n} < 0.80, percentile 50" for n in (30, 50)}),
        ({"rule": "standard_deviation", "amount": 1}, {"0.30 < 0.39, standard_deviation 1"}),
        ({"rule": "target_size", "target_tokens": 100}, {"similarity 0.30, target_size 100"}),
    ],
)
def test_a_breakpoint_names_its_rule(
    prepared: Prepared, settings: dict[str, Any], expected: set[str]
) -> None:
    found = run(prepared, get("breakpoint")(**settings))
    assert set(labels(found, prepared)) == expected


def test_manual_boundaries_hold_in_the_comparisons() -> None:
    text = "\n\n".join(["The tide comes in. It goes out."] * 6)
    strategy, manual = get("paragraph")(max_tokens=4000, overlap_tokens=0), Constraints((19, 52))
    found = prepare(Document(text), strategy.material)
    cut = run(found, strategy, manual)
    assert len(cut) == 3
    assert setting_effects(found, strategy, cut, manual) == dict.fromkeys(strategy.relaxed(), 0)


def test_no_boundary_has_a_probability_of_zero() -> None:
    strategy = get("optimal")(target_tokens=20)
    prepared = prepare(sample("dialogue.md"), strategy.material)
    found = labels(run(prepared, strategy), prepared)
    assert "probability < 0.01" in found
    assert "probability 0.00" not in found
