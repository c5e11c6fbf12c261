"""How fast the window is: starting, the first cut, reopening, and a step of the threshold.

`python -m benchmarks.gui [--data FILE] [--json OUT]` drives the program in Chromium.
"""

from __future__ import annotations

import argparse
import shutil
import statistics
import tempfile
import time
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from playwright.sync_api import sync_playwright

from benchmarks import table, texts
from benchmarks.gui_opening import (
    bring,
    cut_by_similarity,
    first_cut,
    fresh_page,
    growing,
    opened,
    painting,
    reopening,
    starting,
)
from benchmarks.gui_program import running

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page, WebSocket

FLAGS = (
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
)  # fmt: skip
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")

STEPS = 8
PULL_S = 4
STEP_TARGET_MS, HUGE_STEP_TARGET_MS, MEMORY_TARGET_MB = 150, 500, 1_500

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
            target = STEP_TARGET_MS if len(text) <= 1_000_000 else HUGE_STEP_TARGET_MS
            row = {"document": name, "characters": len(text), **steps(page, received)}
            rows.append({**row, "target ms": target})
            page.context.close()
    return rows


def holding(browser: Browser, folder: Path, text: str) -> table.Row:
    """The memory of the server with one long document, and after it was closed."""
    page = fresh_page(browser)
    with running(folder) as program:
        opened(page, program, "strategy=semantic")
        page.get_by_test_id("readout").get_by_text("longer than the model reads").wait_for()
        before = program.memory()
        bring(page, "long.txt", text)
        cut_by_similarity(page)
        for view in ("Chunks", "Sizes", "Text"):
            page.get_by_test_id("stButtonGroup").get_by_text(view, exact=True).click()
            page.wait_for_timeout(3000)
        held = program.memory()
        page.get_by_text("About this document").click()
        page.get_by_role("button", name="Close this document").click()
        page.locator(".chunkscope.heading .about").filter(has_text="essay").wait_for()
        page.wait_for_timeout(10_000)
        after = program.memory()
        page.context.close()
    return {
        "characters": len(text),
        "MB with the sample": before,
        "MB with it": held,
        "target MB": MEMORY_TARGET_MB,
        "MB after it was closed": after,
    }


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
    documents["huge.txt"] = texts.prose(10_000_000, asked.data)
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
            painting(browser, folder / "paint", texts.distinct(1_000_000, asked.data)),
        ]
        results["Starting and opening"] = rows
        table.write("Starting and opening", rows)
        rows = stepping(browser, folder / "first", documents)
        results["A step of the threshold to the painted screen"] = rows
        table.write("A step of the threshold to the painted screen", rows)
        rows = [holding(browser, folder / "first", documents["huge.txt"])]
        results["Memory of the server"] = rows
        table.write("Memory of the server", rows)
        browser.close()
    results["The machine afterwards"] = [table.machine()]
    table.write("The machine afterwards", results["The machine afterwards"])
    table.save(asked.json, results)


if __name__ == "__main__":
    main()
