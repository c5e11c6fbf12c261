"""The chunks in a real Chromium: looked at, found, gone to, copied, saved."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tomllib
from typing import TYPE_CHECKING

import pytest
from harbour import MINE, NAME, PAGE, alexandria, cores, semantic, show
from playwright.sync_api import expect

from chunking import chunk, get
from chunking.analysis.explain import suppressed_in
from chunking.engine import prepare
from chunking.loading import load_bytes
from chunking.loading.samples import sample
from chunking.output.export import embedded_text
from chunking.text.tokenizers import token_sizes

if TYPE_CHECKING:
    from pathlib import Path

    from browser import Window
    from running import Server

LONG = "\n\n".join(f"{PAGE}\n" for _ in range(12))

pytestmark = pytest.mark.browser


@pytest.mark.model
@pytest.mark.usefixtures("vectors")
def test_what_is_looked_at_is_a_place_and_stays_when_boundaries_move(window: Window) -> None:
    alexandria(window, min_tokens=0, threshold=0.3)
    few, many = semantic(min_tokens=0, threshold=0.3), semantic(min_tokens=0, threshold=0.4)
    row = len(few) - 1
    window.look_at(row)
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
    window.look_at(2)
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
    wanted = suppressed_in(semantic(), prepared, 1)
    assert any("Min tokens 200" in gap.reason for gap in wanted), "the example must have some"
    window.look_at(1)
    expect(marks).to_have_count(len(wanted))
    assert marks.all_text_contents() == [f"▽ {gap.reason} " for gap in wanted]
    expect(window.detail).to_contain_text(f"{len(wanted)} gaps were wanted")
    assert window.blocks() == cores(semantic()), "a mark is no part of the text"


@pytest.mark.nightly
@pytest.mark.model
def test_what_was_looked_at_in_a_long_text_is_on_the_screen_on_the_way_back(window: Window) -> None:
    window.tune("strategy=sentence&sentence.max_tokens=128")
    window.upload(NAME, LONG.encode())
    number = window.text.get_by_label("Go to chunk")
    number.fill("40")
    number.press("Enter")
    expect(window.text.locator(".chunk.chosen .number")).to_have_text("40")
    window.page.get_by_role("link", name="Compare").click()
    window.lanes.locator(".row").first.wait_for()
    window.page.get_by_role("link", name="Tune").click()
    chosen = window.text.locator(".chunk.chosen")
    expect(chosen.locator(".number")).to_have_text("40")
    expect(chosen).to_be_in_viewport()


@pytest.mark.nightly
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


@pytest.mark.nightly
def test_what_is_embedded_is_shown_exactly_and_with_the_headings_if_asked(window: Window) -> None:
    window.tune("strategy=structure")
    window.upload(NAME, PAGE.encode())
    chunks = chunk(MINE, get("structure")())
    window.look_at(1)
    shown = window.about.locator(".embedded")
    expect(window.detail).to_contain_text(f"2 of {len(chunks)}")
    expect(shown).to_have_text(embedded_text(chunks[1]), use_inner_text=False)
    assert shown.text_content() == embedded_text(chunks[1])
    window.page.get_by_text("Prefix with the heading path").click()
    expect(shown).to_contain_text("Four things")
    assert shown.text_content() == embedded_text(chunks[1], heading_prefix=True)
    assert embedded_text(chunks[1], heading_prefix=True) != embedded_text(chunks[1])


@pytest.mark.nightly
@pytest.mark.model
def test_of_what_is_embedded_it_is_said_where_the_model_stops_reading(window: Window) -> None:
    window.tune()
    window.look_at(0)
    shown, unread = window.about.locator(".embedded"), window.about.locator(".embedded .unread")
    expect(unread).to_have_attribute(
        "data-sign", re.compile(r"^the model reads up to here: \d+ word pieces are left out$")
    )
    expect(window.about).to_contain_text("does not read all of it")
    left = re.search(r"\d+", unread.get_attribute("data-sign") or "")
    assert left is not None
    expect(window.detail).to_contain_text(f"the last {left[0]} word pieces")
    first = chunk(sample("essay.md"), get("paragraph")())[0]
    assert shown.text_content() == embedded_text(first)
    pieces = token_sizes(first.text, "wordpiece")
    assert pieces.tokens(0, len(first.text) - len(unread.text_content() or "")) == 254
    # With the heading path it stops somewhere before that.
    window.page.get_by_label("Prefix with the heading path").check()
    expect(unread).to_have_count(0)
    expect(window.about).to_contain_text("does not read all of it")


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


@pytest.mark.nightly
def test_the_chunks_that_are_longer_than_the_model_reads_are_shown_one_by_one(
    window: Window,
) -> None:
    window.tune("strategy=sentence&sentence.max_tokens=640")
    walk = window.page.get_by_role("button", name="longer than the model reads")
    walk.click()
    chosen = window.text.locator(".chunk.chosen, .chunk[aria-current]").first
    expect(chosen.locator(".unread")).to_have_count(1)
    expect(chosen).to_be_in_viewport()
    first = chosen.inner_text()
    walk.click()
    expect(chosen).not_to_have_text(first)
    expect(chosen.locator(".unread")).to_have_count(1)
