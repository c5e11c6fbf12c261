"""Documents that attack the page, and documents that are odd, in a real Chromium."""

from __future__ import annotations

import re

import pytest
from browser import MODEL_PATIENCE, Window
from harbour import cores, show
from playwright.sync_api import expect

from chunking import chunk, get
from chunking.loading import load_bytes

pytestmark = pytest.mark.browser


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
    window.look_at(1)
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
        window.upload(name, content, until=problem, taken=False)
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
