"""Stores in Qdrant: incomplete documents, and one sentence for what goes wrong."""

import shutil
import socket
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest
from stored import ToyEmbedder, document, together

from chunking.core.errors import StoreError
from chunking.embedding import Embedder
from chunking.library.stores import Store, open_store, qdrant_edge
from chunking.library.stores.protocol import Query
from chunking.library.stores.qdrant import QdrantStore
from chunking.library.stores.qdrant_points import StoredPoint, description_of

MODEL = cast("Embedder", ToyEmbedder())


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    """Return a new store in a folder."""
    with closing(open_store(f"qdrant:{tmp_path / 'store'}", MODEL)) as opened:
        yield opened


def reopened(store: Store, tmp_path: Path) -> closing[Store]:
    """Close a store and open it again."""
    store.close()
    return closing(open_store(f"qdrant:{tmp_path / 'store'}", MODEL))


def kill_after(store: Store, method: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a store fail in a method of its points."""

    def fail(*_: object) -> None:
        raise KeyboardInterrupt

    assert isinstance(store, QdrantStore)
    monkeypatch.setattr(store._points, method, fail)


def test_a_document_with_points_of_two_versions_is_incomplete(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store.put(*together(document("x.md", "apple", "bread"), document("y.md", "cake")))
    kill_after(store, "delete", monkeypatch)
    with pytest.raises(KeyboardInterrupt):
        store.put(*document("x.md", "almond"))
    with reopened(store, tmp_path) as again:
        assert again.documents()["x.md"].document_hash == ""
        assert again.documents()["y.md"].document_hash == "cake"
        again.put(*document("x.md", "almond"))
        assert again.chunks(["x.md"])["text"].to_pylist() == ["almond"]
    with reopened(again, tmp_path) as last:
        assert last.documents()["x.md"].document_hash == "almond"


def test_a_document_of_which_points_are_missing_is_incomplete(store: Store, tmp_path: Path) -> None:
    documents, chunks = document("x.md", "apple", "bread")
    store.put(documents, chunks.slice(0, 1))
    with reopened(store, tmp_path) as again:
        assert again.documents()["x.md"].document_hash == ""


def test_a_shard_that_was_not_created_completely_is_created_again(tmp_path: Path) -> None:
    folder = tmp_path / "store"
    open_store(f"qdrant:{folder}", MODEL).close()
    (folder / "shard").rename(folder / ".shard.unfinished")
    with closing(open_store(f"qdrant:{folder}", MODEL)) as store:
        store.put(*document("x.md", "apple"))
        assert list(store.documents()) == ["x.md"]


def test_a_folder_with_other_files_is_refused(tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text("precious")
    with pytest.raises(StoreError, match="this one holds other files"):
        open_store(f"qdrant:{tmp_path}", MODEL)


@pytest.mark.parametrize("damage", ["", "[]", "{}", '{"model": 1}'])
def test_a_damaged_description_is_one_sentence(store: Store, tmp_path: Path, damage: str) -> None:
    store.close()
    (tmp_path / "store" / qdrant_edge.NAME).write_text(damage)
    with pytest.raises(StoreError, match="damaged"):
        open_store(f"qdrant:{tmp_path / 'store'}")


def test_a_full_disk_is_one_sentence(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    class FullShard:
        def update(self, _operation: object) -> None:
            raise Exception("Service runtime error: No space left on device (os error 28)")  # noqa: TRY002 - as the package

    assert isinstance(store, QdrantStore)
    store.put(*document("x.md", "apple"))
    with monkeypatch.context() as patch:
        patch.setattr(store._points, "_shard", FullShard())
        with pytest.raises(StoreError, match="the disk is full; what is stored remains"):
            store.put(*document("y.md", "bread"))
    assert store.chunks(["x.md"])["text"].to_pylist() == ["apple"]


def test_a_disk_that_is_nearly_full_is_one_sentence(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    store.put(*document("x.md", "apple"))
    monkeypatch.setattr(shutil, "disk_usage", lambda _: SimpleNamespace(free=10**8))
    with pytest.raises(StoreError, match="100 MB of the disk are free, and Qdrant Edge needs"):
        store.put(*document("y.md", "bread"))
    assert store.chunks(["x.md"])["text"].to_pylist() == ["apple"]


# ---- server --------------------------------------------------------------------------------------


def test_a_server_that_cannot_be_reached_is_one_sentence() -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    for model in (None, MODEL):
        with pytest.raises(StoreError, match=rf"server http://127\.0\.0\.1:{port} cannot be re"):
            open_store(f"qdrant:http://127.0.0.1:{port}/books", model)


@pytest.mark.parametrize(
    ("status", "reason"),
    [(401, "refuses the key: set QDRANT_API_KEY"), (500, r"refuses \(500\): out of memory")],
)
def test_what_a_server_refuses_is_one_sentence(status: int, reason: str) -> None:
    with answering(status, b"out of memory") as url, pytest.raises(StoreError, match=reason):
        open_store(f"qdrant:{url}/books")


@pytest.mark.parametrize("address", ["http://127.0.0.1:6333", "http:///books", "http://h/a/b"])
def test_a_server_needs_the_name_of_a_collection(address: str) -> None:
    with pytest.raises(StoreError, match="a collection must be http://HOST:PORT/NAME"):
        open_store(f"qdrant:{address}")


@contextmanager
def answering(status: int, body: bytes) -> Iterator[str]:
    """Run a server that gives one answer to everything."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(status)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: Any) -> None:
            pass

    server = HTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


@pytest.mark.parametrize(
    "change",
    [
        {"text": None}, {"text": 5}, {"text": ["a"]}, {"route": None}, {"heading_path": 5},
        {"heading_path": None}, {"index": "first"}, {"ingested_at": "soon"}, {"ingested_at": 5},
        {"metadata": object}, {"location": [5]}, {"document_hash": []},
    ],
)  # fmt: skip
def test_points_of_another_program_are_an_error(
    store: Store, monkeypatch: pytest.MonkeyPatch, change: dict[str, Any]
) -> None:
    store.put(*document("x.md", "apple", "bread"))
    assert isinstance(store, QdrantStore)
    points = store._points
    scroll, nearest = points.scroll, points.nearest

    def scrolled(*words: Any, **options: Any) -> Iterator[StoredPoint]:
        for each in scroll(*words, **options):
            yield each._replace(payload={**each.payload, **change})

    def found(*words: Any) -> list[tuple[float, dict[str, Any]]]:
        return [(score, {**payload, **change}) for score, payload in nearest(*words)]

    monkeypatch.setattr(points, "scroll", scrolled)
    monkeypatch.setattr(points, "nearest", found)
    with pytest.raises(StoreError, match="has points that chunkscope has not written"):
        store.search(Query(MODEL.encode(["apple"])[0]), 5)
    with pytest.raises(StoreError, match="has points that chunkscope has not written"):
        store.chunks(["x.md"])


@pytest.mark.parametrize(
    "found",
    [
        None,
        [],
        5,
        {},
        {"model": "m"},
        {"model": "m", "revision": "1", "dimension": "x", "version": 1},
    ],
)
def test_a_description_of_another_program_is_an_error(found: object) -> None:
    with pytest.raises(StoreError, match="it was not written by chunkscope, or is damaged"):
        description_of(found, "store")
