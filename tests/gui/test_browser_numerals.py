"""Numbers as the views write them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import chunking.gui.components

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.browser

COMPONENTS = Path(chunking.gui.components.__file__).parent


def test_one_is_one_and_what_rounds_to_zero_has_no_sign(browser: Browser) -> None:
    page = browser.new_page()
    page.add_script_tag(path=COMPONENTS / "page.js")
    said = page.evaluate(
        "[rounded(-0.0004, 3), rounded(-0.0006, 3), rounded(12.5, 1),"
        " countOf(1, 'token'), countOf(2000, 'token'), countOf(0, 'boundary', 'boundaries'),"
        " inFull(0.5), inFull(0.334), inFull(0.1 + 0.2), inFull(3, 0), inFull(-1e-9)]"
    )
    page.close()
    assert said[:6] == ["0.000", "-0.001", "12.5", "1 token", "2,000 tokens", "0 boundaries"]
    assert said[6:] == ["0.50", "0.334", "0.30", "3", "0.00"]


def test_every_view_rounds_by_it() -> None:
    """A distance is never below zero, and a pixel is no figure."""
    own = {
        (path.name, line.strip())
        for path in COMPONENTS.glob("*.js")
        for line in path.read_text(encoding="utf-8").splitlines()
        if ".toFixed(" in line.replace("Math.abs(score - threshold).toFixed(3)", "")
    }
    assert {name for name, _ in own} == {"page.js", "svg.js", "ticks.js", "threshold.js"}
