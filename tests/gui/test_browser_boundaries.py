"""Manual boundaries: added, locked, forbidden and cleared by mouse and keys, and what they do."""

import re

import pytest
from browser import Window
from harbour import ESSAY, LINK, cores, essay
from playwright.sync_api import expect

from chunking import get
from chunking.engine import prepare

pytestmark = [pytest.mark.browser, pytest.mark.model]

GAP = ESSAY.text.index("Keels settle into the mud")  # between two sentences, no boundary
REQUIRED = "store.tune.chunking.marks?.required"
FORBIDDEN = "store.tune.chunking.marks?.forbidden"


def _opened(window: Window) -> None:
    """Open the sample, with the gaps at which boundaries can be added."""
    window.tune(LINK)
    window.when("store.gaps.has(store.tune.chunking.document)")


def _place(window: Window, offset: int) -> tuple[float, float]:
    """Scroll to a character of the text, and return its place on the screen."""
    x, y = window.text.locator(".pane").evaluate(
        """(pane, words) => {
             for (const core of pane.querySelectorAll('.core')) {
               const node = [...core.childNodes].find(each => each.data?.includes(words));
               if (!node) continue;
               const range = document.createRange();
               range.setStart(node, node.data.indexOf(words));
               range.setEnd(node, node.data.indexOf(words) + 1);
               const top = pane.getBoundingClientRect().top + 200;
               pane.scrollTop += range.getBoundingClientRect().top - top;
               const rect = range.getBoundingClientRect();
               return [rect.left + 2, rect.top + rect.height / 2];
             }
           }""",
        ESSAY.text[offset : offset + 25],
    )
    return x, y


def _point(window: Window, offset: int) -> None:
    """Move the pointer to a gap inside a chunk."""
    x, y = _place(window, offset)
    window.page.mouse.move(x + 8, y + 1)
    window.page.mouse.move(x, y, steps=3)
    window.text.locator(".marker .actions").wait_for()


def _act(window: Window, name: str) -> None:
    window.text.locator(".marker").get_by_role("button", name=name).click()


def test_a_boundary_is_added_by_mouse_holds_in_every_setting_and_is_cleared(
    window: Window,
) -> None:
    _opened(window)
    _point(window, GAP)
    _act(window, "Add a boundary")
    window.when(f"{REQUIRED}?.[0] === {GAP}")
    assert GAP in window.store("[...store.tune.chunking.cuts.offsets]")
    assert window.reasons().count("manual") == 1
    expect(window.page.locator(".view.curve .legend")).to_contain_text("manual 1")
    window.type_value("Threshold", "0.2")
    window.curve_says("threshold 0.20")
    window.choose("Strategy", "paragraph")
    window.when("store.tune.chunking.form.strategy === 'paragraph'")
    assert GAP in window.store("[...store.tune.chunking.cuts.offsets]")
    agreement = window.page.locator(".view.sidebar .agreement")
    expect(agreement).to_contain_text("1 manual boundary, 0 forbidden")
    agreement.get_by_role("button", name="Remove all manual boundaries").click()
    expect(agreement).to_be_hidden()
    assert GAP not in window.store("[...store.tune.chunking.cuts.offsets]")


@pytest.mark.nightly
def test_a_boundary_is_locked_or_forbidden_where_it_is(window: Window) -> None:
    _opened(window)
    first, second = essay().boundaries.tolist()[:2]
    # In the side panel …
    window.select_chunk(2)
    starts = window.inspector.locator(".part").filter(has_text="Starts")
    starts.get_by_role("button", name="Keep this boundary").click()
    window.when(f"{REQUIRED}?.[0] === {first}")
    expect(window.text.locator(".chunk .why").nth(1)).to_contain_text("manual")
    # … and in the gutter.
    window.text.locator(".chunk .why").nth(2).hover()
    _act(window, "Remove this boundary")
    window.when(f"{FORBIDDEN}?.[0] === {second}")
    assert second not in window.store("[...store.tune.chunking.cuts.offsets]")
    expect(window.text.locator(".signs .forbidden")).to_have_count(1)
    expect(window.inspector).to_contain_text(f"Chunk 2 of {window.chunk_count()}")
    window.type_value("Threshold", "0.2")
    window.curve_says("threshold 0.20")
    assert first in window.store("[...store.tune.chunking.cuts.offsets]")
    for _ in range(3):
        window.page.get_by_role("button", name="Undo").click()
    window.shows(cores(essay()))


