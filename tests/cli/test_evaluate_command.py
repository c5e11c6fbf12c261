"""`chunkscope evaluate`."""

import json
from pathlib import Path

import pytest
from command_line import run

pytestmark = pytest.mark.usefixtures("four_characters_per_token")

TEXT = "The tide lifts the boats.\n\nThe moon draws the tide.\n\nBread needs flour and heat.\n"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Write a document and its questions to the current folder."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "tides.md").write_text(TEXT, encoding="utf-8")
    question = {"question": "What needs flour?", "quotes": ["Bread needs flour and heat."]}
    (tmp_path / "questions.jsonl").write_text(json.dumps(question), encoding="utf-8")


def test_strategies_are_compared_by_words() -> None:
    words = ("evaluate", "tides.md", "--questions", "questions.jsonl", "--ranking", "words")
    small = ("--strategy", "sentence:max_tokens=8,overlap_tokens=0", "--chunks", "1")
    code, out, _ = run(*words, *small, "--strategy", "paragraph")
    assert code == 0
    assert out.startswith("1 question\n\nA  sentence:max_tokens=8,overlap_tokens=0\nB  paragraph")
    assert "Recall" in out
    assert out.rstrip().endswith(
        "with 1 question (95% interval -97.5 to 97.5); mean tokens A 7, B 20."
    )


def test_json_has_the_values_of_every_question() -> None:
    words = ("evaluate", "tides.md", "--questions", "questions.jsonl", "--ranking", "words")
    found = json.loads(run(*words, "--strategy", "paragraph", "--json")[1])
    assert found["strategies"][0]["recall"] == 1
    assert found["questions"][0]["values"][0]["recall"] == 1
    assert found["questions"][0]["evidence"] == [[53, 80]]


def test_documents_are_needed() -> None:
    code, _, error = run("evaluate", "--questions", "questions.jsonl")
    assert code != 0
    assert "needs documents" in error


def test_published_measures_retrieve_five_chunks() -> None:
    words = ("evaluate", "tides.md", "--questions", "questions.jsonl", "--ranking", "words")
    small = ("--strategy", "sentence:max_tokens=8,overlap_tokens=0")
    found = json.loads(run(*words, *small, "--metric-definitions", "published", "--json")[1])
    assert found["strategies"][0]["precision"] == pytest.approx(27 / 76)
    assert found["strategies"][0]["precision_omega"] == 1


def test_sizes_are_made_equal_where_possible() -> None:
    words = ("evaluate", "tides.md", "--questions", "questions.jsonl", "--ranking", "words")
    names = ("--strategy", "fixed", "--strategy", "hierarchical:levels=paragraph > sentence")
    code, out, _ = run(*words, *names, "--equal-size", "10")
    assert code == 0
    assert "A  fixed:max_tokens=1" in out
    assert "levels=paragraph > sentence has no size setting" in out
    found = json.loads(run(*words, "--strategy", "fixed", "--equal-size", "10", "--json")[1])
    assert found["strategies"][0]["mean_tokens"] == pytest.approx(10, rel=0.02)


@pytest.mark.model
def test_recall_is_printed_at_thresholds() -> None:
    words = ("evaluate", "tides.md", "--questions", "questions.jsonl", "--chunks", "1")
    options = ("--strategy", "semantic:min_tokens=0", "--thresholds", "-1:1:3")
    code, out, _ = run(*words, *options)
    assert code == 0
    assert out.startswith("semantic:min_tokens=0\n1 question\n\nthreshold  recall")
    assert "Recall: 100% at every threshold with 1 question" in out
    curve = json.loads(run(*words, *options, "--json")[1])["curve"]
    assert curve["threshold"] == [-1, 0, 1]
    assert curve["chunks"] == [1, 1, 1]
    assert curve["recall"] == [1, 1, 1]


@pytest.mark.parametrize(
    "words",
    [
        ("--strategy", "semantic", "--strategy", "sentence"),
        ("--strategy", "semantic", "--equal-size", "100"),
    ],
)
def test_thresholds_are_for_one_strategy(words: tuple[str, ...]) -> None:
    given = ("tides.md", "--questions", "questions.jsonl", "--thresholds", "0:1:3")
    code, _, error = run("evaluate", *given, *words)
    assert code == 2
    assert "--thresholds is for one strategy, and not for --equal-size" in error
