"""A local server with the OpenAI API for chat completions, in a thread."""

import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


class ChatServer:
    """A server that answers with prepared messages.

    Attributes:
        url: Its address up to `/v1`.
        requests: The payload of each request.
        keys: The key of each request.
        answers: Messages for the next requests, in order.
        change: Changes the content of each answer.
    """

    def __init__(self) -> None:
        self.url = ""
        self.requests: list[dict[str, Any]] = []
        self.keys: list[str | None] = []
        self.answers: list[str] = []
        self.change: Callable[[dict[str, Any]], Any] = lambda content: content

    def answer(self, payload: dict[str, Any], key: str | None) -> Any:
        """Return the content for a request."""
        self.requests.append(payload)
        self.keys.append(key)
        message = {"role": "assistant", "content": self.answers.pop(0)}
        return self.change({"choices": [{"index": 0, "message": message}]})


@contextmanager
def chat_server() -> Iterator[ChatServer]:
    """Run a server on 127.0.0.1 while the context is open."""
    state = ChatServer()

    class Handler(BaseHTTPRequestHandler):
        """Handler of requests for chat completions."""

        def do_POST(self) -> None:
            """Answer a request."""
            payload = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            assert self.path == "/v1/chat/completions"
            body = json.dumps(state.answer(payload, self.headers.get("Authorization"))).encode()
            self.send_response(200)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            """Write no log."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
    state.url = f"http://127.0.0.1:{server.server_address[1]}/v1"
    try:
        yield state
    finally:
        server.shutdown()
        server.server_close()
