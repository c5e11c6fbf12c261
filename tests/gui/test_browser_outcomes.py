"""Choosing the outcome instead of the number, and what makes a boundary fragile, in Chromium."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import numpy as np
import pytest
from browser import MODEL_PATIENCE, Window
from playwright.sync_api import expect

from chunking import chunk, get
from chunking.analysis.metrics.sizes import truncations
from chunking.analysis.search.outcomes import outcomes, slider_values
from chunking.engine import prepare
from chunking.loading.samples import sample
from chunking.text.tokenizers import token_sizes

if TYPE_CHECKING:
    from running import Server

    from chunking.analysis.search.outcomes import Outcomes

pytestmark = [pytest.mark.browser, pytest.mark.model]

ESSAY = sample("essay.md")
SETTINGS = {"threshold": 0.3, "min_tokens": 100}
QUERY = "sample=essay.md&strategy=semantic&semantic.threshold=0.3&semantic.min_tokens=100"
KNOWN = """() => {
  const { outcomes, chunking } = window.__chunkscope?.groups?.tune ?? {};
  return outcomes && outcomes.id === chunking.swept?.id;
}"""


@pytest.fixture
def expected(server: Server, monkeypatch: pytest.MonkeyPatch) -> Outcomes:
    """What the engine says of the same document, with the vectors that the server found."""
    monkeypatch.setenv("CHUNKSCOPE_CACHE_DIR", str(server.cache))
    strategy = get("semantic")(**SETTINGS)
    return outcomes(prepare(ESSAY, strategy.material), strategy)


def known(window: Window) -> None:
    """Wait until the page has been told what every threshold would give."""
    window.page.wait_for_function(KNOWN, timeout=MODEL_PATIENCE)


def test_a_click_on_an_outcome_sets_the_threshold_and_a_wish_the_nearest_one(
    window: Window, expected: Outcomes
) -> None:
    window.open(f"/?{QUERY}&show=Outcome")
    known(window)
    view = window.page.locator(".chunkscope.outcome")
    here = expected.values.tolist().index(0.3)
    expect(view.get_by_label("About how many chunks")).to_have_value(str(expected.counts[here]))
    box = view.locator("canvas").bounding_box()
    assert box is not None
    width = box["width"] - 56 - 14
    view.locator("canvas").click(position={"x": 56 + 0.2 * width, "y": box["height"] / 2})
    expect(window.slider("Threshold")).to_have_value("0.2")
    there = expected.values.tolist().index(0.2)
    assert expected.counts[there] != expected.counts[here], "the example must show a difference"
    expect(window.readout).to_contain_text(f"{expected.counts[there]} chunks")
    window.curve_says("Threshold 0.20")

    wish = view.get_by_label("About how many chunks")
    wish.fill("6")
    wish.press("Enter")
    nearest = expected.counts.tolist().index(6)
    assert np.count_nonzero(expected.counts == 6) == 1
    value = expected.values[nearest]
    expect(window.slider("Threshold")).to_have_value(f"{value:g}")
    expect(window.readout).to_contain_text(f"{expected.counts[nearest]} chunks")
    view.locator("canvas").press("ArrowRight")
    expect(window.slider("Threshold")).to_have_value(f"{value + 0.01:g}")


@pytest.mark.nightly
def test_a_wish_ends_in_the_middle_of_a_plateau_and_says_when_it_asks_too_much(
    window: Window, expected: Outcomes
) -> None:
    window.open(f"/?{QUERY}&show=Outcome")
    known(window)
    view = window.page.locator(".chunkscope.outcome")
    wish, answer = view.get_by_label("About how many chunks"), view.locator(".answer")
    here = expected.values.tolist().index(0.3)
    first, last = 21, 23
    assert (first, last) in expected.plateaus, "the example must have such a plateau"
    same = np.flatnonzero(expected.counts == expected.counts[first])
    assert min(abs(same - here)) < here - last, "and nearer values with as many chunks"
    wish.fill(str(expected.counts[first]))
    wish.press("Enter")
    expect(window.slider("Threshold")).to_have_value(f"{expected.values[22]:g}")
    expect(answer).to_have_text("")

    most, fewest = expected.counts.max(), expected.counts.min()
    wish.fill("5000")
    wish.press("Enter")
    expect(answer).to_have_text(f"{most} is the most at these limits")
    expect(window.readout).to_contain_text(f"{most} chunks")
    medians = view.get_by_label("About how many tokens in the median")
    medians.fill("5000")
    medians.press("Enter")
    largest = int(expected.medians.max() + 0.5)
    expect(answer).to_have_text(f"{largest:,} is the largest at these limits")
    assert fewest > 1
    wish.fill("1")
    wish.press("Enter")
    expect(answer).to_have_text(f"{fewest} is the fewest at these limits")
    # It is said of what was asked for, not of what is set by other means.
    window.press("Threshold", "ArrowRight")
    expect(answer).to_have_text("")


# What is written in the drawing.
WRITTEN = """root => {
  const written = [], brush = new Proxy({ fillText: text => written.push(text) }, {
    get: (own, name) => own[name] ?? (() => {}),
  });
  root.__view.drawWith(brush);
  return written;
}"""


def test_the_outcome_has_two_figures_on_each_axis_and_names_its_plateaus(window: Window) -> None:
    window.open(f"/?{QUERY}&show=Outcome")
    known(window)
    view = window.page.locator(".chunkscope.outcome")
    expect(view.get_by_label("About how many chunks")).to_be_enabled()
    written = view.evaluate(WRITTEN)
    titles = [i for i, text in enumerate(written) if re.match("chunks|tokens", text)]
    assert len(titles) == 3
    for title, end in zip(titles, [*titles[1:], written.index("0.00")], strict=True):
        assert len(set(written[title + 1 : end])) >= 2
    assert "same cuts" in written
    expect(window.page.locator(".chunkscope.curve .legend")).to_contain_text("same cuts")


# What is written there and where, the lines straight down, and where some values are, as shares.
DRAWN = """(root, values) => {
  const names = [], lines = [];
  let from;
  const brush = new Proxy({
    fillText: (text, x, y) => names.push([text, x, y]),
    moveTo: (x, y) => { from = [x, y]; },
    lineTo: (x, y) => { if (x === from[0]) lines.push([from[1], y]); from = [x, y]; },
  }, { get: (own, name) => own[name] ?? (() => {}) });
  root.__view.drawWith(brush);
  const { plot } = root.__view, x = value => plot.x(value);
  const [first, last] = [x(values[0]), x(values[values.length - 1])];
  return { names, lines, at: values.map(value => (x(value) - first) / (last - first)) };
}"""


@pytest.mark.nightly
def test_a_wide_slider_is_drawn_by_factors_and_no_line_crosses_the_name_of_a_row(
    window: Window,
) -> None:
    window.open("/?sample=essay.md&strategy=dialogue&dialogue.max_tokens=60&show=Outcome")
    known(window)
    view = window.page.locator(".chunkscope.outcome")
    expect(view.get_by_label("About how many chunks")).to_be_enabled()
    drawn = view.evaluate(DRAWN, [50, 500, 4000])
    assert drawn["at"][1] == pytest.approx(np.log(10) / np.log(80))
    written = [text for text, *_ in drawn["names"]]
    assert {"50", "100", "200", "500", "1000", "2000"} <= set(written)
    rows = [y for text, _, y in drawn["names"] if re.match("chunks|tokens", text)]
    assert (len(rows), len(drawn["lines"])) == (3, 3)
    assert not [y for y in rows for top, bottom in drawn["lines"] if top - 6 < y < bottom + 6]
    # A click sets the value that stands there.
    box = view.locator("canvas").bounding_box()
    assert box is not None
    width = box["width"] - 56 - 14
    values = np.array(slider_values(get("dialogue")(), "max_tokens"))
    value = values[np.abs(values - 50 * 80**0.525).argmin()]
    assert 490 <= value <= 510
    view.locator("canvas").click(position={"x": 56 + 0.525 * width, "y": box["height"] / 2})
    expect(window.slider("Max tokens")).to_have_value(f"{value:g}")


def test_a_boundary_never_disappears_at_what_is_set(window: Window) -> None:
    """Between the values that were looked at, too."""
    window.open("/?sample=essay.md&strategy=paragraph&paragraph.max_tokens=633&show=Outcome")
    known(window)  # without a curve these are worked out for who looks at them
    window.page.get_by_role("radio", name="Text", exact=True).click()
    bounds = []
    for row in range(len(chunk(ESSAY, get("paragraph")(max_tokens=633))) - 1):
        window.look_at(row)
        expect(window.detail).to_contain_text("disappears with max tokens ")
        said = window.detail.inner_text()
        bounds += [(way, int(at)) for way, at in re.findall(r"(below|above) (\d+)", said)]
    assert {way for way, _ in bounds} == {"below", "above"}
    assert all(at <= 633 if way == "below" else at >= 633 for way, at in bounds)


def test_a_boundary_says_where_it_disappears_and_a_fragile_one_looks_it(
    window: Window, expected: Outcomes
) -> None:
    window.tune(QUERY)
    known(window)
    at = expected.values.tolist().index(0.3)
    cuts = chunk(ESSAY, get("semantic")(**SETTINGS)).boundaries.tolist()
    lives = [expected.ranges.around(cut, at) for cut in cuts]
    row = next(i for i, life in enumerate(lives) if life is not None and life[0] > 0)
    assert lives[row] is not None
    said = f"disappears below {expected.values[lives[row][0]]:.2f}"  # type: ignore[index]

    x, y = window.curve.evaluate(
        """(canvas, cut) => {
             const { plot } = canvas.getRootNode().querySelector('.chunkscope.curve').__view;
             return [plot.x(plot.scene.cuts.offsets[cut]), plot.markY(cut)];
           }""",
        row,
    )
    window.curve.hover(position={"x": x, "y": y})
    tip = window.page.locator(".chunkscope.curve .tip")
    expect(tip).to_contain_text(said)
    expect(tip).to_contain_text(re.compile(rf"chunk {row + 1} has \d+ tokens"))

    window.text.locator(".cut").nth(row).hover()
    expect(window.text.locator(".tip")).to_contain_text(said)
    window.look_at(row)
    expect(window.detail).to_contain_text(said)
    # All of it in as many decimals, and the similarity once.
    ends = window.detail.locator("dt:text-is('Ends') + dd")
    expect(ends).to_have_text(re.compile(r"^-?0\.\d\d < 0\.30; 0\.\d\d below the threshold; \D+"))

    last = len(expected.values) - 1
    fragile = [
        i
        for i, life in enumerate(lives)
        if life is not None
        and ((life[0] > 0 and at - life[0] < 2) or (life[1] < last and life[1] - at < 2))
    ]
    assert 0 < len(fragile) < len(cuts)
    expect(window.text.locator(".cut.fragile")).to_have_count(len(fragile))
    found = window.text.locator(".cut").evaluate_all(
        "cuts => cuts.map((cut, i) => cut.classList.contains('fragile') ? i : -1)"
        ".filter(i => i >= 0)"
    )
    assert found == fragile
    expect(window.page.locator(".chunkscope.curve .legend")).to_contain_text(
        f"fragile {len(fragile)}"
    )


@pytest.mark.nightly
def test_a_gap_that_no_threshold_cuts_says_what_keeps_it_together(
    window: Window, expected: Outcomes
) -> None:
    window.tune(QUERY)
    known(window)
    ready = prepare(ESSAY, get("semantic")(**SETTINGS).material)
    assert ready.signal is not None
    never = ~np.isin(ready.signal.gaps, expected.ranges.offsets)
    gap = int(np.flatnonzero(never & (ready.signal.scores > 0.4))[0])
    score = round(float(ready.signal.scores[gap]), 2)
    x, y = window.curve.evaluate(
        """(canvas, gap) => {
             const { plot } = canvas.getRootNode().querySelector('.chunkscope.curve').__view;
             const { gaps, scores } = plot.scene.signal;
             return [plot.x(gaps[gap]), plot.y(scores[gap]) - 12];
           }""",
        gap,
    )
    window.curve.hover(position={"x": x, "y": y})
    tip = window.page.locator(".chunkscope.curve .tip")
    expect(tip).to_contain_text(
        f"similarity {score:.2f} · {score - 0.3:.2f} above the threshold 0.30"
    )
    expect(tip).to_contain_text("Min tokens keeps it together at every threshold")


@pytest.mark.nightly
def test_what_the_model_does_not_read_is_marked_and_counted(window: Window) -> None:
    window.tune("sample=essay.md&strategy=paragraph&paragraph.max_tokens=500")
    strategy = get("paragraph")(max_tokens=500)
    chunks = chunk(ESSAY, strategy)
    rows, stops, left = truncations(chunks, token_sizes(ESSAY.text, "wordpiece"), 256)
    assert len(rows) > 0, "the example must have some"
    marks = window.text.locator(".unread")
    expect(marks).to_have_count(len(rows), timeout=MODEL_PATIENCE)
    first = marks.first
    expect(first).to_have_attribute(
        "data-sign", f"the model reads up to here: {left[0]} word pieces are left out"
    )
    beyond = first.evaluate(
        "mark => [...mark.childNodes].filter(node => node.nodeType === 3)"
        ".map(node => node.data).join('')"
    )
    assert beyond == ESSAY.text[stops[0] : chunks.end[rows[0]]]
    assert window.blocks() == [ESSAY.text[each.start : each.end] for each in chunks.chunks]
    expect(window.readout).to_contain_text(f"{len(rows)} longer than the model reads")
    window.look_at(int(rows[0]))
    expect(window.detail).to_contain_text("tokens (characters ÷ 4)")
    expect(window.detail).to_contain_text(
        f"the last {left[0]} word pieces: the model reads 254, this chunk has {254 + left[0]}"
    )
