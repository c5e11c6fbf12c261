"""Models of OpenAI-compatible servers, with a server on this machine."""

import importlib.util
import logging
import math
import socket
import sys
import threading
import types
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from embedders import HashEmbedder
from embedding_server import EmbeddingServer, embedding_server
from waiting import TIME_LIMIT

from chunking import chunk, get
from chunking.core.errors import ModelError, StoppedError
from chunking.embedding import CachedEmbedder, VectorCache, endpoint, get_embedder, openai
from chunking.embedding.endpoint import Endpoint, find_key
from chunking.embedding.openai import OpenAIEmbedder, open_model
from chunking.engine import cost_of

KEY = "sk-secret-1234"
TEXTS = [f"Sentence {number} of the sea and the tide." for number in range(300)]


@pytest.fixture(autouse=True)
def no_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    monkeypatch.delenv("OPENAI_BASE_URL", raising=False)
    monkeypatch.setattr(endpoint, "BACKOFF_SECONDS", (0.01, 0.01))


@pytest.fixture
def server() -> Iterator[EmbeddingServer]:
    with embedding_server() as running:
        yield running


def refusal(server: EmbeddingServer, *answers: Any, **headers: str) -> str:
    """Return the error of a model whose server refuses with some statuses."""
    names = {name.replace("_", "-"): value for name, value in headers.items()}
    server.refusals = [(status, names, content) for status, content in answers]
    with pytest.raises(ModelError) as error:
        OpenAIEmbedder("m", server.url, lambda: KEY).encode(["text"])
    return str(error.value).replace(server.url.split("/")[2], "HOST")


def test_vectors_come_in_the_order_of_the_texts_in_several_requests(
    server: EmbeddingServer,
) -> None:
    seen: list[tuple[int, int]] = []
    found = OpenAIEmbedder("m", server.url).encode(TEXTS, on_batch=lambda *at: seen.append(at))
    np.testing.assert_allclose(found, HashEmbedder().encode(TEXTS), atol=1e-6)
    assert [len(each["input"]) for each in server.requests] == [128, 128, 44]
    assert {each["model"] for each in server.requests} == {"m"}
    assert server.keys == [None] * 3
    assert list(dict.fromkeys(seen))[-1] == (300, 300)
    assert OpenAIEmbedder("m", server.url).encode([]).shape == (0, 0)


@pytest.mark.model
@pytest.mark.usefixtures("own_cache")
def test_the_bundled_model_behind_a_server_makes_the_same_chunks() -> None:
    text = "The tide leaves the sea. Waves fall. The oven heats the dough. Bread rises." * 4
    with embedding_server(get_embedder()) as server:
        strategy = get("semantic")(min_tokens=0, model=f"openai:minilm@{server.url}")
        remote = chunk(text, strategy)
        again = len(server.requests)
        assert np.array_equal(remote.start, chunk(text, get("semantic")(min_tokens=0)).start)
        assert again > 0
        chunk(text, strategy)
        assert len(server.requests) == again, "vectors are cached"


def test_a_dead_endpoint_is_named_at_once() -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    with pytest.raises(ModelError, match=rf"127.0.0.1:{port} cannot be reached \(.*refused\)"):
        OpenAIEmbedder("m", f"http://127.0.0.1:{port}/v1").encode(["text"])


