"""The threshold that the window offers after a change of the model."""

from collections.abc import Iterator

import pytest
from embedders import HashEmbedder, NarrowEmbedder

import chunking.embedding
from chunking.embedding import tokenization
from chunking.gui.core.jobs import JOBS
from chunking.gui.session.session import Session
from chunking.gui.settle.model_change import offer_transfer
from chunking.gui.shell import events
from chunking.gui.tune import actions


@pytest.fixture
def models(tmp_path: object, monkeypatch: pytest.MonkeyPatch) -> Iterator[dict[str, HashEmbedder]]:
    found = {"all-MiniLM-L6-v2": HashEmbedder("wide"), "narrow": NarrowEmbedder("narrow")}
    for module in (chunking.embedding, tokenization):
        monkeypatch.setattr(module, "get_embedder", lambda name: found[name])
    monkeypatch.setenv("CHUNKSCOPE_CONFIG_DIR", str(tmp_path))
    JOBS.clear()
    yield found
    JOBS.clear()


@pytest.fixture
def session(models: dict[str, HashEmbedder]) -> Session:
    assert "narrow" in models
    found = Session()
    found.documents.choose("essay.md")
    do(found, "set", "tune", "threshold", 0.2)
    return found


def do(session: Session, *event: object) -> None:
    """Handle an event, as a run of the page does, until no job is left."""
    events.dispatch(session, [[session.handled + 1, *event]], actions.ACTIONS)
    while waiting := offer_transfer(session):
        for each in waiting:
            each.job.finished.wait()


def threshold(session: Session) -> float:
    value: float = session.strategy("tune").model_dump()["threshold"]
    return value


def test_the_threshold_is_offered_used_and_undone(
    session: Session, models: dict[str, HashEmbedder]
) -> None:
    do(session, "set", "tune", "model", "narrow")
    [notice] = session.notices
    assert notice.text.startswith("0.20 of all-MiniLM-L6-v2 corresponds to 0.9")
    assert notice.text.endswith(" of narrow.")
    assert notice.offer is not None
    assert notice.offer.label == "Use"
    # Nothing changes until it is used, and each model has read the text once.
    assert threshold(session) == 0.2
    texts = models["narrow"].texts
    assert len(texts) == len(set(texts)) == len(set(models["all-MiniLM-L6-v2"].texts))
    do(session, *notice.offer.event)
    assert threshold(session) > 0.9
    assert session.notices == []
    do(session, "undo")
    assert (threshold(session), session.strategy("tune").material.model) == (0.2, "narrow")


def test_the_offer_ends_when_the_model_or_the_threshold_changes(session: Session) -> None:
    do(session, "set", "tune", "model", "narrow")
    assert len(session.notices) == 1
    do(session, "set", "tune", "model", "all-MiniLM-L6-v2")
    assert session.notices == []
    do(session, "set", "tune", "model", "narrow")
    do(session, "set", "tune", "threshold", 0.5)
    assert session.notices == []


def test_a_model_chosen_with_its_threshold_needs_no_other(session: Session) -> None:
    session.apply("tune", session.strategy("tune").with_(model="narrow", threshold=0.95))
    do(session, "tick")
    assert session.notices == []


def test_an_offer_for_another_model_is_ignored(session: Session) -> None:
    do(session, "use_transferred", "tune", "narrow", "0.95")
    assert threshold(session) == 0.2


def test_a_dismissed_offer_does_not_return(session: Session) -> None:
    do(session, "set", "tune", "model", "narrow")
    session.dismiss()
    do(session, "set", "tune", "min_tokens", 100)
    assert session.notices == []
