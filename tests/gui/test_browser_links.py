"""Links to the page, copied from the address bar."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import parse_qs, urlsplit

import pytest
from browser import MODEL_PATIENCE, Window, visiting
from playwright.sync_api import expect

from chunking import recommend
from chunking.gui import forms
from chunking.loading.samples import sample

if TYPE_CHECKING:
    from playwright.sync_api import Browser
    from running import Server

pytestmark = [pytest.mark.browser, pytest.mark.model]


@pytest.mark.usefixtures("vectors")
def test_a_link_copied_after_a_recommendation_holds_all_of_its_settings(
    window: Window, browser: Browser, server: Server
) -> None:
    window.tune("sample=essay.md")
    use = window.sidebar.get_by_role("button", name="as recommended")
    expect(use).to_be_enabled(timeout=MODEL_PATIENCE)
    use.click()
    expect(window.slider("Max tokens")).to_have_attribute("aria-valuetext", "254")
    window.page.wait_for_url("**optimal.max_tokens=254*")
    link = window.page.url
    settings = {name: value for name, (value,) in parse_qs(urlsplit(link).query).items()}
    strategy = recommend(sample("essay.md")).strategy
    assert settings == {"sample": "essay.md", **forms.address(strategy)}
    with visiting(browser, server) as other:
        other.page.goto(link)
        expect(other.slider("Max tokens")).to_have_attribute("aria-valuetext", "254")
        expect(other.readout).to_have_text(str(window.readout.text_content()))
