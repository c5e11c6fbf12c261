"""Question sets without a browser: passages, files, undo, links, and what each lane finds."""

from __future__ import annotations

import json
from typing import Any

import pytest
from session_page import SessionPage

from chunking import Document, get
from chunking.core.errors import LoadError, StoppedError
from chunking.gui.core.jobs import JOBS, Job
from chunking.gui.questions import evaluation
from chunking.gui.results import question_set
from chunking.gui.results.lanes import lanes, ready
from chunking.gui.session.session import Session
from chunking.gui.shell import url
from chunking.gui.shell.dialogs.boundaries_and_questions import import_questions
from chunking.gui.shell.dialogs.parts import File
from chunking.retrieval.evaluation import Retrieval, evaluate

pytestmark = pytest.mark.usefixtures("small_model")

OVEN = "The baker heats the oven. Sourdough rises slowly in the oven. The oven is hot at dawn."
LAW = "A verdict follows the law."
TEXT = (
    "# Harbour\n\nThe pilot waits for the tide. The schooner needs wind.\n\n"
    f"# Bread\n\n{OVEN}\n\n# Court\n\nThe judge hears a witness. {LAW}"
)
ASKED = "When does the baker heat the oven?"


class Asking(SessionPage):
    """A session with two lanes on Ask, and the messages sent last by kind."""

    def __init__(self) -> None:
        super().__init__(Session(page="ask"))
        self.open(TEXT)
        self.session.compare.shown = 2
        self.session.apply("a", get("paragraph")(max_tokens=30, overlap_tokens=0))
        self.session.apply("b", get("sentence")(max_tokens=12, overlap_tokens=0))
        self.session.ask.rank_by("words")
        self.session.record()

    def open(self, text: str) -> None:
        """Open a document, always under one name."""
        self.session.open(Document(text, source="page.md"))

    def add(self, question: str, passage: str) -> Asking:
        start = self.session.document.text.index(passage)
        return self.do("ask", question).do("add_question", start, start + len(passage))

    def questions(self) -> dict[str, Any]:
        """Return the message on the set once nothing works for it any more."""
        return self.finish().sent["questions"]

    def texts(self) -> list[str]:
        """Return the questions of the session."""
        return [each.text for each in self.session.questions]

    def notices(self) -> list[str]:
        """Return the sentences shown."""
        return [each.text for each in self.session.notices]


@pytest.fixture
def asking() -> Asking:
    return Asking().do("ask_view", "questions")


def cells(sent: dict[str, Any], row: int = 0) -> list[tuple[object, ...]]:
    """Return the result, the recall and the rank in each cell of a row."""
    return [
        (each["result"], each.get("recall"), each.get("rank"))
        for each in sent["rows"][row]["cells"]
    ]


def test_a_question_joins_the_set_with_its_passages(asking: Asking) -> None:
    asking.add(ASKED, OVEN).add(ASKED, LAW).add("Who waits?", "The pilot waits for the tide. ")
    both, one = asking.session.questions
    assert (both.text, both.document) == (ASKED, "page.md")
    assert both.quotes == (OVEN, LAW)
    assert one.quotes == ("The pilot waits for the tide.",)  # without the blank at its end
    sent = asking.questions()
    assert [each["passages"] for each in sent["rows"]] == [2, 1]
    assert asking.sent["answer"]["set"] == {
        "view": "questions", "count": 2, "known": True, "added": True,
    }  # fmt: skip


def test_all_passages_are_the_answer_when_a_question_is_asked_again(asking: Asking) -> None:
    asking.add(ASKED, OVEN).add(ASKED, LAW).do("ask", "Another?").do("show_question", ASKED)
    asking.questions()
    spans = asking.sent["answer"]["passages"]
    assert [TEXT[start:end] for start, end in spans] == [OVEN, LAW]
    whole, split = (each["placement"] for each in asking.sent["answer"]["lanes"])
    assert whole["text"].startswith("ranks 1, ")
    assert whole["whole"]
    assert split["text"].startswith("1 of 2 found whole: rank 1, split at sentence ")
    assert TEXT[split["at"] :].startswith("Sourdough")


def test_a_question_without_a_passage_is_not_added(asking: Asking) -> None:
    asking.do("ask", ASKED).do("add_question").do("add_question", 5, 5)
    assert asking.texts() == []
    assert asking.notices() == ["Select the answer in the text first."]


def test_changes_of_the_set_can_be_undone(asking: Asking) -> None:
    asking.add(ASKED, OVEN).do("delete_question", ASKED)
    assert asking.texts() == []
    name = asking.session.document.source
    assert (
        asking.session.history.undo_label(asking.session.documents.chosen)
        == f"1 question on {name}"
    )
    asking.do("undo")
    assert asking.texts() == [ASKED]
    asking.do("undo")
    assert asking.texts() == []
    asking.do("redo")
    assert asking.texts() == [ASKED]


