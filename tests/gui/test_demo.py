"""The demonstration: each step sets what it shows, on the first sample."""

import pytest
from session_page import SessionPage

from chunking.gui.core import arguments
from chunking.gui.pages import pages
from chunking.gui.session.session import Session
from chunking.gui.shell import demo, frame
from chunking.loading.samples import SAMPLES, sample
from chunking.retrieval.question_sets import sample_questions

pytestmark = pytest.mark.usefixtures("small_model")

LAST = len(demo.STEPS)


def page(step: int) -> SessionPage:
    """Return the page of a step, where another document and strategy were used before."""
    session = Session()
    session.documents.choose("guide.md")
    session.settings["tune"].choose("structure")
    session.tune.view = "runs"
    for number in range(1, step + 1):
        session.page = demo.STEPS[number - 1].page
        shown = SessionPage(session).do("demo", number)
    return shown


def test_the_first_step_shows_a_threshold_on_the_first_sample() -> None:
    session = page(1).session
    assert session.documents.chosen == SAMPLES[0].name
    assert "threshold" in session.strategy("tune").fields()
    assert session.tune.view == "text"


def test_the_last_step_evaluates_the_lanes_by_the_questions_of_the_sample() -> None:
    shown = page(LAST).finish()
    found = shown.sent["questions"]
    assert len(found["rows"]) == 16
    assert found["verdict"]
    (asked,) = [row for row in found["rows"] if row["text"] == demo.QUESTION]
    assert all(cell["recall"] for cell in asked["cells"])


def test_what_was_set_before_is_set_again_in_the_end() -> None:
    session = page(LAST).session
    assert session.strategy("tune").name == "semantic"
    demo.show(session, 0)
    assert session.documents.chosen == "guide.md"
    assert session.strategy("tune").name == "structure"
    assert (session.ask.question, session.questions) == ("", ())


def test_it_has_no_question_before_its_own_and_ends_on_the_page_before() -> None:
    session = Session(page="compare")
    session.ask.ask("Why is it late?")
    session.ask.select(session.document, (5, 40))
    before = session.ask
    answers = before.passages_of(session.document)
    for step, asked in ((1, ""), (2, ""), (4, demo.QUESTION), (3, ""), (5, "")):
        demo.show(session, step)
        assert session.ask.question == asked
        session.page = demo.STEPS[step - 1].page
    demo.show(session, 0)
    assert session.ask.question == "Why is it late?"
    assert session.ask.passages_of(session.document) == answers
    assert session.go == "compare"


def test_it_shows_no_notice_but_problems() -> None:
    shown = page(1).finish()
    assert not shown.session.notices
    shown.session.notify("The file is missing.")
    assert [each.text for each in shown.session.notices] == ["The file is missing."]


@pytest.mark.parametrize("step", [0, LAST + 1, -1])
def test_another_number_ends_it(step: int) -> None:
    session = Session()
    demo.show(session, 1)
    demo.show(session, step)
    assert demo.message(session) is None
    assert frame.messages(session, [], 0.0)[0].header["demo"] is None


def test_each_step_is_on_a_page_and_short_enough_to_be_read() -> None:
    for number, step in enumerate(demo.STEPS, 1):
        session = Session()
        demo.show(session, number)
        message = demo.message(session)
        assert message is not None
        assert message["pages"][number - 1] == step.page in pages()
        assert len(step.text.split()) <= 40


def test_every_answer_of_the_sample_is_in_its_text() -> None:
    document = sample(SAMPLES[0].name)
    for each in sample_questions(document):
        parts = tuple(document.text[start:end] for start, end in each.evidence)
        assert parts == each.quotes
    assert sample_questions(sample("guide.md")) == []


def test_the_command_line_starts_every_session_with_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(arguments, "demo_steps", [])
    arguments.set_documents([], None, with_demo=True)
    assert arguments.demo_steps == [1]
    arguments.set_documents([], None)
    assert arguments.demo_steps == []
