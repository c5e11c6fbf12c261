"""A local server with the OpenAI API for chat completions, in a thread."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from openai_server import Answer, OpenAIServer, serving


class ChatServer(OpenAIServer):
    """A server that answers with prepared messages: `answers` for the next requests, in order."""

    def __init__(self) -> None:
        super().__init__()
        self.answers: list[str] = []

    def answer(self, payload: dict[str, Any]) -> Answer:
        del payload
        message = {"role": "assistant", "content": self.answers.pop(0)}
        return 200, {}, self.change({"choices": [{"index": 0, "message": message}]})


@contextmanager
def chat_server() -> Iterator[ChatServer]:
    """Run a server while the context is open."""
    state = ChatServer()
    with serving(state, "/v1/chat/completions"):
        yield state
