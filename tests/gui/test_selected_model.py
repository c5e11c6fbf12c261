"""Everything in the window follows the selected model."""

from collections.abc import Iterator, Sequence
from typing import Any

import pytest
from embedders import NarrowEmbedder, PieceEmbedder
from session_page import ended
from waiting import TIME_LIMIT

import chunking.embedding
from chunking import get
from chunking.core.document import Document
from chunking.core.errors import ModelError
from chunking.core.prepared import Material
from chunking.embedding import tokenization
from chunking.engine.run import Split
from chunking.gui.compare import metrics
from chunking.gui.core.jobs import JOBS, Waiting
from chunking.gui.library.preparation import prepare
from chunking.gui.library.rows import chunk_all, rows
from chunking.gui.results import engine_calls
from chunking.gui.results.chunks import curve, split
from chunking.gui.results.engine_calls import Reference
from chunking.gui.results.lanes import lane_tokens, lanes, ready
from chunking.gui.session.session import Session
from chunking.gui.sweep.grid import grid_of
from chunking.gui.sweep.measured import measure
from chunking.gui.tune import status

BUNDLED = "all-MiniLM-L6-v2"
# Of the model "other": one token a word, no special tokens.
LIMIT = 20


class OtherEmbedder(NarrowEmbedder):
    """A model with a limit of 20 words and other similarities."""

    tokenizer = "words"
    reserved_tokens = 0

    def __init__(self) -> None:
        super().__init__("other")
        self.max_pieces = LIMIT


@pytest.fixture(autouse=True)
def models(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    found = {BUNDLED: PieceEmbedder(), "other": OtherEmbedder()}
    for module in (chunking.embedding, tokenization):
        monkeypatch.setattr(module, "get_embedder", lambda name: found[name])
    JOBS.clear()
    yield
    JOBS.clear()


@pytest.fixture
def session() -> Session:
    """A session in which another model was selected before a strategy without a model."""
    found = Session()
    found.documents.choose("essay.md")
    found.apply("tune", get("semantic")(model="other"))
    found.apply("tune", get("fixed")(max_tokens=40))
    assert found.model() == "other"
    return found


def over(texts: Sequence[str]) -> int:
    return sum(len(text.split()) > LIMIT for text in texts)


def prepared_or_wait(documents: list[Document], material: Material, model: str = "other") -> Any:
    """Return the documents of Library, or the job that prepares them."""
    found, waiting = prepare(documents, material, model)
    return found if waiting is None else waiting


def test_the_curve_and_the_limit_of_tune_are_those_of_the_selected_model(session: Session) -> None:
    known = ended(lambda: engine_calls.reference(session.document, session.model()))
    shown = split(session)
    assert isinstance(shown, Split)
    found = curve(session, shown)
    assert found is not None
    assert found.material.model == "other"
    assert found.signal is not None
    assert found.signal.scores.min() > 0.8
    assert known.limit == LIMIT
    exceed = over(shown.chunking.texts)
    assert exceed > 0
    assert [f"{exceed} exceed the model limit"] == [
        text for text, *_ in status.numbers(shown, known) if "limit" in text
    ]


def test_chunks_of_a_strategy_with_the_model_are_counted_in_its_tokens(session: Session) -> None:
    session.apply("tune", get("semantic")(model="other", min_tokens=5, max_tokens=30))
    shown = ended(lambda: split(session))
    assert shown.chunking.tokens.tolist() == [len(text.split()) for text in shown.chunking.texts]
    assert shown.chunking.tokens.max() <= 30


def test_lanes_are_compared_with_the_limits_of_their_models(session: Session) -> None:
    session.apply("a", get("semantic")(model=BUNDLED, min_tokens=30, max_tokens=60))
    session.apply("b", get("fixed")(max_tokens=40))
    session.compare.shown = 2
    ended(lambda: next((e for e in lanes(session).values() if isinstance(e, Waiting)), None))
    known = ended(lambda: engine_calls.reference(session.document, session.model()))
    shown = ready(lanes(session))
    tokens = [lane_tokens(session, each) for each in shown]
    assert [each and each.limit for each in tokens] == [254, LIMIT]
    [row] = [
        each
        for each in metrics.rows(shown, tokens, known, None, lambda: None)
        if each["title"] == "Over the model limit"
    ]
    expected = over(shown[1].chunking.texts) / len(shown[1].chunking)
    assert row["values"] == ["0%", f"{expected:.0%}"]


def test_library_compares_with_the_selected_model(session: Session) -> None:
    documents, strategy = [session.document], get("fixed")(max_tokens=40)
    session.apply("library", strategy)
    assert session.model("library") == "other"
    found = ended(lambda: prepared_or_wait(documents, strategy.material))
    made = chunk_all(documents, found, strategy)
    [row] = rows(documents, found, made, strategy, {})
    assert row["over"] == over(made[session.document.sha256].texts) > 0


def test_library_shows_documents_without_a_model_that_cannot_be_found(
    session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    def missing(name: str) -> None:
        raise ModelError(f"model {name!r} is not on this machine")

    monkeypatch.setattr(tokenization, "get_embedder", missing)
    documents, strategy = [session.document], get("fixed")(max_tokens=40)
    found = ended(lambda: prepared_or_wait(documents, strategy.material, "gone"))
    made = chunk_all(documents, found, strategy)
    [row] = rows(documents, found, made, strategy, {})
    assert (row["chunks"], row["over"]) == (len(made[session.document.sha256]), None)


def test_sweep_compares_with_the_selected_model(session: Session) -> None:
    session.apply("sweep", get("fixed")(max_tokens=40))
    ended(lambda: engine_calls.reference(session.document, "other"))
    job = measure(session.document, grid_of(session), session.model("sweep")).job
    job.stopped.set()
    assert job.finished.wait(TIME_LIMIT)
    reference: Reference = job.part.reference
    assert (reference.limit, reference.prepared.material.model) == (LIMIT, "other")
