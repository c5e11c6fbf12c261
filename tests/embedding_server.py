"""A local server with the OpenAI API for embeddings, in a thread."""

import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from embedders import HashEmbedder

from chunking.embedding import Embedder

# An answer instead of vectors: status, headers, body.
Refusal = tuple[int, dict[str, str], Any]


class EmbeddingServer:
    """A server that answers with the vectors of an embedder.

    Attributes:
        url: Its address up to `/v1`.
        requests: The payload of each request.
        keys: The key of each request.
        refusals: Answers for the next requests, in order, before it works.
        change: Changes the content of each answer.
        gate: Called before each answer.
    """

    def __init__(self, embedder: Embedder) -> None:
        self.embedder = embedder
        self.url = ""
        self.requests: list[dict[str, Any]] = []
        self.keys: list[str | None] = []
        self.refusals: list[Refusal] = []
        self.change: Callable[[dict[str, Any]], Any] = lambda content: content
        self.gate: Callable[[], object] = lambda: None

    def answer(self, payload: dict[str, Any], key: str | None) -> Refusal:
        """Return status, headers and content for a request."""
        self.requests.append(payload)
        self.keys.append(key)
        self.gate()
        if self.refusals:
            return self.refusals.pop(0)
        vectors = self.embedder.encode(payload["input"]).tolist()
        rows = [{"index": i, "embedding": row} for i, row in enumerate(vectors)]
        # An answer may be in any order.
        return 200, {}, self.change({"data": rows[::-1], "model": payload["model"]})


@contextmanager
def embedding_server(embedder: Embedder | None = None) -> Iterator[EmbeddingServer]:
    """Run a server on 127.0.0.1 while the context is open."""
    state = EmbeddingServer(embedder or HashEmbedder())

    class Handler(BaseHTTPRequestHandler):
        """Handler of requests for embeddings."""

        def do_POST(self) -> None:
            """Answer a request."""
            payload = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            assert self.path == "/v1/embeddings"
            status, headers, content = state.answer(payload, self.headers.get("Authorization"))
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
    thread = threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True)
    thread.start()
    state.url = f"http://127.0.0.1:{server.server_address[1]}/v1"
    try:
        yield state
    finally:
        server.shutdown()
        server.server_close()
