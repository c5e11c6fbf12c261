"""Take the screenshots of the documentation, and record the bar that they show.

Run `python docs/screenshots.py` in the environment of the project. Requires Chromium. A test fails
once the window has another bar than `screenshots.json` says, or a picture is another file. With a
folder as argument, it takes every page at four sizes in both themes instead, and prints which share
of the screen the text and the figure cover.
"""

import hashlib
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path
from urllib.parse import quote

from playwright.sync_api import Page, sync_playwright

from chunking import compare
from chunking.gui.shell.server import free_port
from chunking.loading.samples import sample
from chunking.strategies import Optimal, Semantic, Structure

HERE = Path(__file__).parent
RECORD = HERE / "screenshots.json"
# The pages and buttons of the bar, and the views of Tune.
BAR = """() => {
  const root = [...document.querySelectorAll('*')].map(each => each.shadowRoot).filter(Boolean)
    .map(each => each.querySelector('.chunkscope')).find(Boolean);
  return [...root.querySelectorAll('.topbar button, .status [role=tab]')]
    .filter(each => each.checkVisibility({ visibilityProperty: true }))
    .map(each => each.textContent);
}"""
FLAGS = [
    "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync", "--disable-quic",
]  # fmt: skip
TUNE = "?sample=essay.md&strategy=semantic&threshold=0.2&min_tokens=100&max_tokens=254"
# Needs the extra multilingual.
MODELS = (
    "sample=essay.md&lanes=2&a.strategy=semantic&a.threshold=0.2&a.min_tokens=100"
    "&b.strategy=semantic&b.threshold=0.79&b.min_tokens=100&b.model=multilingual"
)
LANES = "sample=guide.md&a.threshold=0.3&a.min_tokens=42&a.max_tokens=254"
QUESTION = "Why can nobody lift a seal?"
# Path, and the elements to wait for, by the name of the picture.
PAGES = {
    "tune": (TUNE, ".view.text .chunk"),
    "outcome": (f"{TUNE}&view=outcome", ".view.outcome canvas"),
    "heat": (f"{TUNE}&view=heat+map", ".view.heat canvas"),
    "compare": (f"compare?{LANES}", ".page.compare canvas"),
    "compare-models": (f"compare?{MODELS}", ".metricspanel .pair td"),
    "sweep": ("sweep?sample=essay.md", ".page.sweep canvas"),
}
REVIEWED = {**PAGES, "library": ("library", ".page.library canvas")}
# The width, the height and the zoom of the window.
SIZES = {
    "1280x800": (1280, 800, 1.0),
    "1920x1080": (1920, 1080, 1.0),
    "1024x768": (1024, 768, 1.0),
    "zoom150": (853, 533, 1.5),
}
SHARES = """() => {
  const root = [...document.querySelectorAll('*')].map(each => each.shadowRoot).filter(Boolean)
    .map(each => each.querySelector('.chunkscope')).find(Boolean);
  const share = names => Math.max(0, ...[...root.querySelectorAll(names)].map(each => {
    const box = each.getBoundingClientRect();
    return box.width * box.height / (innerWidth * innerHeight);
  }));
  return [share('.pane, .excerpt'), share('canvas')];
}"""
WITHOUT_NOTICES = ".notices { visibility: hidden; }"
# One threshold on three texts, then two alternatives on the first.
CURVES = {
    "curve-essay": "?sample=essay.md&threshold=0.55&min_tokens=0",
    "curve-contract": "?sample=contract.md&threshold=0.55&min_tokens=0",
    "curve-single-topic": "?sample=single-topic.txt&threshold=0.55&min_tokens=0",
    "curve-essay-windowed": "?sample=essay.md&min_tokens=0&signal=windowed&threshold=0.32",
    "curve-essay-optimal": "?sample=essay.md&strategy=optimal",
}


def main() -> None:
    """Start the server, take the screenshots, and stop it."""
    folder_to_review = Path(sys.argv[1]) if len(sys.argv) > 1 else None
    port = free_port(8700)
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, "CHUNKSCOPE_CONFIG_DIR": folder}
        program = [sys.executable, "-c", "from chunking.cli import main; main()"]
        server = subprocess.Popen(  # noqa: S603 - the arguments are constants
            [*program, "--port", str(port), "--no-window"],
            env=environment,
            stdout=subprocess.PIPE,
            text=True,
        )
        try:
            _wait_for_server(f"http://127.0.0.1:{port}/_stcore/health")
            assert server.stdout is not None  # noqa: S101 - it is a pipe
            key = server.stdout.readline().strip().partition("?key=")[2]
            if folder_to_review is None:
                _take(f"http://127.0.0.1:{port}/", key)
            else:
                _review(f"http://127.0.0.1:{port}/", key, folder_to_review)
        finally:
            server.terminate()


