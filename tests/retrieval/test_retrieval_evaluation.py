"""Strategies measured by questions."""

from dataclasses import replace

import numpy as np
import pytest
from embedders import HashEmbedder

from chunking.core.document import Document
from chunking.core.errors import SettingsError
from chunking.core.text.tokenizers import token_sizes
from chunking.embedding import DEFAULT_MODEL
from chunking.retrieval.evaluation import Retrieval, chunk_all, evaluate, mean_sizes, mean_tokens
from chunking.retrieval.question_sets import document_of
from chunking.retrieval.questions import Question
from chunking.retrieval.ranking import best_first, combine, rank
from chunking.strategies import Paragraph, Sentence, available, get

pytestmark = pytest.mark.usefixtures("four_characters_per_token")

TIDES = "The tide lifts the boats.\n\nThe moon draws the tide.\n\nBread needs flour and heat."
LAW = "The court hears the law.\n\nThe judge reads the tide tables."
DOCUMENTS = [Document(TIDES, source="tides.md"), Document(LAW, source="law.md")]
QUESTIONS = [
    Question("flour for bread", "tides.md", ((53, 80),)),
    Question("the court and the law", "law.md", ((0, 24),)),
]
SMALL = Sentence(max_tokens=8, overlap_tokens=0)
WHOLE = Paragraph(max_tokens=100, overlap_tokens=0)


def test_small_chunks_find_the_evidence_and_nothing_else() -> None:
    found = evaluate(
        DOCUMENTS, QUESTIONS, [SMALL, WHOLE], Retrieval(chunks=1), embedder=HashEmbedder()
    )
    assert found.values["recall"].tolist() == [[1, 1], [1, 1]]
    assert found.values["precision"][0].tolist() == [1, 1]
    assert found.values["precision"][1, 0] == pytest.approx(27 / 80)
    assert found.chunk_counts.tolist() == [5, 2]
    assert found.documents.tolist() == [0, 1]


def test_questions_have_the_query_prompt_of_the_model() -> None:
    class Prompted(HashEmbedder):
        query_prompt = "query: "

    model = Prompted()
    evaluate(DOCUMENTS, QUESTIONS, [SMALL], embedder=model)
    asked = [text for text in model.texts if text.startswith("query: ")]
    assert asked == [f"query: {each.text}" for each in QUESTIONS]


def test_the_neighbors_of_a_chunk_help_to_find_it() -> None:
    oven, fire, boats = (
        "Crumbs fill the hot oven.",
        "Then a fire burns here.",
        "Boats race on lakes.",
    )
    text = f"{oven}\n\n{fire}\n\n{oven}\n\n{boats}\n\n{fire}\n\n{boats}"
    begin = text.rindex(fire)
    question = Question("Then a fire burns here. Boats", "t", ((begin, begin + len(fire)),))
    found = [
        evaluate(
            [Document(text, source="t")],
            [question],
            [SMALL],
            Retrieval(chunks=1, neighbor_weight=weight),
            embedder=HashEmbedder(),
        )
        for weight in (0, 0.3)
    ]
    assert [each.chunk_counts.tolist() for each in found] == [[6], [6]]
    assert [each.values["recall"][0, 0] for each in found] == [0, 1]


@pytest.mark.parametrize("weight", [-0.1, 1, float("nan")])
def test_a_neighbor_weight_is_a_share(weight: float) -> None:
    with pytest.raises(SettingsError, match="at least 0 and below 1"):
        Retrieval(neighbor_weight=weight)


def test_the_last_chunk_is_read_up_to_the_budget() -> None:
    found = evaluate(
        DOCUMENTS[:1], QUESTIONS[:1], [WHOLE], Retrieval(tokens=15), embedder=HashEmbedder()
    )
    assert found.values["recall"][0, 0] == pytest.approx(7 / 27)
    assert found.values["precision"][0, 0] == pytest.approx(7 / 60)


