"""Compare in Chromium."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from browser import Window, visiting
from playwright.sync_api import expect
from running import Server

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Locator

pytestmark = [pytest.mark.browser, pytest.mark.model]

NIGHTLY = pytest.mark.nightly
TEXT, FIGURE, ROWS = ".lanetext .pane", ".lanefigure", ".lanerows"
NO_MODEL = "lanes=2&a.strategy=paragraph&b.strategy=structure"


def compared(window: Window, query: str = "lanes=3&a.threshold=0.2") -> Window:
    """Open Compare and wait for the metrics."""
    window.open(f"/compare?{query}")
    window.page.locator(".metricspanel td").first.wait_for(state="attached")
    return window


def lane(window: Window, letter: str) -> Locator:
    return window.page.locator(f".rows [data-lane={letter}]")


def where(window: Window) -> Locator:
    return window.page.get_by_test_id("differences")


@pytest.mark.nightly
@pytest.mark.parametrize(
    ("options", "text", "figure"),
    [
        ({"viewport": {"width": 1280, "height": 800}}, 0.40, 0.20),
        pytest.param({"viewport": {"width": 1920, "height": 1080}}, 0.40, 0.20, marks=NIGHTLY),
        pytest.param({"viewport": {"width": 1024, "height": 768}}, 0.40, 0.20, marks=NIGHTLY),
        ({"viewport": {"width": 853, "height": 533}, "device_scale_factor": 1.5}, 0.25, 0.20),
    ],
)
def test_text_and_figure_fill_the_screen(
    browser: Browser, server: Server, options: dict[str, object], text: float, figure: float
) -> None:
    with visiting(browser, server, **options) as window:
        compared(window)
        assert window.share(TEXT) >= text
        assert window.share(ROWS) + window.share(FIGURE) >= figure


def test_a_dragged_slider_updates_its_lane_alone(window: Window) -> None:
    compared(window)
    counts = [lane(window, each).locator(".count") for each in "abc"]
    before = [each.inner_text() for each in counts]
    track = lane(window, "a").locator(".track").first
    box = track.bounding_box()
    assert box is not None
    window.page.mouse.move(box["x"] + box["width"] * 0.2, box["y"] + 10)
    window.page.mouse.down()
    window.page.mouse.move(box["x"] + box["width"] * 0.6, box["y"] + 10, steps=8)
    expect(counts[0]).not_to_have_text(before[0])
    window.page.mouse.up()
    assert [each.inner_text() for each in counts[1:]] == before[1:]
    expect(window.page).to_have_url(re.compile(r"a\.threshold=0\.[3-9]"))


def test_the_way_leads_from_difference_to_difference_and_back(window: Window) -> None:
    compared(window)
    expect(where(window)).to_have_text(re.compile(r"^\d+ differences$"))
    count = where(window).inner_text().split()[0]
    window.page.keyboard.press("n")
    expect(where(window)).to_have_text(f"1 of {count}")
    expect(window.page.locator(".segment.current")).to_be_in_viewport()
    window.page.keyboard.press("p")
    expect(where(window)).to_have_text(f"{count} of {count}")
    expect(window.page.locator(".segment.current")).to_be_in_viewport()


def test_nothing_is_said_about_lanes_of_different_sizes(window: Window) -> None:
    compared(window)
    verdict = window.page.locator(".metricspanel .verdict")
    expect(verdict).to_contain_text("metrics")
    window.page.evaluate(
        """() => {
             const root = [...document.querySelectorAll('*')].map(each => each.shadowRoot)
               .map(each => each?.querySelector('.metricspanel .verdict')).find(Boolean);
             window.__said = [];
             new MutationObserver(() => window.__said.push(root.textContent))
               .observe(root, { childList: true, characterData: true, subtree: true });
           }"""
    )
    lane(window, "b").get_by_role("slider").first.press("ArrowDown")
    window.page.wait_for_function("() => window.__said.some(each => each.startsWith('Sizes as'))")
    expect(verdict).to_contain_text("metrics")
    said = window.page.evaluate("window.__said")
    assert "No metric tells the lanes apart." not in said


@pytest.mark.nightly
def test_the_densest_differences_and_the_agreement_name_what_they_count(window: Window) -> None:
    compared(window)
    densest = window.page.get_by_role("button", name="Go where the lanes differ most")
    expect(densest).to_have_text(re.compile(r"^Most at [\d.k]+(–[\d.k]+)? \(\d+\)$"))
    densest.click()
    expect(where(window)).to_have_text(re.compile(r"^\d+ of \d+$"))
    agreement = window.page.locator(".metricspanel section:has([aria-label=Agreement])")
    expect(agreement.locator("h3")).to_have_text("Agreement (boundary similarity)")
    expect(agreement).to_have_attribute("title", re.compile("Fournier 2013"))


@pytest.mark.nightly
def test_selecting_moves_nothing(window: Window) -> None:
    compared(window)
    window.page.keyboard.press("n")
    blocks = window.page.locator(".lanetext .segment")
    tops = "blocks => blocks.map(each => each.offsetHeight)"
    before = blocks.evaluate_all(tops)
    for _ in range(3):
        window.page.keyboard.press("n")
    assert blocks.evaluate_all(tops) == before


def test_the_text_is_whole_while_blocks_out_of_view_are_still_those_of_before(
    window: Window,
) -> None:
    text = "\n\n".join(f"Paragraph {i} has words of its own, and a few more." for i in range(900))
    strategies = "a.strategy=paragraph&b.strategy=paragraph&b.max_tokens=400"
    window.open(f"/compare?lanes=2&layout=gutters&{strategies}")
    window.upload("paragraphs.md", text.encode())
    window.when(f"store.compare.length === {len(text)}")
    cores = window.page.locator(".lanetext .core")
    whole = "cores => cores.map(each => each.textContent).join('').replace(/\\s+/g, '')"
    starts = "store.compare.lanes.flatMap(each => [...store.chunks.get(each.chunks).starts])"
    pane, slider = window.page.locator(TEXT), window.track("Max tokens", lane(window, "a"))
    for _ in range(3):
        count = lane(window, "a").locator(".count").inner_text()
        slider.press("PageDown")
        expect(lane(window, "a").locator(".count")).not_to_have_text(count)
        assert cores.evaluate_all(whole) == re.sub(r"\s+", "", text)
    pane.evaluate("pane => { pane.scrollTop = pane.scrollHeight; }")
    number = lane(window, "a").locator(".count").inner_text().split()[0]
    expect(window.page.locator(".lanetext .cell.lane0 .number").last).to_have_text(number)
    expect(cores).to_have_count(len(set(window.store(starts))))
    assert cores.evaluate_all(whole) == re.sub(r"\s+", "", text)


@pytest.mark.nightly
def test_text_without_differences_is_folded_and_unfolded(window: Window) -> None:
    compared(window, f"{NO_MODEL}&show=differences")
    fold = window.page.locator(".fold button").first
    fold.wait_for()
    count = window.page.locator(".fold").count()
    fold.click()
    expect(window.page.locator(".fold")).to_have_count(count - 1)
    window.page.get_by_text("differences only").click()
    expect(window.page.locator(".fold")).to_have_count(0)
    expect(window.page).not_to_have_url(re.compile("show="))


@pytest.mark.nightly
def test_two_lanes_stand_side_by_side_aligned_by_position(window: Window) -> None:
    compared(window, NO_MODEL)
    tops = window.page.locator(".lanetext.columns .segment").evaluate_all(
        """segments => segments.map(each => [...each.querySelectorAll('.core')]
             .map(core => core.getBoundingClientRect().top))"""
    )
    assert tops
    assert all(len(row) == 2 and row[0] == row[1] for row in tops)
    # Nothing parts the text of a lane at a boundary of the other.
    gaps = window.page.locator(".lanetext.columns .segment .cell:first-child .core").evaluate_all(
        """cores => cores.slice(1).map((core, i) =>
             core.getBoundingClientRect().top - cores[i].getBoundingClientRect().bottom)"""
    )
    assert max(gaps) < 5
    window.page.get_by_role("button", name="One text with a gutter for each lane").click()
    expect(window.page.locator(".lanetext.columns")).to_have_count(0)
    expect(window.page).to_have_url(re.compile("layout=gutters"))


@pytest.mark.nightly
def test_contradicting_settings_are_named_in_their_row_and_move_nothing(window: Window) -> None:
    compared(window)
    chunks = lane(window, "a").locator(".count").inner_text()
    before = window.box(TEXT)
    lane(window, "a").get_by_role("button", name="All settings").click()
    panel = window.page.get_by_role("dialog", name="Lane A")
    field = panel.get_by_role("textbox", name="Max tokens")
    field.fill("60")
    field.press("Enter")
    expect(lane(window, "a").get_by_role("alert")).to_contain_text("Max tokens must be at least")
    assert window.box(TEXT) == before
    assert lane(window, "a").locator(".count").inner_text() == chunks


@pytest.mark.nightly
def test_the_settings_of_a_lane_hide_no_text(window: Window) -> None:
    compared(window)
    lane(window, "a").get_by_role("button", name="All settings").click()
    panel, text = window.box(".popover"), window.box(TEXT)
    assert panel.left >= text.left + text.width
    window.page.keyboard.press("Escape")
    expect(window.page.locator(".popover")).to_be_hidden()


@pytest.mark.nightly
def test_a_lane_goes_to_tune_and_a_pinned_one_stays(window: Window) -> None:
    compared(window)
    lane(window, "b").get_by_role("button", name="All settings").click()
    window.page.get_by_role("button", name="Keep these boundaries as a lane").click()
    expect(lane(window, "base")).to_be_visible()
    expect(window.page).to_have_url(re.compile("baseline=structure.*pair=base-b"))
    lane(window, "base").get_by_role("button", name="Unpin").click()
    expect(lane(window, "base")).to_have_count(0)


def test_a_link_reproduces_lanes_pair_and_view(
    window: Window, browser: Browser, server: Server
) -> None:
    compared(window, f"{NO_MODEL}&a.max_tokens=400&pair=b-a&show=differences&layout=gutters")
    expect(window.page).to_have_url(re.compile("pair=b-a"))
    rows = window.page.locator(".rows .count").all_inner_texts()
    with visiting(browser, server) as other:
        other.page.goto(window.page.url)
        expect(other.page.locator(".rows .count")).to_have_text(rows)
        expect(where(other)).to_have_text(where(window).inner_text())
        expect(other.page.get_by_label("Compared lanes")).to_have_value("b→a")
        expect(other.page.get_by_label("differences only")).to_be_checked()


def pressed(window: Window, group: str) -> str:
    """Return the chosen button of a group above the figure."""
    chosen = window.page.get_by_role("group", name=group).locator("[aria-pressed=true]")
    return chosen.inner_text()


def test_the_curves_of_all_lanes_are_compared_enlarged_and_saved(
    window: Window, browser: Browser, server: Server
) -> None:
    compared(window, "sample=essay.md&a.threshold=0.2")
    canvas, page = window.page.locator(".lanefigure canvas"), window.page
    label = re.compile("A semantic, similarity; B structure, similarity; C optimal, probability")
    expect(canvas).to_have_attribute("aria-label", label)
    assert pressed(window, "Curves") == "rows"
    # The value of each lane at one place, and the sentences around it.
    canvas.hover(position={"x": 500, "y": 60})
    tip = page.locator(".lanefigure .tip")
    for value in (
        "A semantic.*similarity 0",
        "B structure.*similarity 0",
        "C optimal.*probability",
    ):
        expect(tip).to_contain_text(re.compile(value))
    expect(tip.locator(".sentence")).to_have_count(2)
    # The wheel zooms, Escape shows the whole document.
    whole = page.get_by_role("button", name="Whole document")
    expect(whole).to_be_hidden()
    page.mouse.wheel(0, -200)
    expect(whole).to_be_visible()
    canvas.press("Escape")
    expect(whole).to_be_hidden()
    page.get_by_role("group", name="Curves").get_by_text("overlaid").click()
    expect(page).to_have_url(re.compile("curves=overlaid"))
    # The edge below the figure is dragged, and moved by keys.
    edge, before = page.get_by_role("separator", name="Height of the figure"), window.box(FIGURE)
    window.drag(edge, (400, before.top + before.height + 100))
    expect(page).to_have_url(re.compile(r"figure=\d+"))
    dragged = window.box(FIGURE)
    assert dragged.height == pytest.approx(before.height + 100, abs=12)
    assert window.box(TEXT).height > 100
    edge.press("ArrowUp")
    height = edge.get_attribute("aria-valuenow")
    expect(page).to_have_url(re.compile(f"figure={height}"))
    assert window.box(FIGURE).height < dragged.height
    with visiting(browser, server) as other:
        other.page.goto(page.url)
        expect(other.page.locator(".rows .count")).to_have_count(3)
        other.page.wait_for_function("!!document.querySelector('[data-test-script-state]')")
        expect(other.page.get_by_role("separator")).to_have_attribute("aria-valuenow", str(height))
        assert pressed(other, "Curves") == "overlaid"
    # The file has the legend: lanes, strategies and measures.
    page.get_by_label("Save figure", exact=True).click()
    with page.expect_download() as waiting:
        page.get_by_role("button", name="Save figure as SVG").click()
    drawn = waiting.value.path().read_text("utf-8")
    for word in ("similarity: ", "probability (right): ", "semantic", "structure", "optimal"):
        assert f">{word}" in drawn
    page.get_by_label("Save figure", exact=True).click()
    with page.expect_download() as waiting:
        page.get_by_role("button", name="Save figure as PNG").click()
    assert waiting.value.path().read_bytes().startswith(b"\x89PNG")


@pytest.mark.nightly
def test_a_boundary_on_the_figure_names_its_lanes_and_leads_there(window: Window) -> None:
    compared(window, NO_MODEL)
    canvas = window.page.locator(".lanefigure canvas")
    box = canvas.bounding_box()
    assert box is not None
    y = box["y"] + box["height"] - 24
    tip = window.page.locator(".lanefigure .tip")
    for step in range(100):
        x = box["x"] + 50 + step * (box["width"] - 100) / 100
        window.page.mouse.move(x, y)
        if tip.is_visible():
            break
    expect(tip).to_contain_text(re.compile("A.*B", re.DOTALL))
    window.page.mouse.click(x, y)
    expect(window.page.locator(".segment.current").first).to_be_in_viewport()


@pytest.mark.nightly
def test_presentation_leaves_a_legend_figure_and_text(window: Window) -> None:
    compared(window)
    window.page.keyboard.press("f")
    expect(lane(window, "a").locator(".settings")).to_be_hidden()
    expect(lane(window, "a").locator(".title")).to_be_visible()
    expect(window.page.locator(".metricspanel")).to_be_hidden()
    window.page.keyboard.press("Escape")
    expect(lane(window, "a").locator(".settings")).to_be_visible()


def test_each_reason_of_a_boundary_is_whole(window: Window) -> None:
    compared(window, "lanes=3&a.threshold=0.5&sample=essay.md")
    window.settle()
    cut = window.page.locator(".lanetext .why").evaluate_all(
        """all => {
             const widthOf = each => {
               const range = document.createRange();
               range.selectNodeContents(each);
               return range.getBoundingClientRect().width - 0.1;
             };
             return all.flatMap(why => [...why.children].map(each => [each, why]))
             .filter(([each, why]) => each.getBoundingClientRect().right
               > why.getBoundingClientRect().right + 1
               || widthOf(each) > each.getBoundingClientRect().width)
             .map(([each]) => each.textContent);
           }"""
    )
    assert cut == []
    several = window.page.locator(".lanetext .why:has(> :nth-child(3))")
    assert several.count() > 0
