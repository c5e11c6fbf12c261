"""A local server with the OpenAI API, in a thread."""

import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

# Status, headers and body.
Answer = tuple[int, dict[str, str], Any]


class OpenAIServer:
    """State of a server.

    Attributes:
        url: Its address up to `/v1`.
        requests: The payload of each request.
        keys: The key of each request.
        change: Changes the content of each answer.
    """

    def __init__(self) -> None:
        self.url = ""
        self.requests: list[dict[str, Any]] = []
        self.keys: list[str | None] = []
        self.change: Callable[[dict[str, Any]], Any] = lambda content: content

    def answer(self, payload: dict[str, Any]) -> Answer:
        """Return the answer to a request."""
        raise NotImplementedError


@contextmanager
def serving(state: OpenAIServer, path: str) -> Iterator[None]:
    """Answer requests for a path on 127.0.0.1 while the context is open."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            payload = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            assert self.path == path
            state.requests.append(payload)
            state.keys.append(self.headers.get("Authorization"))
            status, headers, content = state.answer(payload)
            body = content if isinstance(content, bytes) else json.dumps(content).encode()
            try:
                self.send_response(status)
                for name, value in headers.items():
                    self.send_header(name, value)
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)
            except OSError:  # the client has cancelled
                pass

        def log_message(self, *_: object) -> None:
            """Write no log."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
    state.url = f"http://127.0.0.1:{server.server_address[1]}/v1"
    try:
        yield
    finally:
        server.shutdown()
        server.server_close()
