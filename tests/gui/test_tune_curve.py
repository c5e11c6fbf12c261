"""The curve of Tune while its model works, without a browser."""

import pytest

from chunking import engine, get
from chunking.embedding import DEFAULT_MODEL
from chunking.engine.split import Split
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
