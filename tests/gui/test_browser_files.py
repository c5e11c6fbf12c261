"""Documents of this machine in the window: opened with it, and offered anew when they change."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from browser import serving, visiting
from playwright.sync_api import expect

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Browser

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]


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
