"""Questions: files, and passages located again."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from chunking.core.errors import LoadError
from chunking.retrieval.questions import Question, locate, read_questions, to_json_lines

TEXT = "The tide is high. The moon is full. The tide is high."


def question(*evidence: tuple[int, int], quotes: tuple[str, ...] = ()) -> Question:
    return Question("When?", "tides.md", evidence, quotes)


def test_a_passage_at_its_place_is_valid() -> None:
    found = locate(question((18, 35), quotes=("The moon is full.",)), TEXT)
    assert found.statuses == ("valid",)
    assert found.question.evidence == ((18, 35),)


def test_a_passage_is_relocated_to_the_nearest_occurrence() -> None:
    quotes = ("The tide is high.",)
    near_end = locate(question((40, 57), quotes=quotes), TEXT)
    near_start = locate(question((3, 20), quotes=quotes), TEXT)
    assert (near_end.statuses, near_end.question.evidence) == (("relocated",), ((36, 53),))
    assert near_start.question.evidence == ((0, 17),)


def test_a_quote_without_a_place_is_valid_wherever_it_is() -> None:
    found = locate(question((0, 0), (0, 0), quotes=("The moon is full.", "No moon.")), TEXT)
    assert found.statuses == ("valid", "lost")
    assert found.question.evidence == ((18, 35),)


def test_a_passage_that_is_gone_is_lost_and_others_stay() -> None:
    found = locate(question((0, 8), (20, 30), quotes=("The tide", "no longer")), TEXT)
    assert found.statuses == ("valid", "lost")
    assert found.question.evidence == ((0, 8),)
    assert found.question.quotes == ("The tide",)


def test_a_span_outside_of_the_text_is_lost() -> None:
    assert locate(question((40, 99)), TEXT).statuses == ("lost",)


def test_questions_are_written_and_read(tmp_path: Path) -> None:
    first = question((0, 8), (18, 26), quotes=("The tide", "The moon"))
    path = tmp_path / "questions.jsonl"
    path.write_text(to_json_lines([first, question((3, 7))]), encoding="utf-8")
    assert read_questions(path) == ([first, question((3, 7))], {})


def test_drafted_questions_stay_marked(tmp_path: Path) -> None:
    drafted = Question(
        "The tide is high.", "tides.md", ((18, 35),), ("The moon is full.",),
        synthetic="headings", masked="The tide is high.",
    )  # fmt: skip
    path = tmp_path / "questions.jsonl"
    path.write_text(to_json_lines([drafted]), encoding="utf-8")
    assert read_questions(path)[0] == [drafted]
    assert locate(drafted, "New. " + TEXT).question == replace(drafted, evidence=((23, 40),))


def test_a_file_may_contain_its_documents(tmp_path: Path) -> None:
    path = tmp_path / "set.json"
    data = {
        "docs": [{"doc": "tides", "text": TEXT}],
        "questions": [{"doc": "tides", "question": "When?", "evidence": [[18, 35], [0, 8]]}],
    }
    path.write_text(json.dumps(data), encoding="utf-8")
    found, documents = read_questions(path)
    assert found == [Question("When?", "tides", ((0, 8), (18, 35)))]
    assert documents["tides"].text == TEXT


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("", "has no questions"),
        ("[]", "has no questions"),
        ("{]", "line 1: is no JSON"),
        ('{"question": 3}', "must be an object with question and evidence"),
        ('{"question": "a", "evidence": [[1]]}', "must be a list of [start, end] offsets"),
        ('{"question": "a"}', "needs evidence"),
        ('{"question": "a", "evidence": [[1, 2]], "quotes": ["a", "b"]}', "as many quotes"),
        ('{"question": "a", "evidence": [[1, 2]], "synthetic": true}', "must be texts"),
        ('{"docs": [{"doc": "a"}], "questions": []}', "must have doc and text"),
    ],
)
def test_a_broken_file_is_named_in_one_sentence(content: str, message: str, tmp_path: Path) -> None:
    path = tmp_path / "broken.jsonl"
    path.write_text(content, encoding="utf-8")
    with pytest.raises(LoadError) as caught:
        read_questions(path)
    assert message in str(caught.value)
    assert str(caught.value).startswith("broken.jsonl")
