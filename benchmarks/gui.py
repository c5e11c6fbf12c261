"""How fast the window is: starting, the first cut, reopening, and a step of the threshold.

`python -m benchmarks.gui [--data FILE] [--json OUT]` drives the program in Chromium.
"""

from __future__ import annotations

import argparse
import shutil
import statistics
import tempfile
import time
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from playwright.sync_api import TimeoutError as PlaywrightTimeout
from playwright.sync_api import sync_playwright

from benchmarks import table, texts
from benchmarks.gui_program import Program, running

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page, WebSocket

FLAGS = (
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
)  # fmt: skip
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")

# What models run on: neither may be loaded before a model is asked for something new.
RUNTIMES = ("libtorch", "onnxruntime", "openvino")

STARTS = 3
STEPS = 8
PULL_S = 4
PATIENCE = 180_000  # milliseconds
START_TARGET_S, FIRST_CUT_TARGET_S, GROWING_TARGET_S, STEP_TARGET_MS = 3, 8, 1.5, 150

# From the key to the frame in which both views have drawn a new version.
STEP = """([text, curve]) => new Promise(resolve => {
  const before = [text.dataset.version, curve.dataset.version];
  addEventListener('keydown', () => {
    const begun = performance.now();
    const look = () => {
      if (text.dataset.version === before[0] || curve.dataset.version === before[1])
        return setTimeout(look, 1);
      requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - begun), 0));
    };
    look();
  }, { capture: true, once: true });
})"""


# Count what the text draws, and say where the threshold's line stands and where to pull it.
WATCH = """canvas => {
  const { plot } = canvas.getRootNode().querySelector('.chunkscope.curve').__view;
  window.__drawn = 0;
  new MutationObserver(() => { window.__drawn++; })
    .observe(window.__text, { attributes: true, attributeFilter: ['data-version'] });
  return [plot.y(plot.scene.threshold), plot.y(0.1)];
}"""


def opened(page: Page, program: Program, query: str = "") -> float:
    """Open the window; the seconds from the program's start to the figures of a chunking."""
    page.goto(f"{program.url}/?{query}", wait_until="commit")
    page.get_by_test_id("readout").wait_for()
    return time.perf_counter() - program.begun


def bring(page: Page, name: str, text: str) -> None:
    """Open a file of one's own."""
    page.get_by_role("button", name="Open a document").click()
    chosen = page.get_by_test_id("stFileUploader").locator("input[type=file]")
    # Where it stands alone: to look for it in the whole page reads a megabyte again and again.
    shown = page.locator(".chunkscope.heading .about").filter(has_text=f"{name} · ")
    # Where a run begins in the moment in which a file is chosen, the framework drops its own
    # answer about where to send it.
    for patience in (20_000, PATIENCE):
        chosen.set_input_files({"name": name, "mimeType": "text/plain", "buffer": text.encode()})
        with suppress(PlaywrightTimeout):
            shown.wait_for(timeout=patience)
            break
    page.keyboard.press("Escape")


def cut_by_similarity(page: Page) -> None:
    """Choose the preset Alexandria and wait for its cuts, until the model has read all."""
    box = page.get_by_test_id("stSelectbox").filter(has_text="Preset")
    box.locator("input").first.click()
    page.get_by_role("option", name="Alexandria", exact=True).click()
    page.locator('.chunkscope.curve canvas[aria-label*="Threshold"]').wait_for()
    page.get_by_test_id("readout").get_by_text("inside the limits").wait_for()


def fresh_page(browser: Browser) -> Page:
    """A new visitor's page."""
    page = browser.new_context(viewport={"width": 1280, "height": 800}).new_page()
    page.set_default_timeout(PATIENCE)
    return page


def starting(browser: Browser, folder: Path) -> table.Row:
    """From `chunkscope` to a window that can be used, with nothing in the cache."""
    took, model = [], []
    for i in range(STARTS):
        page = fresh_page(browser)
        with running(folder / f"start{i}") as program:
            took.append(opened(page, program))
            model.append(program.has_loaded(*RUNTIMES))
            page.context.close()
    return {
        "what": "start to usable window",
        "median s": statistics.median(took),
        "max s": max(took),
        "target s": START_TARGET_S,
        "model loaded": any(model),
    }


def first_cut(browser: Browser, folder: Path, text: str) -> table.Row:
    """From the usable window to the first semantic cut of a document, with nothing in the cache."""
    page = fresh_page(browser)
    with running(folder) as program:
        opened(page, program)
        begun = time.perf_counter()
        bring(page, "first.txt", text)
        cut_by_similarity(page)
        took = time.perf_counter() - begun
        model = program.has_loaded(*RUNTIMES)
        # The program begins with the sample: it shall be known, too, when it is started again.
        page.goto(program.url)
        page.locator('.chunkscope.curve canvas[aria-label*="Similarity across"]').wait_for()
        page.get_by_test_id("readout").get_by_text("longer than the model reads").wait_for()
        page.context.close()
    return {
        "what": f"first semantic cut, {len(text) // 1000} kB, cold",
        "median s": took,
        "max s": took,
        "target s": FIRST_CUT_TARGET_S,
        "model loaded": model,
    }


