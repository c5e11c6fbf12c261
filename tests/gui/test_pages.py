"""The pages, run without a browser."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from embedders import HashEmbedder
from streamlit.testing.v1 import AppTest

import chunking.embedding
from chunking import available, get
from chunking.gui import cached, state
from chunking.metrics import MEASURES
from chunking.recommending import recommend
from chunking.samples import SAMPLES
from chunking.thresholds import SELECTORS

APP = Path(__file__).parent.parent.parent / "app.py"


@pytest.fixture(autouse=True)
def _own_folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A small deterministic model, and folders of the test's own."""
    model = HashEmbedder()
    monkeypatch.setattr(chunking.embedding, "get_embedder", lambda *_: model)
    monkeypatch.setenv("CHUNKSCOPE_CONFIG_DIR", str(tmp_path))
    cached._jobs.clear()
    yield
    cached._jobs.clear()


def opened(page: str = "", **query: str) -> AppTest:
    """The window as a visitor first sees it."""
    app = AppTest.from_file(str(APP), default_timeout=60)
    for name, value in query.items():
        app.query_params[name.replace("__", ".")] = value
    app.run()
    if page:
        app.switch_page(page).run()
    assert not app.exception, app.exception
    return app


def move(app: AppTest, key: str, value: float) -> None:
    """Move a slider: it repaints a part, which the test sees alone; then the whole page."""
    app.slider(key=key).set_value(value).run()
    assert not app.exception
    app.run()


def html(app: AppTest) -> str:
    """All that the page shows as HTML of its own."""
    return " ".join(str(each.proto.body) for each in app.get("html"))


def published(app: AppTest, kind: str) -> dict[str, Any]:
    """What the views were sent last: "chunking", or what is "said" of it."""
    sent = [bytes(each.proto.bytes) for each in app.get("bidi_component") if each.proto.bytes]
    headers = [json.loads(data[4 : 4 + int.from_bytes(data[:4], "little")]) for data in sent]
    return next(header for header in headers if header["kind"] == kind)


def figures(app: AppTest) -> str:
    """The readout's figures."""
    return ", ".join(" ".join(figure) for figure in published(app, "chunking")["figures"])


def settle(app: AppTest) -> None:
    """Run until what takes longer than a page may wait is there, as the page does by itself."""
    for _ in range(100):
        if "inside the limits" in figures(app):
            return
        app.run()


def test_a_first_visit_shows_a_sample_already_cut_without_a_model() -> None:
    app = opened()
    assert app.selectbox(key="document").value == SAMPLES[0].name
    assert app.selectbox(key="strategy").value == "paragraph"
    assert "What Waiting Built" in html(app)
    assert figures(app).startswith("5 chunks, ")
    assert published(app, "chunking")["note"].startswith("Each tint is one chunk")


@pytest.mark.parametrize("name", available())
def test_a_strategy_shows_its_own_controls_and_no_others(name: str) -> None:
    app = opened()
    app.selectbox(key="strategy").select(name).run()
    assert not app.exception
    settle(app)
    shown = {
        str(each.key).removeprefix(f"{name}.")
        for kind in ("slider", "selectbox", "text_input", "number_input")
        for each in app.get(kind)
        if str(each.key).startswith(f"{name}.")
    }
    assert shown == set(get(name).model_fields)
    assert "chunks" in figures(app)


def test_a_lower_threshold_gives_fewer_cuts() -> None:
    app = opened(strategy="semantic")
    move(app, "semantic.min_tokens", 0)
    move(app, "semantic.threshold", 0.9)
    many = figure(app)
    move(app, "semantic.threshold", 0.1)
    assert 1 <= figure(app) < many


def figure(app: AppTest) -> int:
    """The number of chunks that the readout names."""
    return int(figures(app).split(" ")[0].replace(",", ""))


def test_a_preset_sets_everything_at_once() -> None:
    app = opened()
    app.selectbox(key="preset").select("Alexandria for philosophy").run()
    assert app.selectbox(key="strategy").value == "semantic"
    assert app.slider(key="semantic.threshold").value == 0.45
    assert app.selectbox(key="semantic.domain").value == "philosophy"


def test_the_domain_of_a_strategy_sets_the_published_threshold() -> None:
    app = opened(strategy="semantic")
    app.selectbox(key="semantic.domain").select("philosophy").run()
    assert app.slider(key="semantic.threshold").value == 0.45


def test_a_preset_outside_of_a_sliders_range_gets_a_field_for_its_number() -> None:
    app = opened()
    app.session_state["strategy"] = "sentence"
    app.session_state["sentence.max_tokens"] = 50_000
    app.run()
    assert not app.exception
    assert app.number_input(key="sentence.max_tokens").value == 50_000


