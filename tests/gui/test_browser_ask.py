"""Questions in the window: ranked chunks, highlighted text, and answers that follow boundaries."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import urlencode

import pytest
from browser import Window, visiting
from harbour import ESSAY, LINK, essay
from playwright.sync_api import expect
from running import Server

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Locator

pytestmark = [pytest.mark.browser, pytest.mark.model]

QUESTION = "Why is the sea salty?"
SHADED = "[...CSS.highlights].filter(([name]) => /related|answer|passage/.test(name))"


def ask(window: Window, question: str) -> None:
    """Type a question and wait for its answer."""
    window.page.keyboard.press("q")
    window.page.keyboard.type(question)
    window.page.keyboard.press("Enter")
    expect(results(window).first).to_be_visible()


def results(window: Window) -> Locator:
    return window.page.locator(".results li button:visible")


def shaded(window: Window) -> str:
    """Return the text that is shaded, as it is drawn."""
    found: str = window.page.evaluate(
        f"""() => {SHADED}.flatMap(([, all]) => [...all]).map(range =>
             range.startContainer.data.slice(range.startOffset, range.endOffset)).join(' | ')"""
    )
    return found


def test_a_question_lists_the_best_chunks_and_highlights_them_in_the_text(window: Window) -> None:
    window.tune(LINK)
    window.curve_says("threshold 0.30")
    best = essay().chunks[8]
    sentence = best.text.split(". ")[1]
    ask(window, sentence)
    listed = window.store("store.answer.lanes[0].rows")
    assert 3 < len(listed) <= 10
    assert listed[0][0] == best.index
    expect(results(window)).to_have_count(len(listed))
    expect(results(window).first).to_contain_text(f"#{best.index + 1}")
    expect(window.text.locator(".chunk.ranked")).to_have_count(len(listed))
    expect(window.text.locator(".chunk.ranked.best .number")).to_have_text(str(best.index + 1))
    expect(window.text.locator(".chunk.ranked.best .gutter .rank")).to_have_text("rank 1")
    expect(window.text.locator(".chunk.ranked.best")).to_be_in_viewport()
    assert sentence.replace("\n", " ") in shaded(window).replace("\n", " ")
    expect(window.page.locator(".answer-head:visible .place")).to_contain_text("Most similar: ")
    expect(window.page.get_by_test_id("verdicts")).not_to_contain_text("rank")
    results(window).nth(2).click()
    expect(window.text.locator(".chunk.chosen .number")).to_have_text(str(listed[2][0] + 1))
    window.page.get_by_role("tab", name="Chunk", exact=True).click()
    expect(window.inspector).to_contain_text(f"Chunk {listed[2][0] + 1} of")
    expect(results(window)).to_have_count(0)


@pytest.mark.nightly
def test_escape_and_the_cross_remove_the_answer(window: Window) -> None:
    window.tune(f"{LINK}&{urlencode({'question': QUESTION, 'ranking': 'words'})}")
    expect(results(window).first).to_be_visible()
    field = window.page.locator(".topbar").get_by_role("textbox", name="Question")
    expect(field).to_have_value(QUESTION)
    assert shaded(window)
    field.press("Escape")
    expect(window.text.locator(".chunk.ranked")).to_have_count(0)
    expect(results(window)).to_have_count(0)
    assert shaded(window) == ""
    expect(field).to_have_value("")
    window.page.wait_for_url(lambda address: "question" not in address)
    ask(window, QUESTION)
    window.page.locator(".topbar").get_by_role("button", name="Clear the question").click()
    expect(window.text.locator(".chunk.ranked")).to_have_count(0)


@pytest.mark.nightly
def test_the_answer_follows_the_threshold(window: Window) -> None:
    window.tune(f"{LINK}&{urlencode({'question': QUESTION})}")
    expect(results(window).first).to_be_visible()
    before = {each.start for each in essay().chunks}
    after = {each.start: each.index for each in essay(threshold=0.2).chunks}
    window.type_value("Threshold", "0.2")
    window.when("store.tune.chunking.threshold === 0.2")
    rows = window.store("store.answer.lanes[0].rows")
    assert [after[start] for _, start, *_ in rows] == [row for row, *_ in rows]
    assert before != set(after)
    expect(results(window).first).to_contain_text(f"#{rows[0][0] + 1}")
    expect(window.text.locator(".chunk.ranked.best .number")).to_have_text(str(rows[0][0] + 1))
    expect(window.text.locator(".chunk.ranked")).to_have_count(len(rows))
    window.page.mouse.up()
    expect(window.page.locator(".answer-head:visible .basis")).to_have_text("by chunk vectors")


@pytest.mark.nightly
def test_compare_tells_which_lane_answers_whole_and_which_splits_the_answer(
    window: Window,
) -> None:
    paragraph = next(each for each in ESSAY.text.split("\n\n") if each.count(". ") > 2)
    start = ESSAY.text.index(paragraph)
    query = {
        "sample": "essay.md", "lanes": "2", "a.strategy": "paragraph", "b.strategy": "sentence",
        "b.max_tokens": "30", "b.overlap_tokens": "0", "question": paragraph[:200],
        "ranking": "words", "answer": f"{start}-{start + len(paragraph)}",
    }  # fmt: skip
    window.open(f"/compare?{urlencode(query)}")
    verdicts = window.page.get_by_test_id("verdicts").get_by_role("button")
    expect(verdicts).to_have_count(2)
    expect(verdicts.nth(0)).to_contain_text("rank 1, whole")
    expect(verdicts.nth(1)).to_contain_text("split at sentence")
    assert shaded(window)
    expect(window.page.locator(".lanetext .cell.lane0.ranked").first).to_be_visible()
    verdicts.nth(1).click()
    assert start < window.store("store.answer.lanes[1].placement.at") < start + len(paragraph)
    expect(window.page.locator(".lanetext .segment.current")).to_be_in_viewport()
    listed = window.store("store.answer.lanes[1].rows")
    expect(results(window)).to_have_count(len(listed))
    window.go_to("Ask")
    columns = window.page.locator(".answers .column")
    expect(columns).to_have_count(2)
    expect(columns.nth(0)).to_contain_text("rank 1, whole")
    expect(columns.nth(1)).to_contain_text("split at sentence")
    columns.nth(1).locator(".results button").nth(1).click()
    assert window.store("store.answer.lanes[1].rows")[1][1] == listed[1][1]


@pytest.mark.nightly
def test_a_question_on_a_page_without_text_opens_ask(window: Window) -> None:
    window.open("/library")
    window.page.keyboard.press("q")
    window.page.keyboard.type(QUESTION)
    window.page.keyboard.press("Enter")
    window.page.locator(".chunkscope[data-page=ask]").wait_for()
    expect(window.page.locator(".ask .question input")).to_have_value(QUESTION)
    expect(results(window).first).to_be_visible()
    window.page.wait_for_url(f"**question={QUESTION.split(maxsplit=1)[0]}*")


def test_selected_text_becomes_the_answer(window: Window) -> None:
    window.tune(f"{LINK}&{urlencode({'question': QUESTION, 'ranking': 'words'})}")
    expect(results(window).first).to_be_visible()
    core = window.text.locator(".chunk").nth(1).locator(".core")
    core.scroll_into_view_if_needed()
    core.click(click_count=3)
    window.page.get_by_role("button", name="Mark the selected text as the answer").click()
    expect(window.page.locator(".answer-head:visible .place")).to_contain_text("Answer: ")
    expect(window.page.get_by_test_id("verdicts")).to_contain_text("rank")
    ((start, end),) = window.store("store.answer.passages")
    assert ESSAY.text[start:end] in essay().chunks[1].text
    window.page.wait_for_url("**answer=*")


@pytest.mark.nightly
def test_markup_in_a_question_is_text(window: Window) -> None:
    hostile = "<img src=x onerror=document.title='owned'> **tide** [a](http://example.org/x.png)"
    window.tune(f"{LINK}&{urlencode({'question': hostile, 'ranking': 'words'})}")
    expect(results(window).first).to_be_visible()
    window.go_to("Ask")
    expect(window.page.locator(".ask .question input")).to_have_value(hostile)
    expect(results(window).first).to_be_visible()
    assert window.page.locator(".chunkscope img").count() == 0
    assert window.page.title() != "owned"


@pytest.mark.parametrize("width", [1280, 900])
def test_an_answer_moves_neither_the_question_nor_the_text_nor_the_tabs(
    browser: Browser, server: Server, width: int
) -> None:
    with visiting(browser, server, viewport={"width": width, "height": 700}) as window:
        window.tune("sample=essay.md")
        window.settle()
        tab = window.page.get_by_role("button", name="Ask", exact=True)
        left = "each => each.getBoundingClientRect().left"
        place = tab.evaluate(left)
        window.go_to("Ask")
        window.settle()
        assert tab.evaluate(left) == pytest.approx(place, abs=1)  # its label is bold now
        field, places = window.page.locator(".ask > .line input").first, window.places()
        box = field.bounding_box()
        field.fill("What is demurrage?")
        field.press("Enter")
        window.page.locator(".answers .results").first.wait_for()
        window.page.get_by_label("Ranking").select_option("words")
        window.page.evaluate("__chunkscope.send('add_question', 1000, 1500)")
        expect(window.page.locator(".answer-head")).to_contain_text("In questions")
        window.settle()
        assert (field.bounding_box(), window.places()) == (box, places)
