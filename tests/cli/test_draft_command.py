"""`chunkscope draft`."""

import json
from pathlib import Path

import pytest
from chat_server import chat_server
from command_line import run

TEXT = (
    "# Harbors\n\nThe harbor was built by monks in the twelfth century. Every stone of the mole "
    "came by boat from the island. The light at its end was lit for the first time in 1203. "
    "Fishermen still use it on stormy nights, when the entrance is hard to see from the sea.\n"
)


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Write a document to the current folder."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("OPENAI_BASE_URL", raising=False)
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    (tmp_path / "harbor.md").write_text(TEXT, encoding="utf-8")


def test_drafted_questions_can_be_evaluated(tmp_path: Path) -> None:
    code, out, error = run("draft", "harbor.md", "-o", "questions.jsonl")
    assert (code, out, error) == (0, "", "")
    lines = (tmp_path / "questions.jsonl").read_text(encoding="utf-8").splitlines()
    kinds = [json.loads(line)["synthetic"] for line in lines]
    assert kinds == ["headings"]
    words = ("evaluate", "harbor.md", "--questions", "questions.jsonl", "--ranking", "words")
    code, out, _ = run(*words, "--strategy", "sentence")
    assert code == 0
    assert "1 of 1 question synthetic (1 from headings)" in out
    found = json.loads(run(*words, "--strategy", "sentence", "--json")[1])
    assert found["questions"][0]["synthetic"] == "headings"


def test_headings_that_give_no_question_say_what_they_need(tmp_path: Path) -> None:
    (tmp_path / "short.md").write_text("# Tides\n\nThey are high.\n", encoding="utf-8")
    code, _, error = run("draft", "short.md")
    assert code == 2
    assert "of short.md: a heading needs words of its own and 80 to 4,000 characters below" in error


def test_a_chat_model_is_announced_before_text_is_sent() -> None:
    with chat_server() as server:
        answer = {"question": "Who built the harbor?", "quotes": ["built by monks"]}
        server.answers = [json.dumps(answer)]
        code, out, error = run("draft", "harbor.md", "--from", f"openai:writer@{server.url}")
    assert code == 0
    assert error.startswith("note: openai:writer sends 1 text of about ")
    found = json.loads(out)
    assert (found["synthetic"], found["quotes"]) == ("openai:writer", ["built by monks"])


def test_questions_before_an_error_are_kept(tmp_path: Path) -> None:
    answer = {"question": "Who built the harbor?", "quotes": ["built by monks"]}
    (tmp_path / "sea.md").write_text(TEXT, encoding="utf-8")
    with chat_server() as server:
        server.answers = [json.dumps(answer), "unused"]
        server.change = lambda content: content if len(server.requests) == 1 else {}
        name = f"openai:writer@{server.url}"
        code, out, error = run("draft", "harbor.md", "sea.md", "--from", name)
    assert code == 0
    assert len(out.splitlines()) == 1
    assert "note: 1 question before an error: the server 127.0.0.1" in error


def test_questions_without_their_evidence_are_counted() -> None:
    with chat_server() as server:
        server.answers = [json.dumps({"question": "Who?", "quotes": ["built by kings"]})]
        code, _, error = run("draft", "harbor.md", "--from", f"openai:writer@{server.url}")
    assert code == 2
    assert "1 of 1 question dropped" in error
    assert "no questions can be drafted from the openai:writer@" in error


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--from", "titles"), "--from must be headings or openai:NAME, got 'titles'"),
        (("--count", "0"), "the number of questions must be at least 1, got 0"),
        (("-o", "harbor.md"), "must not be an input file"),
    ],
)
def test_a_wrong_option_is_refused(words: tuple[str, ...], message: str) -> None:
    code, _, error = run("draft", "harbor.md", *words)
    assert code == 2
    assert message in error
