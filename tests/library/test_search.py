"""Search in a store: the ranking of an evaluation, and arguments out of range."""

from pathlib import Path

import pytest

from chunking.retrieval.ranking import Ranking, rank
from chunkscope import Document, SettingsError, chunk, get_embedder, search, sync

TEXTS = {
    "tides.md": "# Tides\n\nThe moon pulls the sea.\n\nThe sea follows twice a day.\n\n"
    "Spring tides come at full moon.\n",
    "bread.md": "# Bread\n\nKnead the dough.\n\nWait for the yeast.\n\nBake at full heat.\n",
}
SPEC = "paragraph:max_tokens=12,overlap_tokens=0"


@pytest.fixture
def store(tmp_path: Path) -> str:
    """Return a store of two documents."""
    folder = tmp_path / "texts"
    folder.mkdir()
    for name, text in TEXTS.items():
        (folder / name).write_text(text, "utf-8")
    sync(str(folder), str(tmp_path / "store"), SPEC)
    return str(tmp_path / "store")


@pytest.mark.model
@pytest.mark.parametrize(
    ("ranking", "weight"),
    [("cosine", 0.0), ("cosine", 0.5), ("fusion", 0.0), ("fusion", 0.3), ("words", 0.0)],
)
def test_a_search_has_the_ranking_of_an_evaluation(
    ranking: Ranking, weight: float, store: str
) -> None:
    question = "What comes at full moon?"
    chunkings = [chunk(Document(TEXTS[name]), SPEC) for name in ("bread.md", "tides.md")]
    texts = [text for each in chunkings for text in each.texts]
    counts = [len(each) for each in chunkings]
    [order] = rank(
        [question], texts, ranking, get_embedder(), counts=counts, neighbor_weight=weight
    )
    hits = search(store, question, 9, ranking=ranking, neighbor_weight=weight)
    found = [hit.chunk["text"] for hit in hits]
    assert len(found) == (3 if ranking == "words" else len(texts))
    assert found == [texts[i] for i in order.tolist()][: len(found)]


@pytest.mark.model
def test_a_question_without_words_finds_nothing_by_words(store: str) -> None:
    assert search(store, "?", ranking="words") == []
    assert search(store, "?", 2, ranking="fusion")


def test_arguments_out_of_range_are_named(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match="ranking must be one of cosine, words, fusion, got"):
        search(str(tmp_path), "What?", ranking="recency")  # type: ignore[arg-type] # what is tested
    with pytest.raises(SettingsError, match="neighbor_weight must be 0 to below 1, got 1"):
        search(str(tmp_path), "What?", neighbor_weight=1)