def test_chunks_of_all_documents_may_compete() -> None:
    question = Question("the judge reads tables of the moon", "tides.md", ((27, 51),))
    own = evaluate(DOCUMENTS, [question], [SMALL], Retrieval(chunks=1), embedder=HashEmbedder())
    every = evaluate(
        DOCUMENTS, [question], [SMALL], Retrieval(chunks=2, scope="all"), embedder=HashEmbedder()
    )
    assert own.values["mrr"].item() == 1
    assert every.values["mrr"].item() == 1 / 2
    assert every.values["precision"].item() < 1


@pytest.mark.parametrize("ranking", ["cosine", "words", "fusion"])
def test_every_ranking_puts_the_text_with_the_words_first(ranking: str) -> None:
    texts = ["the tide", "bread and flour", "a judge", ""]
    orders = rank(["flour", "judge"], texts, ranking, HashEmbedder())  # type: ignore[arg-type]
    assert [order[0] for order in orders] == [1, 2]
    assert all(sorted(order) == [0, 1, 2, 3] for order in orders)


def test_fusion_ranks_texts_without_the_words_by_vectors_alone() -> None:
    vectors, words = np.array([0.1, 0.5, 0.4, 0.3]), np.array([0, 0, 0, 2.0])
    assert best_first(combine(vectors, words)).tolist() == [3, 1, 2, 0]
    assert combine(vectors, words).tolist() == pytest.approx(
        [1 / 64, 1 / 61, 1 / 62, 1 / 63 + 1 / 61]
    )
    assert best_first(combine(vectors, None)).tolist() == [1, 2, 3, 0]


def test_words_of_scripts_without_blanks_are_ranked() -> None:
    texts = ["潮は満ちる。", "パン屋は窯を温める。", "판사는 증인을 듣는다."]
    orders = rank(["窯のパン屋", "증인"], texts, "words", HashEmbedder())
    assert [order[0] for order in orders] == [1, 2]


def test_texts_without_words_are_ranked_in_order() -> None:
    (order,) = rank(["?"], ["…", "!"], "words", HashEmbedder())
    assert order.tolist() == [0, 1]


def test_questions_without_evidence_are_left_out_with_a_note() -> None:
    lost = Question("Where?", "other.md", ((0, 3),))
    found = evaluate(DOCUMENTS, [*QUESTIONS, lost], [SMALL], embedder=HashEmbedder())
    assert len(found.questions) == 2
    left_out = "question (\"Where?\"): is on 'other.md', not on tides.md, law.md"
    assert found.notes == (f"1 question left out: {left_out}",)
    with pytest.raises(SettingsError, match="needs a question with evidence"):
        evaluate(DOCUMENTS, [lost], [SMALL], embedder=HashEmbedder())
    for quotes, says in (((), ""), (("The",), ', and no single one has "The"')):
        unnamed = Question("Where?", "", ((0, 3),), quotes)
        with pytest.raises(SettingsError, match=f"names none of tides.md, law.md{says}$"):
            evaluate(DOCUMENTS, [unnamed], [SMALL], embedder=HashEmbedder())


@pytest.mark.parametrize(
    ("question", "owner"),
    [
        (Question("Where?", "law.md", ((0, 24),)), 1),
        (Question("Where?", "law", ((0, 24),)), 1),
        (Question("Where?", "old.md", ((0, 0),), ("The court",)), 1),
        (Question("Where?", "", ((0, 0),), ("The court",)), 1),
        (Question("Where?", "", ((0, 0),), ("The",)), None),
        (Question("Where?", "old.md", ((0, 24),)), None),
        (Question("Where?", "", ((0, 24),)), None),
    ],
)
def test_a_question_is_on_the_document_that_it_names_or_quotes(
    question: Question, owner: int | None
) -> None:
    assert document_of(question, DOCUMENTS) == owner
    unnamed = [Document(LAW, source="LAW"), Document(TIDES, source="TIDES")]
    assert document_of(replace(question, quotes=(), document=""), unnamed) is None


