"""Boundaries at dissimilar sentences, and each statement of Alexandria's ADR 0007."""

import re

import pytest
from embedders import Angles
from hypothesis import given
from hypothesis import strategies as st

from chunking.core.chunking import Chunking
from chunking.core.cuts import REASONS, Reason
from chunking.core.document import Document
from chunking.core.errors import SettingsError
from chunking.core.prepared import Constraints, Material
from chunking.engine import chunk, prepare, run
from chunking.strategies import get

UNLIMITED = 10_000_000
# Long enough for a threshold to apply; every sentence has 25 words.
TAIL = " word" * 23 + "."


def at_angles(*degrees: int) -> str:
    """Return sentences of 25 words with these angles."""
    return " ".join(f"Angle {turn:03d}{TAIL}" for turn in degrees)


def cut(text: str, **settings: object) -> Chunking:
    """Split a text by the angles in it; sizes in words, no limits by default."""
    loose: dict[str, object] = {"tokenizer": "words", "min_tokens": 0, "max_tokens": UNLIMITED}
    return chunk(text, get("semantic")(**{**loose, **settings}), embedder=Angles())


def angles(found: Chunking) -> list[list[int]]:
    return [[int(turn) for turn in re.findall(r"\d+", text)] for text in found.texts]


def test_a_text_is_split_where_the_similarity_is_below_the_threshold() -> None:
    found = cut(at_angles(0, 10, 80, 90, 0), threshold=0.5)
    assert angles(found) == [[0, 10], [80, 90], [0]]
    assert [c.reason for c in found] == [Reason.SIMILARITY, Reason.SIMILARITY, Reason.TAIL]
    assert [REASONS[code] for code in found.verdicts] == [
        Reason.ABOVE_THRESHOLD, Reason.SIMILARITY, Reason.ABOVE_THRESHOLD, Reason.SIMILARITY,
    ]  # fmt: skip


def test_a_similarity_at_the_threshold_is_not_below_it() -> None:
    text = at_angles(0, 60, 120, 180)
    assert len(cut(text, threshold=0.5)) == 1
    assert len(cut(text, threshold=0.5001)) == 4


def test_philosophy_has_the_more_lenient_threshold_unless_one_is_given() -> None:
    semantic = get("semantic")
    assert semantic(domain="philosophy").model_dump()["threshold"] == 0.45
    assert semantic(domain="philosophy", threshold=0.3).model_dump()["threshold"] == 0.3


def test_an_unknown_domain_is_the_only_error() -> None:
    with pytest.raises(SettingsError, match="domain") as caught:
        get("semantic")(domain="poetry")
    assert "threshold" not in str(caught.value)


def test_no_boundary_by_similarity_before_the_minimum() -> None:
    found = cut(at_angles(0, 90, 0, 90, 0, 90), threshold=0.5, min_tokens=50)
    assert angles(found) == [[0, 90], [0, 90], [0, 90]]
    assert [REASONS[code] for code in found.verdicts] == [
        Reason.MIN_TOKENS, Reason.SIMILARITY, Reason.MIN_TOKENS, Reason.SIMILARITY,
        Reason.MIN_TOKENS,
    ]  # fmt: skip


def test_a_boundary_is_forced_before_a_chunk_would_exceed_the_maximum() -> None:
    found = cut(at_angles(0, 0, 0, 0, 0), max_tokens=60)
    assert angles(found) == [[0, 0], [0, 0], [0]]
    assert [c.reason for c in found] == [Reason.MAX_TOKENS, Reason.MAX_TOKENS, Reason.TAIL]


def test_a_tail_below_the_minimum_merges_with_its_neighbor() -> None:
    found = cut(at_angles(0, 0, 90, 90, 0), threshold=0.5, min_tokens=50)
    assert angles(found) == [[0, 0], [90, 90, 0]]


def test_a_tail_stays_alone_where_merging_would_exceed_the_maximum() -> None:
    found = cut(at_angles(0, 0, 90, 90, 0), threshold=0.5, min_tokens=50, max_tokens=74)
    assert angles(found) == [[0, 0], [90, 90], [0]]
    assert found[-1].reason is Reason.TAIL


@pytest.mark.parametrize(("most", "chunks"), [(99, 3), (100, 2)])
def test_a_tail_merges_only_where_the_overlap_fits_too(most: int, chunks: int) -> None:
    text = at_angles(0, 0, 90, 90, 0)
    found = cut(text, threshold=0.5, min_tokens=50, max_tokens=most, overlap_tokens=25)
    assert len(found) == chunks
    assert found[1].overlap == len(at_angles(0)) + 1


@pytest.mark.parametrize(("words", "chunks"), [(99, 1), (100, 2)])
def test_under_100_tokens_a_text_is_one_chunk(words: int, chunks: int) -> None:
    text = "Angle 0" + " word" * 47 + ". Angle 90" + " word" * (words - 51) + "."
    assert len(text.split()) == words
    assert len(cut(text, threshold=0.5)) == chunks


def test_under_100_tokens_the_maximum_still_holds() -> None:
    found = cut(at_angles(0, 0, 0), max_tokens=25)
    assert angles(found) == [[0], [0], [0]]


def test_the_published_split_at_a_full_stop_and_a_space_is_not_used() -> None:
    text = "It costs 3.5 euros, says Dr. Smith. " * 12
    found = cut(text.replace("3.5", "0.5"), threshold=1)
    assert all(c.text.endswith("Smith.") for c in found)


def test_a_forbidden_boundary_does_not_move_elsewhere() -> None:
    text = at_angles(0, 90, 90, 90)
    strategy = get("semantic")(tokenizer="words", min_tokens=0, max_tokens=UNLIMITED)
    gap = len(at_angles(0)) + 1
    found = chunk(text, strategy, embedder=Angles(), constraints=Constraints(forbidden=(gap,)))
    assert found.texts == [text]
    assert REASONS[found.verdicts[0]] is Reason.FORBIDDEN


def test_a_missing_signal_is_reported() -> None:
    bare = prepare(Document("One. Two."), Material("sentences"))
    with pytest.raises(SettingsError, match="semantic needs a prepared signal"):
        run(bare, get("semantic")())


thresholds = st.floats(-1, 1)


@given(st.lists(st.integers(0, 180), min_size=5, max_size=30), thresholds, thresholds)
def test_without_limits_a_lower_threshold_gives_a_subset_of_the_boundaries(
    degrees: list[int], one: float, other: float
) -> None:
    low, high = sorted((one, other))
    few, many = (cut(at_angles(*degrees), threshold=t).boundaries.tolist() for t in (low, high))
    assert set(few) <= set(many)


@given(st.lists(st.integers(0, 180), min_size=5, max_size=30), thresholds)
def test_without_limits_the_boundaries_are_the_gaps_below_the_threshold(
    degrees: list[int], threshold: float
) -> None:
    strategy = get("semantic")(
        tokenizer="words", min_tokens=0, max_tokens=UNLIMITED, threshold=threshold
    )
    prepared = prepare(Document(at_angles(*degrees)), strategy.material, embedder=Angles())
    assert prepared.signal is not None
    below = prepared.signal.gaps[prepared.signal.scores < threshold]
    assert run(prepared, strategy).boundaries.tolist() == below.tolist()
