"""Differences, the baseline, chunks from a file, and the library, in Chromium."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

import pytest
from browser import MODEL_PATIENCE
from playwright.sync_api import expect

if TYPE_CHECKING:
    from pathlib import Path

    from browser import Window

pytestmark = pytest.mark.browser

# Twelve sentences of eight tokens each, in three paragraphs; the last one is of two lines of code.
SENTENCES = [f"Sentence number {i:02} is here." for i in range(12)]
TEXT = "\n\n".join(" ".join(SENTENCES[at : at + 4]) for at in (0, 4, 8)) + "\n"
TWO = "lanes=2&a.strategy=sentence&b.strategy=sentence"
SIZES = (
    "&a.sentence.max_tokens=24&a.sentence.overlap_tokens=0"
    "&b.sentence.max_tokens=32&b.sentence.overlap_tokens=0"
)


def compared(window: Window) -> None:
    """The twelve sentences, by three a chunk in lane A and by four in lane B."""
    window.open(f"/compare?{TWO}{SIZES}")
    window.lanes.locator(".row").first.wait_for()
    window.upload("twelve.md", TEXT.encode(), until=window.lanes.get_by_text("Sentence number 00"))


def set_max_tokens(window: Window, value: int) -> None:
    """So small a maximum is outside of the slider's range, and has a field for its number."""
    field = window.page.get_by_test_id("stNumberInput").filter(has_text="Max tokens")
    field.locator("input").fill(str(value))
    window.page.keyboard.press("Enter")


def badges(window: Window) -> list[str]:
    """The marks of what became of each boundary, in the order of the text."""
    return window.lanes.locator(".change:not(:empty)").all_inner_texts()


def counts(window: Window) -> list[str]:
    return [
        re.sub(r"^\S ", "", each)
        for each in window.lanes.locator(".change-count").all_inner_texts()
    ]


@pytest.mark.model
def test_differences_are_marked_counted_and_walked_with_n_and_p(window: Window) -> None:
    compared(window)
    # A cuts after 3, 6 and 9 sentences, B after 4 and 8: the first moved by one, as did the last.
    expect(window.lanes.locator(".lane .chunks")).to_have_text(["4 chunks", "3 chunks"])
    expect(window.lanes.locator(".total")).to_have_text("3 differences")
    assert badges(window) == [
        "↕ moves down 8 tokens", "↕ moved down 8 tokens", "− removed",
        "↕ moved up 7 tokens", "↕ moves up 7 tokens",
    ]  # fmt: skip
    assert counts(window) == [
        "2 moved (15 tokens affected),", "0 added,", "1 removed;", "0 boundaries kept",
    ]  # fmt: skip
    expect(window.lanes.get_by_text("Re-embed 3 ")).to_be_visible()

    current = window.lanes.locator(".row.current")
    window.page.keyboard.press("n")
    expect(window.lanes.get_by_text("1 of 3", exact=True)).to_be_visible()
    expect(current).to_have_count(2)  # a moved boundary is one difference at two places
    window.page.keyboard.press("n")
    expect(window.lanes.get_by_text("2 of 3", exact=True)).to_be_visible()
    expect(current).to_have_count(1)
    window.page.keyboard.press("p")
    window.page.keyboard.press("p")
    expect(window.lanes.get_by_text("3 of 3", exact=True)).to_be_visible()
    expect(current).to_have_count(2)


def _stands_over(window: Window, name: str, column: int) -> bool:
    """Whether a button begins where a column of the text does."""
    button = window.page.get_by_role("button", name=name).bounding_box()
    below = window.lanes.locator(".lane").nth(column).bounding_box()
    assert below is not None
    return button is not None and abs(button["x"] - below["x"]) < 30


@pytest.mark.nightly
@pytest.mark.model
def test_the_next_difference_is_brought_onto_the_screen(window: Window) -> None:
    window.open("/compare?sample=essay.md&lanes=2")
    window.lanes.locator(".row").first.wait_for()
    for number in (1, 2, 3):
        window.page.get_by_role("button", name="next").click()
        expect(window.lanes.get_by_text(f"{number} of 3", exact=True)).to_be_visible()
        expect(window.lanes.locator(".row.current").first).to_be_in_viewport()