def test_the_set_tells_what_boundaries_divide_before_it_is_evaluated(asking: Asking) -> None:
    sent = asking.add(ASKED, OVEN).questions()
    assert cells(sent) == [("whole", None, None), ("split", None, None)]
    assert TEXT[sent["rows"][0]["cells"][1]["at"] :].startswith("Sourdough")
    assert (sent["summary"], sent["verdict"], sent["ready"]) == ([], "", True)


def test_each_lane_is_evaluated_by_its_chunks(asking: Asking) -> None:
    asking.add(ASKED, OVEN).add("Which verdict follows the law?", LAW).do("retrieve", "chunks", 1)
    sent = asking.do("equal_size", False).do("evaluate").questions()  # noqa: FBT003
    first, second = "The baker heats the oven.", "Sourdough rises slowly in the oven."
    assert cells(sent)[0] == ("whole", "100%", 1)
    result, recall, rank = cells(sent)[1]
    assert (result, rank) == ("split", 1)
    counted = len(OVEN) - 2  # without the blanks between the three sentences
    assert recall in {f"{100 * len(each) / counted:.0f}%" for each in (first, second)}
    assert cells(sent, 1) == [("whole", "100%", 1)] * 2
    missed = [TEXT[a:b] for a, b in sent["rows"][0]["cells"][1]["missed"]]
    assert len("".join(missed)) == counted - round(float(recall.rstrip("%")) / 100 * counted)
    assert [each["title"] for each in sent["summary"]] == [
        "Recall", "Split evidence", "MRR", "IoU", "Mean size",
    ]  # fmt: skip
    assert sent["summary"][0]["values"][0][0] == "100.0%"
    assert sent["summary"][1]["values"] == [["0.0%", ""], ["50.0%", ""]]
    assert sent["verdict"].startswith("A leads B by ")
    assert " points with 2 questions (95% interval " in sent["verdict"]


def test_more_is_retrieved_within_a_larger_limit(asking: Asking) -> None:
    asking.add(ASKED, OVEN).do("retrieve", "chunks", 1).do("evaluate")
    assert cells(asking.questions())[1][1] != "100%"
    sent = asking.do("retrieve", "tokens", 400).questions()
    result, recall, rank = cells(sent)[1]
    assert (result, rank) == ("split", 1)
    assert int(str(recall).rstrip("%")) > 95  # all but the blanks between the chunks
    assert sent["retrieve"] == "400 tokens"
    for unit, limit in (("tokens", 0), ("chunks", 10**9), ("pages", 1)):
        asking.do("retrieve", unit, limit)
        assert asking.questions()["retrieve"] == "400 tokens"
    assert ["7 chunks", "7 chunks"] in asking.do("retrieve", "chunks", 7).questions()["limits"]


