"""Compare and Library, run without a browser."""

import json
import threading
from typing import Any

import pytest
from embedders import HashEmbedder
from headless import html, move, open_menus, opened
from streamlit.testing.v1 import AppTest

import chunking.embedding
from chunking.analysis.metrics import METRICS
from chunking.analysis.recommend import recommend
from chunking.errors import ModelError
from chunking.loading import load_bytes
from chunking.loading.samples import SAMPLES, sample

pytestmark = pytest.mark.usefixtures("small_model")


def test_a_lane_of_the_comparison_takes_what_is_recommended() -> None:
    app = opened("pages/compare.py")
    for _ in range(50):
        if "Recommended for this document" in app.selectbox(key="a.preset").options:
            break
        app.run()
    app.selectbox(key="a.preset").select("Recommended for this document").run()
    assert not app.exception
    expected = recommend(sample(SAMPLES[0].name), embedder=HashEmbedder())
    assert app.selectbox(key="a.strategy").value == expected.strategy.name


def measured(app: AppTest) -> dict[str, Any]:
    """What the table of measures is sent; no lanes where there is none yet."""
    found = (json.loads(each.proto.json) for each in app.get("bidi_component") if each.proto.json)
    return next((each for each in found if "rows" in each), {"lanes": []})


@pytest.mark.parametrize("count", [2, 3, 4])
def test_compare_shows_two_to_four_lanes_with_a_row_for_every_measure(count: int) -> None:
    app = opened("pages/compare.py", lanes=str(count))
    table = measured(app)
    assert len(table["lanes"]) == count
    units, *rows = table["rows"]
    assert units["title"] == "Tokenizer"
    assert units["values"] == ["characters ÷ 4"] * count
    assert [row["title"] for row in rows] == [measure.title for measure in METRICS]
    for row in rows:
        assert len(row["values"]) == count
        decimals = {len(each.partition(".")[2]) for each in row["values"] if each != "-"}
        assert len(decimals) <= 1, row


def test_a_pinned_baseline_is_a_lane_and_is_taken_away_again() -> None:
    app = opened("pages/compare.py", lanes="2")
    app.button(key="compare.pin.B").click().run()
    assert not app.exception
    assert app.session_state["visit"].baseline == {
        "document": sample(SAMPLES[0].name).sha256,
        "strategy": "structure",
    }
    assert app.selectbox(key="compare.pair").value == "Baseline → B"
    assert [each.partition(" ")[0] for each in measured(app)["lanes"]] == ["Baseline", "A", "B"]
    app.button(key="compare.unpin").click().run()
    assert app.selectbox(key="compare.pair").options == ["A → B"]


def test_a_baseline_of_a_strategy_that_is_gone_says_so() -> None:
    app = opened("pages/compare.py")
    document = sample(SAMPLES[0].name)
    app.session_state["visit"].baseline = {"document": document.sha256, "strategy": "nonsense"}
    app.run()
    assert not app.exception
    assert app.session_state["visit"].baseline is None
    assert "The baseline is gone: strategy must be one of" in html(app)


def tuned(threshold: float, strategy: str = "semantic") -> AppTest:
    """Tune, with that threshold."""
    app = opened(strategy=strategy)
    app.slider(key=f"{strategy}.threshold").set_value(threshold).run()
    return app.run()


def test_compare_shows_the_settings_of_tune_until_a_lane_is_set() -> None:
    app = tuned(0.44)
    app.switch_page("pages/compare.py").run()
    assert app.slider(key="c.semantic.threshold").value == 0.44
    app.switch_page("pages/tune.py").run()
    app.slider(key="semantic.threshold").set_value(0.31).run()
    app.switch_page("pages/compare.py").run()
    assert app.slider(key="c.semantic.threshold").value == 0.31
    open_menus(app).slider(key="a.paragraph.max_tokens").set_value(300).run()
    app.switch_page("pages/tune.py").run()
    app.selectbox(key="strategy").select("fixed").run()
    app.switch_page("pages/compare.py").run()
    assert not app.exception
    assert app.selectbox(key="c.strategy").value == "semantic"
    assert app.slider(key="c.semantic.threshold").value == 0.31
    assert app.slider(key="a.paragraph.max_tokens").value == 300


