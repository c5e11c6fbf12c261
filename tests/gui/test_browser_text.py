"""The text of Tune: selecting, finding, copying, the model limit and suppressed candidates."""

import re

import pytest
from browser import Window
from harbour import ESSAY, LINK, cores, essay
from playwright.sync_api import expect

from chunking import chunk, get
from chunking.analysis.metrics.sizes import truncations
from chunking.embedding import get_embedder, model_tokens
from chunking.loading import load_bytes

pytestmark = [pytest.mark.browser, pytest.mark.model]

# Where each line of each chunk is in the text, wherever it is scrolled to.
LINES = """pane => {
  const top = pane.getBoundingClientRect().top - pane.scrollTop;
  return [...pane.querySelectorAll('.core')].flatMap(core => {
    const range = document.createRange();
    range.selectNodeContents(core);
    return [...range.getClientRects()].map(each => [each.left, each.top - top, each.width]);
  });
}"""


def test_a_chunk_is_selected_everywhere_from_anywhere_and_no_line_moves(window: Window) -> None:
    window.tune(LINK)
    chunks = essay()
    pane = window.text.locator(".pane")
    # Blocks far from the view have their real height once they have been in view.
    pane.evaluate(
        "pane => { for (const each of pane.querySelectorAll('.stretch')) "
        "each.style.contentVisibility = 'visible'; }"
    )
    lines = pane.evaluate(LINES)
    assert len(lines) > 100

    def selected(number: int) -> None:
        expect(window.text.locator(".chunk.chosen .number")).to_have_text(str(number))
        expect(window.inspector).to_contain_text(f"Chunk {number} of {len(chunks)}")
        expect(window.text.get_by_label("Go to chunk")).to_have_value(str(number))
        expect(window.text.locator(".chunk.chosen")).to_be_in_viewport()
        assert pane.evaluate(LINES) == lines

    window.text.locator(".chunk .core").nth(1).click(position={"x": 30, "y": 8})
    selected(2)
    window.page.keyboard.press("j")
    selected(3)
    window.page.keyboard.press("k")
    selected(2)
    window.select_chunk(len(chunks) - 3)
    selected(len(chunks) - 3)
    middle = chunks[9]
    x, y = window.on_curve((middle.start + middle.end) / 2)
    window.curve.click(position={"x": x, "y": y})
    selected(10)
    window.page.keyboard.press("j")
    selected(11)
    window.inspector.get_by_role("button", name="Next chunk").click()
    selected(12)


@pytest.mark.nightly
def test_a_number_that_is_no_chunk_is_refused(window: Window) -> None:
    window.tune(LINK)
    window.select_chunk(2)
    field = window.text.get_by_label("Go to chunk")
    field.fill("1,5")
    field.press("Enter")
    expect(window.text.locator(".head > [role=status]")).to_have_text(
        'Go to chunk must be a whole number from 1 on, got "1,5".'
    )
    expect(window.text.locator(".head > [role=status]")).not_to_have_class("aside")
    expect(field).to_have_value("2")
    field.press("ArrowUp")
    expect(window.text.locator(".chunk.chosen .number")).to_have_text("3")


@pytest.mark.nightly
def test_a_selected_place_stays_selected_while_boundaries_move(window: Window) -> None:
    window.tune(LINK)
    few, many = essay(), essay(threshold=0.4)
    place = few[5].start
    window.select_chunk(6)
    window.type_value("Threshold", "0.4")
    window.curve_says("threshold 0.40")
    there = next(i for i, each in enumerate(many.chunks) if each.end > place)
    assert there != 5, "the example must show a difference"
    expect(window.text.locator(".chunk.chosen .number")).to_have_text(str(there + 1))
    expect(window.inspector).to_contain_text(f"Chunk {there + 1} of {len(many)}")


