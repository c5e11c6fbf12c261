"""The window in a real Chromium: what a visitor does, and what a hostile document cannot do."""

from __future__ import annotations

import json
import os
import re
import socket
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from browser import (
    MODEL_PATIENCE,
    Server,
    Window,
    serving,
    visiting,
)
from playwright.sync_api import Error as PlaywrightError
from playwright.sync_api import expect

from chunking import Chunking, chunk, get
from chunking.engine import prepare
from chunking.explain import wanted_in
from chunking.export import embedded_text
from chunking.loading import load_bytes
from chunking.metrics import MEASURES
from chunking.samples import SAMPLES, sample

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Locator

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]

TOPICS = {
    "Harbour": ("The pilot", "A schooner", "The tide", "An anchor", "The quay"),
    "Bread": ("The baker", "A sourdough", "The oven", "An egg", "The flour"),
    "Moon": ("The orbit", "A crater", "The eclipse", "An astronomer", "The telescope"),
    "Law": ("The judge", "A witness", "The verdict", "An appeal", "The statute"),
}
DOES = ("waits for", "comes before", "is heavier than", "was named after", "depends on")
NAME = "harbour and bread.md"


def _page() -> str:
    """A Markdown page of 100 sentences under four headings, some 7 kB."""
    parts = ["# Four things"]
    for topic, words in TOPICS.items():
        parts.append(f"## {topic}")
        parts += [
            " ".join(
                f"{word} {does} {words[(i + j + 1) % 5].lower()} on most of the days of the year."
                for j, does in enumerate(DOES)
            )
            for i, word in enumerate(words)
        ]
    return "\n\n".join(parts) + "\n"


PAGE = _page()
MINE = load_bytes(PAGE.encode(), NAME)


