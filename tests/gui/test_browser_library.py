"""Library in Chromium: the table, the threshold for all documents, and the ways to Tune."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from browser import Window
from playwright.sync_api import expect
from topical import topical

if TYPE_CHECKING:
    from playwright.sync_api import Locator

pytestmark = [pytest.mark.browser, pytest.mark.model]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a folder of 60 short documents."""
    for number in range(60):
        text = "\n\n".join(
            f"Sentence {i} of {number} is about a topic." for i in range(9 + number % 4)
        )
        (tmp_path / f"note-{number:02}.md").write_text(text)
    return tmp_path


def read(window: Window, folder: Path, query: str = "strategy=semantic&threshold=0.4") -> Window:
    """Open Library with the documents of a folder, and wait until they are prepared."""
    window.open(f"/library?{query}")
    field = window.page.get_by_label("Folder on this machine")
    field.fill(str(folder))
    field.press("Enter")
    count = len(list(folder.iterdir()))
    window.when(f"store.library?.rows.length === {count} && store.library.settled")
    return window


def rows(window: Window) -> Locator:
    return window.page.locator(".collection tbody tr")


def grip(window: Window) -> tuple[float, float]:
    """Return the place of the handle of the threshold line."""
    canvas = window.page.locator(".boxes canvas")
    box = canvas.bounding_box()
    assert box is not None
    for x in range(132, int(box["width"]) - 46, 8):
        window.page.mouse.move(box["x"] + x, box["y"] + 14)
        if "grip" in (canvas.get_attribute("class") or ""):
            return box["x"] + x, box["y"] + 14
    raise AssertionError("no handle")


def test_the_threshold_line_is_the_slider_and_the_table_follows(
    window: Window, folder: Path
) -> None:
    read(window, folder)
    x, y = grip(window)
    cells = window.page.locator("td.below")
    assert set(cells.all_inner_texts()) == {"0%"}
    window.page.mouse.down()
    window.page.mouse.move(x + 420, y, steps=8)
    slider = window.track("Threshold")
    canvas = window.page.locator(".boxes canvas")
    assert slider.get_attribute("aria-valuenow") != "0.4"
    expect(canvas).to_have_attribute("aria-valuenow", str(slider.get_attribute("aria-valuenow")))
    expect(cells.filter(has_text=re.compile("^[1-9]"))).not_to_have_count(0)
    window.page.mouse.up()
    window.page.wait_for_url(re.compile(rf"threshold={slider.get_attribute('aria-valuenow')}"))


@pytest.mark.nightly
def test_sixty_documents_fit_and_are_sorted_by_a_heading(window: Window, folder: Path) -> None:
    read(window, folder)
    expect(rows(window)).to_have_count(60)
    assert window.share(".boxes canvas") > 0.2
    window.page.locator(".collection th.chunks button").click()
    expect(window.page.locator(".collection th.chunks")).to_have_attribute(
        "aria-sort", "descending"
    )
    counts = [int(each) for each in window.page.locator("td.chunks").all_inner_texts()]
    assert counts == sorted(counts, reverse=True)
    wide = "element => element.scrollWidth > element.clientWidth"
    assert not window.page.locator(".listing").evaluate(wide)


@pytest.mark.nightly
def test_a_selected_document_is_previewed_and_opened_on_tune(window: Window, folder: Path) -> None:
    read(window, folder)
    rows(window).nth(3).click()
    title = window.page.locator(".preview .title")
    expect(title).to_have_text("note-03.md")
    expect(window.page.locator(".preview .piece").first).to_contain_text("Sentence 0 of 3")
    window.page.keyboard.press("ArrowDown")
    expect(title).to_have_text("note-04.md")
    expect(window.page.locator(".preview .piece").first).to_contain_text("Sentence 0 of 4")
    window.page.get_by_role("button", name="Open on Tune with the settings of Library").click()
    window.page.locator(".chunkscope[data-page=tune]").wait_for()
    expect(window.text.locator(".chunk").first).to_contain_text("Sentence 0 of 4")
    assert window.value("Threshold") == "0.40"


@pytest.mark.nightly
def test_one_threshold_for_all_is_recommended_and_used(window: Window, tmp_path: Path) -> None:
    for seed in range(3):
        (tmp_path / f"{seed}.md").write_text(topical(seed=seed).text)
    read(window, tmp_path, "strategy=semantic&threshold=0.9")
    line = window.page.locator(".library .status")
    recommended = window.store("store.library.common.text")
    expect(line).to_contain_text(f"one threshold for all: {recommended}")
    window.page.get_by_role("button", name="Use this threshold for all documents").click()
    window.when("store.library.threshold === store.library.common.value")
    misfits = window.store("store.library.common.misfits")
    if misfits:
        window.page.get_by_text(re.compile(r"fits \d+ of")).click()
        window.when(f"{misfits}.includes(store.library.selected)")


@pytest.mark.nightly
def test_nothing_moves_while_a_setting_is_dragged(window: Window, folder: Path) -> None:
    read(window, folder)
    window.settle()
    places = window.places()
    window.press("Threshold", "ArrowRight", 8)
    window.press("Min tokens", "ArrowLeft", 4)
    window.settle()
    assert window.places() == places


def test_a_folder_is_synced_to_a_store_and_a_stored_document_opened(
    window: Window, tmp_path: Path
) -> None:
    notes = tmp_path / "notes"
    notes.mkdir()
    for topic in ("tides", "clocks"):
        (notes / f"{topic}.md").write_text(f"# All about {topic}\n\nHere is a text.\n")
    (notes / "a*b*![c](d.png).pdf").write_bytes(b"%PDF-1.4 nothing")
    window.open("/library?strategy=paragraph")
    field = window.page.get_by_label("Folder on this machine")
    field.fill(str(notes))
    field.press("Enter")
    window.when("store.library?.rows.length === 2")
    window.page.get_by_role("button", name="Sync to a store").click()
    dialog = window.page.get_by_role("dialog")
    expect(dialog.get_by_label("Folder of documents", exact=True)).to_have_value(str(notes))
    store = dialog.get_by_label("Store", exact=True)
    store.fill(str(tmp_path / "store"))
    store.press("Enter")
    dialog.get_by_role("button", name="Dry run").click()
    start = dialog.get_by_role("button", name="Start")
    start.wait_for()
    expect(dialog).to_contain_text("2 added, 0 changed, 0 unchanged, 0 removed; 1 failed")
    assert not (tmp_path / "store").exists()
    start.click()
    expect(dialog).to_contain_text("Store in sync: 2 documents; 1 failed.")
    assert (tmp_path / "store" / "manifest.json").exists()
    dialog.get_by_role("button", name="Open on Tune").click()
    window.page.locator(".chunkscope[data-page=tune]").wait_for()
    expect(window.text.locator(".chunk").first).to_contain_text("All about clocks")
