"""Questions of a chat model, with a server on this machine."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from chat_server import ChatServer, chat_server

from chunking.core.document import Document
from chunking.core.errors import ModelError, StoppedError
from chunking.embedding.openai import ChatModel
from chunking.retrieval.question_generation import (
    dropped_note,
    generate,
    generation_cost,
    passages,
)
from chunking.retrieval.questions import Question

TEXT = (
    "# Harbors\n\nThe harbor was built by monks in the\ntwelfth century. Every stone of the mole "
    "came by boat from the island, and the light at its end was lit for the first time in 1203. "
    "Fishermen still use it on stormy nights, when the entrance is hard to see from the open sea."
    "\n\n# Fish\n\nHerring eat small animals that drift in the open water of the sea. Cod eat "
    "herring, and seals eat cod. In spring all of them come close to the coast, where the water "
    "is warm and the food is plenty, and in autumn they leave for the deep water of the north."
)
DOCUMENT = Document(TEXT, source="sea.md")


@pytest.fixture(autouse=True)
def no_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    monkeypatch.delenv("OPENAI_BASE_URL", raising=False)


@pytest.fixture
def server() -> Iterator[ChatServer]:
    with chat_server() as running:
        yield running


def reply(question: Any, *quotes: Any) -> str:
    return json.dumps({"question": question, "quotes": list(quotes)})


def model(server: ChatServer, key: str | None = None) -> ChatModel:
    return ChatModel(f"openai:writer@{server.url}", lambda: key)


def test_a_question_has_the_places_of_its_quotes(server: ChatServer) -> None:
    quote = "built by monks in the twelfth century"
    server.answers = [f"Here it is:\n```json\n{reply('Who built it?', quote)}\n```"]
    (found,) = generate(DOCUMENT, model(server), 1)
    start = TEXT.index("built by")
    end = TEXT.index(" Every stone") - 1
    expected = Question(
        "Who built it?", "sea.md", ((start, end),), (TEXT[start:end],), "openai:writer"
    )
    assert found.question == expected


@pytest.mark.parametrize(
    "answer",
    [
        "I cannot do that.",
        "{broken}",
        "[1]",
        reply("Who?", "a text that is not in the passage"),
        reply("Who?", "Every stone of the mole", "not there at all"),
        reply("Who?", "monks"),
        reply("Who?", "Herring eat small animals that drift"),
        reply("Who?"),
        reply(" ", "Every stone of the mole"),
        reply(3, "Every stone of the mole"),
        reply("Who?", 3),
    ],
)
def test_a_question_without_its_evidence_in_the_passage_is_dropped(
    server: ChatServer, answer: str
) -> None:
    server.answers = [answer]
    found = list(generate(DOCUMENT, model(server), 1))
    assert [each.question for each in found] == [None]
    note = "1 of 1 question dropped: their evidence is not in the text word for word"
    assert dropped_note(found) == note


def test_passages_are_whole_sentences_of_one_section() -> None:
    found = [TEXT[start:end] for start, end in passages(DOCUMENT)]
    assert [each[:9] for each in found] == ["# Harbors", "# Fish\n\nH"]
    assert all(each.endswith(".") for each in found)
    assert passages(Document("Short.")) == []


def test_only_the_passages_and_the_instructions_are_sent(server: ChatServer) -> None:
    server.answers = [reply("Who?", "Every stone of the mole")] * 2
    list(generate(DOCUMENT, model(server, "sk-1"), 2))
    sent = [each["messages"][1]["content"] for each in server.requests]
    assert sent == [TEXT[start:end] for start, end in passages(DOCUMENT)]
    assert {each["model"] for each in server.requests} == {"writer"}
    assert server.keys == ["Bearer sk-1"] * 2


def test_questions_come_one_by_one_and_can_be_stopped(server: ChatServer) -> None:
    server.answers = [reply("Who?", "Every stone of the mole")] * 2
    steps: list[tuple[int, int]] = []

    def step(done: int, total: int) -> None:
        steps.append((done, total))
        if done == 1:
            raise StoppedError

    found = generate(DOCUMENT, model(server), 2, on_step=step)
    assert next(found).question is not None
    with pytest.raises(StoppedError):
        next(found)
    assert steps[0] == (0, 2)
    assert len(server.requests) == 1


def test_what_is_sent_is_announced(server: ChatServer) -> None:
    cost = generation_cost([DOCUMENT], model(server))
    assert cost is not None
    assert cost.note.startswith("openai:writer sends 2 texts of about ")
    assert cost.note.endswith(server.url.split("/")[2])
    assert generation_cost([Document("Short.")], model(server)) is None
    assert server.requests == []


def test_an_answer_without_a_message_is_an_error(server: ChatServer) -> None:
    server.change = lambda _: {"choices": []}
    server.answers = ["unused"]
    with pytest.raises(ModelError, match="did not answer with a message"):
        list(generate(DOCUMENT, model(server), 1))


@pytest.mark.parametrize("name", ["writer", "openai:", "openai:m@http://example.com/v1"])
def test_a_name_must_be_that_of_a_model_on_a_server(name: str) -> None:
    with pytest.raises(ModelError):
        ChatModel(name)
