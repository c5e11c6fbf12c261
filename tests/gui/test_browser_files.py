"""Documents of this machine in the window: opened with it, and offered anew when they change."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from browser import MODEL_PATIENCE, visiting
from playwright.sync_api import expect
from running import serving

from chunking.loading.samples import sample

if TYPE_CHECKING:
    from pathlib import Path

    from browser import Window
    from playwright.sync_api import Browser

pytestmark = pytest.mark.browser


def test_a_file_is_opened_and_read_again_when_it_has_changed(
    browser: Browser, tmp_path: Path
) -> None:
    mine = tmp_path / "a <b>draft.md"
    mine.write_text("The first draft of the text.\n")
    with serving(tmp_path, "open", str(mine)) as server, visiting(browser, server) as window:
        window.tune()
        shown = window.text.locator(".chunk .core").first
        expect(shown).to_have_text("The first draft of the text.")
        mine.write_text("The second draft of the text.\n")
        changed = window.sidebar.get_by_text("a <b>draft.md has changed on disk.")
        changed.wait_for()
        expect(shown).to_have_text("The first draft of the text.")
        window.page.get_by_role("button", name="Read it again").click()
        expect(shown).to_have_text("The second draft of the text.")
        expect(changed).to_have_count(0)
        mine.unlink()
        window.sidebar.get_by_text("a <b>draft.md is not there any more.").wait_for()
        expect(shown).to_have_text("The second draft of the text.")


@pytest.mark.model
def test_a_comparison_is_saved_as_a_page_that_opens_without_the_program(
    browser: Browser, window: Window, tmp_path: Path
) -> None:
    window.open("/compare")
    button = window.page.get_by_role("button", name="Save as a page")
    button.wait_for(timeout=MODEL_PATIENCE)
    with window.page.expect_download() as waiting:
        button.click()
    assert waiting.value.suggested_filename == "essay.html"
    saved = tmp_path / "essay.html"
    waiting.value.save_as(saved)
    context = browser.new_context()
    faults: list[str] = []
    context.on("weberror", lambda error: faults.append(str(error.error)))
    context.on("console", lambda message: faults.append(message.text))
    page = context.new_page()
    page.goto(saved.as_uri())
    expect(page.get_by_role("heading", level=1)).to_have_text("What Waiting Built")
    assert page.locator("svg polyline").count() == 1
    words = "".join(page.locator("table.text .words").all_text_contents())
    assert words == sample("essay.md").text
    assert faults == []
    context.close()
