"""What the views keep and say through new texts, themes and keys, in a real Chromium."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from browser import MODEL_PATIENCE, Window, visiting
from harbour import NAME, PAGE
from playwright.sync_api import expect
from running import serving

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Browser

pytestmark = [pytest.mark.browser, pytest.mark.model]

# The colour of most of what is drawn.
DRAWN = """canvas => {
  const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
  const counts = new Map();
  for (let at = 0; at < data.length; at += 4) {
    if (data[at + 3] < 255) continue;
    const colour = data.slice(at, at + 3).join();
    counts.set(colour, (counts.get(colour) ?? 0) + 1);
  }
  return [...counts].sort((a, b) => b[1] - a[1])[0][0];
}"""


# As the group takes it: another text, of the same length, under the same boundaries.
OTHER_TEXT = """() => {
  const { documents, groups: { tune } } = window.__chunkscope;
  documents.other = documents[tune.chunking.document].replaceAll('schooner', 'SCHOOMER');
  tune.chunking = { ...tune.chunking, document: 'other', version: 'other' };
  window.dispatchEvent(new CustomEvent('chunkscope:stored', { detail: {} }));
}"""


@pytest.mark.nightly
def test_a_file_that_is_read_again_keeps_the_place_that_is_looked_at(
    browser: Browser, tmp_path: Path
) -> None:
    mine = tmp_path / "draft.md"
    mine.write_text(PAGE)
    with serving(tmp_path, "open", str(mine)) as server, visiting(browser, server) as window:
        window.tune("paragraph.max_tokens=300")
        window.curve_says("Similarity across", MODEL_PATIENCE)
        number = window.text.get_by_label("Go to chunk")
        number.fill("4")
        number.press("Enter")
        expect(window.text.locator("[aria-current=true] .number")).to_have_text("4")
        expect(window.text.locator(".toolbar > [role=status]")).to_contain_text("Chunk 4 of")
        expect(window.detail).to_contain_text("4 of")
        # An emptied field goes nowhere.
        number.fill("")
        number.press("Tab")
        expect(number).to_have_value("4")
        assert window.chosen() == "4"

        mine.write_text(f"{PAGE}\nOne more sentence.\n")
        window.page.get_by_role("button", name="Read it again").click()
        expect(window.text.locator(".core").last).to_contain_text("One more sentence.")
        expect(window.text.locator("[aria-current=true] .number")).to_have_text("4")


@pytest.mark.nightly
def test_what_was_looked_for_is_looked_for_in_the_next_text(window: Window) -> None:
    window.tune()
    window.upload(NAME, PAGE.encode())
    window.curve_says("Similarity across", MODEL_PATIENCE)
    window.text.get_by_placeholder("Find in the text").fill("schooner waits")
    found = window.text.locator(".find .count")
    expect(found).to_have_text("1 of 1")
    window.page.evaluate(OTHER_TEXT)
    expect(found).to_have_text("not found")


def test_canvases_follow_the_theme(window: Window) -> None:
    window.page.emulate_media(color_scheme="light")
    window.tune()
    window.curve_says("Similarity across", MODEL_PATIENCE)
    light = window.curve.evaluate(DRAWN)
    window.page.emulate_media(color_scheme="dark")
    expect(window.page.locator(".chunkscope.curve")).to_have_attribute("data-dark", "yes")
    dark = window.curve.evaluate(DRAWN)
    assert dark != light


@pytest.mark.nightly
def test_what_is_operated_says_what_it_is_and_focus_returns(window: Window) -> None:
    window.tune("semantic.threshold=0.5")
    window.upload(NAME, PAGE.encode())
    window.curve_says("Similarity across", MODEL_PATIENCE)
    expect(window.curve).to_have_attribute("role", "application")
    window.choose("Strategy", "semantic")
    window.curve_says("Threshold 0.50", MODEL_PATIENCE)
    slider = window.page.locator(".chunkscope.curve").get_by_role("slider")
    for name, value in (("valuemin", "0"), ("valuemax", "1"), ("valuenow", "0.5")):
        expect(slider).to_have_attribute(f"aria-{name}", value)

    save = window.page.locator(".chunkscope.curve summary")
    save.focus()
    save.press("Enter")
    window.page.get_by_role("button", name="Save this figure as SVG").focus()
    window.page.keyboard.press("Escape")
    expect(save).to_be_focused()

    keys = window.page.get_by_role("dialog", name="What the keys do")
    window.page.get_by_role("button", name="What the keys do").click()
    expect(keys).to_contain_text("The heat map")
    window.page.get_by_role("button", name="Close").click()
    # The button and its key live through whatever the framework calls again.
    window.page.get_by_role("link", name="Library").click()
    window.page.get_by_role("link", name="Tune").click()
    window.text.locator(".chunk").first.wait_for()
    window.page.keyboard.press("?")
    expect(keys).to_have_count(1)
    expect(keys).to_be_visible()
