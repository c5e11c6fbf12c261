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
    line = "ranking: words; retrieved per question: 1 chunk; chunks of its document"
    assert out.startswith(f"1 question\n{line}; metric definitions: default\n\nA  sentence:max_tok")
    assert "Recall" in out
    assert out.rstrip().endswith(
        "with 1 question (95% interval −97.5 to 97.5 points); "
        "mean size A 6, B 18 tokens of all-MiniLM-L6-v2."
    )


def test_json_has_the_values_of_every_question() -> None:
    words = ("evaluate", "tides.md", "--questions", "questions.jsonl", "--ranking", "words")
    found = json.loads(run(*words, "--strategy", "paragraph", "--json")[1])
    assert found["strategies"][0]["recall"] == 1
    assert found["questions"][0]["values"][0]["recall"] == 1
    assert found["questions"][0]["evidence"] == [[53, 80]]
    assert found["size_unit"] == "characters ÷ 4"
    assert (found["retrieval"]["tokens"], found["retrieval"]["chunks"]) == (800, None)
    assert found["retrieval"]["tokens_unit"] == "estimated tokens"


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
    assert out.startswith("semantic:min_tokens=0\n1 question\nranking: cosine (all-MiniLM-L6-v2)")
    assert "; sizes in tokens of all-MiniLM-L6-v2\n\nthreshold  recall" in out
    assert "Recall: 100% at every threshold with 1 question" in out
    curve = json.loads(run(*words, *options, "--json")[1])["curve"]
    assert curve["threshold"] == [-1, 0, 1]
    assert curve["chunks"] == [1, 1, 1]
    assert curve["recall"] == [1, 1, 1]


@pytest.mark.model
@pytest.mark.parametrize(
    "words",
    [
        ("--strategy", "semantic:max_tokens=900,min_tokens=0", "--thresholds", "-1:1:2"),
        ("--strategy", "paragraph:max_tokens=900"),
    ],
)
def test_what_exceeds_the_model_limit_is_noted_in_json_too(words: tuple[str, ...]) -> None:
    Path("long.md").write_text("The moon draws the tide, says the captain. " * 60, encoding="utf-8")
    question = {"question": "What draws the tide?", "quotes": ["The moon draws the tide"]}
    Path("asked.jsonl").write_text(json.dumps(question), encoding="utf-8")
    code, out, error = run("evaluate", "long.md", "--questions", "asked.jsonl", *words, "--json")
    assert code == 0
    [note] = [each for each in json.loads(out)["notes"] if "exceed the model limit" in each]
    assert f"note: {note}\n" in error
    assert note.startswith(("threshold -1.00: ", "paragraph:"))
    text, _ = run("evaluate", "long.md", "--questions", "asked.jsonl", *words)[1:]
    assert "exceed the model limit" not in text


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("--tokens", "100", "--chunks", "3"), "either --tokens or --chunks, not both"),
        (
            ("--tokens", "100", "--metric-definitions", "published"),
            "published retrieves a number of --chunks, 5 by default; got --tokens 100",
        ),
        (("--tokens", "0"), "must be at least 1, got 0"),
    ],
)
def test_an_amount_is_given_once(words: tuple[str, ...], says: str) -> None:
    code, out, error = run("evaluate", "tides.md", "--questions", "questions.jsonl", *words)
    assert (code, out) == (2, "")
    assert says in error


def test_a_file_with_documents_gives_the_quotes_for_an_edited_one() -> None:
    asked = {"doc": "tides", "question": "What needs flour?", "evidence": [[53, 80]]}
    data = {"docs": [{"doc": "tides", "text": TEXT}], "questions": [asked]}
    Path("set.json").write_text(json.dumps(data), encoding="utf-8")
    Path("tides.md").write_text(f"New.\n\n{TEXT}", encoding="utf-8")
    words = ("evaluate", "tides.md", "--questions", "set.json", "--ranking", "words")
    found = json.loads(run(*words, "--strategy", "paragraph", "--json")[1])
    assert found["questions"][0]["evidence"] == [[59, 86]]


def test_a_question_without_its_quote_is_named_by_file_and_line() -> None:
    asked = [
        {"question": "What needs flour?", "quotes": ["Bread needs no flour."]},
        {"question": "Which court?", "document": "law.md", "evidence": [[0, 4]]},
    ]
    Path("lost.jsonl").write_text("\n\n".join(map(json.dumps, asked)), encoding="utf-8")
    code, out, error = run("evaluate", "tides.md", "--questions", "lost.jsonl")
    assert (code, out) == (2, "")
    quote = 'lost.jsonl line 1 ("What needs flour?"): the quote "Bread needs no flour." is not in'
    other = "lost.jsonl line 3 (\"Which court?\"): is on 'law.md', not on tides.md"
    assert f"{quote} tides.md; {other}" in error


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
