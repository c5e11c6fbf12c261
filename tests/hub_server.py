"""A hub of models on this machine, with the tokenizer of the bundled model as `owner/name`."""

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from chunking.core.text.tokenizers import bundled_folder

COMMIT = "0123456789abcdef0123456789abcdef01234567"
FILE = "tokenizer.json"


class HubServer(ThreadingHTTPServer):
    """The hub: its address, and the paths that were requested."""

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.url = f"http://127.0.0.1:{self.server_port}"
        self.content = (bundled_folder() / FILE).read_bytes()
        self.requests: list[str] = []


class _Handler(BaseHTTPRequestHandler):
    server: HubServer

    def do_HEAD(self) -> None:
        self.do_GET()

    def do_GET(self) -> None:
        self.server.requests.append(self.path)
        size = len(self.server.content)
        if self.path.startswith("/api/models/owner/name/tree/"):
            entry = {"type": "file", "path": FILE, "size": size, "oid": COMMIT}
            self._answer(json.dumps([entry]).encode())
        elif self.path.startswith("/api/models/owner/name"):
            files = [{"rfilename": FILE, "size": size}]
            self._answer(
                json.dumps({"id": "owner/name", "sha": COMMIT, "siblings": files}).encode()
            )
        elif self.path == f"/owner/name/resolve/{COMMIT}/{FILE}":
            self._answer(self.server.content)
        else:
            self.send_error(404)

    def _answer(self, content: bytes) -> None:
        self.send_response(200)
        self.send_header("Content-Length", str(len(content)))
        self.send_header("ETag", '"tokenizer"')
        self.send_header("X-Repo-Commit", COMMIT)
        self.end_headers()
        if self.command == "GET":
            self.wfile.write(content)

    def log_message(self, *_: object) -> None:
        """Log nothing."""


@contextmanager
def hub_server() -> Iterator[HubServer]:
    """Run the hub for the duration of the block."""
    with HubServer() as server:
        threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()
        yield server
        server.shutdown()
