"""Clusters of neighbors, compared with all segmentations."""

from dataclasses import replace
from itertools import combinations, pairwise

import numpy as np
import pytest
from embedders import HashEmbedder
from hypothesis import given
from hypothesis import strategies as st

from chunking.analysis.explain import labels
from chunking.core.arrays import Vectors
from chunking.core.chunking import Chunking
from chunking.core.cuts import REASONS, Reason
from chunking.core.document import Document
from chunking.core.errors import SettingsError
from chunking.core.prepared import NONE, Constraints, Prepared
from chunking.engine import prepare, run
from chunking.strategies import get
from chunking.strategies.cluster import Cluster, chunk_gains, cohesion

# Sentences of four words each, and the directions of their vectors.
EAST, NORTH, UP = np.eye(3, dtype=np.float32)


def prepared_as(directions: list[Vectors], text: str | None = None) -> Prepared:
    """Return sentences of four words with these directions."""
    whole = text or " ".join(f"This is number {n}." for n in range(len(directions)))
    found = prepare(Document(whole), get("cluster")(tokenizer="words").material,
                    embedder=HashEmbedder())  # fmt: skip
    assert len(found.units) == len(directions)
    return replace(found, vectors=np.array(directions, dtype=np.float32))


def cut(prepared: Prepared, marks: Constraints = NONE, **settings: object) -> Chunking:
    """Split the sentences; sizes in words, each sentence a piece by default."""
    small: dict[str, object] = {"tokenizer": "words", "max_tokens": 16, "piece_tokens": 1}
    return run(prepared, get("cluster")(**{**small, **settings}), marks)


def lengths(found: Chunking) -> list[int]:
    """Return the number of sentences of each chunk."""
    return [text.count(".") for text in found.texts]


def test_similar_sentences_share_a_chunk_and_dissimilar_ones_do_not() -> None:
    found = cut(prepared_as([EAST, EAST, NORTH, NORTH, NORTH, UP, EAST]))
    assert lengths(found) == [2, 3, 1, 1]
    assert {c.reason for c in found.chunks[:-1]} == {Reason.OPTIMUM}
    assert [REASONS[code] for code in found.verdicts] == [
        Reason.FITS, Reason.OPTIMUM, Reason.FITS, Reason.FITS, Reason.OPTIMUM, Reason.OPTIMUM,
    ]  # fmt: skip


def test_similarity_never_overrides_the_maximum() -> None:
    found = cut(prepared_as([EAST] * 9 + [NORTH]), max_tokens=12)
    assert lengths(found) == [3, 3, 3, 1]


def test_without_any_gain_each_piece_is_a_chunk() -> None:
    # The published back-pointers are never set here, and lead to one chunk of all three.
    found = cut(prepared_as([EAST, NORTH, UP]), max_tokens=8)
    assert lengths(found) == [1, 1, 1]


def test_the_gain_of_a_pair_is_its_cosine_less_the_mean_of_all_pairs() -> None:
    vectors = np.array([EAST, EAST, NORTH])
    rows = chunk_gains(vectors, np.array([1, 2, 2]))
    # The mean of the cosines 1, 0 and 0 is a third.
    assert rows.round(4).tolist() == [[0, -np.inf], [0, 0.6667], [0, -0.3333]]


@given(st.lists(st.integers(0, 5), min_size=1, max_size=7), st.integers(1, 7))
def test_the_segmentation_has_the_highest_gain_of_all(kinds: list[int], most: int) -> None:
    wheel = np.array([[np.cos(a), np.sin(a)] for a in range(6)], dtype=np.float32)
    vectors = wheel[kinds]
    count = len(kinds)
    widths = np.minimum(np.arange(count) + 1, most)
    rows = chunk_gains(vectors, widths)
    cosines = np.round(vectors.astype(np.float64) @ vectors.T, 4)
    pairs = cosines[np.triu_indices(count, 1)]
    mean = pairs.mean() if len(pairs) else 0.0

    def worth(first: int, last: int) -> float:
        inside = cosines[first:last, first:last] - mean
        return float(inside[np.triu_indices(last - first, 1)].sum())

    best = -np.inf
    for number in range(count):
        for inner in combinations(range(1, count), number):
            edges = [0, *inner, count]
            if max(b - a for a, b in pairwise(edges)) <= most:
                best = max(best, sum(worth(a, b) for a, b in pairwise(edges)))
    found = cut(prepared_as(list(np.pad(vectors, ((0, 0), (0, 1))))), max_tokens=4 * most)
    edges = np.cumsum([0, *lengths(found)]).tolist()
    total = sum(rows[b - 1, b - a - 1] for a, b in pairwise(edges))
    assert total == pytest.approx(best, abs=1e-3)