@pytest.mark.nightly
def test_words_are_found_from_anywhere_in_the_whole_text(window: Window) -> None:
    window.tune(LINK)
    hits = len(re.findall("harbour", ESSAY.text, re.IGNORECASE))
    assert hits > 2
    find, count = window.text.get_by_label("Find in the text"), window.text.locator(".find .count")
    window.curve.focus()
    window.page.keyboard.press("/")
    expect(find).to_be_focused()
    window.page.keyboard.type("harbour")
    expect(count).to_have_text(f"1 / {hits}")
    find.press("Enter")
    expect(count).to_have_text(f"2 / {hits}")
    find.press("Shift+Enter")
    expect(count).to_have_text(f"1 / {hits}")
    find.fill("zeppelin")
    expect(count).to_have_text("not found")
    # A search goes on where it was when the text is shown again.
    find.fill("harbour")
    find.press("Enter")
    find.press("Enter")
    expect(count).to_have_text(f"2 / {hits}")
    window.view("Table")
    window.view("Text")
    expect(find).to_have_value("harbour")
    expect(count).to_have_text(f"2 / {hits}")
    find.press("Escape")
    expect(find).to_have_value("")
    expect(window.text.locator(".pane")).to_be_focused()


@pytest.mark.nightly
def test_a_chunk_is_copied_exactly_as_it_is_embedded(window: Window) -> None:
    content = "\n\n".join(
        f"Part {n}: first line 😀,\r\nsecond line with  two blanks, العربية and 日本語。"
        for n in range(20)
    ).encode()
    settings = {"max_tokens": 60, "overlap_tokens": 20}
    chunks = chunk(load_bytes(content, "odd.txt"), get("paragraph")(**settings))
    assert chunks[3].overlap > 0
    window.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    window.tune("strategy=paragraph&max_tokens=60&overlap_tokens=20")
    window.upload("odd.txt", content)
    window.select_chunk(4)
    window.inspector.get_by_role("button", name="Copy what is embedded").click()
    expect(window.inspector.get_by_text("Copied")).to_be_visible()
    assert window.page.evaluate("() => navigator.clipboard.readText()") == chunks[3].text


@pytest.mark.nightly
def test_overlaps_are_folded_until_they_are_asked_for(window: Window) -> None:
    window.tune("sample=essay.md&strategy=sentence&max_tokens=128&overlap_tokens=40")
    chunks = chunk(ESSAY, get("sentence")(max_tokens=128, overlap_tokens=40))
    window.shows(cores(chunks))
    row = next(i for i, each in enumerate(chunks.chunks) if each.overlap > 130)
    overlap = window.text.locator(".chunk").nth(row).locator(".overlap")
    repeated = chunks[row].text[: chunks[row].overlap]
    expect(overlap).to_have_text(re.compile("^… "), use_inner_text=False)
    window.text.get_by_role("button", name="Whole overlaps").click()
    assert overlap.text_content() == repeated.rstrip()


@pytest.mark.nightly
def test_the_place_of_the_model_limit_is_marked_and_such_chunks_are_shown_one_by_one(
    window: Window,
) -> None:
    window.tune("sample=essay.md&strategy=paragraph&max_tokens=500")
    chunks = chunk(ESSAY, get("paragraph")(max_tokens=500))
    rows, stops, left = truncations(chunks, model_tokens(ESSAY.text, get_embedder()))
    assert len(rows) > 1
    marks = window.text.locator(".pane .truncated")
    expect(marks).to_have_count(len(rows))
    note = f"exceeds the model limit by {left[0]} tokens"
    expect(marks.first).to_have_attribute("data-note", note)
    assert marks.first.text_content() == ESSAY.text[stops[0] : chunks.end[rows[0]]]
    assert window.blocks() == cores(chunks)
    walk = window.numbers.get_by_role("button", name=f"{len(rows)} exceed the model limit")
    for row in (rows[0], rows[1]):
        walk.click()
        expect(window.text.locator(".chunk.chosen .number")).to_have_text(str(row + 1))
        expect(window.text.locator(".chunk.chosen")).to_be_in_viewport()
    expect(window.inspector).to_contain_text(
        f"{254 + left[1]} model tokens: exceeds the model limit of 254 by {left[1]}."
    )


@pytest.mark.nightly
def test_suppressed_candidates_are_marked_without_being_text_and_listed_in_the_panel(
    window: Window,
) -> None:
    window.tune("sample=essay.md&threshold=0.3&min_tokens=200")
    chunks = essay(min_tokens=200)
    window.shows(cores(chunks))
    suppressed = window.store("store.tune.chunking.suppressed.length")
    assert suppressed > 3
    assert window.text.locator(".signs .suppressed").count() > 0
    inside = window.store(
        "[...store.tune.chunking.suppressed].filter(each => each < store.tune.chunking.ends[0])"
    )
    window.select_chunk(1)
    part = window.inspector.locator(".part").filter(has_text="Suppressed")
    expect(part.locator("h3 .number")).to_have_text(str(len(inside)))
    part.get_by_role("button", name="Show in the text").first.click()
    assert window.store("store.tune.place") == inside[0]
    window.text.get_by_role("button", name="Similarity between sentences").click()
    expect(window.text.locator(".signs .suppressed")).to_have_count(0)
    assert window.blocks() == cores(chunks)


