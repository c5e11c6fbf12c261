"""The sync on Library without a browser: the dry run, the run, its end, and its dialog."""

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from embedding_server import embedding_server
from streamlit.testing.v1 import AppTest
from waiting import TIME_LIMIT, wait_until

from chunking.core.errors import ChunkingError, ModelError
from chunking.embedding import DEFAULT_MODEL, registry
from chunking.gui.core.jobs import JOBS, Job
from chunking.gui.library import sync
from chunking.gui.library.actions import ACTIONS
from chunking.gui.session.session import Session, continued, register
from chunking.library.shard import Shard, ShardResult, Work, process
from chunking.library.stores import Description
from chunking.library.stores.parquet import ParquetStore
from chunking.library.sync_report import Report
from chunking.strategies import get

pytestmark = pytest.mark.usefixtures("own_cache", "script_runs")

MARKUP = "a*b*_[c](d).pdf"


@pytest.fixture
def notes(tmp_path: Path) -> Path:
    """Write three notes and a damaged file."""
    folder = tmp_path / "notes"
    (folder / "more").mkdir(parents=True)
    for name in ("tides.md", "bread.md", "more/clocks.md"):
        (folder / name).write_text(f"# {name}\n\nA text about {name}.\n")
    (folder / MARKUP).write_bytes(b"%PDF-1.4 nothing")
    return folder


@pytest.fixture
def session(notes: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Session]:
    monkeypatch.setitem(registry.PROVIDERS, "hash", ("embedders", "HashEmbedder"))
    found = Session()
    found.settings["tune"].model = "hash:words"
    found.page = "library"
    ACTIONS["library_folder"](found, str(notes))
    found.library.sync.store = str(tmp_path / "store")
    found.apply("library", get("paragraph")())
    yield found
    JOBS.clear()


def finish(job: Job | None) -> Report:
    assert job is not None
    job.finished.wait()
    assert job.error is None
    found: Report = job.result
    return found


def count(session: Session) -> Report:
    sync.count(session)
    finish(session.library.sync.counting)
    found = sync.counted(session)
    assert found is not None
    return found


def run(session: Session) -> Report:
    sync.start(session)
    return finish(session.library.sync.running)


def test_a_dry_run_counts_and_a_run_stores(session: Session, tmp_path: Path) -> None:
    report = count(session)
    assert (report.added, report.counts.embedded) == (3, 3)
    assert [name for name, _ in report.problems] == [MARKUP]
    assert MARKUP not in report.problems[0][1], "the reason does not repeat the name"
    assert not (tmp_path / "store").exists()
    assert run(session).added == 3
    target = session.library.sync.target
    assert target is not None
    assert sync.stored_routes(target) == ["bread.md", "more/clocks.md", "tides.md"]
    assert count(session).unchanged == 3


def test_a_dry_run_is_that_of_the_present_fields_and_settings(session: Session) -> None:
    count(session)
    session.apply("library", get("sentence")())
    assert sync.counted(session) is None
    session.library.sync.scope = "tune"
    session.apply("tune", get("paragraph")(max_tokens=600))
    count(session)
    target = session.library.sync.target
    assert target is not None
    assert target.strategy == session.strategy("tune")


@pytest.mark.parametrize(
    ("folder", "store", "reason"),
    [
        ("", "store", "the folder of documents: not an existing folder"),
        ("nowhere", "store", "nowhere: not an existing folder"),
        (None, "  ", "the store must be a folder or PROVIDER:ADDRESS"),
        (None, "{notes}/store", "the store must not be in a folder of documents"),
    ],
)
def test_what_is_not_valid_is_one_sentence(
    session: Session, notes: Path, folder: str | None, store: str, reason: str
) -> None:
    session.library.sync.folder = folder
    session.library.sync.store = store.format(notes=notes)
    with pytest.raises(ChunkingError, match=reason):
        sync.count(session)


def test_text_is_not_sent_to_a_server_that_is_not_confirmed(session: Session) -> None:
    with embedding_server() as server:
        session.settings["tune"].model = f"openai:m@{server.url}"
        with pytest.raises(ModelError, match="which you have not confirmed"):
            sync.count(session)
        assert server.requests == []


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> threading.Event:
    """Make shards of one document, and let a run wait for the event before the second."""
    monkeypatch.setattr("chunking.library.sync.SHARD_BYTES", 1)
    proceed = threading.Event()

    def wait(work: Work, shard: Shard) -> ShardResult:
        if work.dimension and shard.items[0].route == "more/clocks.md":
            proceed.wait()
        return process(work, shard)

    monkeypatch.setattr("chunking.library.sync.process", wait)
    return proceed


def test_a_cancelled_run_is_resumed(session: Session, slow: threading.Event) -> None:
    count(session)
    sync.start(session)
    job = session.library.sync.running
    assert job is not None
    wait_until(lambda: job.part is not None and job.part.added)
    assert [each.job for each in sync.report_end(session)] == [job]
    job.stopped.set()
    slow.set()
    job.finished.wait()
    assert sync.ending(job) == "Sync stopped; what is stored remains."
    assert job.part.added >= 1
    report = run(session)
    assert report.unchanged >= 1
    assert report.added + report.unchanged == 3