def test_a_strategy_that_no_lane_shows_takes_the_last_one() -> None:
    app = opened(strategy="fixed")
    app.slider(key="fixed.max_tokens").set_value(330).run()
    app.switch_page("pages/compare.py").run()
    names = [app.selectbox(key=f"{letter}.strategy").value for letter in "abc"]
    assert names == ["paragraph", "structure", "fixed"]
    assert app.slider(key="c.fixed.max_tokens").value == 330


def test_a_link_to_lanes_is_shown_as_it_is() -> None:
    app = opened(strategy="fixed", c__semantic__threshold="0.3")
    app.switch_page("pages/compare.py").run()
    assert app.selectbox(key="c.strategy").value == "semantic"
    assert app.slider(key="c.semantic.threshold").value == 0.3


def test_a_lane_takes_the_settings_of_tune_and_tune_takes_those_of_a_lane() -> None:
    app = tuned(0.44)
    app.switch_page("pages/compare.py").run()
    app.button(key="a.take").click().run()
    assert app.selectbox(key="a.strategy").value == "semantic"
    assert app.slider(key="a.semantic.threshold").value == 0.44
    app.button(key="b.give").click().run()
    assert "Set in Tune: structure, at most 800 tokens" in [each.value for each in app.text]
    assert app.slider(key="c.semantic.threshold").value == 0.44
    app.switch_page("pages/tune.py").run()
    assert not app.exception
    assert app.selectbox(key="strategy").value == "structure"


def with_samples(app: AppTest, key: str = "library.samples") -> AppTest:
    """The library once the samples are cut."""
    app.button(key=key).click().run()
    return cut(app, len(SAMPLES))


def cut(app: AppTest, count: int) -> AppTest:
    """The library once so many documents are cut."""
    for _ in range(100):
        if app.dataframe and len(app.dataframe[0].value) == count:
            break
        app.run()
    return app


def ticked(app: AppTest, row: int) -> AppTest:
    """The library with a row ticked."""
    app.session_state["library.table"] = {"selection": {"rows": [row], "columns": [], "cells": []}}
    return app.run()


def test_the_library_begins_with_the_settings_of_tune_and_takes_them_again() -> None:
    app = tuned(0.44)
    app.switch_page("pages/library.py").run()
    assert app.slider(key="library.semantic.threshold").value == 0.44
    app.slider(key="library.semantic.threshold").set_value(0.6).run()
    app.switch_page("pages/tune.py").run()
    app.slider(key="semantic.threshold").set_value(0.31).run()
    app.switch_page("pages/library.py").run()
    assert app.slider(key="library.semantic.threshold").value == 0.6
    app.button(key="library.take").click().run()
    assert not app.exception
    assert app.slider(key="library.semantic.threshold").value == 0.31


OPENING = ("library.open", "library.open_with")


@pytest.mark.parametrize(
    ("button", "threshold"), [("library.open", 0.44), ("library.open_with", 0.6)]
)
def test_a_row_is_opened_with_the_settings_of_tune_or_with_those_of_the_library(
    button: str, threshold: float
) -> None:
    app = tuned(0.44)
    app.switch_page("pages/library.py").run()
    move(app, "library.semantic.threshold", 0.6)
    with_samples(app)
    # The room is kept before a row is ticked, so that nothing moves then.
    assert [app.button(key=key).disabled for key in OPENING] == [True, True]
    ticked(app, 2)
    assert [app.button(key=key).disabled for key in OPENING] == [False, False]
    assert app.session_state["visit"].documents.chosen == SAMPLES[0].name
    app.button(key=button).click().run()
    assert not app.exception
    assert app.slider(key="semantic.threshold").value == threshold
    assert app.session_state["visit"].documents.chosen == SAMPLES[2].name


def test_a_row_is_opened_where_the_address_holds_settings() -> None:
    app = opened(
        "pages/library.py", library__strategy="semantic", library__semantic__threshold="0.6"
    )
    with_samples(app)
    ticked(app, 2)
    app.button(key="library.open").click().run()
    assert not app.exception
    assert app.session_state["visit"].documents.chosen == SAMPLES[2].name


def test_the_library_has_a_row_for_every_sample() -> None:
    app = opened("pages/library.py")
    assert "Cut many documents alike" in html(app)
    with_samples(app)
    table = app.dataframe[0].value
    assert list(table["document"]) == [each.name for each in SAMPLES]
    assert (table["below"] >= 0).all()
    assert (table["longer"] <= table["chunks"]).all()
    assert table["longer"].sum() > 0
    assert table["broken"].sum() == 0
    app.selectbox(key="library.strategy").select("structure").run()
    app.run()
    assert not app.exception
    assert "below" not in app.dataframe[0].value.columns
    app.selectbox(key="library.strategy").select("fixed").run()
    app.run()
    assert app.dataframe[0].value["broken"].sum() > 0