@pytest.mark.parametrize(("name", "recall"), [("law.md", 0), ("other.md", None), ("", 0)])
def test_a_single_document_is_not_asked_what_is_on_another_one(
    name: str, recall: float | None
) -> None:
    question = Question("flour", name, ((0, 24),))
    if recall is None:
        with pytest.raises(SettingsError, match=r"is on 'other.md', not on law.md"):
            evaluate(DOCUMENTS[1:], [question], [SMALL], embedder=HashEmbedder())
    else:
        found = evaluate(DOCUMENTS[1:], [question], [SMALL], embedder=HashEmbedder())
        assert found.documents.tolist() == [0]


def test_notes_name_the_first_questions_without_their_passages() -> None:
    long = "No such words. " * 9
    lost = [
        Question(f"q{i}", "law.md", ((0, 0),), (long,), place=f"set.jsonl line {i}")
        for i in range(1, 6)
    ]
    far = Question("far", "law.md", ((7_000, 7_003),))
    half = Question("half", "law.md", ((0, 0), (0, 0)), ("The court", "No jury"))
    notes = evaluate(DOCUMENTS, [*lost, far, half], [SMALL], embedder=HashEmbedder()).notes
    first = f'set.jsonl line 1 ("q1"): the quote "{long[:60]}…" is not in law.md; set.jsonl line 2'
    assert notes[0].startswith(f"6 questions left out: {first}")
    assert notes[0].endswith("; 3 more")
    assert notes[1] == (
        "1 question with a part of the evidence only: "
        'question ("half"): the quote "No jury" is not in law.md'
    )
    with pytest.raises(SettingsError, match=r"\(\"why\"\): has no evidence"):
        evaluate(DOCUMENTS, [Question("why", "law.md", ())], [SMALL], embedder=HashEmbedder())
    with pytest.raises(SettingsError, match=r"got the evidence \[7000, 7003\], and law.md has"):
        evaluate(DOCUMENTS, [far], [SMALL], embedder=HashEmbedder())


@pytest.mark.parametrize("name", available())
def test_sizes_are_in_the_common_tokenizer_else_in_tokens_of_the_model(name: str) -> None:
    strategy = get(name)()
    strategies = [strategy, strategy.with_(tokenizer="words")]
    made = chunk_all(DOCUMENTS, strategies, embedder=HashEmbedder())
    ways = [*made.values()]
    own, unit = mean_sizes(ways[:1], DEFAULT_MODEL)
    assert unit == strategy.material.size_unit
    assert own[0] == np.concatenate([each.tokens for each in ways[0]]).mean()
    both, unit = mean_sizes(ways, DEFAULT_MODEL)
    assert unit == "tokens of all-MiniLM-L6-v2"
    pieces = [token_sizes(each.text, "wordpiece") for each in DOCUMENTS]
    assert both.tolist() == [mean_tokens(way, pieces) for way in ways]


def test_how_chunks_are_retrieved_is_one_line() -> None:
    assert Retrieval(100, ranking="words").summary == (
        "ranking: words; retrieved per question: 100 estimated tokens (the same for every model); "
        "chunks of its document; metric definitions: default"
    )
    chunks = Retrieval(chunks=5, scope="all", neighbor_weight=0.2, metric_definitions="published")
    assert chunks.summary == (
        "ranking: cosine (all-MiniLM-L6-v2); neighbor weight 0.2; retrieved per question: "
        "5 chunks; chunks of all documents; metric definitions: published"
    )


def test_documents_of_one_name_are_refused() -> None:
    with pytest.raises(SettingsError, match=r"different names, got 'law.md' twice"):
        evaluate([DOCUMENTS[1]] * 2, QUESTIONS, [SMALL], embedder=HashEmbedder())


def test_an_impossible_budget_is_refused() -> None:
    with pytest.raises(SettingsError, match="must be at least 1"):
        Retrieval(tokens=0)
