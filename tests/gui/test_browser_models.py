"""A document that is being embedded: it grows, shows progress, is stopped and goes on."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from browser import Window, visiting
from harbour import cores, long_text
from playwright.sync_api import expect
from running import serving

from chunking import chunk, get
from chunking.loading import load_bytes

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = [pytest.mark.browser, pytest.mark.model]

# Note the number of gaps of the curve whenever it changes.
WATCH = """() => {
  window.__gaps = [];
  const root = [...document.querySelectorAll('*')].map(each => each.shadowRoot)
    .map(each => each?.querySelector('.chunkscope')).find(Boolean);
  const look = () => {
    const label = root.querySelector('.view.curve canvas')?.getAttribute('aria-label') ?? '';
    const count = Number(/at ([\\d,]+) gaps/.exec(label)?.[1].replaceAll(',', '') ?? 0);
    if (count && count !== window.__gaps.at(-1)) window.__gaps.push(count);
    requestAnimationFrame(look);
  };
  look();
}"""


def test_embedding_shows_progress_is_stopped_goes_on_and_holds_nothing_up(window: Window) -> None:
    window.tune("threshold=0.5")
    places = window.places()
    window.upload("long.txt", long_text(12_000).encode())
    bar = window.page.locator(".topbar .job")
    expect(bar).to_contain_text(re.compile(r"Embedding [\d,]+ of 12,000"))
    assert window.places() == places, "progress moves nothing"
    expect(window.numbers).to_contain_text("so far")
    # What is there so far is tuned, read and searched while the model works.
    window.press("Threshold", "ArrowRight")
    window.curve_says("threshold 0.51")
    window.select_chunk(2)
    window.text.get_by_label("Find in the text").fill("what became of it")
    expect(window.text.locator(".find .count")).to_have_text(re.compile("^[0-9]+ / 12,000$"))
    bar.get_by_role("button", name="Stop").click()
    expect(bar).to_contain_text("Stopped. Retry continues.")
    assert window.places() == places
    assert window.blocks()[0].startswith(("Sentence", "Line", "Phrase", "Clause"))
    # A strategy without a model splits the whole text; the curve shows what was embedded.
    window.choose("Strategy", "sentence")
    window.when("!store.tune.chunking.growing")
    window.curve_says("Similarity at")
    window.choose("Strategy", "semantic")
    bar.get_by_role("button", name="Start it again").click()
    expect(bar).to_contain_text(re.compile(r"Embedding [\d,]+ of 1?\d,\d{3}"))
    bar.get_by_role("button", name="Stop").click()
    expect(bar).to_contain_text("Stopped")


@pytest.mark.nightly
def test_the_curve_grows_from_the_top_and_what_was_there_stays(window: Window) -> None:
    text = long_text(700)
    window.tune("threshold=0.5&min_tokens=50")
    window.upload("grows.txt", text.encode())
    window.type_value("Threshold", "0.55")
    window.page.evaluate(WATCH)
    window.when(
        "(({growing, threshold, count}) => growing && threshold === 0.55 && count > 3)"
        "(store.tune.chunking)"
    )
    # What is not embedded yet is no chunk, and is drawn in pieces.
    blocks = window.text.locator(".chunk")
    rest = blocks.evaluate_all(
        """blocks => blocks.filter(each => !each.querySelector('.number')?.textContent.trim())
             .map(each => each.querySelector('.core').textContent)"""
    )
    assert text.endswith("".join(rest))
    first = window.blocks()[: -len(rest) - 2] if rest else []
    window.when("!store.tune.chunking.growing")
    settings = {"threshold": 0.55, "min_tokens": 50}
    whole = chunk(load_bytes(text.encode(), "grows.txt"), get("semantic")(**settings))
    window.curve_says("Similarity at 699 gaps")
    window.shows(cores(whole))
    assert first == cores(whole)[: len(first)]
    gaps = window.page.evaluate("() => window.__gaps")
    assert gaps == sorted(gaps)
    assert gaps[-1] == 699


@pytest.mark.nightly
def test_a_document_embedded_before_needs_no_model(
    browser: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = "\n\n".join(
        f"The tide of day {n} is high. The pilot of day {n} waits." for n in range(40)
    )
    monkeypatch.setenv("CHUNKSCOPE_CACHE_DIR", str(tmp_path / "cache"))
    chunk(load_bytes(text.encode(), "known.txt"), get("semantic")())
    with serving(tmp_path) as fresh, visiting(browser, fresh) as window:
        window.tune("threshold=0.5")
        window.upload("known.txt", text.encode())
        window.curve_says("Similarity at 79 gaps")
        assert not fresh.has_mapped("onnxruntime")
        window.upload("new.txt", text.replace("tide", "moon").encode())
        expect(window.text.locator(".core").first).to_contain_text("moon")
        window.curve_says("Similarity at 79 gaps")
        assert fresh.has_mapped("onnxruntime")