def test_an_empty_library_begins_with_what_is_open_or_with_the_samples() -> None:
    app = opened("pages/library.py", sample="guide.md")
    app.button(key="library.begin.add_open").click().run()
    assert "1 document" in [each.value for each in app.caption]
    assert "Cut many documents alike" not in html(app)
    assert [each.route for each in app.session_state["visit"].library] == ["guide.md"]
    mine = load_bytes(b"A text of my own. It has two sentences.", "mine.md")
    app.session_state["visit"].documents.add(mine)
    app.run()
    app.button(key="library.add_open").click().run()
    cut(app, 2)
    names = [each.route for each in app.session_state["visit"].library]
    assert names == ["guide.md", "mine.md"]
    app = with_samples(opened("pages/library.py"), "library.begin.samples")
    assert not app.exception
    assert len(app.session_state["visit"].library) == len(SAMPLES)


def test_the_columns_of_the_library_say_their_units() -> None:
    app = with_samples(opened("pages/library.py"))
    columns = json.loads(app.dataframe[0].proto.columns)
    assert columns["inside"]["help"] == (
        "The share of the chunks, in percent, that have at least 200 tokens and at most 1,200 "
        "tokens"
    )
    assert columns["below"]["label"] == "gaps below"
    assert columns["largest"]["type_config"]["format"] == "localized"
    assert columns["longer"]["label"] == "too long"
    assert "reads at once" in columns["longer"]["help"]
    assert "recommended way" in columns["own"]["help"]


def test_the_library_gives_names_and_reasons_the_width_they_need() -> None:
    columns = json.loads(with_samples(opened("pages/library.py")).dataframe[0].proto.columns)
    assert columns["document"]["pinned"] is True
    longest = max(len(each.name) for each in SAMPLES)
    assert columns["document"]["width"] >= 24 + 7 * longest
    assert columns["reasons"]["width"] > len("similarity 10") * 7


def test_lanes_that_all_wait_for_the_model_say_so(monkeypatch: pytest.MonkeyPatch) -> None:
    read_on = threading.Event()
    slow = HashEmbedder("slow", gate=lambda _: (read_on.wait(60), None)[1])
    monkeypatch.setattr(chunking.embedding, "get_embedder", lambda *_: slow)
    app = opened("pages/compare.py", lanes="2", a__strategy="semantic", b__strategy="optimal")
    assert "The lanes follow once the model has read the text." in html(app)
    read_on.set()
    for _ in range(200):
        if len(measured(app)["lanes"]) == 2:
            break
        app.run()
    assert not app.exception
    assert len(measured(app)["lanes"]) == 2


def test_a_library_whose_model_is_not_there_is_no_error(monkeypatch: pytest.MonkeyPatch) -> None:
    def found(model: str, *_: str) -> HashEmbedder:
        if model == "no-such-model":
            raise ModelError("there is no such model")
        return HashEmbedder()

    monkeypatch.setattr(chunking.embedding, "get_embedder", found)
    app = opened("pages/library.py")
    app.button(key="library.samples").click().run()
    field = next(each for each in app.text_input if each.label == "Model")
    field.set_value("no-such-model").run()
    assert not app.exception


def test_what_a_link_holds_is_no_markup_on_sweep() -> None:
    said = "![x](http://example.invalid/p.png)"
    app = opened(strategy="semantic", semantic__model=said)
    app.switch_page("pages/sweep.py").run()
    assert not app.exception
    assert any(said in each.value for each in app.text)
    assert not any("example.invalid" in str(each.value) for each in (*app.caption, *app.markdown))


def test_a_document_that_had_to_be_closed_for_another_is_named() -> None:
    app = opened("pages/library.py")
    documents = app.session_state["visit"].documents
    for number in range(8):
        documents.add(load_bytes(f"Text {number}.".encode(), f"{number}.txt"))
    documents.choose(SAMPLES[0].name)
    app.session_state["visit"].library = (load_bytes(b"Another text.", "other.txt"),)
    cut(app, 1)
    ticked(app, 0)
    app.button(key="library.open").click().run()
    assert "0.txt was closed: 8 documents of your own are open at a time." in html(app)
