"""Accessibility of all pages and dialogs, as axe-core checks it (WCAG 2.2, A and AA)."""

import os
from pathlib import Path
from typing import Literal

import pytest
from browser import Window
from playwright.sync_api import expect

pytestmark = [pytest.mark.browser, pytest.mark.model]

AXE = Path(__file__).parents[2] / "node_modules" / "axe-core" / "axe.min.js"
IS_CI = os.environ.get("CI") == "true"

# The rule, the element, and what is wrong with it.
VIOLATIONS = """async () => {
  const moving = document.getAnimations()
    .filter(each => Number.isFinite(each.effect.getComputedTiming().endTime));
  await Promise.all(moving.map(each => each.finished.catch(() => {})));
  const shadows = [...document.querySelectorAll('*')].map(each => each.shadowRoot).filter(Boolean);
  // What lies behind a modal dialog is inert.
  const modal = shadows.map(each => each.querySelector('dialog[open]')).find(Boolean);
  const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
  const options = { runOnly: tags, resultTypes: ['violations'] };
  const { violations } = await axe.run(modal ?? document, options);
  return violations.flatMap(({ id, nodes }) => nodes.map(
    ({ html, failureSummary }) => `${id}: ${html.slice(0, 160)}: ${failureSummary}`));
}"""

THEMES: tuple[tuple[Literal["dark", "light"], str], ...] = (("dark", "yes"), ("light", "no"))
PAGES = (
    "/?sample=essay.md&threshold=0.3&min_tokens=200",
    "/?sample=essay.md&view=outcome",
    "/?sample=essay.md&view=heat+map",
    "/compare?sample=essay.md",
    "/library",
    "/sweep?sample=essay.md",
    "/ask?sample=essay.md&question=Why+is+the+water+late",
    "/ask?sample=essay.md&view=questions",
)
DIALOGS = (
    "open", "details", "export", "workspace", "presets", "boundaries", "import_chunks",
    "library_files", "questions", "sync", "suggestions",
)  # fmt: skip


def check(window: Window, name: str) -> None:
    """Check what is on screen in both themes; leaves the light one."""
    for scheme, dark in THEMES:
        window.page.emulate_media(color_scheme=scheme)
        expect(window.page.locator(".chunkscope")).to_have_attribute("data-dark", dark)
        assert window.page.evaluate(VIOLATIONS) == [], f"{name} ({scheme})"


@pytest.mark.skipif(not AXE.exists() and not IS_CI, reason="needs axe-core: npm install")
def test_pages_and_dialogs_have_no_violations_in_either_theme(window: Window) -> None:
    for path in PAGES:
        window.open(path)
        window.settle()
        window.page.evaluate(AXE.read_text("utf-8"))
        check(window, path)
    window.tune("sample=essay.md")
    window.settle()
    window.page.evaluate(AXE.read_text("utf-8"))
    for name in DIALOGS:
        window.page.evaluate("name => __chunkscope.send('dialog', name)", name)
        dialog = window.page.get_by_role("dialog")
        expect(dialog.get_by_role("button").first).to_be_visible()
        check(window, name)
        window.page.keyboard.press("Escape")
        expect(dialog).to_have_count(0)
    window.page.get_by_role("button", name="Keys and terms").click()
    expect(window.page.get_by_role("dialog", name="Keys and terms")).to_be_visible()
    check(window, "help")
    window.page.keyboard.press("Escape")
    window.page.keyboard.press("Control+k")
    expect(window.page.get_by_role("dialog", name="Actions")).to_be_visible()
    check(window, "palette")
