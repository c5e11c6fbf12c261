"""The report in a browser: it is read and zoomed without a server, and runs no script of a text."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from embedders import HashEmbedder
from playwright.sync_api import expect

from chunking import get
from chunking.loading import load_bytes
from chunking.output.comparison import compare
from chunking.output.report import to_html

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.browser

# Each sentence has its number; lines end with CR LF, which count as two characters.
TEXT = "".join(f"Sentence {i} is about thing {i % 5}.\r\n" for i in range(80))
HOSTILE = "<script>document.title = 'ran'</script>.md"


def test_a_report_names_what_is_hovered_zooms_by_a_drag_and_goes_to_the_text(
    browser: Browser, tmp_path: Path
) -> None:
    strategies = [
        get("semantic")(threshold=0.5, min_tokens=20, max_tokens=60),
        get("paragraph")(max_tokens=50, overlap_tokens=0),
    ]
    document = load_bytes(TEXT.encode(), HOSTILE)
    path = tmp_path / "report.html"
    path.write_bytes(to_html(compare(document, strategies, embedder=HashEmbedder())).encode())
    faults: list[str] = []
    page = browser.new_page(viewport={"width": 1000, "height": 800})
    page.on("console", lambda message: faults.append(message.text))
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.goto(path.as_uri())
    lines = page.locator(".plot svg").first
    box = lines.bounding_box()
    assert box is not None
    left, width, readout = box["x"], box["width"], page.locator(".readout")

    def across(share: float) -> float:
        return left + share * width

    page.mouse.move(across(0.5), box["y"] + 40)
    # A gap of the curve is where a sentence starts: half of the text is before it.
    expect(readout).to_contain_text(re.compile(r"offset 1,\d{3}.*adjacent.*-?0\.\d\d"))
    expect(readout).to_contain_text(re.compile(r"┃ Sentence (39|40|41) is about"))
    cursor = page.locator(".plot .cursor").bounding_box()
    assert cursor is not None
    assert abs(cursor["x"] - across(0.5)) < width / 80
    page.mouse.down()
    page.mouse.move(across(0.75), box["y"] + 40, steps=4)
    page.mouse.up()
    assert lines.get_attribute("viewBox") == "50 0 25 100"
    page.mouse.move(across(0.01), box["y"] + 40)
    expect(readout).to_contain_text(re.compile(r"┃ Sentence (39|40|41) is about"))
    page.mouse.click(across(0.01), box["y"] + 40)
    expect(page.locator(".found")).to_be_in_viewport()
    page.locator(".plot").focus()
    page.keyboard.press("Escape")
    assert lines.get_attribute("viewBox") == "0 0 100 100"
    assert faults == []
    assert page.title() == f"{document.title}: chunking report"
    page.close()
