"""Runs in the browser: recorded by themselves, annotated, saved, and two of them compared."""

from pathlib import Path

import pytest
from browser import Window
from playwright.sync_api import expect

pytestmark = [pytest.mark.browser, pytest.mark.model]


def test_settings_that_were_tried_are_listed_annotated_saved_and_compared(window: Window) -> None:
    window.tune("sample=dialogue.md&threshold=0.2")
    table = window.view("Runs")
    rows = table.locator("tbody tr")
    expect(rows).to_have_count(1)
    expect(rows.first).to_contain_text("semantic, threshold 0.2")
    window.type_value("Threshold", "0.3")
    expect(rows).to_have_count(2)
    expect(table).to_contain_text("2 runs of dialogue.md: settings tried on Tune")
    note = rows.last.get_by_role("textbox")
    note.fill("by topic")
    note.press("Enter")
    window.when("store.runs.csv.includes('by topic')")
    with window.page.expect_download() as waiting:
        table.get_by_role("button", name="Save CSV").click()
    saved = Path(waiting.value.path()).read_text("utf-8").splitlines()
    assert [line.split(",")[0] for line in saved] == ["run", "2", "1"]
    compare = table.get_by_role("button", name="Open the two selected runs in Compare")
    for row in rows.all():
        expect(compare).to_be_disabled()
        row.get_by_role("checkbox").check()
    compare.click()
    window.page.locator(".page.compare canvas").wait_for()
    window.when("store.compare.lanes.length === 2")
    notice = "Lane A is run 1 and lane B is run 2 of dialogue.md, as tried on Tune."
    expect(window.page.locator(".notice", has_text=notice)).to_have_count(1)
    earlier, later = window.store(
        "store.compare.lanes.map(l => l.form.fields.find(f => f.name === 'threshold').value)"
    )
    assert earlier == 0.2
    assert later != earlier
