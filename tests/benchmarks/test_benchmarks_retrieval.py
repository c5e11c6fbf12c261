"""Retrieval benchmark: rows for each way to split."""

import pytest
from embedders import HashEmbedder

from benchmarks.retrieval import rows, splitters
from chunking.core.document import Document
from chunking.embedding import DEFAULT_MODEL, get_embedder
from chunking.retrieval.evaluation import Retrieval
from chunking.retrieval.questions import Question

TOPICS = ("river boat harbor", "oven bread flour", "violin concert melody")
TEXT = "".join(f"The {topic} {topic}. " * 10 + "\n\n" for topic in TOPICS)
BEGIN = TEXT.index("The oven")
WHOLE, SMALL = (
    "paragraph:max_tokens=2000,overlap_tokens=0",
    "sentence:max_tokens=75,overlap_tokens=0",
)


def test_rows_have_measures_for_each_scope_and_the_difference_from_the_first() -> None:
    documents = [Document(TEXT, source="a"), Document("The river. The boat.", source="b")]
    question = Question("oven bread flour", "a", ((BEGIN, BEGIN + 30),))
    ways = splitters([WHOLE, SMALL], [])
    found = [
        *rows(
            "set",
            documents,
            [question],
            ways,
            retrieval=Retrieval(75),
            embedder=HashEmbedder(),
        )
    ]
    assert [(row["at"], row["scope"], row["strategy"]) for row in found[:4]] == [
        ("75 tokens", "all", WHOLE),
        ("75 tokens", "all", SMALL),
        ("75 tokens", "document", WHOLE),
        ("75 tokens", "document", SMALL),
    ]
    whole, small = found[2:4]
    assert small["recall"] > whole["recall"]
    assert small["difference"] == pytest.approx(small["recall"] - whole["recall"])
    assert whole["difference"] == 0
    assert found[-1]["at"] == "5 chunks"


def test_strategies_are_scaled_to_one_mean_size_and_compared_for_each_document() -> None:
    documents = [Document(TEXT, source="a"), Document(TEXT.replace("bread", "cake"), source="b")]
    questions = [Question("oven flour", each, ((BEGIN, BEGIN + 30),)) for each in ("a", "b")]
    ways = splitters([WHOLE, SMALL], [], 40)
    (_, _, whole, small, *_) = rows(
        "set",
        documents,
        questions,
        {title: ways[title] for title in (WHOLE, SMALL)},
        retrieval=Retrieval(75),
        embedder=HashEmbedder(),
    )
    assert whole["mean_tokens"] == pytest.approx(small["mean_tokens"], rel=0.2)
    assert small["difference"] == pytest.approx((small["a"] + small["b"]) / 2)


@pytest.mark.model
def test_the_recommended_strategy_answers_a_question() -> None:
    question = Question("oven bread flour", "a", ((BEGIN, BEGIN + 30),))
    ways = splitters(["recommended"], [])
    document = Document(TEXT, source="a")
    (row, _) = rows(
        "set",
        [document],
        [question],
        ways,
        retrieval=Retrieval(1000),
        embedder=get_embedder(DEFAULT_MODEL),
    )
    assert row["recall"] == 1
