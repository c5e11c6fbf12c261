"""The table of measures of Compare, in a real Chromium."""

from __future__ import annotations

import csv
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from browser import MODEL_PATIENCE, Window, visiting
from playwright.sync_api import expect

from chunking.analysis.metrics import METRICS

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Locator
    from running import Server

pytestmark = [pytest.mark.browser, pytest.mark.model]

# What stands in a cell but not wholly inside of it and of the window.
CUT_OFF = """table => [...table.querySelectorAll('.line > *')].filter(cell => {
  if (getComputedStyle(cell).display === 'none') return false;
  const box = cell.getBoundingClientRect(), text = document.createRange();
  text.selectNodeContents(cell);
  return [...text.getClientRects()].some(line => line.right > box.right || line.left < box.left
    || line.bottom > box.bottom + 1 || line.right > innerWidth);
}).map(cell => cell.textContent)"""


def measures(window: Window, query: str) -> Locator:
    """The table on Compare, once the model has read the text."""
    window.open(f"/compare?sample=essay.md&{query}")
    table = window.page.get_by_role("table", name="Metrics")
    table.wait_for(timeout=MODEL_PATIENCE)
    return table


@pytest.mark.parametrize(
    ("size", "count"),
    [
        ((1280, 800), 4),
        ((2560, 1440), 2),
        pytest.param((1280, 800), 2, marks=pytest.mark.nightly),
        pytest.param((1280, 800), 3, marks=pytest.mark.nightly),
        pytest.param((2560, 1440), 4, marks=pytest.mark.nightly),
    ],
)
def test_every_measure_and_what_it_says_is_wholly_seen(
    browser: Browser, server: Server, size: tuple[int, int], count: int
) -> None:
    viewport = {"width": size[0], "height": size[1]}
    with visiting(browser, server, viewport=viewport) as window:
        table = measures(window, f"lanes={count}")
        window.page.get_by_role("button", name="Baseline").click()
        window.page.get_by_role("button", name="Pin A").click()
        expect(table.get_by_role("row").first.locator(".value")).to_have_count(count + 1)
        units, *rows = table.get_by_role("row").all()[1:]
        expect(units).to_contain_text("Tokenizer")
        for row, measure in zip(rows, METRICS, strict=True):
            better = {"neither": ""}.get(measure.better, f"{measure.better} is better. ")
            expect(row.locator(".says")).to_have_text(f"{better.capitalize()}{measure.meaning}")
            expect(row.locator(".says")).to_be_visible()
        assert table.evaluate(CUT_OFF) == []


def test_a_setting_writes_other_values_and_moves_nothing(window: Window) -> None:
    table = measures(window, "lanes=2")
    largest = table.get_by_role("row").filter(has_text="Largest").locator(".value")
    expect(largest.first).to_have_text("671")
    line, before = table.element_handle(), table.bounding_box()
    window.page.get_by_role("button", name="A: paragraph").click()
    window.press("Max tokens", "ArrowLeft", 30)
    expect(largest.first).not_to_have_text("671")
    assert table.bounding_box() == before
    assert line is not None
    assert line.evaluate("table => table.isConnected")


def test_the_table_is_saved_as_csv_and_copied(window: Window) -> None:
    table = measures(window, "lanes=2")
    window.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    menu = window.page.locator(".chunkscope.measures .save")
    menu.locator("summary").click()
    with window.page.expect_download() as waiting:
        menu.get_by_role("button", name="as CSV").click()
    assert waiting.value.suggested_filename == "essay.metrics.csv"
    content = Path(waiting.value.path()).read_text(encoding="utf-8-sig")
    head, *rows = csv.reader(content.splitlines())
    titles = ["A · paragraph 700 tokens", "B · structure about 650 tokens"]
    assert head == ["Metric", *titles, "Better", "What it says"]
    assert rows[0][:3] == ["Tokenizer", "characters ÷ 4", "characters ÷ 4"]
    assert [row[0] for row in rows[1:]] == [measure.title for measure in METRICS]
    assert [row[4] for row in rows[1:]] == [measure.meaning for measure in METRICS]
    assert [row[3] for row in rows[:6]] == ["", "", "", "", "", "higher"]
    shown = table.get_by_role("row").filter(has_text="Cohesion").locator(".value")
    assert rows[6][1:3] == shown.all_inner_texts()
    menu.locator("summary").click()
    menu.get_by_role("button", name="Copy this table").click()
    pasted = window.page.evaluate("navigator.clipboard.readText()")
    assert [line.split("\t") for line in pasted.splitlines()] == [head, *rows]
