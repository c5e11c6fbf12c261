"""Speed of the answers to questions in the window."""

from __future__ import annotations

import statistics
from pathlib import Path
from typing import TYPE_CHECKING

from benchmarks import table
from benchmarks.gui_page import DRAG, DRAG_MS, SETTINGS, new_page, open_split
from benchmarks.gui_program import running

if TYPE_CHECKING:
    from playwright.sync_api import Browser


QUESTIONS = (
    "Who came to the house in the morning?",
    "What did she write in the letter?",
    "Why was the ship late?",
    "How much money was in the box?",
    "Where did the two brothers meet?",
    "When was the garden planted?",
    "Which of them knew the secret?",
    "What is the use of virtue?",
)
RANKINGS = ("cosine", "words", "fusion")
# The slider that is moved, and the view whose version tells that another answer is shown.
ANSWER = (".view.sidebar", "Threshold", ".view.answer")

# Milliseconds from Enter to the frame in which the answer to each question is shown.
ASK = """async questions => {
  const root = [...document.querySelectorAll('*')].map(each => each.shadowRoot)
    .filter(Boolean).map(each => each.querySelector('.chunkscope')).find(Boolean);
  const field = root.querySelector('.topbar .question input');
  const panel = root.querySelector('.view.answer');
  const took = [];
  for (const question of questions) {
    const before = panel.dataset.version, begun = performance.now();
    field.value = question;
    field.dispatchEvent(new KeyboardEvent('keydown', {key: 'Enter', bubbles: true}));
    while ((panel.dataset.version === before || !panel.dataset.version)
           && performance.now() - begun < 60000)
      await new Promise(resolve => setTimeout(resolve, 1));
    await new Promise(resolve => requestAnimationFrame(() => setTimeout(resolve, 0)));
    took.push(performance.now() - begun);
    await new Promise(resolve => setTimeout(resolve, 400));
  }
  return took;
}"""


def questions(browser: Browser, folder: Path, name: str, content: str) -> table.Row:
    """Time the first question, further ones by each ranking, and answers that follow a drag."""
    file = folder / name
    file.write_text(content, "utf-8")
    with running(folder / "questions", file) as program:
        page = new_page(browser)
        open_split(page, program, SETTINGS)
        page.wait_for_timeout(3000)
        page.goto(f"{program.url}/?{SETTINGS}")
        page.get_by_test_id("numbers").get_by_text("median").wait_for()
        page.wait_for_timeout(3000)
        row: table.Row = {"document": name, "characters": len(content)}
        row["first question, ms"] = page.evaluate(ASK, ["What is this text about?"])[0]
        for ranking in RANKINGS:
            page.evaluate("name => __chunkscope.send('ask_ranking', name)", ranking)
            page.wait_for_timeout(4000)
            took = page.evaluate(ASK, [f"{each} ({ranking})" for each in QUESTIONS])
            row[f"{ranking}, ms"] = statistics.median(took)
            row[f"{ranking}, max ms"] = max(took)
            page.wait_for_timeout(4000)
            row[f"{ranking}, answers a second"] = page.evaluate(DRAG, [*ANSWER, DRAG_MS])
        page.context.close()
    return row
