"""Documents that attack the page, and documents that are odd: their text is shown exactly."""

import re

import pytest
from browser import Window
from harbour import cores
from playwright.sync_api import expect

from chunking import chunk, get
from chunking.loading import load_bytes

pytestmark = [pytest.mark.browser, pytest.mark.model]

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


def _harmless(window: Window) -> None:
    """Check that no script ran, and that nothing of the document became an element."""
    page = window.page
    assert page.evaluate("() => window.__pwned") is None
    for made in ("img[src*=evil]", "img[src=x]", "iframe", "a[href^=javascript]", "svg[onload]"):
        assert page.locator(made).count() == 0, made
    styles = page.locator("style").all_text_contents()
    assert not any(re.search(r"\*\s*{\s*display:\s*none", style) for style in styles)
    expect(page.get_by_role("button", name="Compare", exact=True)).to_be_visible()
    window.sound()


def test_a_document_full_of_markup_stays_text_in_every_view(window: Window) -> None:
    content = ATTACK.encode()
    window.tune("strategy=paragraph&max_tokens=60&overlap_tokens=0")
    window.upload(ATTACKER, content)
    chunks = chunk(load_bytes(content, ATTACKER), get("paragraph")(max_tokens=60, overlap_tokens=0))
    window.shows(cores(chunks))
    window.select_chunk(2)
    context = window.inspector.get_by_label("context")
    context.check()
    window.curve_says("Similarity at")
    window.curve.hover(position={"x": 400, "y": 60})
    expect(window.page.locator(".view.curve .sentence").first).to_be_visible()
    window.page.keyboard.press("Control+k")
    window.page.get_by_label("Action or setting").fill("Open <img")
    _harmless(window)
    window.page.keyboard.press("Escape")
    for title in ("Table", "Heat map", "Outcome", "Text"):
        window.view(title)
        _harmless(window)
    window.page.get_by_role("button", name="More", exact=True).click()
    window.page.get_by_role("menuitem", name="Document details").click()
    window.page.get_by_role("dialog").get_by_label("Title").wait_for()
    _harmless(window)


@pytest.mark.parametrize("strategy", ["sentence", pytest.param("fixed", marks=pytest.mark.nightly)])
def test_every_script_is_shown_split_and_selected_at_the_exact_characters(
    window: Window, strategy: str
) -> None:
    text = "\n\n".join(
        f"{n} 👩‍👩‍👧‍👦🏳️‍🌈 family. שלום עולם, كيف الحال؟ 私は本を読む。彼は𠮷野家へ行く。 "
        f"e\u0301cole n\u0303 𝒳{'🙂' * n} end.\rlone\r\nboth\u2028line \x00 nul \u202eright\u202c."
        for n in range(20)
    )
    content = ("\ufeff" + text).encode()
    settings = {"max_tokens": 60, "overlap_tokens": 0}
    chunks = chunk(load_bytes(content, "scripts.txt"), get(strategy)(**settings))
    assert len(chunks) > 5
    window.tune(f"strategy={strategy}&max_tokens=60&overlap_tokens=0")
    window.upload("scripts.txt", content)
    shown = [re.sub(r"\r(?!\n)", "\n", each) for each in cores(chunks)]
    window.shows(shown)
    # A place selected in the page is the same character in Python.
    window.select_chunk(5)
    window.type_value("Max tokens", "61")
    window.when("store.tune.chunking.limits[1] === 61")
    other = chunk(chunks.document, get(strategy)(max_tokens=61, overlap_tokens=0))
    row = next(i for i, each in enumerate(other.chunks) if each.end > chunks[4].start)
    expect(window.text.locator(".chunk.chosen .number")).to_have_text(str(row + 1))
    window.select_chunk(5)
    embedded = window.inspector.get_by_label("What is embedded", exact=True)
    assert embedded.text_content() == re.sub(r"\r(?!\n)", "\n", other[4].text)


@pytest.mark.nightly
@pytest.mark.parametrize(
    "text",
    [
        "One\x00two. Three \x00 four.\n\nFive.",
        "x" * 30_000,
        "\u202e\u2066 reversed \u2069\u202c. " * 40,
        "Z" + "\u0300" * 400 + "algo. Again.",
    ],
)
def test_odd_characters_are_shown_as_they_are(window: Window, text: str) -> None:
    window.tune("strategy=sentence&max_tokens=60&overlap_tokens=0")
    window.upload("odd.txt", text.encode())
    document = load_bytes(text.encode(), "odd.txt")
    chunks = chunk(document, get("sentence")(max_tokens=60, overlap_tokens=0))
    window.shows(cores(chunks))


@pytest.mark.nightly
def test_an_empty_file_says_so_and_every_view_stands(window: Window) -> None:
    window.tune("threshold=0.5")
    window.upload("empty.md", b"")
    expect(window.numbers).to_have_text("0 chunks")
    expect(window.verdict).to_have_text("The document holds no text.")
    expect(window.text.locator(".chunk")).to_have_count(0)
    for title in ("Table", "Heat map", "Outcome", "Text"):
        window.view(title)
    for key in ("j", "+", "m", "Enter", "Escape"):
        window.page.keyboard.press(key)
    window.curve.press("ArrowRight")
    window.choose("Strategy", "paragraph")
    expect(window.numbers).to_have_text("0 chunks")
    assert window.page.locator(".notice.problem").count() == 0


@pytest.mark.nightly
def test_a_file_that_cannot_be_read_says_so_and_the_document_stays(window: Window) -> None:
    window.tune("strategy=paragraph")
    before = window.blocks()
    window.page.get_by_role("button", name="Open a document").click()
    chosen = window.page.get_by_test_id("stFileUploader").locator("input[type=file]")
    chosen.set_input_files(
        {"name": "broken.pdf", "mimeType": "application/pdf", "buffer": b"%PDF-1.4 nothing"}
    )
    problem = window.page.get_by_role("dialog").get_by_role("alert")
    expect(problem).to_contain_text("broken.pdf")
    assert len(problem.inner_text()) < 200
    window.page.keyboard.press("Escape")
    expect(window.page.get_by_role("dialog")).to_have_count(0)
    window.shows(before)
