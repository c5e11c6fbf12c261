"""Probabilities in the window: the plausible number of chunks."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

if TYPE_CHECKING:
    from browser import Window

pytestmark = pytest.mark.browser


def test_the_status_line_has_the_plausible_number_of_chunks(window: Window) -> None:
    window.tune("sample=essay.md&strategy=optimal")
    plausible = window.page.get_by_test_id("plausible")
    expect(plausible).to_have_text(re.compile(r"^\d+–\d+ plausible$"))
    expect(plausible).to_have_attribute("title", re.compile(r"best guess \d+\.$"))
    window.choose("Strategy", "paragraph")
    expect(plausible).to_be_hidden()