def test_an_evaluation_is_not_computed_again(
    asking: Asking, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = asking.add(ASKED, OVEN).do("evaluate").questions()
    calls: list[object] = []
    monkeypatch.setattr(evaluation, "evaluate_chunkings", lambda *each, **_: calls.append(each))
    JOBS.clear()
    assert asking.questions() == before
    assert calls == []


@pytest.mark.parametrize("ranking", ["cosine", "words"])
def test_an_evaluation_can_be_stopped(asking: Asking, ranking: str) -> None:
    asking.add(ASKED, OVEN).do("ask_ranking", ranking)
    asking.questions()
    questions = [each.question for each in question_set.located(asking.session)]
    plan = evaluation.plan_of(asking.session, ready(lanes(asking.session)), questions)
    assert plan is not None
    job = Job()
    job.stopped.set()
    with pytest.raises(StoppedError):
        evaluation.evaluate(plan, job)


def test_a_stopped_evaluation_starts_again(asking: Asking) -> None:
    asking.add(ASKED, OVEN).do("evaluate").questions()
    [(job, _)] = JOBS.occupying((asking.session.name, "evaluation"))
    job.error = "stopped"
    job.result = None
    assert asking.questions()["summary"] == []
    assert asking.do("evaluate").questions()["summary"] != []


def test_passages_follow_an_edited_document(asking: Asking) -> None:
    asking.add(ASKED, OVEN).add("Which verdict?", LAW)
    asking.open("An inserted sentence. " + TEXT.replace(LAW, "No verdict."))
    sent = asking.questions()
    assert [each["status"] for each in sent["rows"]] == ["relocated", "lost"]
    assert sent["rows"][1]["cells"] == [None, None]
    assert sent["note"] == "1 left out: evidence lost"
    found = question_set.find(asking.session, ASKED)
    assert found is not None
    ((start, end),) = found.question.evidence
    assert asking.session.document.text[start:end] == OVEN
    # The lost passage stays for the earlier version.
    assert [each.quotes for each in question_set.exported(asking.session)] == [(OVEN,), (LAW,)]


def test_headings_draft_synthetic_questions_in_one_step_of_undo(asking: Asking) -> None:
    body = "This sentence is long enough to be the text of a section of a page about it. "
    asking.open(f"# Harbour\n\n{body * 2}\n\n# Bread\n\n{body * 3}")
    sent = asking.do("draft_questions").questions()
    sent = asking.questions()
    assert [(each["text"], each["synthetic"]) for each in sent["rows"]] == [
        ("Harbour", "headings"), ("Bread", "headings"),
    ]  # fmt: skip
    assert sent["note"] == "2 of 2 questions synthetic"
    assert asking.notices()[-1] == "Added: 2 synthetic questions."
    asking.do("draft_questions").questions()
    assert asking.notices()[-1] == "Added: 0 synthetic questions."
    asking.do("undo")
    assert asking.texts() == []
    asking.open("No heading at all.")
    asking.do("draft_questions").questions()
    assert asking.notices()[-1].startswith("No questions drafted: no heading has a text")


def test_a_file_is_imported_and_exported(asking: Asking) -> None:
    rows = [
        {
            "question": ASKED,
            "document": "page",
            "evidence": [[TEXT.index(OVEN), TEXT.index(OVEN) + 5]],
        },
        {"question": "Which\nverdict?", "document": "other.md", "quotes": [LAW]},
        {"question": "Elsewhere?", "document": "other.md", "quotes": ["not in it"]},
    ]
    content = "\n".join(map(json.dumps, rows)).encode()
    done = import_questions(asking.session, File("set.jsonl", content))
    assert done == "Imported: 2 questions; 1 on other documents left out."
    assert asking.texts() == [ASKED, "Which verdict?"]
    assert {each.document for each in asking.session.questions} == {"page.md"}
    found = question_set.exported(asking.session)
    assert found[1].quotes == (LAW,)
    start = TEXT.index(LAW)
    assert found[1].evidence == ((start, start + len(LAW)),)
    import_questions(asking.session, File("set.jsonl", content))
    assert len(asking.session.questions) == 2


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"\xff", "set.jsonl: is no UTF-8 text"),
        (b'{"question": "Where?"}', "needs evidence"),
        (
            b'{"question": "Where?", "document": "other.md", "quotes": ["nowhere"]}',
            "none of its 1 question is on page.md, and no quote is in its text",
        ),
    ],
)
def test_an_unusable_file_gets_one_sentence(asking: Asking, content: bytes, message: str) -> None:
    with pytest.raises(LoadError, match=message):
        import_questions(asking.session, File("set.jsonl", content))
    assert asking.texts() == []


def test_a_link_reproduces_the_view_and_the_passages(asking: Asking) -> None:
    asking.add(ASKED, OVEN).add(ASKED, LAW).do("retrieve", "chunks", 5)
    other = Session(page="ask")
    other.open(asking.session.document)
    address = url.write(asking.session)
    assert (address["view"], address["chunks"]) == ("questions", "5")
    url.read(other, address)
    assert [each.text for each in other.notices] == []
    assert url.write(other) == address
    assert other.ask.passages_of(other.document) == asking.session.ask.passages_of(other.document)
    url.read(other, {"view": "questions", "tokens": "0"})
    assert other.notices[-1].text == "tokens must be a number of at least 1, got '0'."


def test_lanes_are_evaluated_at_equal_size_with_their_settings_unchanged(asking: Asking) -> None:
    asking.add(ASKED, OVEN).do("retrieve", "chunks", 1)
    own = asking.do("equal_size", False).do("evaluate").questions()  # noqa: FBT003
    sizes = [float(value) for value, _ in own["summary"][-1]["values"]]
    before = [asking.session.strategy(letter) for letter in "ab"]
    document, retrieval = asking.session.document, Retrieval(chunks=1, ranking="words")
    of_command = evaluate([document], asking.session.questions, before, retrieval)
    assert sizes == [round(each) for each in of_command.mean_tokens.tolist()]
    assert f" in {of_command.size_unit}. " in own["summary"][-1]["help"]
    assert own["verdict"].endswith(f" {of_command.size_unit}")
    assert url.write(asking.session)["equal_size"] == "false"
    sent = asking.do("equal_size", True).questions()  # noqa: FBT003 - an argument of the page
    target = round(min(sizes))
    assert sent["equal"]
    assert sent["size"].startswith(f"Equal size: {target} {of_command.size_unit} on average")
    adjusted = [float(value) for value, _ in sent["summary"][-1]["values"]]
    assert abs(adjusted[0] - adjusted[1]) < abs(sizes[0] - sizes[1])
    assert [asking.session.strategy(letter) for letter in "ab"] == before
    assert "equal_size" not in url.write(asking.session)
    sent = asking.do("equal_size", False).questions()  # noqa: FBT003 - an argument of the page
    assert (sent["summary"], sent["size"]) == (own["summary"], "")