def test_settings_that_contradict_each_other_get_one_sentence_and_come_back() -> None:
    app = opened(strategy="semantic")
    move(app, "semantic.max_tokens", 100)
    assert not app.exception
    assert "max_tokens must be at least min_tokens (200), got 100" in html(app)
    move(app, "semantic.min_tokens", 50)
    assert "must be at least" not in html(app)
    assert len(published(app, "chunking")["chunks"]["sizes"]) > 5


def test_settings_that_contradict_each_other_leave_what_was_shown() -> None:
    app = opened(strategy="semantic")
    move(app, "semantic.min_tokens", 50)
    before = published(app, "chunking")
    move(app, "semantic.max_tokens", 60)
    move(app, "semantic.min_tokens", 400)
    assert "What is shown is from before" in html(app)
    after = published(app, "chunking")
    assert after["chunks"]["sizes"] != before["chunks"]["sizes"]
    assert max(after["chunks"]["tokens"]) <= 60


def test_a_link_with_settings_that_contradict_each_other_opens() -> None:
    app = opened(strategy="semantic", semantic__max_tokens="60", semantic__count_in="words")
    assert "must be at least min_tokens (200), got 60" in html(app)
    assert "chunks" in figures(app)


def test_the_first_cut_is_by_all_settings_of_the_link() -> None:
    app = opened(strategy="sentence", sentence__max_tokens="96", sentence__count_in="words")
    assert app.selectbox(key="sentence.count_in").value == "words"
    first = published(app, "chunking")["chunks"]
    app.run()
    assert published(app, "chunking")["chunks"] == first


def test_the_link_carries_the_settings() -> None:
    app = opened(strategy="sentence", sentence__max_tokens="120", sample="guide.md")
    assert app.slider(key="sentence.max_tokens").value == 120
    assert app.selectbox(key="document").value == "guide.md"


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda each: each.name)
def test_every_sample_opens_on_both_pages(sample: object) -> None:
    name = getattr(sample, "name", "")
    opened(sample=name)
    opened("pages/compare.py", sample=name)


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


def press(app: AppTest, label: str) -> None:
    """Press the button of that label."""
    next(each for each in app.button if each.label == label).click().run()
    assert not app.exception


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


def test_a_short_text_says_that_a_threshold_means_nothing() -> None:
    app = opened(strategy="semantic")
    app.file_uploader(key="upload").upload(
        "s.md", b"One thing. Another thing.", "text/markdown"
    ).run()
    assert "a threshold means nothing here" in published(app, "said")["text"]


def test_title_language_and_domain_are_kept_for_the_exports() -> None:
    app = opened()
    title = next(each for each in app.text_input if each.label == "Title")
    title.set_value("Another title").run()
    assert not app.exception
    assert "Another title" in html(app)


def test_settings_are_saved_under_a_name_and_offered_again() -> None:
    app = opened()
    move(app, "paragraph.max_tokens", 330)
    app.text_input(key="preset_name").set_value("Mine").run()
    press(app, "Save these settings")
    assert "Mine" in app.selectbox(key="preset").options
    move(app, "paragraph.max_tokens", 500)
    app.selectbox(key="preset").select("Mine").run()
    assert app.slider(key="paragraph.max_tokens").value == 330


def test_the_table_of_chunks_filters_by_text_and_reason() -> None:
    app = opened(show="Chunks")
    assert len(app.dataframe[0].value) == 5
    app.text_input(key="tune.holds").set_value("harbour").run()
    assert not app.exception
    assert 0 < len(app.dataframe[0].value) <= 5
    app.multiselect(key="tune.reasons").select("tail").run()
    assert len(app.dataframe[0].value) <= 1


def test_every_selector_that_finds_a_threshold_is_offered_with_it_and_sets_it() -> None:
    app = opened(strategy="semantic", show="Suggestions")
    offered = app.get("button_group")[2]
    labels = [option.content for option in offered.proto.options]
    assert [label.split(" · ")[0] for label in labels] == [
        selector.title for selector in SELECTORS.values()
    ]
    row, value = next(
        (row, float(label.split(" · ")[1]))
        for row, label in enumerate(labels)
        if not label.endswith("none")
    )
    app.button_group[2].set_value(list(SELECTORS)[row]).run()
    assert not app.exception
    app.run()
    assert app.slider(key="semantic.threshold").value == pytest.approx(value)
    assert published(app, "chunking")["threshold"] == pytest.approx(value)
    assert list(SELECTORS.values())[row].summary in html(app)


def test_a_selector_sets_the_threshold_of_semantic_where_the_strategy_has_none() -> None:
    app = opened(strategy="sentence", show="Suggestions")
    app.button_group[2].set_value("plateau").run()
    app.run()
    assert not app.exception
    assert app.selectbox(key="strategy").value == "semantic"


