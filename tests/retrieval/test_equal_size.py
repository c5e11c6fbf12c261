"""Strategies adjusted to one mean size."""

import numpy as np
import pytest
from embedders import HashEmbedder

from chunking import chunk, get
from chunking.core.document import Document
from chunking.core.errors import SettingsError
from chunking.engine import prepare, run
from chunking.engine.spec import parse_spec
from chunking.retrieval.equal_size import TOLERANCE, Way, at_equal_size, at_smallest_size

pytestmark = pytest.mark.usefixtures("four_characters_per_token")

WORDS = ("tide", "moon", "harbor", "bread", "flour", "sea", "boat", "island", "monk", "stone")


def _text() -> str:
    """Return 120 paragraphs of one to nine sentences, of 4 to 24 words each."""
    rng = np.random.default_rng(5)
    paragraphs = []
    for _ in range(120):
        lengths = rng.integers(4, 25, rng.integers(1, 10))
        chosen = [" ".join(rng.choice(WORDS, length)).capitalize() + "." for length in lengths]
        paragraphs.append(" ".join(chosen))
    return "\n\n".join(paragraphs)


TEXT = _text()
DOCUMENTS = [Document(TEXT, source="a.md"), Document(TEXT[: len(TEXT) // 3], source="b.md")]


def mean(spec: str) -> float:
    """Return the mean size of the chunks of a strategy in estimated tokens."""
    chunkings = [
        chunk(document, parse_spec(spec), embedder=HashEmbedder()) for document in DOCUMENTS
    ]
    sizes = [-(-len(text) // 4) for each in chunkings for text in each.texts]
    return sum(sizes) / len(sizes)


@pytest.mark.parametrize(
    "spec",
    [
        "structure",
        "sentence",
        "recursive",
        "fixed",
        "sliding",
        "paragraph",
        "semantic",
        "optimal",
        "breakpoint:rule=target_size",
        "cluster",
        "headings",
    ],
)
def test_sizes_are_adjusted_to_the_mean(spec: str) -> None:
    found = at_equal_size(DOCUMENTS, parse_spec(spec), 120, embedder=HashEmbedder())
    assert found.note == ""
    assert found.mean_tokens == pytest.approx(120, rel=TOLERANCE)


def test_all_sizes_keep_their_proportions() -> None:
    strategy = parse_spec("sentence:max_tokens=400,overlap_tokens=100")
    found = at_equal_size(DOCUMENTS, strategy, 90).strategy.model_dump()
    assert found["overlap_tokens"] / found["max_tokens"] == pytest.approx(1 / 4, abs=0.02)


def test_a_maximum_above_a_smaller_target_stays_and_splits_no_sentence() -> None:
    lengths = [20 + 7 * n % 31 for n in range(60)]
    sentences = [
        " ".join(WORDS[(n + k) % 10] for k in range(length)).capitalize()
        for n, length in enumerate(lengths)
    ]
    document = Document(". ".join(sentences) + ".")
    strategy = parse_spec("structure:target_tokens=200,max_tokens=240,overlap_share=0")
    found = at_equal_size([document], strategy, 90).strategy
    ends = {each.end for each in chunk(document, found).chunks}
    assert found.model_dump()["max_tokens"] == 240
    assert found.model_dump()["target_tokens"] < 120
    assert all(document.text[end - 1] == "." for end in ends)


def test_a_maximum_shrinks_where_the_target_alone_does_not_reach_the_size() -> None:
    sections = [f"# {word}\n\n" + f"The {word} is old. " * 20 for word in WORDS]
    document = Document("\n\n".join(sections))
    strategy = parse_spec("structure:target_tokens=100,max_tokens=200,overlap_share=0")
    found = at_equal_size([document], strategy, 50)
    assert found.mean_tokens == pytest.approx(50, rel=0.1)
    assert found.strategy.model_dump()["max_tokens"] < 120


def test_a_strategy_that_cannot_reach_the_size_comes_as_near_as_possible() -> None:
    # The text has only two short sections.
    document = Document("# A\n\nOne sentence here.\n\n# B\n\nAnother sentence there.")
    found = at_equal_size([document], get("headings")(), 500)
    assert found.note.endswith("headings does not reach 500")
    assert found.mean_tokens < 20


def test_a_strategy_without_sizes_stays_as_it_is() -> None:
    strategy = get("hierarchical")()
    found = at_equal_size(DOCUMENTS[:1], strategy, 120, embedder=HashEmbedder())
    assert found.strategy == strategy
    assert found.note == "hierarchical has no size setting"
    assert found.mean_tokens > 0


def test_prepared_documents_are_scaled_without_being_prepared_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    strategies = [parse_spec(each) for each in ("fixed:max_tokens=60", "recursive:max_tokens=200")]
    ready = [prepare(DOCUMENTS[0], each.material) for each in strategies]
    ways = [
        Way(strategy.name, strategy, run(prepared, strategy))
        for strategy, prepared in zip(strategies, ready, strict=True)
    ]
    expected, words = at_smallest_size(ways)
    monkeypatch.setattr("chunking.retrieval.equal_size.prepare", pytest.fail)
    known = [way._replace(prepared=prepared) for way, prepared in zip(ways, ready, strict=True)]
    found, same_words = at_smallest_size(known)
    assert [each.chunking for each in found] == [each.chunking for each in expected]
    assert words == same_words


def test_an_impossible_size_is_refused() -> None:
    with pytest.raises(SettingsError, match="at least 1 token, got 0"):
        at_equal_size(DOCUMENTS, get("fixed")(), 0)
