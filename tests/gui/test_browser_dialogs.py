"""Dialogs in the browser: above the window, closed with Escape, files in and out."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from browser import Window
from playwright.sync_api import expect

from chunking.loading.samples import sample

if TYPE_CHECKING:
    from playwright.sync_api import Locator

pytestmark = pytest.mark.browser


def opened(window: Window, button: str) -> Locator:
    """Press a button of the bar and return the dialog that it opens."""
    window.page.get_by_role("button", name=button).first.click()
    found = window.page.get_by_role("dialog")
    found.wait_for()
    return found


def choose_file(dialog: Locator, name: str, content: bytes) -> None:
    field = dialog.locator("input[type=file]").first
    field.set_input_files({"name": name, "mimeType": "text/plain", "buffer": content})


@pytest.mark.parametrize(
    "size", [pytest.param((1280, 800), marks=pytest.mark.nightly), (1024, 768)]
)
def test_a_dialog_lies_above_the_window_and_inside_the_screen(
    window: Window, size: tuple[int, int]
) -> None:
    window.page.set_viewport_size({"width": size[0], "height": size[1]})
    window.tune()
    dialog = opened(window, "Open a document")
    heading = dialog.get_by_role("heading", name="Open document")
    heading.click()
    box = dialog.bounding_box()
    assert box is not None
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= size[0]
    window.page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)


@pytest.mark.nightly
def test_a_file_that_cannot_be_read_leaves_the_dialog_and_another_one_is_shown(
    window: Window,
) -> None:
    window.tune()
    dialog = opened(window, "Open a document")
    choose_file(dialog, "bad <b>.pdf", b"%PDF-1.4 nothing")
    expect(dialog.get_by_role("alert")).to_have_text("bad <b>.pdf: the PDF is damaged or cut off.")
    choose_file(dialog, "quay.txt", b"The quay is empty. Nobody comes.")
    expect(dialog).to_have_count(0)
    expect(window.text).to_contain_text("The quay is empty.")


def test_chunks_are_exported_and_escape_closes_the_dialog_after_it(window: Window) -> None:
    window.tune("sample=guide.md&strategy=paragraph")
    window.settle()  # an open dialog asks for no progress
    dialog = opened(window, "Export chunks")
    with window.page.expect_download() as waiting:
        dialog.get_by_role("button", name="Text", exact=True).last.click()
    assert waiting.value.suggested_filename == "guide.md"
    assert Path(waiting.value.path()).read_text("utf-8") == sample("guide.md").text
    expect(dialog.get_by_role("button", name="JSONL")).to_be_enabled()
    window.settle()
    window.page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)


@pytest.mark.nightly
def test_settings_are_exported_once_a_fresh_process_has_made_the_same_chunks(
    window: Window,
) -> None:
    window.tune("sample=guide.md&strategy=paragraph&max_tokens=300")
    dialog = opened(window, "Export chunks")
    expect(dialog.get_by_role("button", name="TOML")).to_be_visible()
    for name, content in (("TOML", b"max_tokens = 300"), ("Python", b"max_tokens=300")):
        with window.page.expect_download() as waiting:
            dialog.get_by_role("button", name=name).click()
        assert content in Path(waiting.value.path()).read_bytes()
    expect(dialog.get_by_text("not exported")).to_have_count(0)


@pytest.mark.nightly
@pytest.mark.model
def test_a_dialog_stays_while_documents_are_embedded(window: Window) -> None:
    window.open("/library")
    dialog = opened(window, "Open a document")
    window.page.evaluate(
        """() => {
             window.vanished = 0;
             const count = () => document.querySelectorAll('[role=dialog]').length;
             new MutationObserver(() => { if (!count()) window.vanished++; })
               .observe(document.body, { subtree: true, childList: true });
           }"""
    )
    # Longer than any event of the page waits.
    window.page.wait_for_timeout(4000)
    assert window.page.evaluate("window.vanished") == 0
    choose_file(dialog, "quay.txt", b"The quay is empty. Nobody comes.")
    expect(dialog).to_have_count(0)
    expect(window.text).to_contain_text("The quay is empty.")


@pytest.mark.model
def test_suggestions_follow_in_the_open_dialog_once_the_text_is_analyzed(window: Window) -> None:
    window.tune("sample=meeting.txt")
    dialog = opened(window, "Suggestions")
    # Drawn again once the recommended threshold is set.
    expect(dialog.get_by_role("button", name="In use", exact=True)).to_be_visible()
    dialog.get_by_role("button", name="Two groups", exact=True).click()
    expect(dialog.get_by_text("Source: Otsu")).to_be_visible()
