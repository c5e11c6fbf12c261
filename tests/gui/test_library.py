"""Library without a browser: its documents, the table, and one threshold for all."""

import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from session_page import SessionPage, ended
from topical import topical

from chunking import engine
from chunking.analysis.thresholds import Curve, SelectedThreshold
from chunking.core.document import Document
from chunking.core.prepared import Material
from chunking.gui.core.cache import Key
from chunking.gui.core.jobs import JOBS
from chunking.gui.library import preparation
from chunking.gui.library.preparation import Ready
from chunking.gui.library.thresholds import common
from chunking.gui.results import engine_calls
from chunking.gui.results.engine_calls import key_of
from chunking.gui.session.session import Session
from chunking.gui.shell import url
from chunking.loading import load_bytes
from chunking.loading.samples import SAMPLES
from chunking.strategies import get
from chunking.strategies.signals.similarity import candidate_scores

pytestmark = pytest.mark.usefixtures("small_model")

# The settings with which a document is shown on Tune.
OWN, THESE = False, True


def note(number: int) -> Document:
    """Return one of several short documents."""
    topics = ("The tide turns at noon.", "Bread needs an oven.", "A judge hears both sides.")
    text = "\n\n".join(
        f"{topics[(number + i // 6) % 3]} This is sentence {i} of note {number}, a longer one."
        for i in range(24)
    )
    return load_bytes(text.encode(), f"note-{number}.md")


class Page(SessionPage):
    """A session on Library, and the messages sent last."""

    @property
    def library(self) -> dict[str, Any]:
        """The message of the page."""
        return self.sent["library"]

    def row(self, name: str) -> dict[str, Any]:
        found: dict[str, Any] = next(each for each in self.library["rows"] if each["name"] == name)
        return found


@pytest.fixture
def page() -> Page:
    session = Session()
    session.page = "library"
    session.library.documents = tuple(note(number) for number in range(4))
    session.settings["library"].apply(get("semantic")(min_tokens=40, max_tokens=400))
    session.record()
    return Page(session)


def test_every_document_has_a_row_with_its_numbers(page: Page) -> None:
    page.finish()
    assert [each["name"] for each in page.library["rows"]] == [f"note-{i}.md" for i in range(4)]
    for each in page.library["rows"]:
        assert sum(each["sizes"]) == each["chunks"] > 0
        assert 0 <= each["inside"] <= 1
        assert 0 <= each["below"] <= 1
        assert each["largest"] >= each["median"]
    assert page.library["ready"] == 4


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> threading.Event:
    """Prepare only the first document until the event is set."""
    monkeypatch.setattr("chunking.gui.core.jobs.PATIENCE", 0.0)
    proceed, ready = threading.Event(), preparation._ready

    def prepare(
        key: Key,
        document: Document,
        material: Material,
        model: str,
        on_batch: Callable[[int, int], None],
    ) -> Ready:
        while document.source != "note-0.md" and not proceed.wait(0.01):
            on_batch(1, 2)
        return ready(key, document, material, model, on_batch)

    monkeypatch.setattr(preparation, "_ready", prepare)
    return proceed


def test_rows_come_while_the_documents_are_prepared(page: Page, slow: threading.Event) -> None:
    page.show_until(lambda page: page.library["ready"])
    assert [("chunks" in each) for each in page.library["rows"]] == [True, False, False, False]
    assert page.library["common"] is None
    assert page.waiting
    assert not page.library["settled"]
    slow.set()
    assert page.finish().library["ready"] == 4


@pytest.mark.usefixtures("slow")
def test_a_stopped_job_keeps_the_documents_it_has_prepared(page: Page) -> None:
    page.show_until(lambda page: page.library["ready"])
    for job in JOBS.running():
        job.stopped.set()
        job.finished.wait()
    assert page.show().library["ready"] == 1
    assert page.library["selected"] == page.library["rows"][0]["id"]


def test_all_documents_follow_the_threshold(page: Page) -> None:
    page.finish().do("set", "library", "threshold", 0.0)
    low = [each["chunks"] for each in page.library["rows"]]
    page.do("set", "library", "threshold", 1.0)
    high = [each["chunks"] for each in page.library["rows"]]
    assert page.library["threshold"] == 1.0
    assert sum(high) > sum(low)
    assert page.library["settled"], "the recommendation does not depend on the threshold"


