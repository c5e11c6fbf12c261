"""Nothing is downloaded before it is confirmed, whoever names it: a link, a store or an option."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from command_line import run as chunkscope
from embedders import PieceEmbedder
from hub_server import HubServer, hub_server
from session_page import SessionPage
from streamlit.testing.v1 import AppTest
from waiting import TIME_LIMIT, wait_until

from chunking import get
from chunking.core.document import Document
from chunking.core.text import hub
from chunking.core.text.tokenizers import WORD_PIECES, token_sizes
from chunking.embedding import DEFAULT_MODEL, registry
from chunking.gui.core.jobs import JOBS
from chunking.gui.session.servers import _of_model
from chunking.gui.session.session import Session
from chunking.gui.shell import consent, url
from chunking.strategies import Strategy

LEVELS = "structure:max_tokens=1200 > semantic:model=owner/name,max_tokens=600"
TEXT = "The tide is high. The pilot waits. The harbour is full. A new ship arrives at noon."


@pytest.fixture
def server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[HubServer]:
    """Run a hub for this process, whose cache is empty."""
    from huggingface_hub import constants

    JOBS.clear()
    monkeypatch.setattr(hub, "_allowed", set())
    with hub_server() as found:
        files = f"{found.url}/{{repo_id}}/resolve/{{revision}}/{{filename}}"
        monkeypatch.setattr(constants, "ENDPOINT", found.url)
        monkeypatch.setattr(constants, "HUGGINGFACE_CO_URL_TEMPLATE", files)
        monkeypatch.setattr(constants, "HF_HUB_CACHE", str(tmp_path / "hub"))
        yield found
    JOBS.clear()


@pytest.fixture
def small_default_model(monkeypatch: pytest.MonkeyPatch) -> None:
    """Use a small model in place of the bundled one; others are opened as in the program."""
    opened, small = registry._open, PieceEmbedder()
    monkeypatch.setattr(
        registry, "_open", lambda name: small if name == DEFAULT_MODEL else opened(name)
    )
    monkeypatch.setattr(registry, "_MODELS", {})
    monkeypatch.setattr(registry, "_CACHED", {})


@pytest.fixture
def session() -> Session:
    found = Session()
    found.open(Document(TEXT, "tide.txt"))
    return found


def strategies(session: Session) -> dict[str, Strategy]:
    return {scope: each.strategy for scope, each in session.settings.items()}


@pytest.mark.usefixtures("small_default_model")
@pytest.mark.parametrize(
    ("page", "query"),
    [
        ("tune", {"model": "owner/name", "threshold": "0.3"}),
        ("tune", {"model": "name"}),
        ("tune", {"model": "model2vec:owner/name"}),
        ("tune", {"strategy": "paragraph", "tokenizer": "owner/name"}),
        ("tune", {"strategy": "hierarchical", "levels": LEVELS}),
        ("compare", {"b.strategy": "semantic", "b.model": "owner/name"}),
        ("compare", {"baseline": "semantic:model=owner/name"}),
        ("ask", {"a.tokenizer": "owner/name", "question": "Who waits?"}),
        ("library", {"model": "owner/name"}),
        ("sweep", {"model": "owner/name"}),
    ],
)
def test_a_link_downloads_nothing(
    server: HubServer, session: Session, page: str, query: dict[str, str]
) -> None:
    session.page = page
    url.read(session, query)
    SessionPage(session).finish()
    assert server.requests == []
    if "baseline" not in query:
        assert len(session.unconfirmed) == 1
        used = {each.material.model for each in strategies(session).values()}
        assert used <= {None, "all-MiniLM-L6-v2"}
    consent.decline(session)
    assert session.unconfirmed == {}


def shown(session: Session) -> AppTest:
    """Return a run that shows the dialog of a session."""

    def script() -> None:
        import streamlit as st

        from chunking.gui.shell import dialogs

        dialogs.show(st.session_state["session"])

    app = AppTest.from_function(script, default_timeout=TIME_LIMIT)
    app.session_state["session"] = session
    return drawn(app)


def drawn(app: AppTest) -> AppTest:
    # The framework makes its script the main module, which processes of other tests would import.
    main = sys.modules["__main__"]
    app.run()
    sys.modules["__main__"] = main
    assert not app.exception, app.exception
    return app


def texts(app: AppTest) -> list[str]:
    return [each.value for each in app.text]


@pytest.mark.usefixtures("script_runs")
def test_the_hub_is_asked_for_the_size_and_for_the_files_after_a_click_each(
    server: HubServer, session: Session
) -> None:
    before = session.strategy("tune")
    session.apply("tune", get("paragraph")(max_tokens=300, tokenizer="owner/name"))
    # Its other settings hold.
    assert session.strategy("tune") == get("paragraph")(max_tokens=300, tokenizer=before.tokenizer)
    app = shown(session)
    assert texts(app) == ["The tokenizer owner/name is not on this machine."]
    assert server.requests == []
    app.button(key="download.size").click()
    drawn(app)
    wait_until(lambda: (job := consent.size("owner/name")) is not None and job.finished.is_set())
    assert texts(drawn(app))[1:] == ["0.5 MB from huggingface.co"]
    assert not [each for each in server.requests if "/resolve/" in each]
    app.button(key="download.start").click()
    drawn(app)
    assert (session.dialog, session.unconfirmed) == (None, {})
    assert session.strategy("tune").tokenizer == "owner/name"
    assert not [each for each in server.requests if "/resolve/" in each]
    assert token_sizes(TEXT, "owner/name").tokens(0, len(TEXT)) == token_sizes(
        TEXT, WORD_PIECES
    ).tokens(0, len(TEXT))
    assert [each for each in server.requests if "/resolve/" in each]
    # On this machine now, so nobody is asked again.
    hub._allowed.clear()
    other = Session()
    other.apply("tune", session.strategy("tune"))
    assert other.unconfirmed == {}


@pytest.mark.usefixtures("script_runs")
def test_a_name_that_the_hub_does_not_have_is_not_offered(
    server: HubServer, session: Session
) -> None:
    session.apply("tune", get("semantic")(model="owner/none"))
    app = shown(session)
    app.button(key="download.size").click()
    drawn(app)
    wait_until(lambda: (job := consent.size("owner/none")) is not None and job.finished.is_set())
    drawn(app)
    assert "owner/none cannot be looked up on huggingface.co" in session.dialog_problem
    assert [each.key for each in app.button] == ["download.size", "download.keep"]
    app.button(key="download.keep").click()
    drawn(app)
    assert (session.dialog, session.unconfirmed) == (None, {})
    assert session.strategy("tune").material.model == "all-MiniLM-L6-v2"
    assert server.requests


def test_models_on_this_machine_and_of_other_providers_are_no_download(tmp_path: Path) -> None:
    for name in ("all-MiniLM-L6-v2", "multilingual", "openai:m", str(tmp_path), "", "no:such"):
        assert _of_model(name, "to_download") is None
    assert _of_model("sentence-transformers:owner/name", "to_download") == "owner/name"


def test_a_command_downloads_only_with_its_option(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text(TEXT)
    words = ["split", "a.txt", "--strategy", "paragraph:tokenizer=owner/name"]
    program = [sys.executable, "-c", "from chunking.cli import main; main()", *words]
    with hub_server() as server:
        environment = {**os.environ, "HF_ENDPOINT": server.url, "HF_HOME": str(tmp_path / "home")}

        def done(*more: str) -> subprocess.CompletedProcess[str]:
            return subprocess.run(
                [*program, *more], cwd=tmp_path, env=environment, text=True, capture_output=True,
                check=False,
            )  # fmt: skip

        refused = done()
        assert (refused.returncode, refused.stdout, server.requests) == (2, "", [])
        assert refused.stderr == (
            "chunkscope: tokenizer 'owner/name' is not on this machine: it is downloaded from "
            "huggingface.co only with --download or CHUNKSCOPE_DOWNLOAD=1, or after you have "
            "confirmed it in the window\n"
        )
        accepted = done("--download")
        assert accepted.returncode == 0
        assert json.loads(accepted.stdout.splitlines()[0])["tokens"] == token_sizes(
            TEXT, WORD_PIECES
        ).tokens(0, len(TEXT))
        assert server.requests


@pytest.mark.model
def test_search_downloads_no_model_that_a_store_names(server: HubServer, tmp_path: Path) -> None:
    (tmp_path / "notes").mkdir()
    (tmp_path / "notes" / "a.md").write_text(TEXT)
    assert (
        chunkscope("sync", "notes", "--to", "store", "--strategy", "sentence", cwd=tmp_path)[0] == 0
    )
    manifest = tmp_path / "store" / "manifest.json"
    manifest.write_text(manifest.read_text().replace("all-MiniLM-L6-v2", "owner/name"))
    code, out, error = chunkscope("search", "store", "Who waits?", cwd=tmp_path)
    assert (code, out, server.requests) == (2, "", [])
    assert error.startswith("chunkscope: model 'owner/name' is not on this machine: it is downl")