def test_a_wrong_key_is_named_but_not_shown(
    server: EmbeddingServer, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    message = refusal(server, (401, {"error": {"message": f"Incorrect API key: {KEY}"}}))
    assert message == (
        "the server HOST rejected the key (401): set OPENAI_API_KEY, or store one by "
        "keyring set chunkscope HOST"
    )
    assert server.keys == [f"Bearer {KEY}"]
    assert KEY not in message + caplog.text
    server.refusals = [(401, {}, {})]
    with pytest.raises(ModelError, match=r"requires a key \(401\)"):
        OpenAIEmbedder("m", server.url).encode(["text"])


def test_a_key_in_a_message_of_the_server_is_hidden(server: EmbeddingServer) -> None:
    message = refusal(server, (400, {"error": {"message": f"bad {KEY}.\nmore"}}))
    assert message == "the server HOST refused the request: 400 bad …"


def test_no_redirect_is_followed(server: EmbeddingServer) -> None:
    message = refusal(server, (302, b""), Location="http://example.org/v1/embeddings")
    assert message == "the server HOST refused the request: 302 Found"


def test_a_rate_limit_is_waited_for(
    server: EmbeddingServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    pauses: list[float] = []
    monkeypatch.setattr(endpoint, "_wait", lambda seconds, _: pauses.append(seconds))
    server.refusals = [(429, {"Retry-After": "0.3"}, {"error": {"message": "slow down"}})]
    assert OpenAIEmbedder("m", server.url).encode(["text"]).shape == (1, 64)
    assert pauses == [0.3]
    assert len(server.requests) == 2


def test_a_failing_server_is_tried_again_and_then_given_up(server: EmbeddingServer) -> None:
    server.refusals = [(500, {}, {}), (503, {}, {})]
    OpenAIEmbedder("m", server.url).encode(["text"])
    message = refusal(server, *[(503, {"error": {"message": "loading"}})] * 3)
    assert message == "the server HOST failed 3 times: 503 loading"


def test_no_pause_is_longer_than_two_minutes(server: EmbeddingServer) -> None:
    message = refusal(server, (429, {"message": "quota"}), Retry_After="3600")
    assert message == "the server HOST asks for a pause of 3,600 seconds (429 quota)"


def test_an_exhausted_quota_is_not_tried_again(server: EmbeddingServer) -> None:
    content = {"error": {"message": "no credit", "code": "insufficient_quota"}}
    assert refusal(server, (429, content)).endswith("refused the request: 429 no credit")
    assert len(server.requests) == 1


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (lambda _: b"<html>", "did not answer in JSON"),
        (lambda _: b"[" * 200_000, "did not answer in JSON: it is nested too deeply"),
        (lambda _: b'{"a":' * 100_000, "did not answer in JSON: it is nested too deeply"),
        (lambda _: b"9" * 20_000, "did not answer in JSON: Exceeds the limit"),
        (lambda _: b"\xff\xfe\x00", "did not answer in JSON"),
        (lambda _: {"data": {"index": 0}}, "did not answer with one vector per text"),
        (lambda _: {"data": [{"index": [], "embedding": []}] * 2}, "2 vectors for 2 texts"),
        (lambda _: vectors_of([10**400]), "did not answer with one vector per text"),
        (lambda _: vectors_of([math.nan]), "returned numbers that are not finite"),
        (lambda _: vectors_of([math.inf]), "returned numbers that are not finite"),
        (lambda _: vectors_of([]), r"got an array of shape \(2, 0\)"),
        (lambda _: vectors_of([[1.0]]), r"got an array of shape \(2, 1, 1\)"),
        (lambda _: {}, "did not answer with one vector per text"),
        (lambda _: {"data": [{"index": 0, "embedding": "x"}]}, "did not answer with one vector"),
        (lambda it: {"data": it["data"][1:]}, "returned 1 vectors for 2 texts"),
        (
            lambda it: {"data": [{**it["data"][0], "embedding": [1.0]}, it["data"][1]]},
            "did not answer with one vector per text",
        ),
    ],
)
def test_a_wrong_answer_is_named(server: EmbeddingServer, change: Any, says: str) -> None:
    server.change = change
    with pytest.raises(ModelError, match=says):
        OpenAIEmbedder("m", server.url).encode(["one", "two"])