@pytest.mark.nightly
def test_boundaries_are_set_by_keys_from_gap_to_gap(window: Window) -> None:
    _opened(window)
    window.page.keyboard.press("m")
    mode = window.text.get_by_role("button", name="Manual boundaries (m)")
    expect(mode).to_have_attribute("aria-pressed", "true")
    status = window.text.locator(".marker [role=status]")
    words = ESSAY.text[GAP : GAP + 20]
    for _ in range(6):
        if words in (status.text_content() or ""):
            break
        window.page.keyboard.press("ArrowRight")
    expect(status).to_contain_text(words)
    window.page.keyboard.press("Enter")
    window.when(f"{REQUIRED}?.includes({GAP})")
    expect(status).to_contain_text("manual boundary")
    window.page.keyboard.press("ArrowRight")
    window.page.keyboard.press("Delete")
    window.when(f"{FORBIDDEN}?.length === 1")
    window.page.keyboard.press("Backspace")
    window.when(f"{FORBIDDEN}?.length === 0")
    window.page.keyboard.press("Escape")
    expect(mode).to_have_attribute("aria-pressed", "false")
    expect(window.text.locator(".marker")).to_be_hidden()


@pytest.mark.nightly
def test_a_click_in_the_mode_adds_at_the_nearest_gap_and_removes_again(window: Window) -> None:
    _opened(window)
    window.text.get_by_role("button", name="Manual boundaries (m)").click()
    x, y = _place(window, GAP)
    window.page.mouse.move(x + 90, y)
    window.page.mouse.click(x + 60, y)
    window.when(f"{REQUIRED}?.includes({GAP})")
    expect(window.text.locator(".chunk.chosen")).to_have_count(0)
    window.page.keyboard.press("Backspace")
    window.when(f"!{REQUIRED}")


@pytest.mark.nightly
def test_boundaries_set_faster_than_answers_are_all_kept(window: Window) -> None:
    _opened(window)
    window.text.locator(".pane").evaluate(
        """pane => {
             for (const key of ['m', ...Array(8).fill(['Enter', 'ArrowRight']).flat()])
               pane.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
           }"""
    )
    window.when(f"{REQUIRED}?.length === 8")
    for _ in range(3):
        window.page.keyboard.press("Delete")
        window.page.keyboard.press("ArrowLeft")
    window.when(f"{FORBIDDEN}?.length === 3")
    assert window.store(f"{REQUIRED}.length") == 6


def test_agreement_is_measured_without_the_boundaries_and_settings_are_fitted(
    window: Window,
) -> None:
    _opened(window)
    prepared = prepare(ESSAY, get("semantic")().material)
    starts = essay(threshold=0.2, min_tokens=120).boundaries.tolist()
    assert set(starts) <= set(prepared.units.gaps.tolist())
    sha = window.store("store.tune.chunking.document")
    _send(window, [["boundary", sha, offset, "required"] for offset in starts])
    window.when(f"{REQUIRED}?.length === {len(starts)}")
    agreement = window.page.get_by_test_id("agreement")
    expect(agreement).to_contain_text(re.compile(r"B 0\.\d\d"))
    before = agreement.inner_text()
    window.page.get_by_role("button", name="Search the settings that agree best").click()
    found = window.page.locator(".view.sidebar .found")
    expect(found).to_contain_text("combinations tried")
    fitted = re.compile(r"^In the first \d+ sentences, B 0\.\d\d → [01]\.\d\d")
    expect(found).to_contain_text(fitted)
    expect(agreement).not_to_have_text(before, use_inner_text=True)
    assert window.value("Threshold") != "0.30"
    # Switched off, the settings alone determine the boundaries, and agreement stays.
    after = agreement.inner_text()
    window.page.locator(".view.sidebar .agreement input[type=checkbox]").uncheck()
    window.when("!store.tune.chunking.cuts.reasons.includes('manual')")
    assert agreement.inner_text() == after


def _send(window: Window, events: list[list[object]]) -> None:
    """Send events as a view does."""
    window.page.evaluate(
        "events => { for (const event of events) __chunkscope.send(...event); }", events
    )