def test_cohesion_is_the_mean_cosine_within_a_group_and_across_its_boundary() -> None:
    vectors = np.array([EAST, EAST, NORTH, NORTH, EAST], dtype=np.float32)
    cut = np.array([False, False, True, False])
    # The pairs of EAST, EAST and NORTH have the cosines 1, 0 and 0; three of six across are 1.
    assert cohesion(vectors, cut).tolist() == [0.3333, 0.3333, 0.5, 0.0]
    assert cohesion(vectors[:1], np.zeros(0, np.bool_)).tolist() == []


def test_the_curve_is_the_cohesion_of_the_chosen_groups() -> None:
    prepared = prepared_as([EAST, EAST, NORTH, NORTH])
    boundaries = prepared.units.gaps[[1]]
    found = Cluster().curve(prepared, boundaries)
    assert found is not None
    assert (found.kind, found.scores.tolist()) == ("cohesion", [1.0, 0.0, 1.0])
    assert found.gaps.tolist() == prepared.units.gaps.tolist()
    assert Cluster().curve(replace(prepared, vectors=None), boundaries) is None


def test_sentences_of_a_piece_stay_together() -> None:
    prepared = prepared_as([EAST, NORTH, EAST, NORTH, UP, UP])
    found = cut(prepared, piece_tokens=8, max_tokens=16)
    assert lengths(found) == [4, 2]


def test_the_vector_of_a_piece_is_the_mean_weighted_by_size() -> None:
    text = "One. Two two two two two two. Three three three three. Four four four four."
    prepared = prepared_as([EAST, NORTH, NORTH, EAST], text)
    found = cut(prepared, piece_tokens=7, max_tokens=11)
    assert found.texts == [
        "One. Two two two two two two. Three three three three.", "Four four four four.",
    ]  # fmt: skip


def test_the_overlap_moves_no_boundary() -> None:
    prepared = prepared_as([EAST, EAST, EAST, NORTH, NORTH, NORTH])
    found = cut(prepared, max_tokens=16, overlap_tokens=4)
    assert [
        (text.count("."), c.overlap > 0) for text, c in zip(found.texts, found, strict=True)
    ] == [(3, False), (4, True)]
    assert max(found.tokens) <= 16


def test_a_sentence_above_the_maximum_is_split_at_words() -> None:
    text = "One one. Two two two two two two two. Three three."
    found = cut(prepared_as([EAST, NORTH, UP], text), max_tokens=4)
    assert found.texts == ["One one.", "Two two two two", "two two two.", "Three three."]


def test_a_list_can_be_kept_whole() -> None:
    text = "Before it.\n\n- One here.\n- Two here. More.\n\nAfter it."
    directions = [UP, EAST, -EAST, NORTH, UP]
    assert cut(prepared_as(directions, text), max_tokens=7).texts == [
        "Before it.", "- One here.", "- Two here.", "More.", "After it.",
    ]  # fmt: skip
    assert cut(prepared_as(directions, text), max_tokens=7, keep_whole="lists").texts == [
        "Before it.", "- One here.\n- Two here. More.", "After it.",
    ]  # fmt: skip


def test_the_label_of_a_boundary_is_optimum() -> None:
    prepared = prepared_as([EAST, EAST, NORTH])
    assert labels(cut(prepared), prepared) == ["optimum"]


def test_missing_vectors_are_reported() -> None:
    bare = prepare(Document("One. Two."), get("sentence")().material)
    with pytest.raises(SettingsError, match=r"^cluster needs prepared vectors; prepare with"):
        run(bare, get("cluster")())