def test_an_answer_of_any_size_is_not_read(
    server: EmbeddingServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(endpoint, "LARGEST_ANSWER", 100)
    with pytest.raises(ModelError, match="not answer in JSON: it has more than 100 bytes"):
        OpenAIEmbedder("m", server.url).encode(["one", "two"])


def test_a_refusal_that_is_nested_without_end_is_a_refusal(server: EmbeddingServer) -> None:
    server.refusals = [(400, {}, b"[" * 60_000)]
    with pytest.raises(ModelError, match="refused the request: 400 Bad Request"):
        OpenAIEmbedder("m", server.url).encode(["one"])


def vectors_of(numbers: list[Any]) -> dict[str, Any]:
    """Return an answer with the same vector for two texts."""
    return {"data": [{"index": i, "embedding": numbers} for i in range(2)]}


def test_a_dimension_that_changes_is_named(server: EmbeddingServer, tmp_path: Path) -> None:
    def shorter(content: dict[str, Any]) -> dict[str, Any]:
        if len(server.requests) < 2:
            return content
        return {"data": [{**row, "embedding": row["embedding"][:8]} for row in content["data"]]}

    server.change = shorter
    with pytest.raises(ModelError, match="vectors of 64 and of 8 numbers for model 'm'"):
        OpenAIEmbedder("m", server.url).encode(TEXTS)
    server.requests.clear()
    cached = CachedEmbedder(
        OpenAIEmbedder("m", server.url), VectorCache("m", "1", root=tmp_path / "cache")
    )
    cached.encode(["one"])
    with pytest.raises(ModelError, match="its cached ones have 64: run chunkscope cache --clear"):
        cached.encode(["one", "two"])


def test_cancelling_keeps_what_is_embedded(server: EmbeddingServer, tmp_path: Path) -> None:
    cached = CachedEmbedder(
        OpenAIEmbedder("m", server.url), VectorCache("m", "1", root=tmp_path / "cache")
    )

    def stop(done: int, total: int) -> None:
        assert total == 300
        if done >= 128:
            raise StoppedError

    with pytest.raises(StoppedError):
        cached.encode(TEXTS, on_batch=stop)
    assert len(server.requests) == 1
    assert len(cached.missing(TEXTS)) == 172
    cached.encode(TEXTS)
    assert [len(each["input"]) for each in server.requests] == [128, 128, 44]


def test_a_request_that_hangs_can_be_cancelled(server: EmbeddingServer) -> None:
    released = threading.Event()
    server.gate = lambda: released.wait(TIME_LIMIT)
    calls = []

    def stop(done: int, total: int) -> None:
        calls.append((done, total))
        if len(calls) > 2:
            raise StoppedError

    try:
        with pytest.raises(StoppedError):
            OpenAIEmbedder("m", server.url).encode(["text"], on_batch=stop)
    finally:
        released.set()
    assert calls == [(0, 1)] * 3


def test_a_pause_can_be_cancelled(server: EmbeddingServer) -> None:
    server.refusals = [(429, {"Retry-After": "100"}, {})]

    def stop(*_: int) -> None:
        if server.requests:
            raise StoppedError

    with pytest.raises(StoppedError):
        OpenAIEmbedder("m", server.url).encode(["text"], on_batch=stop)


@pytest.mark.usefixtures("own_cache")
def test_the_cost_is_known_before_it_is_spent(server: EmbeddingServer) -> None:
    model = f"openai:text-embedding-3-small@{server.url}"
    strategy = get("semantic")(model=model)
    text = "The tide leaves the sea. The oven heats the dough. The tide leaves the sea."
    cost = cost_of(text, strategy.material)
    assert cost is not None
    assert (cost.texts, cost.tokens, cost.is_estimate) == (2, 12, False)
    assert cost.note.startswith("openai:text-embedding-3-small sends 2 texts of 12 tokens to 127.")
    assert server.requests == []
    chunk(text, strategy)
    assert cost_of(text, strategy.material) is None, "everything is cached"
    assert cost_of(text, get("semantic")().material) is None
    assert cost_of(text, get("sentence")().material) is None


def test_a_text_beyond_the_limit_is_sent_in_windows(
    server: EmbeddingServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(openai, "_OPENAI_LIMIT", 10)
    text = "The tide leaves the sea while the oven slowly heats the dough of the bread."
    found = OpenAIEmbedder("text-embedding-3-small", server.url).encode([text, "short"])
    assert found.shape == (2, 64)
    assert len(server.requests[0]["input"]) > 2
    assert "".join(server.requests[0]["input"][:-1]) == text
    assert np.linalg.norm(found, axis=1) == pytest.approx(1)


def test_known_models_have_a_limit_and_a_tokenizer() -> None:
    known, other = OpenAIEmbedder("text-embedding-3-large"), OpenAIEmbedder("nomic")
    assert (known.max_pieces, known.tokenizer, known.host) == (8191, "cl100k", "api.openai.com")
    assert (other.max_pieces, other.tokenizer) == (None, None)
    assert known.id == "openai:text-embedding-3-large"
    assert known.revision == "https://api.openai.com/v1"


def test_the_address_comes_from_the_environment_or_is_of_this_machine(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert open_model("m@http://localhost:11434/v1/").revision == "http://localhost:11434/v1"
    for address in ("http://example.org/v1", "https://evil.example/v1"):
        with pytest.raises(ModelError, match="may hold only an address of this machine"):
            open_model(f"m@{address}")
    monkeypatch.setenv("OPENAI_BASE_URL", "https://llm.example.org/v1")
    assert open_model("m").host == "llm.example.org"


@pytest.mark.parametrize("url", ["ftp://x/v1", "localhost", "http://", "http://x/v1?key=1", "h:/["])
def test_an_address_that_is_none_is_refused(url: str) -> None:
    with pytest.raises(ModelError, match="must be like http://localhost:8000/v1"):
        Endpoint(url)


def test_an_address_with_a_password_is_refused_without_showing_it() -> None:
    with pytest.raises(ModelError, match="must hold no password") as error:
        Endpoint("http://user:hunter2@localhost/v1")
    assert "hunter2" not in str(error.value)


def test_the_key_of_the_environment_is_only_for_its_own_server(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "keyring", None)
    monkeypatch.setattr(importlib.util, "find_spec", lambda _: None)
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    assert find_key("api.openai.com") == KEY
    assert find_key("127.0.0.1:8000") is None
    monkeypatch.setenv("OPENAI_BASE_URL", "http://127.0.0.1:8000/v1")
    assert find_key("127.0.0.1:8000") == KEY
    assert find_key("api.openai.com") is None


def test_the_keyring_has_a_key_per_host(monkeypatch: pytest.MonkeyPatch) -> None:
    errors = types.ModuleType("keyring.errors")
    errors.KeyringError = type("KeyringError", (Exception,), {})  # type: ignore[attr-defined]
    keyring = types.ModuleType("keyring")
    keyring.errors = errors  # type: ignore[attr-defined]
    stored = {("chunkscope", "llm.example.org"): KEY}
    keyring.get_password = lambda *who: stored.get(who)  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "keyring", keyring)
    monkeypatch.setitem(sys.modules, "keyring.errors", errors)
    monkeypatch.setattr(importlib.util, "find_spec", lambda _: object())
    assert find_key("llm.example.org") == KEY
    assert find_key("other.example.org") is None

    def locked(*_: str) -> None:
        raise errors.KeyringError

    keyring.get_password = locked  # type: ignore[attr-defined]
    assert find_key("llm.example.org") is None
