"""Recall at every threshold: from a question set to the line, and to a threshold set in it."""

import re
from urllib.parse import urlencode

import pytest
from browser import Window
from harbour import ESSAY
from playwright.sync_api import expect

from chunking import get
from chunking.analysis.settings_search.outcomes import outcomes
from chunking.engine import prepare
from chunking.retrieval.evaluation import Retrieval
from chunking.retrieval.questions import Question
from chunking.retrieval.recall_curve import chunk_at_thresholds, recall_curve

pytestmark = [pytest.mark.browser, pytest.mark.model]

STRATEGY = get("semantic")(threshold=0.3, min_tokens=20)
PASSAGE = next(each for each in ESSAY.text.split("\n\n") if each.count(". ") > 2)
START = ESSAY.text.index(PASSAGE)
QUESTION = Question(PASSAGE[:50].strip(), ESSAY.source, ((START, START + len(PASSAGE)),))
SETTINGS = {
    "sample": "essay.md", "threshold": "0.3", "min_tokens": "20",
    "question": QUESTION.text, "ranking": "words", "answer": f"{START}-{START + len(PASSAGE)}",
}  # fmt: skip


def test_from_a_question_to_the_recall_line_and_a_threshold_set_in_it(window: Window) -> None:
    prepared = prepare(ESSAY, STRATEGY.material)
    thresholds = outcomes(prepared, STRATEGY).values.tolist()
    expected = recall_curve(
        chunk_at_thresholds([prepared], STRATEGY, thresholds),
        [QUESTION],
        Retrieval(ranking="words"),
    )

    window.tune(urlencode(SETTINGS)).view("Outcome")
    window.when("store.outcomes.has(store.tune.chunking.swept?.id)")
    window.page.get_by_role("button", name="Show the recall").click()
    line = window.page.get_by_test_id("recall")
    expect(line).to_contain_text("Recall needs questions on this document.")
    line.get_by_role("button", name="Open the question set").click()
    expect(window.page.locator(".questions .none")).to_contain_text("No questions yet.")
    window.go_to("Tune")
    expect(line.get_by_role("button", name="Open the question set")).to_be_visible()
    window.page.locator(".answer-head:visible .add").wait_for()
    window.page.keyboard.press("a")
    expect(line).to_contain_text(re.compile("with 1 question,.*\\. 800 estimated tokens retrieved"))
    columns = window.store("store.recall.columns")
    assert columns["recall"] == pytest.approx(expected.recall.tolist())
    assert columns["low"] == pytest.approx(expected.low.tolist())
    assert columns["tied"] == expected.tied.tolist()
    assert "recall=true" in window.page.url

    canvas = window.page.locator(".outcome canvas")
    box = canvas.bounding_box()
    assert box is not None
    inner = box["width"] - 46 - 14
    at = [46 + (value - thresholds[0]) / (thresholds[-1] - thresholds[0]) * inner
          for value in (0.3, 0.2)]  # fmt: skip
    window.page.mouse.move(box["x"] + at[0], box["y"] + 60)
    window.page.mouse.down()
    window.page.mouse.move(box["x"] + at[1], box["y"] + 60, steps=4)
    window.page.mouse.up()
    window.curve_says("threshold 0.20")
    recall = expected.recall[thresholds.index(0.2)]
    window.page.mouse.move(0, 0)
    told = re.compile(f"recall at 0.20: {100 * recall:.0f}%")
    expect(canvas).to_have_attribute("aria-valuetext", told)
    assert window.store("store.recall.columns") == columns