def reopening(browser: Browser, folder: Path, text: str) -> table.Row:
    """The same in a new server: its vectors are on disk, so no model may be loaded."""
    page = fresh_page(browser)
    with running(folder) as program:
        opened(page, program)
        begun = time.perf_counter()
        bring(page, "first.txt", text)
        cut_by_similarity(page)
        page.locator(".chunkscope.text .chunk").first.wait_for()
        took = time.perf_counter() - begun
        model = program.has_loaded(*RUNTIMES)
        page.context.close()
    return {
        "what": "opened again, new server",
        "median s": took,
        "max s": took,
        "target s": "no model",
        "model loaded": model,
    }


def growing(browser: Browser, folder: Path, text: str) -> table.Row:
    """From opening a document that was never seen to the first part of its curve."""
    page = fresh_page(browser)
    with running(folder) as program:
        opened(page, program, "strategy=semantic")
        curve = page.locator('.chunkscope.curve canvas[aria-label*="Similarity across"]')
        curve.wait_for()  # of the sample: the model is loaded
        begun = time.perf_counter()
        bring(page, "never.txt", text)
        page.get_by_test_id("readout").get_by_text("of the text read").wait_for()
        curve.wait_for()
        took = time.perf_counter() - begun
        page.context.close()
    return {
        "what": f"first part of the curve, {len(text) // 1000} kB",
        "median s": took,
        "max s": took,
        "target s": GROWING_TARGET_S,
        "model loaded": True,
    }


def weigh(received: list[int], opened_: WebSocket) -> None:
    """Note the length of every message that comes in."""
    opened_.on("framereceived", lambda frame: received.append(len(frame)))


def stepping(browser: Browser, folder: Path, documents: dict[str, str]) -> list[table.Row]:
    """From a key on the threshold to the painted screen, on documents that are embedded."""
    rows = []
    with running(folder) as program:
        for name, text in documents.items():
            page = fresh_page(browser)
            received: list[int] = []
            page.on("websocket", partial(weigh, received))
            opened(page, program)
            bring(page, name, text)
            cut_by_similarity(page)
            page.locator(".chunkscope.text .chunk").first.wait_for()
            rows.append({"document": name, "characters": len(text), **steps(page, received)})
            page.context.close()
    return rows


def pulls(page: Page) -> float:
    """How many times a second all views follow while the threshold is pulled on the curve."""
    canvas = page.locator(".chunkscope.curve canvas")
    box = canvas.bounding_box() or {"x": 0.0, "y": 0.0}
    high, low = canvas.evaluate(WATCH)
    page.mouse.move(box["x"] + 300, box["y"] + high)
    page.mouse.down()
    begun = time.perf_counter()
    while (passed := time.perf_counter() - begun) < PULL_S:
        there = abs(passed % 2 - 1)
        page.mouse.move(box["x"] + 300, box["y"] + low + (high - low) * there)
        page.wait_for_timeout(10)
    drawn: int = page.evaluate("() => window.__drawn")
    page.mouse.up()
    return drawn / passed


def steps(page: Page, received: list[int]) -> table.Row:
    """Some steps of the threshold, after two that warm up."""
    text = page.locator(".chunkscope.text").element_handle()
    curve = page.locator(".chunkscope.curve").element_handle()
    handle = page.get_by_test_id("stSlider").filter(has_text="Threshold").get_by_role("slider")
    handle.focus()
    took, sizes = [], []
    for step in range(STEPS + 2):
        page.wait_for_timeout(400)  # the answer to the step before has been read to its end
        received.clear()
        # The promise is kept in the page, since the key is pressed while it waits.
        page.evaluate(
            f"views => {{ window.__text = views[0]; window.__step = ({STEP})(views); }}",
            [text, curve],
        )
        handle.press("ArrowLeft")
        milliseconds = page.evaluate("() => window.__step")
        if step >= 2:
            took.append(milliseconds)
            sizes.append(sum(received))
    return {
        "chunks": page.locator(".chunkscope.text .chunk").count(),
        "median ms": statistics.median(took),
        "max ms": max(took),
        "target ms": STEP_TARGET_MS,
        "kB received": statistics.median(sizes) / 1000,
        "pulled, a second": pulls(page),
    }


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--data", help="a text to take the sentences from")
    parser.add_argument("--json", help="where to write the figures, too")
    asked = parser.parse_args()
    program = next(filter(None, map(shutil.which, BROWSERS)), None)
    if program is None:
        raise SystemExit(f"no browser found: install one of {', '.join(BROWSERS)}")
    first = texts.fresh(50_000, asked.data)
    documents = {"small.txt": first, "large.txt": texts.prose(1_000_000, asked.data)}
    results = {"The machine": [table.machine()]}
    table.write("The machine", results["The machine"])
    with tempfile.TemporaryDirectory() as made, sync_playwright() as playwright:
        folder = Path(made)
        browser = playwright.chromium.launch(executable_path=program, args=list(FLAGS))
        rows = [
            starting(browser, folder),
            first_cut(browser, folder / "first", first),
            reopening(browser, folder / "first", first),
            growing(browser, folder / "grows", texts.distinct(1_000_000, asked.data)),
        ]
        results["Starting and opening"] = rows
        table.write("Starting and opening", rows)
        rows = stepping(browser, folder / "first", documents)
        results["A step of the threshold to the painted screen"] = rows
        table.write("A step of the threshold to the painted screen", rows)
        browser.close()
    results["The machine afterwards"] = [table.machine()]
    table.write("The machine afterwards", results["The machine afterwards"])
    table.save(asked.json, results)


if __name__ == "__main__":
    main()
