"""A document that is being embedded, in a real Chromium: it grows, is stopped, goes on."""

from __future__ import annotations

import re
from itertools import dropwhile
from typing import TYPE_CHECKING

import pytest
from browser import MODEL_PATIENCE, Window
from harbour import cores, long_text, show
from playwright.sync_api import expect

from chunking import chunk, get
from chunking.loading import load_bytes

if TYPE_CHECKING:
    from browser import Window

pytestmark = pytest.mark.browser


def gaps_in(labels: list[str]) -> list[int]:
    """How many gaps the curve had in those of the labels that say so."""
    found = re.findall(r"across ([\d,]+) gaps", " ".join(labels))
    return [int(count.replace(",", "")) for count in found]


@pytest.mark.nightly
@pytest.mark.model
@pytest.mark.usefixtures("vectors")
def test_the_curve_grows_from_the_top_and_is_tuned_while_the_model_reads_on(
    window: Window,
) -> None:
    text = long_text(4000)
    window.note_labels()
    window.tune("strategy=semantic&semantic.min_tokens=50")
    expect(window.readout).to_contain_text("inside Min and Max tokens", timeout=MODEL_PATIENCE)
    window.curve_says("Similarity across")
    sample = gaps_in(window.labels())[-1]
    window.upload("grows.txt", text.encode())
    expect(window.readout).to_contain_text("of the text read")
    window.press("Threshold", "ArrowLeft")
    window.curve_says("Threshold 0.54")
    # What is not read yet is no chunk, and is drawn in pieces, of which the browser lays out few.
    rest: list[str] = window.text.locator(".chunk").evaluate_all(
        """blocks => blocks.filter(block => !block.querySelector('.number').textContent.trim())
             .map(block => block.querySelector('.core').textContent)"""
    )
    assert text.endswith("".join(rest))
    assert len(rest) > 10
    assert max(map(len, rest)) < 4_500
    # The last two of what is there may still move: the model has not read what follows them.
    first = window.blocks()[: -len(rest) - 2]
    assert first
    expect(window.readout).to_contain_text("inside Min and Max tokens", timeout=MODEL_PATIENCE)
    whole = chunk(
        load_bytes(text.encode(), "grows.txt"), get("semantic")(threshold=0.54, min_tokens=50)
    )
    window.curve_says(f"Similarity across {3999:,} gaps. Threshold 0.54")
    assert window.blocks() == cores(whole)
    assert first == cores(whole)[: len(first)], "what was there does not change when the rest comes"
    labels = window.labels()
    # The sample may be drawn once more before the text is there, and not after that.
    gaps = list(dropwhile(lambda count: count == sample, gaps_in(labels)))
    assert gaps == sorted(gaps)
    assert len(set(gaps)) > 2


@pytest.mark.model
def test_embedding_shows_progress_is_stopped_goes_on_and_holds_up_nothing(window: Window) -> None:
    text = long_text(9000)
    window.tune()
    window.upload("long.txt", text.encode())
    window.choose("Strategy", "semantic")
    page = window.page
    progress = page.get_by_text(re.compile(r"Embedding: [\d,]+ of 9,000 new sentences"))
    progress.first.wait_for(timeout=MODEL_PATIENCE)
    show(window, "Sizes")
    page.get_by_text("This follows once the model has read the text").wait_for()
    show(window, "Text")
    stopped = page.get_by_text("Stopped. What is done is kept.")
    stop = page.get_by_role("button", name="Stop", exact=True)
    stop.click()
    stopped.wait_for()
    page.get_by_role("button", name="Go on", exact=True).click()
    rest = page.get_by_text(re.compile(r"Embedding: [\d,]+ of [1-8],\d{3} new sentences"))
    rest.first.wait_for()
    window.choose("Strategy", "sentence")
    expect(window.readout).to_contain_text("chunks")
    window.text.locator(".chunk").first.wait_for()
    expect(window.slider("Max tokens")).to_be_visible()
    window.curve_says("No similarity curve")
    stop.click()
    page.get_by_role("button", name="Go on", exact=True).wait_for()
