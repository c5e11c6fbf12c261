"""Takes the pictures of the documentation from the running program.

Run with the program's own environment: `python docs/screenshots.py`. It needs Chromium.
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
TUNED = "?sample=essay.md&strategy=semantic&semantic.threshold=0.3&semantic.min_tokens=100"
OUTCOME = f"{TUNED}&show=Outcome"
SUGGESTED = "?sample=essay.md&strategy=semantic&show=Suggestions"
# The same threshold on three texts, and the recommended strategy on the last of them.
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
MAPPED = f"{TUNED}&show=Heat%20map"
SWEPT = "sweep?sample=essay.md"
COMPARED = "compare?sample=guide.md&c.semantic.threshold=0.3"


def main() -> None:
    """Start the program, take each picture, and stop it."""
    port = free_port(8700)
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, "CHUNKSCOPE_CONFIG_DIR": folder}
        program = [sys.executable, "-c", "from chunking.start import main; main()"]
        server = subprocess.Popen(  # noqa: S603 - our own program
            [*program, "--port", str(port), "--no-window"], env=environment
        )
        try:
            _wait_for(f"http://127.0.0.1:{port}/_stcore/health")
            _pictures(f"http://127.0.0.1:{port}/")
        finally:
            server.terminate()


def _pictures(url: str) -> None:
    with sync_playwright() as tools:
        browser = tools.chromium.launch(executable_path=shutil.which("chromium"), args=FLAGS)
        page = browser.new_page(viewport={"width": 1280, "height": 800}, device_scale_factor=1)
        page.goto(url + TUNED)
        _settled(page, ".chunkscope.text")
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
        page.goto(url + SUGGESTED)
        _settled(page, ".chunkscope.curve")
        page.get_by_text("Otsu · ").click()
        page.get_by_text("Splits the similarities").wait_for()
        time.sleep(1.5)
        page.screenshot(path=HERE / "suggestions.png")
        for name, query in CURVES.items():
            page.goto(url + query)
            _settled(page, ".chunkscope.curve")
            time.sleep(1)
            page.locator(".chunkscope.curve").screenshot(path=HERE / f"{name}.png")
        page.goto(url + COMPARED)
        _settled(page, ".chunkscope.compare")
        time.sleep(1)
        page.screenshot(path=HERE / "compare.png")
        page.goto(url + MAPPED)
        _settled(page, ".chunkscope.heat")
        time.sleep(2)
        page.screenshot(path=HERE / "heat.png")
        page.goto(url + SWEPT)
        page.get_by_text("different cuttings").wait_for(timeout=120_000)
        page.locator("[data-testid=stProgress]").wait_for(state="detached", timeout=120_000)
        time.sleep(1)
        page.screenshot(path=HERE / "sweep.png")
        browser.close()


def _settled(page: Page, view: str) -> None:
    """Wait until the embedding is done and the view is drawn."""
    page.locator(f"{view}[data-version]").first.wait_for(timeout=120_000)
    page.locator("[data-testid=stProgress]").wait_for(state="detached", timeout=120_000)
    page.get_by_text("The curve follows").wait_for(state="detached", timeout=120_000)


def _wait_for(url: str) -> None:
    for _ in range(200):
        try:
            urllib.request.urlopen(url).close()  # noqa: S310 - our own server
        except OSError:
            time.sleep(0.1)
        else:
            return
    sys.exit("the program did not start")


if __name__ == "__main__":
    main()
