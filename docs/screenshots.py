"""Take the screenshots of the documentation.

Run `python docs/screenshots.py` in the environment of the project. Requires Chromium.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

from chunking.gui.server import free_port

HERE = Path(__file__).parent
FLAGS = [
    "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync", "--disable-quic",
]  # fmt: skip
TUNE = "?sample=essay.md&strategy=semantic&semantic.threshold=0.3&semantic.min_tokens=100"
OUTCOME = f"{TUNE}&show=Outcome"
SUGGESTIONS = "?sample=essay.md&strategy=semantic&show=Suggestions"
# One threshold on three texts, then two alternatives on the first.
CURVES = {
    "curve-essay": "?sample=essay.md&strategy=semantic&semantic.min_tokens=0",
    "curve-contract": "?sample=contract.md&strategy=semantic&semantic.min_tokens=0",
    "curve-single-topic": "?sample=single-topic.txt&strategy=semantic&semantic.min_tokens=0",
    "curve-essay-windowed": (
        "?sample=essay.md&strategy=semantic&semantic.min_tokens=0"
        "&semantic.signal=windowed&semantic.threshold=0.32"
    ),
    "curve-essay-optimal": "?sample=essay.md&strategy=optimal",
}
HEAT_MAP = f"{TUNE}&show=Heat%20map"
SWEEP = "sweep?sample=essay.md"
COMPARE = "compare?sample=guide.md&c.semantic.threshold=0.3"


def main() -> None:
    """Start the server, take each screenshot, and stop it."""
    port = free_port(8700)
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, "CHUNKSCOPE_CONFIG_DIR": folder}
        program = [sys.executable, "-c", "from chunking.cli import main; main()"]
        server = subprocess.Popen(  # noqa: S603 - the arguments are constants
            [*program, "--port", str(port), "--no-window"], env=environment
        )
        try:
            _wait_for_server(f"http://127.0.0.1:{port}/_stcore/health")
            _take(f"http://127.0.0.1:{port}/")
        finally:
            server.terminate()


def _take(url: str) -> None:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=FLAGS)
        page = browser.new_page(viewport={"width": 1280, "height": 800}, device_scale_factor=1)
        page.goto(url + TUNE)
        _wait_for_view(page, ".chunkscope.text")
        page.locator(".chunkscope.text").get_by_text("Look at what was put up").click()
        page.get_by_test_id("detail").wait_for()
        page.get_by_test_id("stMain").evaluate("main => main.scrollTo(0, 0)")
        time.sleep(1)
        page.screenshot(path=HERE / "tune.png")
        page.goto(url + OUTCOME)
        page.get_by_label("About how many chunks").and_(page.locator(":enabled")).wait_for()
        page.locator(".chunkscope.outcome canvas").hover(position={"x": 250, "y": 100})
        time.sleep(1)
        page.screenshot(path=HERE / "outcome.png")
        page.goto(url + SUGGESTIONS)
        _wait_for_view(page, ".chunkscope.curve")
        page.get_by_text("Otsu · ").click()
        page.get_by_text("Splits the similarities").wait_for()
        time.sleep(1.5)
        page.screenshot(path=HERE / "suggestions.png")
        for name, query in CURVES.items():
            page.goto(url + query)
            _wait_for_view(page, ".chunkscope.curve")
            time.sleep(1)
            page.locator(".chunkscope.curve").screenshot(path=HERE / f"{name}.png")
        page.goto(url + COMPARE)
        _wait_for_view(page, ".chunkscope.compare")
        time.sleep(1)
        page.screenshot(path=HERE / "compare.png")
        page.goto(url + HEAT_MAP)
        _wait_for_view(page, ".chunkscope.heat")
        time.sleep(2)
        page.screenshot(path=HERE / "heat.png")
        page.goto(url + SWEEP)
        page.get_by_text("distinct chunkings").wait_for(timeout=120_000)
        page.locator("[data-testid=stProgress]").wait_for(state="detached", timeout=120_000)
        time.sleep(1)
        page.screenshot(path=HERE / "sweep.png")
        browser.close()


def _wait_for_view(page: Page, view: str) -> None:
    """Wait until embedding has finished and the view is drawn."""
    page.locator(f"{view}[data-version]").first.wait_for(timeout=120_000)
    page.locator("[data-testid=stProgress]").wait_for(state="detached", timeout=120_000)
    page.get_by_text("The curve follows").wait_for(state="detached", timeout=120_000)


def _wait_for_server(url: str) -> None:
    for _ in range(200):
        try:
            urllib.request.urlopen(url).close()  # noqa: S310 - a local address
        except OSError:
            time.sleep(0.1)
        else:
            return
    sys.exit("the server did not start")


if __name__ == "__main__":
    main()