@pytest.fixture
def vectors(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    """The tests' own calls of the engine find the vectors that the server has embedded."""
    monkeypatch.setenv("CHUNKSCOPE_CACHE_DIR", str(server.cache))


def cores(chunking: Chunking) -> list[str]:
    """The text of each core."""
    return [chunking.document.text[each.start : each.end] for each in chunking.chunks]


def alexandria(window: Window, **settings: Any) -> None:
    """Open the page of this file, cut by the semantic strategy."""
    asked = "&".join(f"semantic.{name}={value}" for name, value in settings.items())
    window.tune(asked)
    window.upload(NAME, PAGE.encode())
    window.choose("Strategy", "semantic")
    window.curve_says("gaps. Threshold", MODEL_PATIENCE)


def semantic(**settings: Any) -> Chunking:
    """The same, by the engine alone."""
    return chunk(MINE, get("semantic")(**settings))


def show(window: Window, what: str) -> None:
    """Look at the text, the table of chunks or their sizes."""
    window.page.get_by_test_id("stButtonGroup").get_by_text(what, exact=True).click()


# The curve's labels in the order in which they came: what was drawn, however fast it changed.
EVERY_LABEL = """(() => {
  const set = Element.prototype.setAttribute;
  window.__labels = [];
  Element.prototype.setAttribute = function (name, value) {
    if (this.tagName === 'CANVAS' && name === 'aria-label') window.__labels.push(value);
    return set.call(this, name, value);
  };
})()"""


# ---- what a visitor does ------------------------------------------------------------------------


@pytest.mark.model
def test_the_first_paint_is_a_sample_already_cut_and_the_curve_follows(
    browser: Browser, tmp_path: Path
) -> None:
    with serving(tmp_path) as fresh, visiting(browser, fresh) as window:
        window.page.add_init_script(EVERY_LABEL)
        window.tune()
        assert not fresh.has_mapped("libtorch")
        first = chunk(sample(SAMPLES[0].name), get("paragraph")())
        expect(window.readout).to_contain_text(f"{len(first)} chunks")
        assert window.blocks() == cores(first)
        window.curve_says("Similarity across", MODEL_PATIENCE)
        labels: list[str] = window.page.evaluate("() => window.__labels")
        assert labels[0].startswith("No similarity curve. 4 cuts")
        assert window.blocks() == cores(first)


@pytest.mark.model
@pytest.mark.usefixtures("vectors")
def test_moving_the_threshold_by_keys_moves_readout_curve_and_boundaries_and_nothing_else(
    window: Window,
) -> None:
    window.tune()
    window.upload(NAME, PAGE.encode())
    window.choose("Preset", "Alexandria")
    window.curve_says("gaps. Threshold 0.55", MODEL_PATIENCE)
    before = semantic()
    expect(window.readout).to_contain_text(f"{len(before)} chunk")
    assert window.blocks() == cores(before)

    after = semantic(threshold=0.35)
    assert len(after) != len(before), "the example must show a difference"
    window.page.evaluate(
        """() => window.__controls = [...document.querySelectorAll(
             '[data-testid=stSidebar] [data-testid=stElementContainer]')]"""
    )
    window.frames.clear()
    window.press("Threshold", "ArrowLeft", 20)
    window.curve_says("Threshold 0.35")
    expect(window.readout).to_contain_text(f"{len(after)} chunk")
    expect(window.text.locator(".chunk")).to_have_count(len(after))
    assert window.blocks() == cores(after)
    assert all("< 0.35" in label for label in window.reasons())

    repainted = window.repainted()
    assert repainted
    assert all(repainted), "the page was drawn again and not the view alone"
    assert window.page.evaluate(
        "() => window.__controls.length > 8 && window.__controls.every(each => each.isConnected)"
    )


@pytest.mark.model
@pytest.mark.usefixtures("vectors")
def test_the_threshold_is_pulled_on_the_curve_and_all_follows_before_it_is_let_go(
    window: Window,
) -> None:
    alexandria(window, min_tokens=0)
    box = window.curve.bounding_box()
    assert box is not None
    at, to = window.curve.evaluate(
        """canvas => {
             const { plot } = canvas.getRootNode().querySelector('.chunkscope.curve').__view;
             return [plot.y(plot.scene.threshold), plot.y(plot.scene.threshold - 0.1)];
           }"""
    )
    mouse = window.page.mouse
    mouse.move(box["x"] + 300, box["y"] + at)
    mouse.down()
    for part in range(1, 11):
        mouse.move(box["x"] + 300, box["y"] + at + (to - at) * part / 10)
    window.curve_says("Threshold 0.45")
    after = semantic(threshold=0.45, min_tokens=0)
    assert len(after) != len(semantic(min_tokens=0)), "the example must show a difference"
    expect(window.readout).to_contain_text(f"{len(after)} chunks")
    assert window.blocks() == cores(after)
    mouse.up()
    expect(window.slider("Threshold")).to_have_value("0.45")
    window.page.wait_for_url("**semantic.threshold=0.45*")
    expect(window.detail).to_be_hidden()


@pytest.mark.model
@pytest.mark.usefixtures("vectors")
def test_the_arrow_keys_move_the_threshold_on_the_curve_and_stop_at_its_ends(
    window: Window,
) -> None:
    alexandria(window, threshold=0.98)
    for _ in range(4):
        window.curve.press("ArrowUp")
    window.curve_says("Threshold 1.00")
    window.curve.press("ArrowDown")
    window.curve_says("Threshold 0.99")
    assert window.blocks() == cores(semantic(threshold=0.99))
    expect(window.slider("Threshold")).to_have_value("0.99")


@pytest.mark.model
@pytest.mark.usefixtures("vectors")
def test_what_is_looked_at_is_a_place_and_stays_when_boundaries_move(window: Window) -> None:
    alexandria(window, min_tokens=0, threshold=0.3)
    few, many = semantic(min_tokens=0, threshold=0.3), semantic(min_tokens=0, threshold=0.4)
    row = len(few) - 1
    window.text.locator(".core").nth(row).click()
    expect(window.detail).to_contain_text(f"{row + 1} of {len(few)}")
    window.press("Threshold", "ArrowRight", 10)
    window.curve_says("Threshold 0.40")
    there = next(i for i, each in enumerate(many.chunks) if each.end > few[row].start)
    assert there != row, "the example must show a difference"
    expect(window.detail).to_contain_text(f"{there + 1} of {len(many)}")
    assert window.chosen() == str(there + 1)


@pytest.mark.model
@pytest.mark.usefixtures("vectors")
def test_a_click_on_a_chunk_shows_its_figures_and_its_place_on_the_curve(window: Window) -> None:
    alexandria(window)
    third = semantic()[2]
    window.text.locator(".core").nth(2).click()
    expect(window.detail).to_contain_text("3 of")
    expect(window.detail).to_contain_text(f"{third.tokens:,} tokens")
    expect(window.detail).to_contain_text(f"{third.start:,} to {third.end:,}")
    assert window.chosen() == "3"
    following = semantic()[3].start
    expected = (third.start / len(PAGE), following / len(PAGE))
    assert window.highlighted() == pytest.approx(expected, abs=0.005)


@pytest.mark.model
@pytest.mark.usefixtures("vectors")
def test_a_click_on_the_curve_brings_the_text_there_and_selects_in_all_views(
    window: Window,
) -> None:
    alexandria(window, min_tokens=50)
    chunks = semantic(min_tokens=50)
    row = len(chunks) // 2
    pane = window.text.locator(".pane")
    assert pane.evaluate("pane => pane.scrollTop") == 0
    box = window.curve.bounding_box()
    assert box is not None
    middle = (chunks[row].start + chunks[row].end) / 2 / len(PAGE)
    window.curve.click(position={"x": 46 + middle * (box["width"] - 92), "y": 12})
    expect(window.detail).to_contain_text(f"{row + 1} of {len(chunks)}")
    expect(window.text.locator(".chunk.chosen .number")).to_have_text(str(row + 1))
    expect(window.text.get_by_label("Go to chunk")).to_have_value(str(row + 1))
    assert pane.evaluate("pane => pane.scrollTop") > 0
    expect(window.text.locator(".chunk").nth(row)).to_be_in_viewport()
    start, end = window.highlighted()
    assert start < middle < end


@pytest.mark.model
@pytest.mark.usefixtures("vectors")
def test_gaps_that_were_wanted_but_not_cut_stand_in_the_chosen_chunk_with_the_reason(
    window: Window,
) -> None:
    alexandria(window)
    marks = window.text.locator(".wanted")
    expect(marks).to_have_count(0)
    strategy = get("semantic")()
    prepared = prepare(MINE, strategy.material)
    wanted = wanted_in(semantic(), prepared, 1)
    assert any("min_tokens 200" in gap.why for gap in wanted), "the example must have some"
    window.text.locator(".core").nth(1).click()
    expect(marks).to_have_count(len(wanted))
    assert marks.all_text_contents() == [f"▽ {gap.why} " for gap in wanted]
    expect(window.detail).to_contain_text(f"{len(wanted)} gaps were wanted")
    assert window.blocks() == cores(semantic()), "a mark is no part of the text"


def test_words_are_found_in_the_whole_text(window: Window) -> None:
    window.tune("strategy=paragraph&paragraph.max_tokens=200&paragraph.overlap_tokens=0")
    window.upload(NAME, PAGE.encode())
    hits = PAGE.lower().count("astronomer")
    find = window.text.get_by_label("Find in the text")
    count = window.text.locator(".find .count")
    find.fill("astronomer")
    expect(count).to_have_text(f"1 of {hits}")
    assert window.text.locator(".pane").evaluate("pane => pane.scrollTop") > 0
    find.press("Enter")
    expect(count).to_have_text(f"2 of {hits}")
    window.text.get_by_label("Previous hit").click()
    expect(count).to_have_text(f"1 of {hits}")
    tinted = "() => [...(CSS.highlights.get('chunkscope-hit') ?? [])].length"
    assert window.page.evaluate(tinted) == hits - 1
    find.fill("zeppelin")
    expect(count).to_have_text("not found")


def test_chunks_are_gone_to_by_number_and_by_arrows_and_copied_as_they_are(
    window: Window,
) -> None:
    content = "\n\n".join(
        f"Part {n}: first line 😀,\r\nsecond line with  two blanks, العربية and 日本語。"
        for n in range(20)
    ).encode()
    chunks = chunk(
        load_bytes(content, "odd.txt"), get("paragraph")(max_tokens=60, overlap_tokens=20)
    )
    assert len(chunks) > 4
    assert chunks[3].overlap > 0
    window.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    window.tune("strategy=paragraph&paragraph.max_tokens=60&paragraph.overlap_tokens=20")
    window.upload("odd.txt", content)
    number = window.text.get_by_label("Go to chunk")
    number.fill("3")
    number.press("Enter")
    expect(window.detail).to_contain_text(f"3 of {len(chunks)}")
    window.text.get_by_label("Next chunk").click()
    expect(window.detail).to_contain_text(f"4 of {len(chunks)}")
    window.about.get_by_role("button", name="Copy").click()
    expect(window.about.get_by_text("Copied")).to_be_visible()
    copied = window.page.evaluate("() => navigator.clipboard.readText()")
    assert copied == chunks[3].text
    window.text.get_by_label("Previous chunk").click()
    expect(window.detail).to_contain_text(f"3 of {len(chunks)}")


def test_what_is_embedded_is_shown_exactly_and_with_the_headings_if_asked(window: Window) -> None:
    window.tune("strategy=structure")
    window.upload(NAME, PAGE.encode())
    chunks = chunk(MINE, get("structure")())
    window.text.locator(".core").nth(1).click()
    shown = window.about.locator(".embedded")
    expect(window.detail).to_contain_text(f"2 of {len(chunks)}")
    expect(shown).to_have_text(embedded_text(chunks[1]), use_inner_text=False)
    assert shown.text_content() == embedded_text(chunks[1])
    window.page.get_by_text("Prefix with the heading path").click()
    expect(shown).to_contain_text("Four things")
    assert shown.text_content() == embedded_text(chunks[1], heading_prefix=True)
    assert embedded_text(chunks[1], heading_prefix=True) != embedded_text(chunks[1])


def test_the_chunks_are_a_table_that_filters_and_their_sizes_a_figure(window: Window) -> None:
    window.tune("strategy=structure")
    window.upload(NAME, PAGE.encode())
    chunks = chunk(MINE, get("structure")())
    show(window, "Chunks")
    grid = window.page.get_by_test_id("stDataFrame").locator("[role=grid]")
    expect(grid).to_have_attribute("aria-rowcount", str(len(chunks) + 1))
    holds = window.page.get_by_label("Text holds")
    holds.fill("astronomer")
    holds.press("Enter")
    with_it = [text for text in chunks.texts if "astronomer" in text.lower()]
    assert 0 < len(with_it) < len(chunks)
    expect(grid).to_have_attribute("aria-rowcount", str(len(with_it) + 1))
    show(window, "Sizes")
    figure = window.page.locator(".js-plotly-plot")
    figure.locator("path").first.wait_for(state="attached")
    assert figure.evaluate("figure => figure.data.length") > 0


@pytest.mark.model
@pytest.mark.usefixtures("vectors")
def test_downloads_hold_the_chunks_and_the_program_makes_them_again_byte_for_byte(
    window: Window, server: Server, tmp_path: Path
) -> None:
    alexandria(window, threshold=0.5, min_tokens=100)
    chunks = semantic(threshold=0.5, min_tokens=100)
    expect(window.readout).to_contain_text(f"{len(chunks)} chunks")

    name, content = window.download("Chunks as JSONL")
    assert name.endswith(".semantic.jsonl")
    rows = [json.loads(line) for line in content.decode().splitlines()]
    assert [row["text"] for row in rows] == list(chunks.texts)

    name, content = window.download("Chunks as CSV")
    assert name.endswith(".semantic.csv")
    assert content.decode().count(rows[0]["content_hash"]) == 1

    name, content = window.download("Settings as TOML")
    assert name.endswith(".semantic.toml")
    assert tomllib.loads(content.decode())["chunking"]["threshold"] == 0.5

    name, content = window.download("A Python program")
    assert name.endswith(".semantic.py")
    (tmp_path / name).write_bytes(content)
    (tmp_path / NAME).write_bytes(PAGE.encode())
    printed = subprocess.run(
        [sys.executable, name],
        cwd=tmp_path,
        env={**os.environ, "CHUNKSCOPE_CACHE_DIR": str(server.cache)},
        capture_output=True,
        check=True,
    ).stdout
    again = [json.loads(line) for line in printed.decode().splitlines()]
    assert [row["text"].encode() for row in again] == [row["text"].encode() for row in rows]


# ---- comparing ----------------------------------------------------------------------------------


def lane(window: Window, column: int) -> list[str]:
    """The chunks of a lane as its cells show them, without blank space."""
    cells: list[list[str]] = window.lanes.locator(".row").evaluate_all(
        """(rows, column) => rows.map(row => {
             const cell = row.querySelectorAll('.cell')[column];
             return ['.number', '.core'].map(part => cell.querySelector(part).textContent);
           })""",
        column,
    )
    chunks: list[str] = []
    for number, text in cells:
        if number:
            assert number == str(len(chunks) + 1)
            chunks.append("")
        chunks[-1] += "".join(text.split())
    return chunks


def without_blanks(chunking: Chunking) -> list[str]:
    return ["".join(core.split()) for core in cores(chunking)]


def compared(window: Window, query: str = "", count: int = 3) -> None:
    """Open Compare on the page of this file."""
    window.open(f"/compare?{query}")
    window.lanes.locator(".row").first.wait_for()
    window.upload(NAME, PAGE.encode(), until=window.lanes.get_by_text("Four things"))
    expect(window.lanes.locator(".lane")).to_have_count(count, timeout=MODEL_PATIENCE)
    expect(window.lanes.locator(".row .core").first).to_contain_text("Four things")


@pytest.mark.model
@pytest.mark.usefixtures("vectors")
def test_three_strategies_stand_side_by_side_aligned_by_position(window: Window) -> None:
    compared(window)
    three = [chunk(MINE, get(name)()) for name in ("paragraph", "structure", "semantic")]
    assert [lane(window, column) for column in range(3)] == list(map(without_blanks, three))
    tops = window.lanes.locator(".row").evaluate_all(
        """rows => rows.map(row => [...row.querySelectorAll('.core')]
             .map(core => core.getBoundingClientRect().top))"""
    )
    assert all(len(set(row)) == 1 for row in tops)

    differences = window.lanes.locator(".total")
    expect(differences).to_contain_text("differences at")
    count = int(differences.inner_text().split()[0])
    assert count > 1
    window.lanes.get_by_role("button", name="Next difference").click()
    expect(window.lanes.get_by_text(f"1 of {count}", exact=True)).to_be_visible()
    expect(window.lanes.locator(".row.current").first).to_be_in_viewport()
    window.lanes.get_by_role("button", name="Previous difference").click()
    expect(window.lanes.get_by_text(f"{count} of {count}", exact=True)).to_be_visible()
    expect(window.lanes.locator(".row.current").first).to_be_in_viewport()

    grid = window.page.get_by_test_id("stDataFrame").locator("[role=grid]")
    expect(grid).to_have_attribute("aria-rowcount", str(len(MEASURES) + 1))
    expect(grid).to_have_attribute("aria-colcount", str(3 + 3))
    figure = window.page.locator(".js-plotly-plot").first
    drawn = figure.evaluate(
        """figure => [figure.data.filter(each => each.yaxis !== 'y2').map(each => each.name),
                      figure.layout.yaxis2.ticktext]"""
    )
    titles = window.lanes.locator(".lane .title").all_inner_texts()
    assert set(titles) < set(drawn[0]), "the similarity across each lane's boundaries"
    assert len(drawn[0]) == 4, "and the signal they share"
    assert all(any(title in row for row in drawn[1]) for title in titles)


@pytest.mark.model
def test_a_setting_of_one_lane_changes_that_lane_alone(window: Window) -> None:
    compared(window)
    before = [lane(window, column) for column in range(3)]
    window.page.get_by_role("button", name="A: paragraph").click()
    window.press("Max tokens", "ArrowLeft", 30)
    heads = window.lanes.locator(".lane")
    expect(heads.first).not_to_contain_text("700")
    expect(heads.first).not_to_contain_text(f"{len(before[0])} chunks")
    after = [lane(window, column) for column in range(3)]
    assert after[0] != before[0]
    assert after[1:] == before[1:]


def test_the_document_and_the_settings_are_still_there_on_the_way_to_compare_and_back(
    window: Window,
) -> None:
    window.tune("strategy=sentence")
    window.upload(NAME, PAGE.encode())
    window.press("Max tokens", "ArrowLeft", 30)
    expect(window.slider("Max tokens")).not_to_have_value("510")
    window.page.wait_for_url("**sentence.max_tokens=*")
    value = window.slider("Max tokens").input_value()
    window.page.get_by_role("link", name="Compare").click()
    expect(window.lanes.locator(".core").first).to_contain_text("Four things")
    window.page.get_by_role("link", name="Tune").click()
    expect(window.text.locator(".core").first).to_contain_text("Four things")
    expect(window.slider("Max tokens")).to_have_value(value)


@pytest.mark.model
def test_two_and_four_strategies_are_compared(window: Window) -> None:
    compared(window, "lanes=2", 2)
    window.page.get_by_test_id("stButtonGroup").get_by_text("4", exact=True).click()
    expect(window.lanes.locator(".lane")).to_have_count(4)
    expect(window.page.get_by_role("button", name="D: sentence")).to_be_visible()
    assert lane(window, 3) == without_blanks(chunk(MINE, get("sentence")()))


def test_a_server_whose_first_visitor_asks_for_compare_gives_the_whole_window(
    browser: Browser, tmp_path: Path
) -> None:
    with serving(tmp_path) as fresh, visiting(browser, fresh) as window:
        window.open("/compare?lanes=2")
        window.lanes.locator(".row").first.wait_for()
        expect(window.page.get_by_role("link", name="Tune")).to_be_visible()
        expect(window.sidebar.get_by_text("Chunkscope")).to_be_visible()
        expect(window.sidebar.get_by_text("Document", exact=True)).to_be_visible()


# ---- the link -----------------------------------------------------------------------------------


def test_the_link_carries_the_settings_and_never_the_text(
    window: Window, browser: Browser, server: Server
) -> None:
    words = "Zwiebelfisch quartermaster"
    window.tune("strategy=sentence")
    window.upload("private zander.md", f"# {words}\n\n{words} writes. {PAGE}".encode())
    window.press("Max tokens", "ArrowRight", 3)
    value = window.slider("Max tokens").input_value()
    assert int(value) > 512
    window.page.wait_for_url(f"**sentence.max_tokens={value}*")
    find = window.text.get_by_label("Find in the text")
    find.fill("quartermaster")
    expect(window.text.locator(".find .count")).to_contain_text("of 2")
    window.text.locator(".core").first.click()
    window.detail.wait_for()
    show(window, "Chunks")
    window.page.wait_for_url("**show=Chunks*")
    window.page.get_by_label("Text holds").fill("Zwiebelfisch")
    window.page.get_by_label("Text holds").press("Enter")
    expect(window.page.locator("[role=grid]")).to_have_count(1)
    link = window.page.url
    assert not re.search("zwiebel|fisch|quarter|private|zander|harbour", link, re.IGNORECASE)

    with visiting(browser, server) as other:
        other.page.goto(link)
        expect(other.slider("Max tokens")).to_have_value(value)
        expect(other.page.locator("[role=grid]")).to_have_count(1)


# ---- documents that attack, and documents that are odd ------------------------------------------

ATTACK = """# <img src=x onerror="window.__pwned=1"><script>window.__pwned=1</script>

<script>window.__pwned = 1</script> Some words.
<img src="http://evil.example/i.png" onerror="window.__pwned=1">

<iframe srcdoc="<script>parent.__pwned=1</script>"></iframe> More words.
<svg onload="window.__pwned=1">

<style>* { display: none !important }</style> ![image](http://evil.example/markdown.png)

[link](javascript:window.__pwned=1)
<a href="javascript:window.__pwned=1">here</a> :material/bug_report:

</div></body></html> $$\\href{javascript:window.__pwned=1}{x}$$ :red[<b>bold</b>]
"""
ATTACKER = (
    "<img src=x onerror=window.__pwned=1> ![b](http:&#47;&#47;evil.example&#47;b.png)"
    " <style>*{display:none}.md"
)


def harmless(window: Window) -> None:
    """No script ran, nothing of the document became an element, the page stands."""
    page = window.page
    assert page.evaluate("() => window.__pwned") is None
    for made in ("img[src*=evil]", "img[src=x]", "iframe", "a[href^=javascript]", "svg[onload]"):
        assert page.locator(made).count() == 0
    styles = page.locator("style").all_text_contents()
    assert not any(re.search(r"\*\s*{\s*display:\s*none", style) for style in styles)
    expect(window.sidebar.get_by_text("Chunkscope")).to_be_visible()
    expect(page.get_by_role("link", name="Compare")).to_be_visible()
    box = window.sidebar.bounding_box()
    assert box is not None
    assert 200 < box["width"] < 400
    window.sound()


@pytest.mark.model
def test_a_document_full_of_markup_stays_text_on_both_pages(window: Window) -> None:
    content = ATTACK.encode()
    found = load_bytes(content, ATTACKER)
    settings = {"max_tokens": 60, "overlap_tokens": 0}
    window.tune("strategy=paragraph&paragraph.max_tokens=60&paragraph.overlap_tokens=0")
    window.upload(ATTACKER, content, until=window.page.get_by_text("display:none}.md · "))
    chunks = chunk(found, get("paragraph")(**settings))
    assert window.blocks() == cores(chunks)
    window.text.locator(".core").nth(1).click()
    window.detail.wait_for()
    window.page.get_by_text("Prefix with the heading path").click()
    window.curve_says("Similarity across", MODEL_PATIENCE)
    window.curve.hover(position={"x": 400, "y": 60})
    expect(window.page.locator(".chunkscope.curve .sentence").first).to_be_visible()
    window.page.get_by_text("About this document").click()
    harmless(window)
    for view in ("Chunks", "Sizes"):
        show(window, view)
        shown = {"Chunks": "[role=grid]", "Sizes": ".js-plotly-plot path"}[view]
        window.page.locator(shown).first.wait_for(state="attached")
        harmless(window)
    window.page.get_by_role("link", name="Compare").click()
    window.lanes.locator(".row").first.wait_for()
    expect(window.lanes.locator(".lane")).to_have_count(3)
    expect(window.lanes.locator(".core").first).to_contain_text("<script>")
    window.page.locator(".js-plotly-plot path").first.wait_for(state="attached")
    harmless(window)


def test_tinted_blocks_hold_exactly_the_chunks_in_any_script(window: Window) -> None:
    text = "\n\n".join(
        f"{n} 👩‍👩‍👧‍👦🏳️‍🌈 family. שלום עולם, كيف الحال؟ 私は本を読む。彼は𠮷野家へ行く。 "
        f"e\u0301cole n\u0303 𝒳{'🙂' * n} end."
        for n in range(30)
    )
    content = ("\ufeff" + text).encode()
    chunks = chunk(
        load_bytes(content, "scripts.txt"), get("sentence")(max_tokens=60, overlap_tokens=0)
    )
    assert len(chunks) > 5
    window.tune("strategy=sentence&sentence.max_tokens=60&sentence.overlap_tokens=0")
    window.upload("scripts.txt", content)
    assert window.blocks() == cores(chunks)


def test_a_file_that_cannot_be_read_says_so_and_the_document_stays(window: Window) -> None:
    window.tune()
    before = window.blocks()
    for name, content in (("broken.pdf", b"%PDF-1.4 nothing"), ("no zip.docx", b"this is no zip")):
        problem = window.sidebar.get_by_role("alert").filter(has_text=name)
        window.upload(name, content, until=problem)
        said = problem.inner_text()
        assert len(said) < 200
        assert "\n" not in said
        expect(window.page.get_by_text("essay.md · ")).to_be_visible()
        assert window.blocks() == before


def test_an_empty_file_says_that_there_is_nothing_to_cut(window: Window) -> None:
    window.tune()
    window.upload("empty.md", b"")
    expect(window.page.get_by_text("there is nothing to cut")).to_be_visible()
    expect(window.text.locator(".chunk")).to_have_count(0)


# ---- slow work ----------------------------------------------------------------------------------


def long_text(sentences: int) -> str:
    """Distinct sentences in paragraphs of ten, which takes a while to embed."""
    words = [word for line in ATTACK.split() for word in re.findall("[a-z]{4,}", line)]
    return "\n\n".join(
        " ".join(
            f"Sentence {n} of {words[n % len(words)]} speaks about {words[n // 7 % len(words)]}, "
            f"then about number {n * n} and what became of it in the end."
            for n in range(start, start + 10)
        )
        for start in range(0, sentences, 10)
    )


@pytest.mark.model
@pytest.mark.usefixtures("vectors")
def test_the_curve_grows_from_the_top_and_is_tuned_while_the_model_reads_on(
    window: Window,
) -> None:
    text = long_text(4000)
    window.page.add_init_script(EVERY_LABEL)
    window.tune("strategy=semantic&semantic.min_tokens=50")
    window.curve_says("Similarity across", MODEL_PATIENCE)
    window.page.evaluate("() => { window.__labels = []; }")
    window.upload("grows.txt", text.encode())
    expect(window.readout).to_contain_text("of the text read")
    window.press("Threshold", "ArrowLeft")
    window.curve_says("Threshold 0.54")
    first = window.blocks()[:3]
    expect(window.readout).to_contain_text("inside the limits", timeout=MODEL_PATIENCE)
    whole = chunk(
        load_bytes(text.encode(), "grows.txt"), get("semantic")(threshold=0.54, min_tokens=50)
    )
    window.curve_says(f"Similarity across {3999:,} gaps. Threshold 0.54")
    assert window.blocks() == cores(whole)
    assert first == cores(whole)[:3], "what was there does not change when the rest comes"
    labels: list[str] = window.page.evaluate("() => window.__labels")
    gaps = [int(n.replace(",", "")) for n in re.findall(r"across ([\d,]+) gaps", " ".join(labels))]
    grown = [each for each in gaps if each != 88]  # the sample may be drawn once more meanwhile
    assert grown == sorted(grown)
    assert len(set(grown)) > 2


def press_stop(window: Window, until: Locator) -> None:
    """Press Stop, again if the page was drawn anew just then."""
    stop = window.page.get_by_role("button", name="Stop", exact=True)
    for _ in range(5):
        if stop.is_visible():
            stop.click()
        try:
            until.wait_for(timeout=4_000)
        except PlaywrightError:
            continue
        return
    expect(until).to_be_visible()


@pytest.mark.model
def test_embedding_shows_progress_is_stopped_goes_on_and_holds_up_nothing(window: Window) -> None:
    text = long_text(9000).replace("Sentence", "Line")  # that no other test has embedded
    window.tune()
    window.upload("long.txt", text.encode())
    window.choose("Strategy", "semantic")
    page = window.page
    progress = page.get_by_text(re.compile(r"Embedding: [\d,]+ of 9,000 sentences"))
    progress.first.wait_for(timeout=MODEL_PATIENCE)
    stopped = page.get_by_text("The embedding did not finish: stopped")
    press_stop(window, until=stopped)
    page.get_by_role("button", name="Go on", exact=True).click()
    rest = page.get_by_text(re.compile(r"Embedding: [\d,]+ of [1-8],\d{3} sentences"))
    rest.first.wait_for()
    window.choose("Strategy", "sentence")
    expect(window.readout).to_contain_text("chunks")
    window.text.locator(".chunk").first.wait_for()
    expect(window.slider("Max tokens")).to_be_visible()
    window.curve_says("No similarity curve")
    press_stop(window, until=page.get_by_role("button", name="Go on", exact=True))


# ---- who may listen -----------------------------------------------------------------------------


@pytest.mark.skipif(not Path("/proc/net/tcp").exists(), reason="reads Linux's /proc")
def test_the_server_listens_on_loopback_alone(server: Server) -> None:
    sockets = {
        link.readlink().name
        for pid in server.processes()
        for link in Path(f"/proc/{pid}/fd").iterdir()
        if link.is_symlink()
    }
    listening = []
    for table in ("tcp", "tcp6"):
        for line in Path(f"/proc/net/{table}").read_text().splitlines()[1:]:
            fields = line.split()
            if fields[3] == "0A" and f"socket:[{fields[9]}]" in sockets:
                listening.append(fields[1])
    assert listening == [f"0100007F:{server.port:04X}"]
    with pytest.raises(ConnectionRefusedError):
        socket.create_connection(("127.0.0.2", server.port), timeout=5)


def test_the_server_asks_the_page_for_no_statistics(window: Window) -> None:
    window.tune()
    assert window.gathers_statistics() == {False}


# ---- the look -----------------------------------------------------------------------------------

CONTRASTS = """root => {
  const brush = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
  const rgba = colour => {
    brush.clearRect(0, 0, 1, 1);
    brush.fillStyle = colour;
    brush.fillRect(0, 0, 1, 1);
    return [...brush.getImageData(0, 0, 1, 1).data];
  };
  const light = ([r, g, b]) => [r, g, b].map(v => v / 255)
    .map(v => v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4)
    .reduce((sum, v, i) => sum + v * [0.2126, 0.7152, 0.0722][i], 0);
  const ground = element => {
    for (let at = element; at; at = at.parentElement ?? at.getRootNode().host) {
      const colour = rgba(getComputedStyle(at).backgroundColor);
      if (colour[3] === 255) return colour;
    }
    return [255, 255, 255, 255];
  };
  const found = {};
  const written = '.core, .why, .number, .tokens, .note, .repeated, .wanted, .cut .glyph';
  for (const element of root.querySelectorAll(written)) {
    if (!element.textContent.trim()) continue;
    const pair = [light(rgba(getComputedStyle(element).color)), light(ground(element))];
    const ratio = (Math.max(...pair) + 0.05) / (Math.min(...pair) + 0.05);
    const kind = element.className;
    found[kind] = Math.min(found[kind] ?? 99, ratio);
  }
  return found;
}"""


@pytest.mark.model
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_all_that_is_written_on_the_tints_can_be_read(
    browser: Browser, server: Server, scheme: str
) -> None:
    with visiting(browser, server, color_scheme=scheme) as window:
        alexandria(window, overlap_tokens=40, min_tokens=100)
        window.text.locator(".core").nth(1).click()
        window.text.locator(".wanted").first.wait_for()
        expect(window.text).to_have_attribute("data-dark", {"light": "no", "dark": "yes"}[scheme])
        ratios: dict[str, float] = window.text.evaluate(CONTRASTS)
        assert set(ratios) >= {"core", "why", "number", "tokens", "note", "repeated", "wanted"}
        # 4.5 for text and 3 for a sign (WCAG 2.2, AA).
        poor = {kind: r for kind, r in ratios.items() if r < (3 if kind == "glyph" else 4.5)}
        assert not poor
