"""The pages, run without a browser: their documents, and what is shown of them."""

import json

import pytest
from headless import figures, html, opened, picker, press, published

from chunking.loading import load_bytes
from chunking.loading.samples import SAMPLES

pytestmark = pytest.mark.usefixtures("small_model")


def test_a_first_visit_shows_a_sample_already_cut_without_a_model() -> None:
    app = opened()
    assert picker(app).value == SAMPLES[0].name
    assert app.selectbox(key="strategy").value == "paragraph"
    assert "What Waiting Built" in html(app)
    assert figures(app).startswith("5 chunks, ")
    assert published(app, "chunking")["note"].startswith("Recommended: optimal")


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda each: each.name)
def test_every_sample_opens_on_both_pages(sample: object) -> None:
    name = getattr(sample, "name", "")
    opened(sample=name)
    opened("pages/compare.py", sample=name)


def test_what_was_opened_stays_though_the_page_still_sends_what_the_picker_held() -> None:
    app = opened()
    mine = load_bytes(b"A text of my own. It has two sentences.", "mine.md")
    app.session_state["visit"].documents.add(mine)
    app.run()  # with the picker as it was drawn before
    assert "mine.md" in html(app)
    assert picker(app).format_func(picker(app).value) == "mine.md"
    picker(app).select(SAMPLES[1].name).run()
    assert SAMPLES[1].title in html(app)


def test_the_picker_of_every_page_names_the_document_that_is_shown() -> None:
    app = opened()
    picker(app).select("guide.md").run()
    for page in ("compare", "sweep", "tune", "compare"):
        app.switch_page(f"pages/{page}.py").run()
        assert picker(app).value == "guide.md", page
        app.run()
        assert picker(app).value == "guide.md", page
    picker(app).select("contract.md").run()
    app.switch_page("pages/tune.py").run()
    assert picker(app).value == "contract.md"
    assert "contract.md" in html(app)


def test_a_file_of_ones_own_is_opened_and_a_broken_one_says_why() -> None:
    app = opened()
    app.file_uploader(key="upload").upload(
        "mine.md", b"# Mine\n\nA short text.", "text/markdown"
    ).run()
    assert not app.exception
    assert "mine.md" in html(app)
    app.file_uploader(key="upload").upload("bad.pdf", b"%PDF-1.4 nothing", "application/pdf").run()
    assert not app.exception
    assert 'role="alert"' in html(app)
    assert "mine.md" in html(app)


def test_text_is_pasted_and_no_text_says_so() -> None:
    app = opened()
    press(app, "Use this text")
    assert "There is no text to use" in html(app)
    app.text_area(key="pasted").set_value("One. Two.\n\nThree.").run()
    press(app, "Use this text")
    assert figures(app).startswith("1 chunk,")


@pytest.mark.parametrize("text", ["\x00", "x", "\r\n\r", "﻿", "<script>alert(1)</script>", "é́"])
def test_odd_text_never_breaks_a_page(text: str) -> None:
    app = opened()
    app.file_uploader(key="upload").upload("odd.txt", text.encode(), "text/plain").run()
    assert not app.exception
    app.switch_page("pages/compare.py").run()
    assert not app.exception


def test_an_empty_document_says_that_there_is_nothing_to_cut() -> None:
    app = opened(strategy="semantic")
    app.file_uploader(key="upload").upload("empty.md", b"", "text/markdown").run()
    assert not app.exception
    assert "there is nothing to cut" in published(app, "chunking")["note"]


def test_a_name_full_of_markup_stays_a_name() -> None:
    app = opened()
    name = '<img src=x onerror=alert(1)>"[a](javascript:1)![b](http://example.invalid/b.png).md'
    app.file_uploader(key="upload").upload(name, b"Some text.", "text/markdown").run()
    assert not app.exception
    assert "<img" not in html(app)
    marked = [str(each) for kind in ("markdown", "caption") for each in app.get(kind)]
    assert not any("example.invalid" in text for text in marked)


def test_title_language_and_domain_are_kept_for_the_exports() -> None:
    app = opened()
    title = next(each for each in app.text_input if each.label == "Title")
    title.set_value("Another title").run()
    assert not app.exception
    assert "Another title" in html(app)


def test_the_table_of_chunks_filters_by_text_and_reason() -> None:
    app = opened(show="Chunks")
    assert len(app.dataframe[0].value) == 5
    app.text_input(key="tune.holds").set_value("harbour").run()
    assert not app.exception
    assert 0 < len(app.dataframe[0].value) <= 5
    app.multiselect(key="tune.reasons").select("tail").run()
    assert len(app.dataframe[0].value) <= 1


def test_the_numbers_of_the_table_are_written_alike() -> None:
    columns = json.loads(opened(show="Chunks").dataframe[0].proto.columns)
    numbers = ("chunk", "tokens", "overlap", "start", "end")
    assert {columns[name]["type_config"]["format"] for name in numbers} == {"localized"}


def test_a_text_that_begins_like_another_kind_of_file_says_so() -> None:
    app = opened()
    app.text_area(key="pasted").set_value("{\\rtf1 hello}").run()
    press(app, "Use this text")
    assert 'role="alert"' in html(app)
    assert "RTF" in html(app)


def test_a_file_is_read_again_with_the_encoding_that_is_said() -> None:
    app = opened()
    text = "Море уходит дважды в день. Гавань пустеет."
    app.file_uploader(key="upload").upload("sea.txt", text.encode("cp866"), "text/plain").run()
    app.text_input(key="encoding").set_value("koi8-r").run()
    app.text_input(key="encoding").set_value("cp866").run()
    assert not app.exception
    own = app.session_state["visit"].documents.own
    assert [each.text for each in own.values()] == [text]
