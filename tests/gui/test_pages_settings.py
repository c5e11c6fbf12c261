"""The settings of Tune, run without a browser: controls, presets, links, outcomes."""

import pytest
from headless import figure, figures, html, move, opened, picker, press, published, settle

from chunking import available, get
from chunking.settings import presets
from chunking.text.tokenizers import TOKENIZERS

pytestmark = pytest.mark.usefixtures("small_model")


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


def test_a_preset_sets_everything_at_once() -> None:
    app = opened()
    app.selectbox(key="preset").select("Alexandria for philosophy").run()
    assert app.selectbox(key="strategy").value == "semantic"
    assert app.slider(key="semantic.threshold").value == 0.45
    assert app.selectbox(key="semantic.domain").value == "philosophy"


def test_a_preset_whose_settings_were_changed_can_be_picked_again() -> None:
    app = opened()
    app.selectbox(key="preset").select("Alexandria").run()
    assert app.selectbox(key="preset").value == "Alexandria"
    move(app, "semantic.threshold", 0.3)
    assert app.selectbox(key="preset").value is None
    app.selectbox(key="preset").select("Alexandria").run()
    assert app.slider(key="semantic.threshold").value == 0.55


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
    assert "Max tokens must be at least Min tokens (200), got 100" in html(app)
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
    said = "What is shown is from before: Max tokens must be at least Min tokens (400), got 60."
    assert published(app, "chunking")["note"] == said
    after = published(app, "chunking")
    assert after["chunks"]["sizes"] != before["chunks"]["sizes"]
    assert max(after["chunks"]["tokens"]) <= 60


def test_undo_takes_back_a_contradiction_before_what_was_set_before_it() -> None:
    app = opened(strategy="semantic")
    settle(app)
    move(app, "semantic.min_tokens", 1000)
    move(app, "semantic.max_tokens", 60)
    assert "must be at least Min tokens (1000), got 60" in html(app)
    limits = [app.session_state[f"semantic.{name}_tokens"] for name in ("min", "max")]
    assert limits == [1000, 60]
    for expected in ([1000, 1200], [200, 1200]):
        app.button(key="history.Undo").click().run()
        app.run()
        found = [app.session_state[f"semantic.{name}_tokens"] for name in ("min", "max")]
        assert found == expected


def test_a_link_with_settings_that_contradict_each_other_opens() -> None:
    app = opened(strategy="semantic", semantic__max_tokens="60", semantic__count_in="words")
    assert "must be at least Min tokens (200), got 60" in html(app)
    assert "chunks" in figures(app)


@pytest.mark.parametrize(
    ("said", "counter"), [("words", "words"), (TOKENIZERS["wordpiece"].title, "wordpiece")]
)
def test_the_first_cut_is_by_all_settings_of_the_link(said: str, counter: str) -> None:
    app = opened(strategy="sentence", sentence__max_tokens="96", sentence__count_in=said)
    assert app.selectbox(key="sentence.tokenizer").value == counter
    first = published(app, "chunking")["chunks"]
    app.run()
    assert published(app, "chunking")["chunks"] == first


def test_the_link_carries_the_settings() -> None:
    app = opened(strategy="sentence", sentence__max_tokens="120", sample="guide.md")
    assert app.slider(key="sentence.max_tokens").value == 120
    assert picker(app).value == "guide.md"


def test_a_short_text_says_that_a_threshold_means_nothing() -> None:
    app = opened(strategy="semantic")
    app.file_uploader(key="upload").upload(
        "s.md", b"One thing. Another thing.", "text/markdown"
    ).run()
    assert "a threshold means nothing here" in published(app, "said")["text"]


def test_settings_are_saved_under_a_name_and_offered_again() -> None:
    app = opened()
    move(app, "paragraph.max_tokens", 330)
    app.text_input(key="preset_name").set_value("Mine").run()
    press(app, "Save these settings")
    assert "Mine" in app.selectbox(key="preset").options
    move(app, "paragraph.max_tokens", 500)
    app.selectbox(key="preset").select("Mine").run()
    assert app.slider(key="paragraph.max_tokens").value == 330


@pytest.mark.parametrize(("value", "shown"), [("0.33", "%0.2f"), ("0.334", "%0.3f")])
def test_a_slider_between_two_steps_shows_where_it_stands(value: str, shown: str) -> None:
    slider = opened(strategy="semantic", semantic__threshold=value).slider(key="semantic.threshold")
    assert (slider.value, slider.proto.format) == (float(value), shown)


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


@pytest.mark.parametrize("seen", [True, False])
def test_a_number_that_comes_back_into_the_range_of_its_slider_stays(seen: bool) -> None:  # noqa: FBT001 - drawn
    link = {} if seen else {"sentence__max_tokens": "50000"}
    app = opened(strategy="sentence", **link)
    if seen:
        move(app, "sentence.max_tokens", 300)
        presets.save("large", get("sentence")(max_tokens=50_000))
        app.run()
        app.selectbox(key="preset").select("large").run()
    app.number_input(key="sentence.max_tokens").set_value(3000).run()
    assert not app.exception
    app.run()
    assert app.slider(key="sentence.max_tokens").value == 3000
    assert app.session_state["latest"].cut.strategy.max_tokens == 3000


def test_a_preset_that_is_gone_already_is_said() -> None:
    app = opened()
    app.text_input(key="preset_name").set_value("mine").run()
    app.button(key="preset_save").click().run()
    presets.delete("mine")
    app.button(key="preset_delete").click().run()
    assert not app.exception
    assert "there is no saved preset" in html(app)