@pytest.mark.nightly
@pytest.mark.model
def test_a_menu_opened_late_shows_what_its_lane_is_cut_by(window: Window) -> None:
    """Its controls have been drawn several times before anybody sees them."""
    window.tune("sample=contract.md")
    window.sidebar.get_by_role("button", name="Use structure, as recommended").click()
    window.page.get_by_text("Recommended settings in use").wait_for()
    window.page.get_by_role("link", name="Compare").click()
    window.lanes.get_by_text("B · structure about 128 tokens").wait_for()
    window.page.get_by_role("button", name="Baseline").click()
    window.page.get_by_role("button", name="Pin A").click()
    expect(window.lanes.locator(".lane")).to_have_count(4)
    window.page.keyboard.press("Escape")
    window.page.get_by_role("button", name="B: structure").click()
    for label, value in {"Target tokens": "128", "Max tokens": "254"}.items():
        expect(window.slider(label)).to_have_attribute("aria-valuetext", value)


@pytest.mark.nightly
@pytest.mark.model
def test_the_pair_that_is_named_is_the_one_that_is_counted(window: Window) -> None:
    window.open("/compare?sample=essay.md&lanes=3")
    window.lanes.locator(".row").first.wait_for()
    window.page.get_by_role("button", name="Baseline").click()
    window.page.get_by_role("button", name="Pin C").click()
    pair = window.page.get_by_test_id("stSelectbox").filter(has_text="Differences")
    expect(pair.locator("input")).to_have_value("Baseline → C")
    window.page.keyboard.press("Escape")
    window.sidebar.get_by_role("radio", name="2", exact=True).click()
    expect(window.lanes.locator(".lane")).to_have_count(3)
    expect(pair.locator("input")).to_have_value("Baseline → A")


@pytest.mark.model
def test_a_pinned_baseline_stays_while_its_lane_is_changed(window: Window) -> None:
    compared(window)
    window.page.get_by_role("button", name="Baseline").click()
    window.page.get_by_role("button", name="Pin A").click()
    heads = window.lanes.locator(".lane")
    expect(heads).to_have_count(3)
    expect(heads.first).to_contain_text("Baseline · sentence 24 tokens")
    for letter, column in {"A": 1, "B": 2}.items():
        for _ in range(100):  # the controls are drawn a moment later
            if _stands_over(window, f"{letter}: sentence", column):
                break
            window.page.wait_for_timeout(100)
        assert _stands_over(window, f"{letter}: sentence", column)
    expect(window.lanes.locator(".total")).to_have_text("0 differences")
    window.page.keyboard.press("Escape")

    window.page.get_by_role("button", name="A: sentence").click()
    set_max_tokens(window, 32)
    expect(window.lanes.locator(".total")).to_have_text("3 differences")
    expect(heads.nth(0)).to_contain_text("4 chunks")
    expect(heads.nth(1)).to_contain_text("3 chunks")
    assert counts(window)[2] == "1 removed;"
    expect(window.lanes.get_by_text("Re-embed 3 ")).to_be_visible()


@pytest.mark.nightly
@pytest.mark.model
def test_what_is_pinned_in_tune_is_told_from_what_is_shown(window: Window) -> None:
    window.tune("strategy=sentence&sentence.max_tokens=24&sentence.overlap_tokens=0")
    window.upload("twelve.md", TEXT.encode())
    window.page.get_by_role("button", name="Baseline").click()
    window.page.get_by_role("button", name="Pin what is shown").click()
    said = window.page.locator(".chunkscope.readout .said")
    expect(said).to_contain_text("the baseline (sentence, at most 24 tokens, overlap 0 tokens): ")
    expect(said).to_contain_text("0 added, 0 removed. Re-embed 0 (0 tokens)")
    window.page.keyboard.press("Escape")
    set_max_tokens(window, 32)
    expect(said).to_contain_text("0 kept, 2 moved, 0 added, 1 removed. Re-embed 3 ")


