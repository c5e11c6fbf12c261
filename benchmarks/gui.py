"""Speed of the window: start, first chunks, steps of threshold and target size, questions.

Next to each time is that of an empty Streamlit app of the same version in the same run, and the
ratio, which can be compared between machines.

`python -m benchmarks.gui [--data FILE] [--json OUT]` drives the program in Chromium.
"""

from __future__ import annotations

import argparse
import shutil
import statistics
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from playwright.sync_api import sync_playwright

from benchmarks import table, texts
from benchmarks.gui_empty import Empty, measure
from benchmarks.gui_page import DRAG, DRAG_MS, IDLE, SETTINGS, STEP, new_page, open_split
from benchmarks.gui_program import running
from benchmarks.gui_questions import questions

if TYPE_CHECKING:
    from playwright.sync_api import Browser


FLAGS = (
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
)  # fmt: skip
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")

STARTS = 3
# The ratio of a step to that of the empty app that is to be kept.
TARGETS = {("Tune", "small.txt"): 1.3, ("Tune", "large.txt"): 1.7, ("Compare", "large.txt"): 2.0}
STEPS = 16

# Where the slider is that is moved, its label, and the view whose version tells that other
# boundaries are shown.
TUNE = (".view.sidebar", "Threshold", ".view.text")
COMPARE = (".view.lanerows", "Threshold", ".view.lanetext")
TARGET = (".view.sidebar", "Target tokens", ".view.text")


def start(browser: Browser, folder: Path, empty: Empty) -> table.Row:
    """Time the start to a complete first screen, with an empty cache."""
    took, runtimes = [], []
    for i in range(STARTS):
        page = new_page(browser)
        with running(folder / f"start{i}") as program:
            took.append(open_split(page, program))
            runtimes.append(program.has_model_runtime)
            page.context.close()
    return {
        "start to first screen, s": statistics.median(took),
        "max": max(took),
        "empty app, s": empty.start,
        "ratio": statistics.median(took) / empty.start,
        "target": 1.5,
        "model loaded": any(runtimes),
    }


def steps(browser: Browser, folder: Path, empty: Empty, name: str, content: str) -> list[table.Row]:
    """Time a document: first boundaries, steps of the threshold, and updates while dragging."""
    file = folder / name
    file.write_text(content, "utf-8")
    with running(folder / "steps", file) as program:
        page = new_page(browser)
        first = open_split(page, program, SETTINGS)
        page.wait_for_timeout(3000)
        received: list[int] = []
        page.on(
            "websocket",
            lambda socket: socket.on("framereceived", lambda frame: received.append(len(frame))),
        )
        page.reload()
        page.get_by_test_id("numbers").get_by_text("median").wait_for()
        page.wait_for_timeout(3000)
        received.clear()
        took = page.evaluate(STEP, [*TUNE, STEPS])
        kilobytes = sum(received) / len(took) / 1000
        updates = page.evaluate(DRAG, [*TUNE, DRAG_MS])
        chunks = page.get_by_test_id("numbers").inner_text().split()[0]
        page.goto(f"{program.url}/compare")
        page.locator(".view.lanerows .count").nth(2).wait_for()
        page.wait_for_function(IDLE)
        page.wait_for_timeout(3000)
        compared = page.evaluate(STEP, [*COMPARE, STEPS])
        about = {"document": name, "characters": len(content), "chunks": chunks}
        rows = [
            {
                **_step("Tune", about, took, empty),
                "kB a step": kilobytes,
                "updates a second": updates,
                "split, s": first,
                "MB of the server": program.memory,
            },
            {
                **_step("Compare", {**about, "chunks": ""}, compared, empty),
                "kB a step": "",
                "updates a second": page.evaluate(DRAG, [*COMPARE, DRAG_MS]),
                "split, s": "",
                "MB of the server": program.memory,
            },
        ]
        page.context.close()
    return rows


def _step(page: str, about: table.Row, took: list[float], empty: Empty) -> table.Row:
    """Return the columns of the steps of a slider on a page."""
    median = statistics.median(took)
    return {
        "page": page,
        **about,
        "key to paint, ms": median,
        "max ms": max(took),
        **empty.columns(median),
        "target": TARGETS.get((page, about["document"]), ""),
    }


def target_size(browser: Browser, folder: Path, empty: Empty, name: str, content: str) -> table.Row:
    """Time steps of the target size of `optimal`, and updates while dragging."""
    file = folder / name
    file.write_text(content, "utf-8")
    with running(folder / "target", file) as program:
        page = new_page(browser)
        first = open_split(page, program, "strategy=optimal&target_tokens=300")
        page.wait_for_timeout(5000)
        took = page.evaluate(STEP, [*TARGET, STEPS])
        row = {
            "document": name,
            "characters": len(content),
            "chunks": page.get_by_test_id("numbers").inner_text().split()[0],
            "split, s": first,
            "key to paint, ms": statistics.median(took),
            "max ms": max(took),
            **empty.columns(statistics.median(took)),
            "updates a second": page.evaluate(DRAG, [*TARGET, DRAG_MS]),
            "MB of the server": program.memory,
        }
        page.context.close()
    return row


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--data", help="a text that sentences are taken from")
    parser.add_argument("--json", help="where to write the figures, too")
    parser.add_argument("--huge", action="store_true", help="add a document of 10 MB")
    arguments = parser.parse_args()
    program = next(filter(None, map(shutil.which, BROWSERS)), None)
    if program is None:
        raise SystemExit(f"no browser found: install one of {', '.join(BROWSERS)}")
    documents = {
        "small.txt": texts.prose(50_000, arguments.data),
        "large.txt": texts.prose(1_000_000, arguments.data),
    }
    if arguments.huge:
        documents["huge.txt"] = texts.prose(10_000_000, arguments.data)
    with tempfile.TemporaryDirectory() as made, sync_playwright() as playwright:
        folder = Path(made)
        browser = playwright.chromium.launch(executable_path=program, args=list(FLAGS))
        empty = measure(lambda: new_page(browser), folder / "empty")
        results = {
            "The machine": [table.machine()],
            "Start": [start(browser, folder, empty)],
            "Steps of the threshold": [
                row
                for name, text in documents.items()
                for row in steps(browser, folder, empty, name, text)
            ],
            "Questions": [
                questions(browser, folder, name, text) for name, text in documents.items()
            ],
            "Steps of the target size": [
                target_size(
                    browser, folder, empty, "sections.md", texts.markdown(1_000_000, arguments.data)
                )
            ],
        }
        browser.close()
    results["The machine afterwards"] = [table.machine()]
    for title, rows in results.items():
        table.write(title, rows)
    table.save(arguments.json, results)


if __name__ == "__main__":
    main()
