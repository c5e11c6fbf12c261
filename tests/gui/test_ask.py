"""Questions without a browser: what is published of the answers, and links."""

from __future__ import annotations

import json
from collections.abc import Callable
from threading import Event
from typing import Any

import pytest

from chunking import Document, get
from chunking.core.errors import ModelError
from chunking.core.origin import Locations
from chunking.embedding import DEFAULT_MODEL
from chunking.engine.run import Split
from chunking.gui.ask.actions import ACTIONS as ASK
from chunking.gui.ask.answer import add_answer
from chunking.gui.core.jobs import Waiting
from chunking.gui.core.view import Message, View
from chunking.gui.questions.actions import ACTIONS as SET
from chunking.gui.results import engine_calls
from chunking.gui.results.chunks import AskedLane, split
from chunking.gui.session.session import Session
from chunking.gui.shell import events, url
from chunking.retrieval.question_sets import LONGEST

pytestmark = pytest.mark.usefixtures("small_model")

TEXT = (
    "The pilot waits for the tide. The schooner needs wind.\n\n"
    "The baker heats the oven. Sourdough rises slowly in the oven. The oven is hot at dawn.\n\n"
    "The judge hears a witness. A verdict follows the law."
)
QUESTION = "When does the baker heat the oven for sourdough?"
LOCATIONS = Locations("pages", [0, 56], [1, 2])


