"""How long the window takes to start, and to open a document."""

from __future__ import annotations

import statistics
import time
from contextlib import suppress
from typing import TYPE_CHECKING

from playwright.sync_api import TimeoutError as PlaywrightTimeout

from benchmarks.gui_program import Program, running

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Browser, Page

    from benchmarks import table

# What models run on: neither may be loaded before a model is asked for something new.
RUNTIMES = ("libtorch", "onnxruntime", "openvino")

STARTS = 3
PATIENCE = 180_000  # milliseconds
START_TARGET_S, FIRST_CUT_TARGET_S, GROWING_TARGET_S, PAINT_TARGET_S = 3, 8, 1.5, 2

# Note when a file was chosen.
CHOSEN = """addEventListener('change', event => {
  if (event.target.type === 'file') window.__chosen = performance.now();
}, true)"""


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


def cut_by_similarity(page: Page) -> None:
    """Choose the preset Alexandria and wait for its cuts, until the model has read all."""
    box = page.get_by_test_id("stSelectbox").filter(has_text="Preset")
    box.locator("input").first.click()
    page.get_by_role("option", name="Alexandria", exact=True).click()
    page.locator('.chunkscope.curve canvas[aria-label*="Threshold"]').wait_for()
    page.get_by_test_id("readout").get_by_text("% inside").wait_for()


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


def _cut_at_first(page: Page, program: Program, text: str) -> float:
    """Open the window and a document in it; the seconds from there to its semantic chunks."""
    opened(page, program)
    begun = time.perf_counter()
    bring(page, "first.txt", text)
    cut_by_similarity(page)
    page.locator(".chunkscope.text .chunk").first.wait_for()
    return time.perf_counter() - begun


def first_cut(browser: Browser, folder: Path, text: str) -> table.Row:
    """From the usable window to the first semantic cut of a document, with nothing in the cache."""
    page = fresh_page(browser)
    with running(folder) as program:
        took = _cut_at_first(page, program, text)
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
        took = _cut_at_first(page, program, text)
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
    """From choosing a file that was never seen to the first part of its curve.

    The clock is the page's own and begins with the event of the chosen file: the dialogue in
    which a person looks for it is not the program's.
    """
    took = []
    for i in range(STARTS):
        page = fresh_page(browser)
        page.add_init_script(CHOSEN)
        with running(folder / f"growing{i}") as program:
            opened(page, program, "strategy=semantic")
            readout = page.get_by_test_id("readout")
            readout.get_by_text("longer than the model reads").wait_for()  # of the sample
            bring(page, "never.txt", text)
            readout.get_by_text("of the text read").wait_for()
            page.locator('.chunkscope.curve canvas[aria-label*="Similarity across"]').wait_for()
            took.append(page.evaluate("performance.now() - window.__chosen") / 1000)
            page.context.close()
    return {
        "what": f"first part of the curve, {len(text) // 1000} kB",
        "median s": statistics.median(took),
        "max s": max(took),
        "target s": GROWING_TARGET_S,
        "model loaded": True,
    }


def painting(browser: Browser, folder: Path, text: str) -> table.Row:
    """From choosing a file whose vectors are known to its chunks on the screen."""
    took = []
    page = fresh_page(browser)
    page.add_init_script(CHOSEN)
    with running(folder) as program:
        for _ in range(STARTS + 1):
            opened(page, program, "strategy=semantic")
            page.get_by_test_id("readout").get_by_text("longer than the model reads").wait_for()
            bring(page, "known.txt", text)
            page.get_by_test_id("readout").get_by_text("% inside").wait_for()
            page.locator(".chunkscope.text .chunk").first.wait_for()
            took.append(page.evaluate("performance.now() - window.__chosen") / 1000)
        page.context.close()
    return {
        "what": f"first paint, {len(text) // 1000} kB, vectors known",
        "median s": statistics.median(took[1:]),  # the first time, they are not
        "max s": max(took[1:]),
        "target s": PAINT_TARGET_S,
        "model loaded": True,
    }