@pytest.mark.nightly
def test_a_boundary_explains_itself_once_the_pointer_rests_on_it(window: Window) -> None:
    window.tune(LINK)
    chunks = essay()
    window.text.locator(".chunk .why").nth(1).hover()
    tip = window.text.locator(".tip")
    expect(tip).to_contain_text(re.compile(r"similarity: -?0\.\d\d < 0\.30"))
    expect(tip).to_contain_text(f"chunk 2: {chunks[1].tokens} tokens")
    window.page.mouse.move(700, 700)
    expect(tip).to_be_hidden()


@pytest.mark.nightly
def test_a_change_out_of_view_is_named_and_one_click_away(window: Window) -> None:
    window.tune("sample=essay.md&threshold=0.1&min_tokens=60")
    window.settle()
    window.type_value("Threshold", "0.11")
    notice = window.text.locator(".change-notice")
    cuts = [set(essay(threshold=each).boundaries.tolist()) for each in (0.1, 0.11)]
    changed = sorted(cuts[0] ^ cuts[1])
    assert changed
    word = "boundary" if len(changed) == 1 else "boundaries"
    expect(notice).to_have_text(f"▼ {len(changed)} {word} changed below")
    notice.click()
    row = essay(threshold=0.11).boundaries.tolist().index(changed[0]) + 1
    expect(window.text.locator(".chunk").nth(row)).to_be_in_viewport()


PAGE = b"""<html><body><nav>Contents</nav>
<main><h1>Tides<a class="headerlink" href="#t">#</a></h1>
<p>The sea rises twice a day.</p><h2>Moon</h2><p>It goes round the earth.</p></main>
</body></html>"""
NOTEBOOK = b"""{"nbformat": 4, "cells": [{"cell_type": "markdown", "source": "# Tides"},
{"cell_type": "markdown", "source": ""}, {"cell_type": "markdown", "source": "The sea rises."}]}"""


@pytest.mark.nightly
def test_text_that_was_left_out_is_shown_struck_through_and_never_copied(window: Window) -> None:
    window.tune("strategy=structure&max_tokens=60&min_tokens=0")
    window.upload("tides.html", PAGE)
    expect(window.text.locator(".core").first).to_contain_text("# Tides")
    removed = window.text.locator(".removed")
    expect(removed).to_have_count(2)
    expect(removed.first).to_be_hidden()
    window.text.get_by_role("button", name="Show removed text").click()
    expect(removed.first).to_be_visible()
    assert [each.get_attribute("data-label") for each in removed.all()] == ["Contents", "#"]
    assert window.text.locator(".core").first.inner_text().startswith("# Tides\n")


@pytest.mark.nightly
def test_cells_and_pages_are_marked_in_the_text_and_named_in_the_inspector(window: Window) -> None:
    window.tune("strategy=structure&max_tokens=60&min_tokens=0")
    window.upload("tides.ipynb", NOTEBOOK)
    expect(window.text.locator(".place")).to_have_count(2)
    labels = [each.get_attribute("data-label") for each in window.text.locator(".place").all()]
    assert labels == ["cell 1", "cell 3"]
    window.text.locator(".chunk .core").first.click(position={"x": 30, "y": 8})
    expect(window.inspector).to_contain_text("cell 1")


def test_chunks_out_of_view_are_numbered_once_they_are_seen(window: Window) -> None:
    window.tune("strategy=semantic&threshold=0.2&min_tokens=10")
    window.page.get_by_role("slider", name="Threshold").first.press("ArrowRight")
    window.when("store.tune.chunking.threshold === 0.21")
    window.text.locator(".pane").evaluate("pane => { pane.scrollTop = pane.scrollHeight; }")
    last = window.text.locator(".chunk").last
    expect(last.locator(".number")).to_have_text(window.numbers.inner_text().split()[0])
    expect(last).to_have_class(re.compile("tint"))
