"""Checks of chunks without questions."""

from collections.abc import Sequence
from itertools import pairwise

import numpy as np
import pytest
from embedders import HashEmbedder

from chunking.analysis import nearest as nearest_module
from chunking.analysis.chunk_checks import check_chunks
from chunking.analysis.nearest import nearest
from chunking.analysis.reference_words import has_reference_words, starts_with_reference
from chunking.core.arrays import Vectors
from chunking.core.chunking import Chunking
from chunking.core.document import Document
from chunking.embedding import get_embedder


class Scattered(HashEmbedder):
    """Unit vectors in random directions, the same for each text of a place."""

    def encode(self, texts: Sequence[str], **_: object) -> Vectors:
        """Return one vector per text, (n, 40)."""
        vectors = np.random.default_rng(3).normal(size=(len(texts), 40)).astype(np.float32)
        found: Vectors = vectors / np.linalg.norm(vectors, axis=1, keepdims=True)
        return found


def of_texts(texts: Sequence[str], language: str = "en") -> Chunking:
    """Return chunks of some texts, joined by blank lines."""
    spans, at = [], 0
    for text in texts:
        spans.append((at, at + len(text)))
        at += len(text) + 2
    return Chunking.from_spans(Document("\n\n".join(texts), language=language), spans)


def rows(chunking: Chunking, name: str) -> list[int]:
    found: list[int] = check_chunks(chunking, HashEmbedder()).result(name).rows.tolist()
    return found


def split_at(text: str, *offsets: int) -> Chunking:
    edges = [0, *offsets, len(text)]
    return Chunking.from_spans(Document(text), pairwise(edges))


def test_duplicates_differ_at_most_in_white_space() -> None:
    chunking = of_texts(["The tide rises.", "Cod swim.", "The tide\nrises.", "Cod  swim.", "No."])
    found = check_chunks(chunking).result("duplicates")
    assert found.rows.tolist() == [0, 1, 2, 3]
    assert found.groups == ((0, 2), (1, 3))


def test_near_duplicates_have_nearly_the_same_wording() -> None:
    text = "The harbor was built by monks in the twelfth century from stones of the island."
    other = "A quay in the north was planned by kings, and paid for by the town of old."
    texts = [text, other, text.replace("monks", "nuns"), text, "Harbors and monks."]
    found = check_chunks(of_texts(texts), HashEmbedder()).result("near_duplicates")
    assert found.groups == ((0, 2), (2, 3))
    assert found.rows.tolist() == [0, 2, 3]


def test_hubs_and_orphans_are_those_of_all_similarities() -> None:
    chunking = of_texts([f"Text {i}." for i in range(300)])
    found = check_chunks(chunking, Scattered())
    vectors = Scattered().encode(chunking.texts)
    scores = vectors @ vectors.T
    np.fill_diagonal(scores, -np.inf)
    times = np.bincount(np.argsort(-scores, axis=1)[:, :5].ravel(), minlength=300)
    expected = np.flatnonzero(times > 5 + 2 * times.std())
    assert len(expected) > 0
    assert found.result("hubs").rows.tolist() == expected.tolist()
    assert found.result("hubs").values.tolist() == times[expected].tolist()
    assert found.result("orphans").rows.tolist() == np.flatnonzero(times == 0).tolist()
    assert len(found.result("orphans").rows) > 0


def test_one_text_near_to_all_is_a_hub_and_the_far_one_an_orphan() -> None:
    # All texts share the words of the first; the last shares none.
    texts = ["tide " * 3, *(f"tide {chr(97 + i) * 4} {chr(98 + i) * 6}" for i in range(22)), "zzz"]
    found = check_chunks(of_texts(texts), HashEmbedder())
    hubs = found.result("hubs")
    assert dict(zip(hubs.rows.tolist(), hubs.values.tolist(), strict=True))[0] >= 20
    assert 23 in found.result("orphans").rows


def test_hubs_are_unknown_for_few_chunks_and_without_a_model() -> None:
    chunking = of_texts(["One.", "Two."])
    assert (
        check_chunks(chunking, HashEmbedder()).result("hubs").unknown == "needs at least 20 chunks"
    )
    assert check_chunks(chunking).result("hubs").unknown == "needs a model"


def test_a_sentence_is_split_by_both_chunks() -> None:
    text = "The tide rises. The moon is full. Cod swim."
    assert rows(split_at(text, 20), "split_sentences") == [0, 1]
    assert rows(split_at(text, 16), "split_sentences") == []
    assert rows(split_at(text, 16, 24), "split_sentences") == [1, 2]