@pytest.mark.model
def test_chunks_from_a_file_are_a_lane_and_what_has_no_place_is_listed(window: Window) -> None:
    compared(window)
    window.page.get_by_role("button", name="Chunks from a file").click()
    chosen = window.page.get_by_test_id("stPopoverBody").locator("input[type=file]")
    kind = "application/octet-stream"
    chosen.set_input_files({"name": "bad.json", "mimeType": kind, "buffer": b'[{"a": 1}]'})
    expect(window.page.get_by_role("alert").first).to_contain_text("bad.json")
    expect(window.lanes.locator(".lane")).to_have_count(2)

    mine = [
        " ".join(SENTENCES[:4]),
        " ".join(SENTENCES[4:8]),
        "<b>Nowhere</b> at all.",
        TEXT[-113:],
    ]
    content = json.dumps(mine).encode()
    chosen.set_input_files({"name": "theirs.json", "mimeType": kind, "buffer": content})
    expect(window.lanes.locator(".lane")).to_have_count(3)
    expect(window.lanes.locator(".lane").last).to_contain_text("File · theirs.json")
    body = window.page.get_by_test_id("stPopoverBody")
    expect(body.get_by_text("Without a place in this document: 1 of 4 chunks.")).to_be_visible()
    expect(body.get_by_text("<b>Nowhere</b> at all.")).to_be_visible()
    window.page.keyboard.press("Escape")

    window.page.get_by_role("button", name="Baseline").click()
    window.page.get_by_role("button", name="Pin File").click()
    expect(window.lanes.locator(".lane").first).to_contain_text("Baseline · theirs.json")


@pytest.mark.model
def test_a_folder_of_three_files_is_a_row_each_and_a_ticked_row_opens_in_tune(
    window: Window, tmp_path: Path
) -> None:
    for name, words in (("one.md", "Tides"), ("two.md", "Bread"), ("three.txt", "Caves")):
        (tmp_path / name).write_text("\n\n".join(f"{words} {each}" for each in SENTENCES * 3))
    (tmp_path / "broken.docx").write_bytes(b"not a zip")
    window.open("/library")
    window.page.get_by_text("Cut many documents alike").wait_for()
    window.sidebar.get_by_role("button", name="Choose documents").click()
    folder = window.page.get_by_placeholder("/home/me/notes")
    folder.fill(str(tmp_path / "missing"))
    folder.press("Enter")
    expect(window.sidebar.get_by_role("alert")).to_contain_text("not an existing folder")
    folder.fill(str(tmp_path))
    folder.press("Enter")
    expect(window.sidebar.get_by_role("alert")).to_contain_text("broken.docx: not a DOCX")
    expect(window.sidebar.get_by_text("3 documents")).to_be_visible()
    grid = window.page.get_by_test_id("stDataFrame").locator("[role=grid]")
    expect(grid).to_have_attribute("aria-rowcount", "4", timeout=MODEL_PATIENCE)
    expect(window.page.get_by_text("The threshold is above")).to_be_visible()
    window.page.keyboard.press("Escape")

    box = window.page.get_by_test_id("stDataFrame").bounding_box()
    assert box is not None
    window.page.mouse.click(box["x"] + 16, box["y"] + 52)
    expect(window.page.get_by_role("button", name="Open in Tune", exact=True)).to_be_visible()
    window.page.get_by_role("button", name="Open in Tune with these settings").click()
    expect(window.text.locator(".core").first).to_contain_text("Tides Sentence")
    expect(window.slider("Threshold")).to_have_value("0.55")


@pytest.mark.nightly
@pytest.mark.model
def test_what_a_chunk_repeats_unfolds_and_the_texts_stay_aligned(window: Window) -> None:
    window.open(f"/compare?{TWO}{SIZES}".replace("overlap_tokens=0", "overlap_tokens=8"))
    window.lanes.locator(".row").first.wait_for()
    window.upload("twelve.md", TEXT.encode(), until=window.lanes.get_by_text("Sentence number 00"))
    first = window.lanes.locator("details.overlap").first
    expect(first.locator("summary")).to_have_text("repeats 28 characters of the chunk before")
    first.locator("summary").click()
    expect(first.locator(".repeated")).to_be_visible()
    expect(first.locator(".repeated")).to_have_text(re.compile(r"^Sentence number \d\d is here\.$"))
    tops = window.lanes.locator(".row").evaluate_all(
        """rows => rows.map(row => [...row.querySelectorAll('.core')]
             .map(core => core.getBoundingClientRect().top))"""
    )
    assert all(len(set(row)) == 1 for row in tops)