def test_what_is_recommended_is_used_with_one_click() -> None:
    app = opened(strategy="semantic", show="Suggestions")
    expected = recommend(state._sample(SAMPLES[0].name), embedder=HashEmbedder())
    assert f"Recommended: {expected.strategy.name}." in html(app)
    press(app, "Use it")
    app.run()
    settle(app)
    assert app.selectbox(key="strategy").value == expected.strategy.name
    assert next(each for each in app.button if each.label == "Use it").disabled


def test_a_lane_of_the_comparison_takes_what_is_recommended() -> None:
    app = opened("pages/compare.py")
    for _ in range(50):
        if "Recommended for this document" in app.selectbox(key="a.preset").options:
            break
        app.run()
    app.selectbox(key="a.preset").select("Recommended for this document").run()
    assert not app.exception
    expected = recommend(state._sample(SAMPLES[0].name), embedder=HashEmbedder())
    assert app.selectbox(key="a.strategy").value == expected.strategy.name


@pytest.mark.parametrize("count", [2, 3, 4])
def test_compare_shows_two_to_four_lanes_with_a_row_for_every_measure(count: int) -> None:
    app = opened("pages/compare.py", lanes=str(count))
    table = app.dataframe[0].value
    assert len(table.columns) == count + 3
    assert list(table["Measure"]) == [measure.title for measure in MEASURES]


def test_a_pinned_baseline_is_a_lane_and_is_taken_away_again() -> None:
    app = opened("pages/compare.py", lanes="2")
    app.button(key="compare.pin.B").click().run()
    assert not app.exception
    assert app.session_state["baseline"] == {
        "document": state._sample(SAMPLES[0].name).sha256,
        "strategy": "structure",
    }
    assert app.selectbox(key="compare.pair").value == "Baseline → B"
    assert len(app.dataframe[0].value.columns) == 3 + 3
    app.button(key="compare.unpin").click().run()
    assert app.selectbox(key="compare.pair").options == ["A → B"]


def test_a_baseline_of_a_strategy_that_is_gone_says_so() -> None:
    app = opened("pages/compare.py")
    document = state._sample(SAMPLES[0].name)
    app.session_state["baseline"] = {"document": document.sha256, "strategy": "nonsense"}
    app.run()
    assert not app.exception
    assert app.session_state["baseline"] is None
    assert "The baseline is gone: strategy must be one of" in html(app)


def test_the_library_has_a_row_for_every_sample() -> None:
    app = opened("pages/library.py")
    assert "Cut many documents alike" in html(app)
    app.button(key="library.samples").click().run()
    for _ in range(100):
        if app.dataframe and len(app.dataframe[0].value) == len(SAMPLES):
            break
        app.run()
    table = app.dataframe[0].value
    assert list(table["document"]) == [each.name for each in SAMPLES]
    assert (table["below"] >= 0).all()
    app.selectbox(key="library.strategy").select("structure").run()
    app.run()
    assert not app.exception
    assert "below" not in app.dataframe[0].value.columns


def test_the_outcomes_of_the_main_slider_are_worked_out_when_the_page_asks() -> None:
    app = opened(strategy="semantic")
    settle(app)
    swept = published(app, "chunking")["swept"]
    assert (swept["label"], swept["value"], swept["decimals"]) == ("Threshold", 0.55, 2)
    move(app, "semantic.threshold", 0.4)
    assert published(app, "chunking")["swept"]["id"] == swept["id"]
    move(app, "semantic.min_tokens", 50)
    assert published(app, "chunking")["swept"]["id"] != swept["id"]
    assert published(app, "outcomes")["columns"] is None
    for _ in range(50):
        app.session_state["latest"].asked = True
        app.run()
        if published(app, "outcomes")["columns"] is not None:
            break
    told = published(app, "outcomes")
    assert told["sweep"] == published(app, "chunking")["swept"]["id"]
    counts = dict(zip(told["columns"]["values"], told["columns"]["counts"], strict=True))
    assert len(counts) == 101
    assert counts[0.4] == figure(app)


def test_a_strategy_without_a_threshold_shows_its_first_slider_and_one_without_any_none() -> None:
    swept = published(opened(strategy="paragraph"), "chunking")["swept"]
    assert (swept["label"], swept["value"], swept["steady"]) == ("Max tokens", 700, False)
    assert published(opened(strategy="hierarchical"), "chunking")["swept"] is None


def test_a_setting_that_changes_nothing_is_named() -> None:
    app = opened(strategy="semantic")
    settle(app)
    move(app, "semantic.max_tokens", 4000)
    assert "Max tokens changes nothing here." in published(app, "said")["text"]
