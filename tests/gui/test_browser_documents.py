"""One document after another, on disk and in several tabs: nothing is mixed up or lost."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from browser import Window, visiting
from harbour import ESSAY, LINK, NAME, PAGE, cores, essay, harbour, semantic
from playwright.sync_api import expect
from running import Server, serving

from chunking import chunk, get
from chunking.loading.samples import sample

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = [pytest.mark.browser, pytest.mark.model]

# Note, in every frame, the number of chunks in the status line and how the text begins.
WATCH = """() => {
  window.__seen = new Set();
  const root = [...document.querySelectorAll('*')].map(each => each.shadowRoot)
    .map(each => each?.querySelector('.chunkscope')).find(Boolean);
  const look = () => {
    const count = root.querySelector('.status .numbers > :first-child')?.textContent;
    const core = root.querySelector('.view.text .chunk .core');
    if (core) window.__seen.add(`${count}|${core.textContent.slice(0, 24)}`);
    requestAnimationFrame(look);
  };
  look();
}"""


def test_an_uploaded_document_is_split_and_explained_like_a_sample(window: Window) -> None:
    harbour(window)
    chunks = semantic()
    window.shows(cores(chunks))
    window.curve_says(f"threshold 0.55, {len(chunks) - 1} boundaries")
    expect(window.numbers).to_contain_text(f"{len(chunks)} chunks")
    window.select_chunk(3)
    third = chunks[2]
    expect(window.inspector).to_contain_text(f"{third.tokens:,} tokens")
    expect(window.inspector).to_contain_text(f"characters {third.start:,}–{third.end:,}")
    expect(window.inspector).to_contain_text("Four things")
    embedded = window.inspector.get_by_label("What is embedded", exact=True)
    assert embedded.text_content() == third.text
    window.inspector.get_by_label("context").check()
    expect(embedded).to_contain_text("Four things")


@pytest.mark.nightly
def test_the_numbers_and_the_text_are_always_of_the_same_document(window: Window) -> None:
    window.tune("strategy=paragraph")
    first, second = ESSAY, sample("meeting.txt")
    counts = [len(chunk(each, get("paragraph")())) for each in (first, second)]
    assert counts[0] != counts[1]
    window.page.evaluate(WATCH)
    for each in (second, first, second):
        window.choose_document(each.title)
        expect(window.text.locator(".core").first).to_contain_text(each.text[:20].strip())
    window.upload("mine.txt", b"Tides follow the moon and nothing else. So they say.\n")
    expect(window.text.locator(".core").first).to_contain_text("Tides follow")
    expect(window.numbers).to_contain_text("1 chunk")
    texts = (first.text[:24], second.text[:24], "Tides follow the moon an")
    titles = [f"{count} chunks" for count in counts] + ["1 chunk"]
    seen = set(window.page.evaluate("() => [...window.__seen]"))
    pairs = {f"{title}|{text}" for title, text in zip(titles, texts, strict=True)}
    # On a busy machine, a frame may come too late for one of them.
    assert len(seen) > 1
    assert seen <= pairs


@pytest.mark.nightly
def test_another_document_is_read_from_its_beginning_and_without_a_selection(
    window: Window,
) -> None:
    window.tune(LINK)
    window.select_chunk(12)
    window.choose_document(sample("guide.md").title)
    expect(window.text.locator(".core").first).to_be_in_viewport()
    expect(window.text.locator(".chunk.chosen")).to_have_count(0)
    expect(window.inspector.locator(".summary")).to_be_visible()


@pytest.mark.nightly
def test_two_tabs_are_independent(window: Window) -> None:
    window.tune(LINK)
    other = Window(window.page.context, window.server)
    other.tune(LINK)
    window.type_value("Threshold", "0.2")
    other.type_value("Threshold", "0.4")
    window.curve_says("threshold 0.20")
    other.curve_says("threshold 0.40")
    other.choose_document(sample("guide.md").title)
    other.text.locator(".core").filter(has_text="Ferrule").first.wait_for()
    window.select_chunk(2)
    window.shows(cores(essay(threshold=0.2)))
    other.choose_document(ESSAY.title)
    other.curve_says("threshold 0.40")
    other.sound()


def test_a_reload_continues_with_document_settings_boundaries_and_undo(window: Window) -> None:
    window.tune("strategy=sentence&max_tokens=200")
    window.upload(NAME, PAGE.encode())
    window.select_chunk(3)
    starts = window.inspector.locator(".part").filter(has_text="Starts")
    starts.get_by_role("button", name="Keep this boundary").click()
    window.when("store.tune.chunking.marks?.required.length === 1")
    window.press("Max tokens", "ArrowRight")
    expect(window.control("Max tokens").locator("input")).not_to_have_value("200")
    size = window.value("Max tokens")
    window.page.wait_for_url(f"**max_tokens={size}*")
    window.page.reload()
    window.text.locator(".chunk").first.wait_for()
    shown = window.page.get_by_label("Document", exact=True).locator("option:checked")
    expect(shown).to_have_text(NAME)
    assert window.value("Max tokens") == size
    window.when("store.tune.chunking.marks?.required.length === 1")
    window.page.get_by_role("button", name="Undo: max tokens").click()
    expect(window.control("Max tokens").locator("input")).to_have_value("200")
    # A link that is followed shows what it describes.
    window.tune("sample=contract.md")
    expect(shown).to_have_text(sample("contract.md").title)


@pytest.mark.nightly
def test_a_file_that_changes_on_disk_is_offered_and_read_again(
    browser: Browser, tmp_path: Path
) -> None:
    mine = tmp_path / "a <b>draft.md"
    mine.write_text("The first draft of the text.\n")
    with serving(tmp_path, "open", str(mine)) as server, visiting(browser, server) as window:
        window.tune()
        shown = window.text.locator(".core").first
        expect(shown).to_contain_text("The first draft of the text.")
        reload = window.page.get_by_role("button", name="read it again")
        expect(reload).to_be_hidden()
        mine.write_text("The second draft of the text.\n")
        reload.wait_for()
        expect(shown).to_contain_text("The first draft of the text.")
        reload.click()
        expect(shown).to_contain_text("The second draft of the text.")
        expect(reload).to_be_hidden()


def _text(number: int) -> str:
    """Return a text of its own for each tab; the last two have that of the first."""
    word = f"word{number % 8}"
    return "\n\n".join(
        " ".join(f"The {word} of day {day} was number {line}." for line in range(9))
        for day in range(12)
    )


@pytest.mark.nightly
def test_ten_tabs_at_once_keep_their_documents_apart(browser: Browser, server: Server) -> None:
    with visiting(browser, server) as first:
        windows = [first, *(Window(first.page.context, server) for _ in range(9))]
        for number, window in enumerate(windows):
            window.tune(f"strategy={'semantic' if number % 2 else 'paragraph'}&min_tokens=20")
        for number, window in enumerate(windows):
            window.upload(f"tab{number}.txt", _text(number).encode())
        for number, window in enumerate(windows):
            window.press("Threshold" if number % 2 else "Max tokens", "ArrowRight")
        for number, window in enumerate(windows):
            window.curve_says("Similarity at 107 gaps")
            assert " ".join(window.blocks()).split() == _text(number).split(), number
            settings = window.store("store.tune.chunking.threshold")
            assert (settings is not None) == bool(number % 2), number
            window.sound()
