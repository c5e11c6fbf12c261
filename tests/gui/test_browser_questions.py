"""Question sets in the window: from a selected passage to the lane that splits it."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlencode

import pytest
from browser import Window
from harbour import ESSAY
from playwright.sync_api import expect

if TYPE_CHECKING:
    from playwright.sync_api import Locator

pytestmark = [pytest.mark.browser, pytest.mark.model]

PARAGRAPH = next(each for each in ESSAY.text.split("\n\n") if each.count(". ") > 2)
LANES = {
    "sample": "essay.md", "lanes": "2", "a.strategy": "paragraph", "b.strategy": "sentence",
    "b.max_tokens": "30", "b.overlap_tokens": "0", "ranking": "words",
    "equal_size": "false",
}  # fmt: skip
MISSED = (
    "[...CSS.highlights].filter(([name]) => /missed/.test(name)).flatMap(([, all]) => [...all])"
)


def open_ask(window: Window, **more: str) -> Window:
    """Open Ask with a lane that keeps paragraphs whole and one that splits them."""
    return window.open(f"/ask?{urlencode({**LANES, **more})}")


def select(window: Window, passage: str) -> None:
    """Select a passage of the text that is drawn, as a drag of the mouse would."""
    window.page.locator(".lanetext .segment").first.wait_for()
    window.page.evaluate(
        """passage => {
             const root = [...document.querySelectorAll('*')].map(each => each.shadowRoot)
               .find(each => each?.querySelector('.chunkscope')) ?? document;
             const start = passage.slice(0, 30), end = passage.slice(-20);
             const cores = [...root.querySelectorAll('.lanetext .core')];
             const nodes = cores.map(each => each.firstChild);
             const first = nodes.find(each => each.data.includes(start));
             const last = nodes.find(each => each.data.includes(end));
             const chosen = (root.getSelection ? root : document).getSelection();
             chosen.setBaseAndExtent(first, first.data.indexOf(start),
               last, last.data.indexOf(end) + end.length);
           }""",
        passage,
    )
    window.when("store.selection")


def rows(window: Window) -> Locator:
    return window.page.locator(".questions tbody.rows tr")


def test_from_a_selected_passage_to_the_lane_that_splits_it(window: Window) -> None:
    start, end = ESSAY.text.index(PARAGRAPH), ESSAY.text.index(PARAGRAPH) + len(PARAGRAPH)
    question = PARAGRAPH[:60].strip()
    open_ask(window)
    window.page.get_by_role("tab", name="Questions").click()
    expect(window.page.locator(".questions .none")).to_contain_text("No questions yet.")
    evaluate = window.page.get_by_role("button", name="Rank the chunks of each lane")
    expect(evaluate).to_be_disabled()
    field = window.page.locator(".ask .question input")
    field.fill(question)
    field.press("Enter")
    add = window.page.locator(".answer-head .add")
    expect(add).to_have_text("This answers it")
    expect(add).to_be_disabled()
    select(window, PARAGRAPH)
    add.click()
    expect(add).to_have_text("In questions ✓")
    expect(rows(window)).to_have_count(1)
    expect(rows(window).locator(".result.whole")).to_have_count(1)
    expect(rows(window).locator(".result.split")).to_have_count(1)
    assert window.store("store.answer.passages") == [[start, end]]
    add.click()
    expect(add).to_have_text("This answers it")
    expect(rows(window)).to_have_count(0)
    select(window, PARAGRAPH)
    add.click()
    expect(rows(window)).to_have_count(1)

    window.page.get_by_label("Retrieved per question").select_option("1 chunks")
    evaluate.click()
    expect(rows(window).locator("td").nth(1)).to_contain_text("100%")
    means = window.page.locator(".questions tbody.means")
    expect(means).to_contain_text("Split evidence")
    expect(window.page.get_by_test_id("set-verdict")).to_contain_text("with 1 question")
    window.page.wait_for_url("**view=questions&chunks=1*")

    # Another question; the cell of the lane that splits the first one brings both back.
    field.fill("What else?")
    field.press("Enter")
    window.when("store.answer.question === 'What else?'")
    rows(window).locator(".result.split").click()
    expect(field).to_have_value(question)
    at = window.store("store.questions.rows[0].cells[1].at")
    assert start < at < end
    current = window.page.locator(".lanetext .segment.current")
    expect(current).to_be_in_viewport()
    expect(current.locator(".cell").nth(1)).to_have_class("cell lane1 odd starts")
    assert window.page.evaluate(f"() => {MISSED}.length") > 0
    expect(rows(window).locator(".result.split")).to_have_attribute("aria-pressed", "true")
    window.page.get_by_label("Retrieved per question").select_option("3200 tokens")
    expect(rows(window).locator(".result.split .recall")).not_to_have_text("0%")
    rows(window).locator(".result.whole").click()
    window.page.wait_for_function(f"() => {MISSED}.length === 0")


@pytest.mark.nightly
def test_a_set_is_edited_exported_and_imported(window: Window, tmp_path: Path) -> None:
    start = ESSAY.text.index(PARAGRAPH)
    answer = f"{start}-{start + len(PARAGRAPH)}"
    open_ask(window, view="questions", question="Why?", answer=answer)
    window.page.locator(".answer-head .add").wait_for()
    window.page.locator(".lanetext").click(position={"x": 300, "y": 5})
    window.page.keyboard.press("a")
    expect(rows(window)).to_have_count(1)
    window.page.get_by_role("button", name="Import or export questions").click()
    with window.page.expect_download() as waiting:
        window.page.get_by_role("button", name="Export", exact=True).last.click()
    path = tmp_path / "questions.jsonl"
    waiting.value.save_as(path)
    assert json.loads(path.read_text())["quotes"] == [PARAGRAPH]
    window.page.get_by_role("button", name="Clear", exact=True).click()
    expect(rows(window)).to_have_count(0)
    window.page.get_by_role("button", name="Import or export questions").click()
    window.page.get_by_test_id("stFileUploader").locator("input[type=file]").set_input_files(path)
    expect(rows(window)).to_have_count(1)
    rows(window).hover()
    rows(window).get_by_role("button", name="Delete this question").click()
    expect(rows(window)).to_have_count(0)
    window.page.keyboard.press("Control+z")
    expect(rows(window)).to_have_count(1)


@pytest.mark.nightly
def test_headings_draft_questions_in_one_click(window: Window) -> None:
    window.open("/ask?sample=guide.md&lanes=2&ranking=words&view=questions")
    window.page.get_by_role("button", name="Draft synthetic questions").click()
    expect(rows(window).first).to_contain_text("synthetic")
    window.page.get_by_role("button", name="Rank the chunks of each lane").click()
    expect(window.page.locator(".questions tbody.means tr")).to_have_count(5)
    expect(window.page.get_by_test_id("set-verdict")).to_contain_text("synthetic")


@pytest.mark.nightly
def test_a_question_asked_on_tune_joins_the_set(window: Window) -> None:
    start = ESSAY.text.index(PARAGRAPH)
    query = {"question": "Why?", "ranking": "words", "answer": f"{start}-{start + len(PARAGRAPH)}"}
    window.tune(f"sample=essay.md&strategy=paragraph&{urlencode(query)}")
    add = window.page.locator(".answer-head:visible .add")
    expect(add).to_have_text("This answers it")
    window.page.keyboard.press("a")
    expect(add).to_have_text("In questions ✓")
    window.go_to("Ask")
    expect(window.page.get_by_role("tab", name="Questions 1")).to_be_visible()


@pytest.mark.nightly
def test_lanes_are_evaluated_at_equal_size_and_cells_opened_by_keys(window: Window) -> None:
    start = ESSAY.text.index(PARAGRAPH)
    answer = f"{start}-{start + len(PARAGRAPH)}"
    open_ask(window, view="questions", question="Why?", answer=answer)
    window.page.locator(".answer-head .add").wait_for()
    window.page.locator(".lanetext").click(position={"x": 300, "y": 5})
    window.page.keyboard.press("a")
    window.page.get_by_role("button", name="Rank the chunks of each lane").click()
    sizes = window.page.locator(".questions tbody.means tr").last.locator("td")
    expect(sizes.first).not_to_be_empty()
    own = [int(each) for each in sizes.all_text_contents()[:2]]
    window.page.get_by_label("Mean size of the chunks").select_option("equal")
    verdict = window.page.get_by_test_id("set-verdict")
    expect(verdict).to_contain_text("Equal size:")
    expect(window.page.locator(".page.ask")).to_have_class(re.compile("scaled"))
    equal = [int(each) for each in sizes.all_text_contents()[:2]]
    assert abs(equal[0] - equal[1]) < abs(own[0] - own[1])
    rows(window).locator("td.asked button").focus()
    for key in ("ArrowRight", "ArrowRight", "ArrowUp", "Enter"):
        window.page.keyboard.press(key)
    last = rows(window).locator(".result").nth(1)
    expect(last).to_have_attribute("aria-pressed", "true")
    expect(last).to_be_focused()
    window.page.get_by_label("Mean size of the chunks").select_option("own")
    expect(verdict).not_to_contain_text("Equal size:")
    assert [int(each) for each in sizes.all_text_contents()[:2]] == own
