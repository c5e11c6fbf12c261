"""What every store owes, and stores by address."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import cast

import numpy as np
import pytest
from libraries import install
from stored import DESCRIPTION, TIME, ToyEmbedder, document, together

from chunking.core.arrays import Vectors
from chunking.core.errors import StoreError
from chunking.embedding import Embedder
from chunking.library.stores import (
    MissingStoreError,
    Store,
    StoredDocument,
    open_store,
    protocol,
    providers,
    qdrant_server,
)
from chunking.library.stores.protocol import SCHEMA_VERSION, Query, vectors_of

MODEL = cast("Embedder", ToyEmbedder())


@pytest.fixture(params=["parquet", "qdrant", "server"])
def address(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """Return the address of a store that does not exist; the server is its client's local mode."""
    if request.param != "server":
        return f"{request.param}:{tmp_path / 'store'}"
    from qdrant_client import QdrantClient

    monkeypatch.setattr(qdrant_server, "connect", lambda _: QdrantClient(path=str(tmp_path)))
    return "qdrant:http://127.0.0.1:6333/books"


@pytest.fixture
def store(address: str) -> Iterator[Store]:
    """Return a new store, open for writing."""
    with closing(open_store(address, MODEL)) as opened:
        yield opened


def direction(*numbers: float) -> Vectors:
    return np.array(numbers, dtype=np.float32)


def texts(store: Store) -> list[str]:
    """Return the texts of all chunks in order."""
    found: list[str] = store.chunks(store.documents())["text"].to_pylist()
    return found


def test_a_new_store_is_empty(store: Store) -> None:
    assert store.description == DESCRIPTION
    assert store.documents() == {}
    assert texts(store) == []
    assert store.search(Query(direction(1, 0, 0, 0)), 3) == []


def test_all_columns_of_a_chunk_are_kept(store: Store) -> None:
    documents, chunks = document("x.md", "apple", "bread")
    store.put(documents, chunks)
    assert store.documents() == documents
    assert store.chunks(["x.md"]).to_pylist() == chunks.to_pylist()


def test_chunks_are_in_order_of_route_and_index(store: Store) -> None:
    store.put(*together(document("y.md", "cake", "date"), document("x.md", "apple", "bread")))
    assert texts(store) == ["apple", "bread", "cake", "date"]
    columns = store.chunks(["y.md", "unknown"], ["content_hash", "vector"])
    assert columns.column_names == ["content_hash", "vector"]
    assert columns["content_hash"].to_pylist() == ["cake", "date"]
    assert vectors_of(columns).tolist() == [[0, 0, 1, 0], [0, 0, 0, 1]]


def test_a_document_replaces_its_former_version(store: Store) -> None:
    store.put(*together(document("x.md", "apple", "bread", "cake"), document("y.md", "date")))
    documents, chunks = document("x.md", "apricot", settings="t")
    store.put(documents, chunks)
    assert store.documents()["x.md"] == documents["x.md"] == StoredDocument("apricot", "t", 1)
    assert texts(store) == ["apricot", "date"]
    store.optimize()
    assert texts(store) == ["apricot", "date"]
    found = store.search(Query(direction(0, 0, 0.6, 0.8)), 9)
    assert [hit.chunk["text"] for hit in found] == ["date", "apricot"]


def test_removed_documents_are_gone(store: Store) -> None:
    store.put(*together(document("x.md", "apple"), document("y.md", "bread")))
    store.remove(["x.md", "unknown"])
    assert texts(store) == ["bread"]
    assert [hit.chunk["text"] for hit in store.search(Query(direction(1, 0, 0, 0)), 9)] == ["bread"]
    store.optimize()
    assert list(store.documents()) == ["y.md"]


def test_a_search_finds_the_most_similar_first(store: Store) -> None:
    store.put(*document("x.md", "apple", "bread", "cake"))
    store.put(*document("y.md", "date", "almond"))
    found = store.search(Query(direction(0.8, 0.6, 0, 0)), 3)
    assert [round(hit.score, 5) for hit in found] == [0.8, 0.8, 0.6]
    assert {hit.chunk["text"] for hit in found[:2]} == {"apple", "almond"}
    chunk = found[2].chunk
    assert "vector" not in chunk
    assert (chunk["text"], chunk["metadata"], chunk["heading_path"], chunk["location"]) == (
        "bread",
        {"author": "Ann"},
        ["Top", "Below"],
        ["2"],
    )
    assert chunk["ingested_at"] == TIME.isoformat()


