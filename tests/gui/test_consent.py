"""Text is sent to the server of a model only after the user has confirmed it."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from embedding_server import EmbeddingServer, embedding_server
from session_page import ended_or_failed

from chunking import get
from chunking.core.document import Document
from chunking.core.errors import ModelError
from chunking.engine.run import Split
from chunking.engine.spec import to_spec
from chunking.gui.core.jobs import JOBS, Waiting
from chunking.gui.results.baseline import baseline, drop_unusable_baseline
from chunking.gui.results.chunks import previous, split, version
from chunking.gui.session.servers import check_server, server_of
from chunking.gui.session.session import Session, continued, register
from chunking.gui.session.tune_state import LibraryState
from chunking.gui.session.undo import tune_of
from chunking.gui.shell import consent, events, url

pytestmark = pytest.mark.usefixtures("own_cache")

TEXT = "The tide is high. The pilot waits. The harbour is full. A new ship arrives at noon."


@pytest.fixture
def server() -> Iterator[EmbeddingServer]:
    JOBS.clear()
    with embedding_server() as found:
        yield found
    JOBS.clear()


@pytest.fixture
def session() -> Session:
    found = Session()
    found.open(Document(TEXT, "tide.txt"))
    return found


def model_of(server: EmbeddingServer) -> str:
    return f"openai:m@{server.url}"


def host(server: EmbeddingServer) -> str:
    return server.url.removeprefix("http://").removesuffix("/v1")


def settled(session: Session) -> Split | Waiting:
    """Return the split once its job has ended."""
    return ended_or_failed(lambda: split(session))


def select(session: Session, model: str) -> None:
    events.dispatch(session, [[session.handled + 1, "set", "tune", "model", model]], {})


def test_a_typed_model_waits_for_consent_and_then_embeds(
    server: EmbeddingServer, session: Session
) -> None:
    model = model_of(server)
    select(session, model)
    assert session.strategy("tune").material.model == "all-MiniLM-L6-v2"
    assert list(session.unconfirmed) == ["tune"]
    said = consent.sentences(session)
    while said is None:
        said = consent.sentences(session)
    assert said == [f"openai:m sends 4 texts of about 21 tokens to {host(server)}."]
    assert server.requests == []
    consent.confirm(session)
    assert (session.unconfirmed, session.strategy("tune").material.model) == ({}, model)
    assert isinstance(settled(session), Split)
    assert len(server.requests) == 1
    # The server is confirmed for the rest of the session.
    select(session, "all-MiniLM-L6-v2")
    select(session, model.replace(":m@", ":other@"))
    assert session.unconfirmed == {}


def test_declining_keeps_the_previous_model(server: EmbeddingServer, session: Session) -> None:
    select(session, "multilingual")
    select(session, model_of(server))
    consent.decline(session)
    assert session.unconfirmed == {}
    assert session.strategy("tune").material.model == "multilingual"
    assert server.requests == []


def test_the_consent_of_one_session_is_not_that_of_another(
    server: EmbeddingServer, session: Session
) -> None:
    select(session, model_of(server))
    consent.confirm(session)
    other = Session()
    select(other, model_of(server))
    assert list(other.unconfirmed) == ["tune"]


def test_a_link_sends_nothing_but_keeps_its_other_settings(
    server: EmbeddingServer, session: Session
) -> None:
    url.read(session, {"strategy": "semantic", "threshold": "0.3", "model": model_of(server)})
    found = session.strategy("tune")
    assert (found.model_dump()["threshold"], found.material.model) == (0.3, "all-MiniLM-L6-v2")
    assert session.unconfirmed["tune"].material.model == model_of(server)


def test_nested_strategies_wait_too(server: EmbeddingServer, session: Session) -> None:
    levels = to_spec(get("semantic")(model=model_of(server), max_tokens=600))
    nested = get("hierarchical")(levels=f"structure:max_tokens=1200 > {levels}")
    before = session.strategy("tune")
    session.apply("tune", nested)
    assert session.strategy("tune") == before
    assert session.unconfirmed == {"tune": nested}


def test_a_baseline_of_a_link_is_not_embedded(server: EmbeddingServer, session: Session) -> None:
    spec = to_spec(get("semantic")(model=model_of(server)))
    session.baseline = {"document": session.document.sha256, "strategy": spec}
    assert baseline(session, session.document) is None
    drop_unusable_baseline(session)
    assert session.baseline is None
    assert "which you have not confirmed" in session.notices[-1].text
    assert server.requests == []


def test_undo_returns_to_a_confirmed_server_only(server: EmbeddingServer, session: Session) -> None:
    remote = get("semantic")(model=model_of(server))
    before = session.snapshot()
    session.restore(replace(before, settings={**before.settings, tune_of(before.document): remote}))
    assert list(session.unconfirmed) == ["tune"]


def test_the_tokens_of_all_documents_of_library_are_counted(
    server: EmbeddingServer, session: Session
) -> None:
    own = tuple(Document(TEXT + extra, "x.txt") for extra in ("", " And one more."))
    session.library = LibraryState(documents=own)
    session.apply("library", get("semantic")(model=model_of(server)))
    said = None
    while said is None:
        said = consent.sentences(session)
    assert said[0].startswith("openai:m sends 9 texts of about ")


def test_a_model_that_cannot_be_opened_sends_nothing() -> None:
    unknown = get("semantic")(model="openai:m@http://example.com/v1")
    assert server_of(unknown) is None
    check_server(unknown, set())


def test_a_server_is_checked(server: EmbeddingServer) -> None:
    strategy = get("semantic")(model=model_of(server))
    with pytest.raises(ModelError, match="which you have not confirmed"):
        check_server(strategy, set())
    check_server(strategy, {host(server)})


@pytest.mark.model
@pytest.mark.parametrize(
    ("answer", "sentence"),
    [
        ((401, {}, {"error": {"message": "no"}}), "requires a key"),
        ((404, {}, {"error": {"message": "no model m"}}), "refused the request: 404 no model m"),
    ],
)
def test_a_model_that_fails_leaves_the_previous_result(
    server: EmbeddingServer,
    session: Session,
    answer: tuple[int, dict[str, str], object],
    sentence: str,
) -> None:
    first = settled(session)
    assert isinstance(first, Split)
    session.tune.complete = session.document.sha256, first.strategy
    server.refusals = [answer]
    select(session, model_of(server))
    consent.confirm(session)
    failed = settled(session)
    assert isinstance(failed, Waiting)
    assert sentence in str(failed.job.error)
    kept = previous(session, failed)
    assert kept is not None
    assert (kept.strategy, version(kept)) == (first.strategy, version(first))
    session.choose("essay.md")
    assert previous(session, failed) is None


def test_a_reloaded_page_keeps_the_consent(server: EmbeddingServer, session: Session) -> None:
    select(session, model_of(server))
    consent.confirm(session)
    register(session)
    again = continued(session.name)
    assert again is not None
    assert again.settings["a"].servers is again.servers
    select(again, model_of(server).replace(":m@", ":other@"))
    assert again.unconfirmed == {}


def failure(session: Session, model: str) -> str:
    """Return the sentence with which a confirmed model fails."""
    select(session, model)
    consent.confirm(session)
    failed = settled(session)
    assert isinstance(failed, Waiting)
    return str(failed.job.error)


def test_a_dead_server_is_named(session: Session) -> None:
    with embedding_server() as gone:
        model = model_of(gone)
    assert f"the server {host(gone)} cannot be reached" in failure(session, model)


def test_vectors_of_several_lengths_are_named(server: EmbeddingServer, session: Session) -> None:
    def shorten(content: dict[str, Any]) -> dict[str, Any]:
        content["data"][0]["embedding"].pop()
        return content

    server.change = shorten
    said = f"the server {host(server)} did not answer with one vector per text"
    assert failure(session, model_of(server)) == said
