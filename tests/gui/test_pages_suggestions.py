"""What Tune suggests, run without a browser: selectors, the recommendation, the fit to sizes."""

import pytest
from embedders import HashEmbedder
from headless import html, move, opened, press, published, settle

from chunking import engine, get
from chunking.analysis.recommend import recommend
from chunking.analysis.search.limited_threshold import threshold_within_limits
from chunking.loading.samples import SAMPLES, sample
from chunking.signals.thresholds import SELECTORS

pytestmark = pytest.mark.usefixtures("small_model")


def test_every_selector_that_finds_a_threshold_is_offered_with_it_and_sets_it() -> None:
    app = opened(strategy="semantic", show="Suggestions")
    offered = app.get("button_group")[2]
    labels = [option.content for option in offered.proto.options]
    with_value = [label.split(" · ") for label in labels if not label.endswith("no boundary")]
    values = [float(value) for _, value, _ in with_value]
    assert sorted(label.split(" · ")[0] for label in labels) == sorted(
        selector.title for selector in SELECTORS.values()
    )
    assert values == sorted(values)
    assert labels[: len(values)] == [" · ".join(parts) for parts in with_value]
    (title, _, chunks), value = with_value[-1], values[-1]
    name = next(name for name, selector in SELECTORS.items() if selector.title == title)
    app.button_group[2].set_value(name).run()
    assert not app.exception
    app.run()
    assert app.slider(key="semantic.threshold").value == pytest.approx(value, abs=0.001)
    shown = published(app, "chunking")
    assert shown["threshold"] == pytest.approx(value, abs=0.001)
    assert " ".join(shown["figures"][0]) == chunks
    assert SELECTORS[name].summary in html(app)


def test_a_selector_sets_the_threshold_of_semantic_where_the_strategy_has_none() -> None:
    app = opened(strategy="sentence", show="Suggestions")
    app.button_group[2].set_value("plateau").run()
    app.run()
    assert not app.exception
    assert app.selectbox(key="strategy").value == "semantic"


def test_what_is_recommended_is_used_with_one_click() -> None:
    app = opened(strategy="semantic", show="Suggestions")
    expected = recommend(sample(SAMPLES[0].name), embedder=HashEmbedder())
    assert f"Recommended: {expected.summary} " in html(app)
    app.button_group[2].set_value("otsu").run()
    app.button(key="tune.recommended").click().run()
    app.run()
    settle(app)
    assert app.selectbox(key="strategy").value == expected.strategy.name
    used = app.button(key="tune.recommended")
    assert (used.label, used.disabled) == ("In use", True)
    assert app.button_group[2].value is None


def test_what_is_recommended_by_structure_stands_in_the_sidebar_with_its_reason() -> None:
    app = opened(sample="contract.md")
    expected = recommend(sample("contract.md"), embedder=HashEmbedder())
    assert expected.strategy.name == "structure"
    assert published(app, "chunking")["note"] == f"Recommended: {expected.summary}"
    press(app, "Use structure, as recommended")
    app.run()
    assert app.selectbox(key="strategy").value == "structure"
    assert app.slider(key="structure.max_tokens").value == 254
    note = f"Recommended settings in use: {expected.summary}"
    assert published(app, "chunking")["note"] == note
    used = app.button(key="recommended")
    assert (used.label, used.disabled) == ("In use: structure, as recommended", True)
    move(app, "structure.max_tokens", 300)
    assert published(app, "chunking")["note"] == f"Recommended: {expected.summary}"
    assert app.button(key="recommended").help == expected.reason
    press(app, "Use structure, as recommended")
    app.run()
    assert published(app, "chunking")["note"] == note


def test_what_is_recommended_by_similarity_follows_once_it_is_found() -> None:
    app = opened()
    expected = recommend(sample(SAMPLES[0].name), embedder=HashEmbedder())
    for _ in range(50):
        if any(each.key == "recommended" for each in app.button):
            break
        app.run()
    assert app.button(key="recommended").label == f"Use {expected.strategy.name}, as recommended"
    assert expected.summary in published(app, "chunking")["note"]


def test_a_threshold_is_offered_beside_what_is_recommended() -> None:
    app = opened(show="Suggestions")
    settle(app)
    expected = recommend(sample(SAMPLES[0].name), embedder=HashEmbedder()).alternative
    assert expected is not None
    assert "Alternative: semantic, threshold " in html(app)
    app.button(key="tune.alternative").click().run()
    app.run()
    settle(app)
    settings = {
        name: app.slider(key=f"semantic.{name}").value
        for name in ("threshold", "min_tokens", "max_tokens")
    }
    assert settings == pytest.approx({name: expected.model_dump()[name] for name in settings})
    assert app.button(key="tune.alternative").label == "In use"
    assert "Best threshold for semantic with your other settings: the same." in html(app)


def test_the_selector_is_lit_whose_threshold_is_in_use() -> None:
    app = opened(strategy="semantic", show="Suggestions")
    app.button_group[2].set_value("otsu").run()
    app.run()
    assert app.button_group[2].value == "otsu"
    move(app, "semantic.threshold", 0.9)
    assert app.button_group[2].value is None
    app.selectbox(key="strategy").select("sentence").run()
    assert app.button_group[2].value is None
    assert "This strategy has no threshold" in app.button_group[2].label


def test_a_threshold_is_recommended_for_the_settings_as_they_are() -> None:
    app = opened(strategy="semantic", show="Suggestions")
    assert "Best threshold for semantic with your other settings: " in html(app)
    app.button(key="tune.fitting").click().run()
    app.run()
    settle(app)
    known = engine.prepare(
        sample(SAMPLES[0].name), get("semantic")().material, embedder=HashEmbedder()
    )
    expected = threshold_within_limits(known, get("semantic")())
    assert app.slider(key="semantic.threshold").value == pytest.approx(expected.value)
    assert published(app, "chunking")["threshold"] == pytest.approx(expected.value)
    assert app.button(key="tune.fitting").label == "In use"