def test_the_settings_follow_the_recommended_threshold_until_they_are_set(
    page: Page, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("chunking.gui.session.undo.ONE_DRAG", 0.0)
    page.session.library.documents = tuple(topical(f"{n}.md", seed=n) for n in range(3))
    page.finish()
    one = page.show().library["common"]
    assert one is not None
    assert page.library["threshold"] == one["value"]
    page.do("set", "library", "threshold", 0.9).finish()
    assert page.library["threshold"] == 0.9
    page.do("library_use_threshold")
    assert page.library["threshold"] == page.library["common"]["value"]
    page.do("undo")
    assert page.library["threshold"] == 0.9


def test_the_threshold_of_tune_is_transferred_to_all_documents(page: Page) -> None:
    session = page.session
    session.show(load_bytes(("A sea. A ship.\n\n" * 20).encode(), "tuned.md"))
    tuned = session.strategy("tune")
    session.apply("tune", tuned.with_(threshold=0.5))
    assert page.finish().library["tuned"] is None, "nothing is embedded for Library"
    source = engine.prepare(session.document, tuned.material)
    ended(lambda: engine_calls.prepared(session.document, tuned.material))
    found = page.show().library["tuned"]
    prepared = [
        engine.prepare(each, session.strategy("library").material)
        for each in session.library.documents
    ]
    similarities = [candidate_scores(each.signal) for each in (source, *prepared) if each.signal]
    below = np.mean(similarities[0] < 0.5)
    expected = np.quantile(np.concatenate(similarities[1:]), below)
    assert found["share"] == pytest.approx(below)
    assert found["value"] == pytest.approx(expected, abs=0.001)
    page.do("library_use_tuned")
    assert page.library["threshold"] == found["value"]
    session.apply("tune", get("paragraph")())
    assert page.show().library["tuned"] is None


def test_a_limit_that_is_dragged_leaves_no_jobs_behind(
    page: Page, monkeypatch: pytest.MonkeyPatch
) -> None:
    page.finish()
    monkeypatch.setattr("chunking.gui.library.thresholds._DELAY", 30.0)
    for value in range(50, 60):
        page.do("set", "library", "min_tokens", value)
    assert len([each for each in JOBS.running() if "thresholds" in each.kind.title]) <= 1
    for job in JOBS.running():
        job.stopped.set()


def test_a_strategy_without_similarities_has_no_threshold(page: Page) -> None:
    page.do("strategy", "library", "paragraph").finish()
    assert page.library["threshold"] is None
    assert page.library["common"] is None
    assert page.sent["library_boxes"]["boxes"] == {}
    assert all(each["own"] is None and each["below"] is None for each in page.library["rows"])


def test_box_plots_hold_rising_quantiles(page: Page) -> None:
    boxes = page.finish().sent["library_boxes"]["boxes"]
    assert set(boxes) == {each["id"] for each in page.library["rows"]}
    assert all(values == sorted(values) and len(values) == 5 for values in boxes.values())


def test_the_chunks_of_the_selected_document_are_sent(page: Page) -> None:
    first, *_, last = page.finish().library["rows"]
    assert page.library["selected"] == page.sent["library_text"]["document"] == first["id"]
    page.do("library_select", last["id"])
    assert page.sent["library_text"]["document"] == last["id"]
    assert len(page.sent["library_text"]["chunks"]["sizes"]) == last["chunks"]
    page.do("library_select", "unknown")
    assert page.library["selected"] == last["id"]


def test_a_document_is_shown_on_tune_with_the_settings_of_either_page(page: Page) -> None:
    row = page.finish().library["rows"][1]
    before = page.session.strategy("tune")
    page.do("library_show", row["id"], OWN)
    assert page.session.go == "tune"
    assert page.session.document.sha256 == row["id"]
    assert page.session.strategy("tune") == before
    page.do("library_show", row["id"], THESE)
    assert page.session.strategy("tune") == page.session.strategy("library")


def test_a_document_can_be_removed_but_not_the_last_one(page: Page) -> None:
    page.session.library.documents = page.session.library.documents[:2]
    first, second = (each.sha256 for each in page.session.library.documents)
    page.do("library_remove", first)
    assert [each.sha256 for each in page.session.library.documents] == [second]
    page.do("library_remove", second)
    assert len(page.session.library.documents) == 1


def test_it_starts_with_the_samples_or_with_the_open_documents() -> None:
    from chunking.gui.library.documents import start

    session = Session()
    start(session)
    assert len(session.library.documents) == len(SAMPLES)
    session = Session()
    session.open(note(1))
    start(session)
    assert [each.source for each in session.library.documents] == ["note-1.md"]


def test_open_documents_are_added_once(page: Page) -> None:
    page.session.open(note(2))
    page.session.open(note(9))
    page.do("library_add_open").do("library_add_open")
    names = [each.source for each in page.session.library.documents]
    assert sorted(names) == [*[f"note-{i}.md" for i in range(4)], "note-9.md"]
    page.do("library_samples")
    assert len(page.session.library.documents) == len(SAMPLES)


def test_a_folder_is_read_and_what_cannot_be_read_is_named(page: Page, tmp_path: Path) -> None:
    (tmp_path / "one.md").write_text("# One\n\nA text.\n")
    (tmp_path / "broken.docx").write_bytes(b"no archive")
    page.do("library_folder", f" {tmp_path} ")
    assert [each.source for each in page.session.library.documents] == ["one.md"]
    assert any("broken.docx" in each.text for each in page.session.notices)
    page.do("library_folder", "/no/such/folder")
    assert page.session.notices[-1].text == (
        "/no/such/folder: not an existing folder; the documents from before are shown."
    )
    (tmp_path / "broken.docx").unlink()
    page.do("library_folder", str(tmp_path))
    assert not any("/no/such/folder" in each.text for each in page.session.notices)
    assert page.session.notices[-1].text == f"{tmp_path}: 1 document, unchanged."
    page.do("library_folder", "  ")
    assert [each.source for each in page.session.library.documents] == ["one.md"]


def test_an_empty_document_offers_no_threshold(page: Page) -> None:
    page.session.library.documents = (Document("", "empty.txt"),)
    sent = page.finish().sent["library"]
    assert (sent["common"]["value"], sent["tuned"], sent["settled"]) == (None, None, True)
    assert sent["rows"][0]["own"] is None


def test_a_link_reproduces_the_settings(page: Page) -> None:
    page.finish().do("set", "library", "threshold", 0.42)
    other = Session()
    other.page = "library"
    url.read(other, url.write(page.session))
    assert other.strategy("library") == page.session.strategy("library")


def selected(value: float | None, estimated: list[float]) -> SelectedThreshold:
    x = np.linspace(0, 1, len(estimated))
    y = np.array(estimated) / max(estimated, default=1)
    curves = () if value is None else (Curve("estimated", x, y),)
    return SelectedThreshold(value, "", curves, {})


def test_one_threshold_has_the_highest_mean_share_of_the_best_estimates() -> None:
    documents = [note(n) for n in range(5)]
    names = [key_of(each) for each in documents]
    found = [
        selected(0.5, [0.0, 0.2, 0.4, 0.2, 0.0]),
        selected(0.5, [0.1, 0.7, 0.8, 0.7, 0.2]),
        selected(1.0, [0.0, 0.0, 0.1, 0.2, 0.3]),
        selected(None, []),
        selected(0.5, [0.0, 0.2, 0.4, 0.2, 0.0]),
    ]
    one = common(documents, dict(zip(names, found, strict=True)))
    assert one is not None
    assert (one.value, one.low, one.high) == (0.5, 0.5, 1.0)
    assert one.misfits == (names[2],)
    assert one.verdict == "4 of 5 documents have a recommendation, and it fits 3 of these"


def test_one_threshold_is_known_once_all_documents_are() -> None:
    documents = [note(n) for n in range(3)]
    own = selected(0.5, [0.0, 0.2, 0.4, 0.2, 0.0])
    found = dict.fromkeys(map(key_of, documents[:2]), own)
    assert common(documents, {}) is common(documents, found) is None
    assert common(documents[:2], found) is not None


def test_nothing_is_set_that_does_not_fit_most_documents(page: Page) -> None:
    texts = [topical(f"{n}.md", seed=n) for n in range(2)]
    page.session.library.documents = (*texts, note(0), note(1))
    common = page.finish().library["common"]
    assert common["value"] is None
    assert common["verdict"].startswith(
        "no threshold suits most documents: 3 of 4 documents have a recommendation, "
    )
    assert not any("recommended for" in each.text for each in page.session.notices)
