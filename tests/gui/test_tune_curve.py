"""The curve of Tune while its model works, without a browser."""

import threading
from typing import Any

import pytest
from session_page import SessionPage
from waiting import TIME_LIMIT

from chunking import engine, get
from chunking.core.document import Document
from chunking.core.prepared import Prepared
from chunking.embedding import DEFAULT_MODEL
from chunking.engine.run import Split
from chunking.gui.core.jobs import Job, Waiting
from chunking.gui.results import engine_calls
from chunking.gui.results.chunks import curve, split
from chunking.gui.session.session import Session

pytestmark = pytest.mark.usefixtures("small_model")


def test_a_strategy_without_a_model_shows_the_similarities_embedded_before_a_stop(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    session = Session()
    session.documents.choose("essay.md")
    session.apply("tune", get("sentence")())
    embedded = engine.prepare(session.document, engine_calls.plain(DEFAULT_MODEL))
    stopped = Waiting(Job(part=embedded, error="stopped"), ())
    monkeypatch.setattr(engine_calls, "reference", lambda *_: stopped)
    shown = split(session)
    assert isinstance(shown, Split)
    found = curve(session, shown)
    assert found is not None
    assert found.signal is not None
    assert len(found.signal.gaps) == len(embedded.units) - 1


@pytest.mark.parametrize(
    ("model", "length", "progress"),
    [
        (DEFAULT_MODEL, 300_000, "300,000 characters to embed: about 10 s"),
        (DEFAULT_MODEL, 9_000_000, "9,000,000 characters to embed: about 5 min"),
        ("of which no speed is known", 300_000, "300,000 characters to embed"),
        (DEFAULT_MODEL, 200_000, "Loading the embedding model"),
    ],
)
def test_a_large_document_tells_its_size_and_time_before_it_is_embedded(
    monkeypatch: pytest.MonkeyPatch, model: str, length: int, progress: str
) -> None:
    proceed = threading.Event()

    def blocked(*_: object, **__: object) -> None:
        assert proceed.wait(TIME_LIMIT)

    monkeypatch.setattr(engine, "prepare", blocked)
    # Another test may have measured a speed.
    monkeypatch.setattr(engine_calls, "_speeds", {DEFAULT_MODEL: 30_000.0})
    waiting = engine_calls.reference(Document("x" * length), model)
    assert isinstance(waiting, Waiting)
    assert waiting.job.progress == progress
    waiting.job.stopped.set()
    proceed.set()


def test_a_large_document_can_be_read_before_it_is_embedded(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    proceed, prepare = threading.Event(), engine.prepare

    def blocked(*arguments: Any, **more: Any) -> Prepared:
        if "on_part" in more:
            assert proceed.wait(TIME_LIMIT)
        return prepare(*arguments, **more)

    monkeypatch.setattr(engine, "prepare", blocked)
    session = Session()
    document = Document("A sentence of a long text. " * 10_000)
    session.open(document)
    page = SessionPage(session).show_at_once()
    assert page.sent["tune"]["document"] == document.sha256
    assert len(page.sent["tune"]["chunks"]["sizes"]) == 1
    assert f"document:{document.sha256}" in page.sent
    assert any("270,000 characters to embed" in each.job.progress for each in page.waiting)
    for each in page.waiting:
        each.job.stopped.set()
    proceed.set()
