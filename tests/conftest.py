"""Hypothesis profiles, and fixtures that many tests use.

`HYPOTHESIS_PROFILE` is `default`, `full` (four times the examples, in `make test-all`) or `nightly`
(four hundred times, different ones in each run).
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from distributions import Distributions, Installation
from hypothesis import HealthCheck, settings

from chunking.core.text import hub
from chunking.core.text.tokenizers import ESTIMATE, MODEL, TOKENIZERS
from chunking.loading import isolated
from chunking.loading.formats import Content

if TYPE_CHECKING:
    from browser import Window
    from playwright.sync_api import Browser, BrowserContext
    from running import Server


_COMMON = settings(
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)
settings.register_profile("default", _COMMON, max_examples=25)
settings.register_profile("full", _COMMON, max_examples=100)
settings.register_profile(
    "nightly", _COMMON, max_examples=10_000, derandomize=False, print_blob=True
)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "default"))


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Print a failure when it happens, so that a run that is stopped has named it."""
    if report.failed and "PYTEST_XDIST_WORKER" not in os.environ:
        sys.stdout.write(f"\n{report.nodeid}, {report.when}:\n{report.longreprtext}\n")
        sys.stdout.flush()


_CONVERT = isolated.convert


@pytest.fixture(scope="session", autouse=True)
def conversion() -> Iterator[None]:
    """Convert files in this process, which saves the start of another one."""

    def convert(kind: str, data: bytes) -> Content:
        return isolated.content_of(isolated.converted(kind, data, lambda: None))

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(isolated, "convert", convert)
        yield


@pytest.fixture
def isolation(monkeypatch: pytest.MonkeyPatch) -> None:
    """Convert files in a process of their own, as the program does."""
    monkeypatch.setattr(isolated, "convert", _CONVERT)


@pytest.fixture(scope="module")
def four_characters_per_token() -> Iterator[None]:
    """Estimate four characters per token, so that sizes can be counted by hand."""
    known = TOKENIZERS["characters"].sizes
    with pytest.MonkeyPatch.context() as patch:
        for name in (ESTIMATE, MODEL):
            patch.setitem(TOKENIZERS, name, replace(TOKENIZERS[name], sizes=known))
        yield


@pytest.fixture(scope="session", autouse=True)
def session_cache(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Path]:
    """Use one vector cache in all workers, and no configuration of the user; return its folder."""
    folder = tmp_path_factory.getbasetemp()
    # A run inside a test has the variables of its worker, but no folder shared with others.
    if hasattr(request.config, "workerinput"):
        folder = folder.parent
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("CHUNKSCOPE_CACHE_DIR", str(folder / "vectors"))
        patch.setenv("CHUNKSCOPE_CONFIG_DIR", str(folder / "config"))
        yield folder / "vectors"


@pytest.fixture
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Use a vector cache of this test only."""
    monkeypatch.setenv("CHUNKSCOPE_CACHE_DIR", str(tmp_path / "cache"))


@pytest.fixture
def offline(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """Return the folder of an empty model hub cache; the hub is offline."""
    from huggingface_hub import constants

    monkeypatch.setattr(constants, "HF_HUB_CACHE", str(tmp_path / "hub"))
    monkeypatch.setattr(constants, "HF_HUB_OFFLINE", True)
    return tmp_path / "hub"


@pytest.fixture
def downloads(monkeypatch: pytest.MonkeyPatch) -> None:
    """Allow downloads in this test."""
    monkeypatch.setenv(hub.VARIABLE, "1")


# ---- installed program -------------------------------------------------------------------------


@pytest.fixture(scope="session")
def distributions(tmp_path_factory: pytest.TempPathFactory) -> Distributions:
    """Build the wheel and the source distribution once per worker."""
    from distributions import build

    return build(tmp_path_factory.mktemp("distributions"))


@pytest.fixture(scope="session", params=["wheel", pytest.param("sdist", marks=pytest.mark.nightly)])
def installed(
    request: pytest.FixtureRequest,
    distributions: Distributions,
    tmp_path_factory: pytest.TempPathFactory,
) -> Installation:
    """Install a distribution in its own environment, once per worker."""
    from distributions import Installation

    folder = tmp_path_factory.mktemp("environment")
    return Installation(getattr(distributions, request.param), folder)


# ---- window without a browser -------------------------------------------------------------------


@pytest.fixture
def small_model(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Use a small deterministic model, and a temporary folder for settings."""
    from embedders import PieceEmbedder

    from chunking.embedding import registry
    from chunking.gui.core.jobs import JOBS

    model = PieceEmbedder()
    monkeypatch.setattr(registry, "_open", lambda _: model)
    monkeypatch.setattr(registry, "_MODELS", {})
    monkeypatch.setattr(registry, "_CACHED", {})
    monkeypatch.setenv("CHUNKSCOPE_CONFIG_DIR", str(tmp_path))
    JOBS.clear()
    yield
    JOBS.clear()


@pytest.fixture
def script_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    """Run scripts of Streamlit without side effects.

    A run replaces the main module, which worker processes import when they start, and searches
    all installed packages for components, which takes half a second.
    """
    monkeypatch.setitem(sys.modules, "__main__", sys.modules["__main__"])
    scan = "streamlit.components.v2.manifest_scanner.scan_component_manifests"
    monkeypatch.setattr(scan, list)


# ---- window in a browser ------------------------------------------------------------------------


@pytest.fixture(scope="session")
def chromium_program() -> str:
    """Return the path of Chromium; without it, skip the test, or fail it in CI."""
    from browser import chromium

    program = chromium()
    if program is not None:
        return program
    if os.environ.get("CI"):
        pytest.fail("Chromium is not installed, and CI must run the browser tests")
    pytest.skip("Chromium is not installed")


@pytest.fixture(scope="session")
def browser(chromium_program: str) -> Iterator[Browser]:
    """Launch Chromium once per worker."""
    from browser import FLAGS
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=chromium_program, args=list(FLAGS))
        yield found
        found.close()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory, session_cache: Path) -> Iterator[Server]:
    """Start the application once per worker, with its own port and settings."""
    from running import serving

    with serving(tmp_path_factory.mktemp("server"), cache=session_cache) as running:
        yield running


@pytest.fixture(scope="session")
def profile(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[BrowserContext]:
    """Start a browser once per worker that keeps compiled scripts, as a user's browser does."""
    from browser import FLAGS, VIEWPORT, chromium

    found = browser.browser_type.launch_persistent_context(
        tmp_path_factory.mktemp("profile"),
        executable_path=chromium(),
        args=list(FLAGS),
        viewport=VIEWPORT,
    )
    yield found
    found.close()


@pytest.fixture
def window(profile: BrowserContext, server: Server) -> Iterator[Window]:
    """Open a page in a new tab, which must not report an error."""
    from browser import in_new_tab

    with in_new_tab(profile, server) as opened:
        yield opened
