"""How many examples the property tests try, and where the tests keep what they cache.

`HYPOTHESIS_PROFILE=nightly` tries a hundred times as many examples, other ones each time.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, settings

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from browser import Window
    from playwright.sync_api import Browser
    from running import Server

_COMMON = settings(
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)
settings.register_profile("normal", _COMMON)
settings.register_profile(
    "nightly", _COMMON, max_examples=10_000, derandomize=False, print_blob=True
)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "normal"))


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Try a test in a browser a second time before it fails.

    A browser, a server and a test on two cores meet, now and then, in an order that no visitor
    could bring about; the last line of the run says how many tests were tried again.
    """
    for item in items:
        if item.get_closest_marker("browser"):
            item.add_marker(pytest.mark.flaky(reruns=1))


@pytest.fixture(scope="session", autouse=True)
def _own_cache_of_vectors(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """No test reads or writes the vectors of the person who runs it."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("CHUNKSCOPE_CACHE_DIR", str(tmp_path_factory.mktemp("vectors")))
        yield


@pytest.fixture
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A cache of vectors for this test alone."""
    monkeypatch.setenv("CHUNKSCOPE_CACHE_DIR", str(tmp_path / "cache"))


@pytest.fixture
def offline(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """An empty cache of the hub, and no network; gives the cache's folder."""
    from huggingface_hub import constants

    monkeypatch.setattr(constants, "HF_HUB_CACHE", str(tmp_path / "hub"))
    monkeypatch.setattr(constants, "HF_HUB_OFFLINE", True)
    return tmp_path / "hub"


# ---- the window without a browser ---------------------------------------------------------------


@pytest.fixture
def small_model(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A small deterministic model, and folders of the test's own."""
    from embedders import HashEmbedder

    import chunking.embedding
    from chunking.gui import cached

    model = HashEmbedder()
    monkeypatch.setattr(chunking.embedding, "get_embedder", lambda *_: model)
    monkeypatch.setenv("CHUNKSCOPE_CONFIG_DIR", str(tmp_path))
    cached._jobs.clear()
    yield
    cached._jobs.clear()


# ---- the window in a browser --------------------------------------------------------------------


@pytest.fixture(scope="session")
def chromium_program() -> str:
    """Chromium; without one a test is skipped, but never in CI."""
    from browser import chromium

    program = chromium()
    if program is not None:
        return program
    if os.environ.get("CI"):
        pytest.fail("no chromium is installed, and CI must not go without the browser tests")
    pytest.skip("no chromium is installed")


@pytest.fixture(scope="session")
def browser(chromium_program: str) -> Iterator[Browser]:
    """A running Chromium."""
    from browser import FLAGS
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=chromium_program, args=list(FLAGS))
        yield found
        found.close()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """The program, as a person starts it."""
    from running import serving

    with serving(tmp_path_factory.mktemp("server")) as running:
        yield running


@pytest.fixture
def window(browser: Browser, server: Server) -> Iterator[Window]:
    """A visitor who must find nothing wrong."""
    from browser import visiting

    with visiting(browser, server) as opened:
        yield opened


@pytest.fixture
def vectors(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    """The tests' own calls of the engine find the vectors that the server has embedded."""
    monkeypatch.setenv("CHUNKSCOPE_CACHE_DIR", str(server.cache))