class Asked:
    """A session with a question, and the answers sent last."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.answer: dict[str, Any] = {}

    def do(self, action: str, *arguments: object) -> Asked:
        """Handle an event and show its answers."""
        row = [self.session.handled + 1, action, *arguments]
        events.dispatch(self.session, [row], {**ASK, **SET})
        return self.show()

    def show(self) -> Asked:
        """Show the answers of two lanes once nothing works for them any more."""
        while running := [each for each in self.show_at_once() if not each.job.error]:
            for each in running:
                each.job.finished.wait()
        return self

    def show_at_once(self) -> list[Waiting]:
        """Show the answers of two lanes as they are now; return the jobs that work for them."""
        found = View()
        add_answer(found, self.session, [self._lane("tune"), self._lane("a")])
        [message] = found.items
        assert isinstance(message, Message)
        json.dumps(message.header)
        self.answer = dict(message.header)
        return found.waiting

    def _lane(self, scope: str) -> AskedLane:
        while isinstance(found := split(self.session, scope), Waiting):
            found.job.finished.wait()
        assert isinstance(found, Split)
        return AskedLane(scope, found.chunking, DEFAULT_MODEL)

    def verdicts(self) -> list[str]:
        return [each["placement"]["text"] for each in self.answer["lanes"]]

    def texts(self) -> list[str]:
        """Return the listed chunks of the first lane."""
        return [TEXT[start:end] for _, start, end, *_ in self.answer["lanes"][0]["rows"]]


@pytest.fixture
def asked() -> Asked:
    session = Session()
    session.open(Document(TEXT, source="page.pdf", locations=LOCATIONS))
    session.apply("tune", get("paragraph")(max_tokens=30, overlap_tokens=0))
    session.apply("a", get("sentence")(max_tokens=8, overlap_tokens=0))
    return Asked(session)


@pytest.mark.parametrize("ranking", ["cosine", "words", "fusion"])
def test_the_chunk_with_the_words_of_the_question_is_first_in_every_ranking(
    asked: Asked, ranking: str
) -> None:
    asked.do("ask_ranking", ranking).do("ask", QUESTION)
    assert asked.answer["message"] == ""
    assert asked.texts()[0].startswith(("The baker", "The pilot"))
    assert "oven" in asked.texts()[0]
    assert [each["letter"] for each in asked.answer["lanes"]] == ["tune", "a"]
    ((start, end),) = asked.answer["passages"]
    assert "oven" in TEXT[start:end]
    assert all(TEXT[a:b].endswith(".") for a, b, _ in asked.answer["sentences"])


def test_one_lane_answers_whole_where_another_splits_the_answer(asked: Asked) -> None:
    asked.do("ask", QUESTION).do(
        "add_question", TEXT.index("The baker"), TEXT.index("\n\nThe judge")
    )
    assert asked.answer["selected"]
    assert asked.answer["place"] == "Answer: sentences 3 to 5, p. 2"
    assert asked.verdicts() == ["rank 1, whole", "rank 1, split at sentence 4, p. 2"]
    whole, broken = (each["placement"] for each in asked.answer["lanes"])
    assert (whole["whole"], whole["at"]) == (True, None)
    assert (broken["whole"], broken["at"]) == (False, TEXT.index("Sourdough"))


def test_until_the_answer_is_marked_no_lane_is_judged(asked: Asked) -> None:
    asked.do("ask", QUESTION)
    assert asked.answer["place"].startswith("Most similar: sentences 3 to ")
    assert not asked.answer["selected"]
    assert [each["placement"] for each in asked.answer["lanes"]] == [None, None]
    asked.do("add_question")  # nothing is selected
    assert not asked.answer["selected"]
    asked.do("add_question", TEXT.index("Sourdough"), TEXT.index(" The oven is hot"))
    assert asked.answer["set"] == {"view": "chunks", "count": 1, "known": True, "added": True}
    marked = asked.verdicts()
    assert all(each.startswith("rank ") for each in marked)
    # It is marked for the question, also when that is asked again.
    asked.do("ask", "Another?").do("ask", QUESTION)
    assert asked.verdicts() == marked
    asked.do("delete_question", QUESTION)
    assert not asked.answer["selected"]


def test_an_answer_that_is_not_retrieved_has_no_tick(asked: Asked) -> None:
    asked.do("retrieve", "chunks", 1).do("ask", QUESTION)
    asked.do("add_question", TEXT.index("The judge"), TEXT.index(" A verdict"))
    found = [each["placement"] for each in asked.answer["lanes"]]
    assert [each["whole"] for each in found] == [False, False]
    assert all(each["text"].endswith(", whole, beyond 1 chunk") for each in found)


def test_chunk_vectors_replace_those_of_sentences_once_asked_for(asked: Asked) -> None:
    asked.do("ask", QUESTION)
    assert asked.answer["basis"] == "by sentence vectors; chunk vectors follow"
    assert asked.answer["improves"]
    asked.do("ask_exact", asked.answer["version"])
    assert asked.answer["basis"] == "by chunk vectors"
    assert not asked.answer["improves"]
    asked.do("ask", "Who hears the witness?")  # another answer: estimated again
    assert asked.answer["improves"]
    assert asked.texts()[0].startswith("The judge")


def test_without_a_question_there_is_no_answer(asked: Asked) -> None:
    asked.do("ask", QUESTION).do("ask", "  \n ")
    assert asked.answer["question"] == ""
    assert asked.answer["lanes"] == []
    assert url.write(asked.session).keys().isdisjoint({"question", "ranking", "answer"})


def test_words_answer_until_the_text_is_embedded(
    asked: Asked, monkeypatch: pytest.MonkeyPatch
) -> None:
    gate = Event()
    working = engine_calls.background(("embedding",), lambda _: gate.wait(), engine_calls.EMBEDDING)
    monkeypatch.setattr(engine_calls, "reference", lambda *_: working)
    asked.session.ask.ask(QUESTION)
    asked.show_at_once()
    assert asked.answer["message"].startswith("Embedding text…")
    asked.session.ask.rank_by("fusion")
    waiting = asked.show_at_once()
    assert asked.answer["basis"] == "by words until the text is embedded"
    assert "oven" in asked.texts()[0]
    assert waiting == [working]
    gate.set()


def test_the_error_of_a_model_is_one_sentence(
    asked: Asked, monkeypatch: pytest.MonkeyPatch
) -> None:
    import chunking.embedding

    def fail(*_: object) -> Callable[..., object]:
        raise ModelError("model 'x' is not on this machine")

    asked.do("ask", QUESTION)
    monkeypatch.setattr(chunking.embedding, "encode_questions", fail)
    asked.do("ask", "Another question?")
    assert asked.answer["message"] == "model 'x' is not on this machine."
    assert asked.answer["lanes"] == []
    asked.do("ask_ranking", "words").do("ask", "The law?")
    assert asked.answer["message"] == ""


def test_a_question_without_any_word_of_the_text_lists_nothing_by_words(asked: Asked) -> None:
    asked.do("ask_ranking", "words").do("ask", "Xylophone quartet?")
    assert asked.texts() == []
    assert asked.answer["passages"] == []
    assert asked.answer["lanes"][0]["placement"] is None


def test_a_link_reproduces_the_question_its_ranking_and_the_answer(asked: Asked) -> None:
    asked.do("ask", f"  {QUESTION}\n<b>&amp; ").do("ask_ranking", "fusion").do(
        "add_question", 4, 30
    )
    for page in ("tune", "compare", "ask"):
        asked.session.page = page
        other = Session(page=page)
        other.open(asked.session.document)
        url.read(other, url.write(asked.session))
        assert other.ask.question == f"{QUESTION} <b>&amp;"
        assert other.ask.ranking == "fusion"
        assert other.ask.passages_of(other.document) == ((4, 29),)  # without the blank at its end
        assert [each.text for each in other.notices] == []


@pytest.mark.parametrize(
    "answer", ["", "1", "a-b", "9-3", "-1-4", "1-99999999999999", "50000-60000"]
)
def test_an_unusable_answer_of_a_link_is_none(answer: str) -> None:
    session = Session()
    url.read(session, {"question": "Who?", "answer": answer})
    assert session.ask.passages_of(session.document) == ()
    assert session.ask.question == "Who?"


def test_a_question_is_one_line_of_bounded_length_and_has_no_lone_surrogates() -> None:
    session = Session()
    session.ask.ask("a\n\tb \ud800 " + "x" * 5000)
    assert len(session.ask.question) == LONGEST
    assert session.ask.question.startswith("a b \ufffd xxx")


def test_text_of_a_new_question_is_not_answered_by_the_old_selection() -> None:
    session = Session()
    session.ask.ask("One?")
    session.ask.select(session.document, (0, 40))
    session.ask.ask("Two?")
    assert session.ask.selected is None