def _take(url: str, key: str) -> None:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=FLAGS)
        page = browser.new_page(viewport={"width": 1280, "height": 800}, device_scale_factor=1)
        page.goto(f"{url}?key={key}")  # the cookie that the others need
        for name, (path, view) in PAGES.items():
            _open(page, url + path, view)
            if name == "tune":
                page.locator(".view.text .chunk .core").nth(1).click(position={"x": 30, "y": 10})
            elif name == "outcome":
                page.locator(view).first.hover(position={"x": 250, "y": 100})
            time.sleep(2)
            page.screenshot(path=HERE / f"{name}.png", style=WITHOUT_NOTICES)
        _open(page, url + TUNE, ".view.text .chunk")
        page.get_by_text("More…", exact=True).click()
        page.get_by_role("dialog").get_by_text("Two groups").first.wait_for()
        time.sleep(3)
        page.screenshot(path=HERE / "suggestions.png", style=WITHOUT_NOTICES)
        _take_questions(page, url)
        _take_figure(page)
        for name, query in CURVES.items():
            _open(page, url + query, ".view.curve canvas")
            page.locator(".view.curve").screenshot(path=HERE / f"{name}.png")
        record = {"bar": page.evaluate(BAR), "pictures": digests()}
        RECORD.write_text(json.dumps(record, indent=1, ensure_ascii=False) + "\n", "utf-8")
        browser.close()


def digests() -> dict[str, str]:
    """Return the start of the SHA-256 of each picture by its name."""
    files = sorted(HERE.glob("*.png"))
    return {each.name: hashlib.sha256(each.read_bytes()).hexdigest()[:16] for each in files}


def _take_questions(page: Page, url: str) -> None:
    """Ask, draft questions, evaluate the lanes, show a split answer, then recall by threshold."""
    _open(page, f"{url}ask?{LANES}&question={quote(QUESTION)}", ".results li")
    time.sleep(2)
    page.screenshot(path=HERE / "ask.png", style=WITHOUT_NOTICES)
    _open(page, f"{url}ask?{LANES}&view=questions", ".questions .none")
    page.get_by_role("button", name="Draft synthetic questions").click()
    page.get_by_role("button", name="Rank the chunks of each lane").click()
    page.locator(".view.questions[data-version=evaluated]").wait_for(timeout=120_000)
    page.locator(".questions .result.split.lane2").last.click()
    page.mouse.move(0, 0)
    time.sleep(2)
    page.locator(".topbar .job").wait_for(state="hidden", timeout=120_000)
    page.screenshot(path=HERE / "questions.png", style=WITHOUT_NOTICES)
    page.locator("nav [data-page=tune]").click()
    page.get_by_role("tab", name="Outcome", exact=True).click()
    page.get_by_role("button", name="Show the recall").click()
    page.locator("[data-testid=recall]").get_by_text("tokens retrieved").wait_for(timeout=120_000)
    time.sleep(2)
    page.locator(".topbar .job").wait_for(state="hidden", timeout=120_000)
    page.screenshot(path=HERE / "recall.png", style=WITHOUT_NOTICES)


def _take_figure(page: Page) -> None:
    """Draw a comparison as notebooks do."""
    strategies = [Semantic(threshold=0.24, max_tokens=254), Structure(), Optimal(target_tokens=128)]
    figure = compare(sample("essay.md"), strategies).figure().update_layout(width=1000)
    page.set_content(figure.to_html(include_plotlyjs=True, config={"displayModeBar": False}))
    page.locator(".main-svg").first.wait_for()
    page.locator(".plotly-graph-div").screenshot(path=HERE / "compare-figure.png")


def _review(url: str, key: str, folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=FLAGS)
        for size, (width, height, zoom) in SIZES.items():
            for theme in ("light", "dark"):
                page = browser.new_page(
                    viewport={"width": width, "height": height},
                    device_scale_factor=zoom,
                    color_scheme=theme,
                )
                page.goto(f"{url}?key={key}")  # the cookie that the others need
                for name, (path, view) in REVIEWED.items():
                    _open(page, url + path, view)
                    page.screenshot(path=folder / f"{name}-{size}-{theme}.png")
                    text, figure = page.evaluate(SHARES)
                    sys.stdout.write(f"{name:8} {size:10} {theme:6} {text:5.0%} {figure:5.0%}\n")
                page.close()
        browser.close()


def _open(page: Page, url: str, view: str) -> None:
    """Open a page, and wait until its view is drawn and no job is running."""
    page.goto(url)
    page.locator(view).first.wait_for(timeout=120_000)
    time.sleep(1)
    page.locator(".topbar .job").wait_for(state="hidden", timeout=120_000)
    time.sleep(1)


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
