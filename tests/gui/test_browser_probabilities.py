"""Probabilities in the window: the band under the curve, the most uncertain candidates."""

import pytest
from browser import Window
from playwright.sync_api import expect

pytestmark = pytest.mark.browser


# Offset and percentage of each gap, as the page knows them.
PERCENTS = """(() => {
  const found = store.probabilities.get(store.details.probabilities);
  return [...found.offsets].map((offset, i) => [offset, found.percents[i]]);
})()"""


@pytest.mark.nightly
def test_the_tip_at_a_gap_has_its_probability(window: Window) -> None:
    window.tune("sample=essay.md&strategy=optimal")
    window.when("store.probabilities.get(store.details?.probabilities)")
    cuts = set(window.store("[...store.tune.chunking.cuts.offsets]"))
    offset, percent = max((p, at) for at, p in window.store(PERCENTS) if at not in cuts)[::-1]
    x, y = window.on_curve(offset)
    window.curve.hover(position={"x": x, "y": y})
    tip = window.page.locator(".view.curve .tip")
    expect(tip).to_contain_text(f"probability {percent / 100:.2f}")
    expect(window.page.locator(".view.curve .legend")).to_contain_text("probability")
    window.choose("Strategy", "paragraph")
    expect(window.page.locator(".view.curve .legend")).not_to_contain_text("probability")


@pytest.mark.nightly
def test_a_manual_boundary_changes_the_probabilities(window: Window) -> None:
    window.tune("sample=essay.md&strategy=optimal")
    window.when("store.probabilities.get(store.details?.probabilities)")
    first = window.store("store.tune.chunking.cuts.offsets[0]")
    before = dict(window.store(PERCENTS))
    window.select_chunk(2)
    window.inspector.get_by_role("button", name="Keep this boundary").first.click()
    window.when(
        "(() => { const found = store.probabilities.get(store.details.probabilities);"
        f" return found && found.percents[found.offsets.indexOf({first})] === 100; }})()"
    )
    after = dict(window.store(PERCENTS))
    assert before[first] < 100
    assert {at for at in after if at != first and after[at] != before.get(at, 0)}


@pytest.mark.nightly
def test_the_most_uncertain_candidates_are_decided_one_by_one(window: Window) -> None:
    window.tune("sample=essay.md&strategy=optimal")
    window.when("store.probabilities.get(store.details?.probabilities)")
    percents = dict(window.store(PERCENTS))
    nearest = min(abs(each - 50) for each in percents.values())
    window.text.get_by_role("button", name="Most uncertain candidate").click()
    first = window.store("store.tune.boundaryMode.offset")
    assert abs(percents[first] - 50) == nearest
    window.page.keyboard.press("Delete")
    window.when(
        f"store.tune.chunking.marks?.forbidden[0] === {first}"
        " && store.probabilities.get(store.details.probabilities)"
        f" && !store.probabilities.get(store.details.probabilities).offsets.includes({first})"
    )
    percents = dict(window.store(PERCENTS))
    window.page.keyboard.press("u")
    window.when(f"store.tune.boundaryMode.offset !== {first}")
    second = window.store("store.tune.boundaryMode.offset")
    nearest = min(abs(each - 50) for each in percents.values())
    assert abs(percents[second] - 50) == nearest
    if second not in window.store("[...store.tune.chunking.cuts.offsets]"):
        label = f"probability {percents[second] / 100:.2f}"
        expect(window.text.locator(".marker")).to_contain_text(label)
    window.choose("Strategy", "semantic")
    expect(window.text.get_by_role("button", name="Most uncertain candidate")).to_be_hidden()