def test_the_end_is_a_notice_unless_the_dialog_shows_it(session: Session) -> None:
    count(session)
    run(session)
    session.notices.clear()
    session.open_dialog("sync")
    assert sync.report_end(session) == []
    assert session.notices == []
    session.open_dialog()
    for _ in range(2):
        assert sync.report_end(session) == []
    assert [each.text for each in session.notices] == ["Store in sync: 3 documents; 1 failed."]
    assert session.notices[0].offer == ("Show", ("dialog", "sync"))


def test_a_store_of_another_model_is_one_sentence(session: Session) -> None:
    count(session)
    run(session)
    session.settings["tune"].model = "hash:other"
    sync.count(session)
    job = session.library.sync.counting
    assert job is not None
    job.finished.wait()
    assert "it holds vectors of" in str(job.error)


def test_a_stored_document_is_opened_on_tune_with_its_settings(
    session: Session, notes: Path
) -> None:
    count(session)
    run(session)
    sync.open_stored(session, "more/clocks.md")
    assert session.document.route == "more/clocks.md"
    assert session.strategy("tune") == session.strategy("library")
    assert session.go == "tune"
    (notes / "tides.md").unlink()
    with pytest.raises(ChunkingError, match=r"tides\.md: there is no such file in the folder any"):
        sync.open_stored(session, "tides.md")


def test_a_reloaded_page_shows_the_same_run(session: Session) -> None:
    count(session)
    run(session)
    register(session)
    copy = continued(session.name)
    assert copy is not None
    assert copy.library.sync.running is session.library.sync.running


# ---- the dialog ----------------------------------------------------------------------------------


def shown(session: Session) -> AppTest:
    """Return a run that shows the dialog."""

    def script() -> None:
        import streamlit as st

        from chunking.gui.shell import dialogs

        dialogs.show(st.session_state["session"])

    session.open_dialog("sync")
    app = AppTest.from_function(script, default_timeout=TIME_LIMIT)
    app.session_state["session"] = session
    return drawn(app)


def drawn(app: AppTest) -> AppTest:
    app.run()
    assert not app.exception, app.exception
    return app


def press(app: AppTest, key: str) -> None:
    app.button(key=key).click()
    drawn(app)


def buttons(app: AppTest) -> list[str]:
    return [each.label for each in app.button]


def test_the_dialog_leads_from_the_dry_run_to_the_summary(session: Session) -> None:
    app = shown(session)
    assert buttons(app) == ["Dry run"]
    press(app, "sync.count")
    finish(session.library.sync.counting)
    drawn(app)
    assert buttons(app) == ["Start", "Repeat dry run"]
    assert not app.markdown, "no name of a file is Markdown"
    press(app, "sync.start")
    finish(session.library.sync.running)
    drawn(app)
    assert "Store in sync: 3 documents; 1 failed." in [each.value for each in app.text]
    assert app.dataframe[0].value["Document"].tolist() == [MARKUP]
    assert buttons(app) == ["Open on Tune", "New sync"]
    press(app, "sync.new")
    assert buttons(app) == ["Dry run"]


def test_the_dialog_names_what_is_not_valid(session: Session) -> None:
    app = shown(session)
    app.text_input(key="sync.store").set_value("no:y")
    drawn(app)
    press(app, "sync.count")
    job = session.library.sync.counting
    if job is not None:  # else it has ended, and its error is shown
        job.finished.wait()
        drawn(app)
    assert any("must be one of parquet" in str(each.proto.body) for each in app.get("html"))
    assert buttons(app) == ["Dry run"]


def test_the_dialog_offers_to_resume_a_run_that_failed(session: Session, notes: Path) -> None:
    count(session)
    for each in notes.rglob("*.*"):
        each.unlink()
    sync.start(session)
    job = session.library.sync.running
    assert job is not None
    job.finished.wait()
    app = shown(session)
    assert any("no document was found" in each.value for each in app.text)
    assert buttons(app) == ["Resume", "New sync"]


@pytest.mark.model
def test_the_dialog_searches_the_store(session: Session) -> None:
    session.settings["tune"].model = DEFAULT_MODEL
    app = shown(session)
    app.text_input(key="sync.question").set_value("What about tides?")
    drawn(app)
    assert [each.value.partition(": create")[0] for each in app.error] == [
        f"{session.library.sync.store} is not a store"
    ]
    count(session)
    run(session)
    drawn(app)
    assert any(each.value.startswith("1. ") for each in app.text)
    app.segmented_control(key="sync.ranking").set_value("words")
    drawn(app)
    found = [each.value for each in app.text if each.value[:1].isdigit()]
    assert found[0].split("  ")[1].startswith("tides.md >")
    app.text_input(key="sync.question").set_value("unknown")
    drawn(app)
    assert "No chunk has a word of the question." in [each.value for each in app.text]
    app.segmented_control(key="sync.ranking").set_value("fusion")
    app.slider(key="sync.neighbor_weight").set_value(0.3)
    drawn(app)
    assert any(each.value.startswith("3. ") for each in app.text)


def test_a_question_is_not_sent_to_a_server_that_is_not_confirmed(
    session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    count(session)
    run(session)
    described = Description("openai:any", "1", 64)
    monkeypatch.setattr(ParquetStore, "description", described)
    with pytest.raises(ModelError, match="openai:any"):
        sync.search_stored(session, "tides", "cosine", 0.0)