def test_lists_tables_and_fences_are_split() -> None:
    text = (
        "Text.\n\n- one\n- two\n- three\n\nMore.\n\n- four\n\n"
        "| a | b |\n|---|---|\n| 1 | 2 |\n\n```\none\ntwo\n```\n"
    )
    inside_list, between_lists = text.index("- two"), text.index("More")
    inside_table, inside_fence = text.index("| 1"), text.index("two\n```")
    chunking = split_at(text, inside_list, between_lists, inside_table, inside_fence)
    assert rows(chunking, "split_lists") == [0, 1]
    assert rows(chunking, "split_tables") == [2, 3]
    assert rows(chunking, "split_fences") == [3, 4]
    whole = split_at(text, between_lists)
    assert rows(whole, "split_lists") == rows(whole, "split_tables") == []


def test_a_list_that_no_chunk_can_hold_is_not_split() -> None:
    text = "- The tide rises.\n- The moon is full.\n- Cod swim."
    second, third = text.index("- The moon"), text.index("- Cod")
    assert rows(split_at(text, second, third), "split_lists") == []
    longer = f"{text}\n\n{'The bell rings. ' * 9}"
    chunking = split_at(longer, second, third, longer.index("The bell"))
    assert rows(chunking, "split_lists") == [0, 1, 2]


def test_overlap_divides_nothing() -> None:
    document = Document("The tide rises. The moon is full.")
    chunking = Chunking.from_spans(document, [(0, 15), (9, 33)])
    assert chunking.overlap.tolist() == [0, 6]
    assert rows(chunking, "split_sentences") == []
    inside = Chunking.from_spans(document, [(0, 12), (6, 33)])
    assert rows(inside, "split_sentences") == [0, 1]


def test_chunks_that_start_with_a_reference() -> None:
    texts = ["It rises.", "This is why.", "# This heading", "Cod swim.", "They eat."]
    assert rows(of_texts(texts), "references") == [1, 4]
    german = of_texts(["Häfen.", "Dieser ist alt.", "Es regnet."], language="de")
    assert rows(german, "references") == [1]
    unknown = check_chunks(of_texts(["Un.", "Deux."], language="fr")).result("references").unknown
    assert unknown == "unknown for the language fr"


@pytest.mark.model
def test_chunks_beyond_the_limit_of_the_model() -> None:
    found = check_chunks(of_texts(["tide " * 300, "tide " * 200]), get_embedder("all-MiniLM-L6-v2"))
    assert found.result("truncated").rows.tolist() == [0]
    assert found.result("truncated").values.tolist() == [300 - 254]
    assert found.result("truncated").title == "Over the model limit"


def test_no_chunks_have_no_findings() -> None:
    found = check_chunks(Chunking.from_spans(Document(""), []), HashEmbedder())
    assert all(len(each.rows) == 0 for each in found.results)


def unit(*degrees: float) -> np.ndarray:
    angles = np.radians(degrees)
    return np.stack([np.cos(angles), np.sin(angles)], axis=1).astype(np.float32)


def test_the_nearest_come_first_without_the_text_itself() -> None:
    rows, similarities = nearest(unit(0, 10, 30, 90), 2)
    assert rows.tolist() == [[1, 2], [0, 2], [1, 0], [2, 1]]
    assert similarities[0] == pytest.approx(np.cos(np.radians([10, 30])), abs=1e-6)


def test_few_texts_have_few_neighbors() -> None:
    assert nearest(unit(0, 10), 5)[0].tolist() == [[1], [0]]
    assert nearest(unit(0), 5)[0].shape == (1, 0)
    assert nearest(np.zeros((0, 0), np.float32), 5)[0].shape == (0, 0)


def test_blocks_give_the_same_as_the_whole_matrix(monkeypatch: pytest.MonkeyPatch) -> None:
    rng = np.random.default_rng(1)
    vectors = rng.normal(size=(50, 8)).astype(np.float32)
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    whole = nearest(vectors, 5)[0]
    monkeypatch.setattr(nearest_module, "_ROWS", 7)
    assert nearest(vectors, 5)[0].tolist() == whole.tolist()
    scores = vectors @ vectors.T
    np.fill_diagonal(scores, -np.inf)
    assert whole.tolist() == np.argsort(-scores, axis=1)[:, :5].tolist()


@pytest.mark.parametrize(
    ("text", "language", "expected"),
    [
        ("This is why.", "en", True),
        ("“They left.", "en-GB", True),
        ("> - It follows.", "en", True),
        ("The former is older.", "en", True),
        ("This chapter describes tides.", "en", False),
        ("Thistles grow here.", "en", False),
        ("# This heading", "en", False),
        ("Dieser Hafen ist alt.", "de", True),
        ("Dieses Kapitel beschreibt Häfen.", "de", False),
        ("Es regnet.", "de", False),
        ("Il pleut.", "fr", False),
    ],
)
def test_reference_words_at_the_start(text: str, language: str, *, expected: bool) -> None:
    assert starts_with_reference(text, language) is expected
    assert has_reference_words(language) is (language != "fr")