def test_words_find_the_chunks_that_have_them(store: Store) -> None:
    store.put(*document("x.md", "apple pie", "bread and apple", "cake"))
    store.put(*document("y.md", "date", "a apple apple"))
    assert [hit.chunk["text"] for hit in store.search(Query(None, ["bread"]), 9)] == [
        "bread and apple"
    ]
    for _ in range(2):
        found = store.search(Query(None, ["apple"]), 9)
        assert {hit.chunk["text"] for hit in found} == {
            "apple pie", "bread and apple", "a apple apple",
        }  # fmt: skip
        assert found[0].chunk["text"] == "a apple apple"
        assert found[0].score > found[1].score > found[2].score > 0
        assert "vector" not in found[0].chunk
        store.optimize()
    assert store.search(Query(None, ["unknown"]), 9) == []


def test_both_rankings_are_fused(store: Store) -> None:
    store.put(*document("x.md", "apple", "bread", "cake", "date cake"))
    found = store.search(Query(direction(0.6, 0.7, 0.3, 0.2), ["cake"]), 4)
    assert [hit.chunk["text"] for hit in found[:1]] == ["cake"]
    assert found[0].score == pytest.approx(1 / 61 + 1 / 63)
    assert len(found) == 4


def test_neighbors_add_to_the_vector_of_a_chunk(store: Store) -> None:
    store.put(*together(document("x.md", "bread", "apple", "cake"), document("y.md", "cute")))
    query = direction(0.6, 0, 0.8, 0)
    plain = [hit.chunk["text"] for hit in store.search(Query(query), 4)]
    assert set(plain[:2]) == {"cake", "cute"}
    found = store.search(Query(query, neighbor_weight=0.5), 3)
    assert [hit.chunk["text"] for hit in found] == ["cake", "apple", "cute"]
    # (0.25, 0.5, 1) of norm 1.14564, and (0.5, 1, 0.5) of norm 1.22474
    expected = [(0.5 * 0.6 + 0.8) / 1.14564, (0.6 + 0.5 * 0.8) / 1.22474, 0.8]
    assert [hit.score for hit in found] == pytest.approx(expected, abs=1e-4)
    assert "vector" not in found[0].chunk


def test_words_of_replaced_documents_do_not_count(store: Store) -> None:
    store.put(*document("x.md", "apple pie", "bread"))
    store.optimize()
    store.put(*document("x.md", "cake"))
    assert store.search(Query(None, ["apple"]), 9) == []
    store.optimize()
    assert store.search(Query(None, ["apple"]), 9) == []
    assert len(store.search(Query(None, ["cake"]), 9)) == 1


def test_a_store_keeps_everything_when_it_is_opened_again(address: str) -> None:
    documents, chunks = document("x.md", "apple", "bread")
    with closing(open_store(address, MODEL)) as store:
        store.put(documents, chunks)
    for model in (None, MODEL):
        with closing(open_store(address, model)) as store:
            assert store.description == DESCRIPTION
            assert store.documents() == documents
            assert store.chunks(documents).to_pylist() == chunks.to_pylist()


def test_only_one_process_writes(address: str, store: Store) -> None:
    if "http" in address:
        pytest.skip("a server takes all that connect")
    with pytest.raises(StoreError, match="is in use by another process: wait until it ends"):
        open_store(address, MODEL)
    store.put(*document("x.md", "apple"))
    assert texts(store) == ["apple"]


def test_a_store_that_does_not_exist_cannot_be_read(address: str) -> None:
    with pytest.raises(MissingStoreError, match="is not a store: create one"):
        open_store(address)


def test_another_revision_is_refused_and_leaves_the_store_open_to_others(address: str) -> None:
    open_store(address, MODEL).close()
    other = ToyEmbedder()
    other.revision = "2"
    with pytest.raises(StoreError, match="in revision 1, and the installed one is 2: sync to"):
        open_store(address, cast("Embedder", other))
    open_store(address, MODEL).close()


@pytest.mark.parametrize("step", [-1, 1])
def test_a_store_with_the_columns_of_another_version_is_refused(
    address: str, step: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    open_store(address, MODEL).close()
    monkeypatch.setattr(protocol, "SCHEMA_VERSION", SCHEMA_VERSION + step)
    reason = f"version {SCHEMA_VERSION + step} of the columns, got {SCHEMA_VERSION}: sync to"
    with pytest.raises(StoreError, match=reason):
        open_store(address, MODEL)


# ---- addresses -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("address", "reason"),
    [
        ("", "a store must be a folder or PROVIDER:ADDRESS"),
        ("nothing:x", "must be one of parquet, .*plain, .*got 'nothing'"),
        ("parquet:", "must be followed by the address of a store"),
    ],
)
def test_an_address_that_is_not_valid_is_refused(
    address: str, reason: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    install(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(StoreError, match=reason):
        open_store(address)


def test_other_packages_add_stores(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    install(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    assert "plain" in providers()
    with closing(open_store(f"plain:{tmp_path / 'x'}", MODEL)) as store:
        assert store.documents() == {}
