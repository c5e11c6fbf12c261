"""Settings being edited: typed values, drafts, forms."""

import pytest

from chunking import available, get
from chunking.core.errors import ChunkingError, SettingsError
from chunking.engine import presets
from chunking.gui.session.settings import Settings, preset_choices, strategy_choices
from chunking.strategies.base import sliders


@pytest.fixture(autouse=True)
def _own_presets(tmp_path: object, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CHUNKSCOPE_CONFIG_DIR", str(tmp_path))


def settings(name: str = "semantic", **values: object) -> Settings:
    return Settings(get(name)(**values))


def field(found: Settings, name: str) -> dict[str, object]:
    form = found.form()["fields"]
    (value,) = [each for each in form if each["name"] == name]
    return dict(value)


def test_numbers_of_the_page_take_the_type_of_their_field() -> None:
    found = settings()
    found.set("min_tokens", 50.0)
    found.set("threshold", 1)
    values = (found.strategy.model_dump()["min_tokens"], found.strategy.model_dump()["threshold"])
    assert values == (50, 1.0)
    assert [type(each) for each in values] == [int, float]


def test_a_value_that_contradicts_others_is_not_taken_and_the_form_shows_what_applies() -> None:
    found = settings()
    found.set("max_tokens", 100)
    assert found.strategy == get("semantic")()
    assert found.form()["problem"] == "Max tokens must be at least Min tokens (200), got 100"
    assert field(found, "max_tokens")["value"] == get("semantic")().max_tokens
    found.set("min_tokens", 50)
    assert found.form()["problem"] == ""
    assert found.strategy == get("semantic")(min_tokens=50)


def test_an_unknown_field_is_rejected() -> None:
    with pytest.raises(ChunkingError, match="paragraph has no setting"):
        settings("paragraph").set("threshold", 0.3)


def test_a_strategy_keeps_its_settings_while_another_one_is_chosen() -> None:
    found = settings(threshold=0.3)
    names = []
    for name in ("sentence", "semantic"):
        found.choose(name)
        names.append(found.strategy.name)
    assert names == ["sentence", "semantic"]
    assert found.strategy == get("semantic")(threshold=0.3)
    with pytest.raises(SettingsError):
        found.choose("magic")


def test_the_preset_with_these_settings_is_named() -> None:
    found = settings(keep_whole="blocks", tokenizer="estimate")
    assert found.preset == "Alexandria"
    found.set("threshold", 0.3)
    assert found.preset == ""
    presets.save("Mine", found.strategy)
    assert found.preset == "Mine"
    saved = [(each["value"], each["help"], each["saved"]) for each in preset_choices()]
    assert saved[0] == ("Context Harness", "paragraph, ADR-0006", "")
    assert saved[-1] == ("Mine", "semantic", "yes")


@pytest.mark.parametrize("name", available())
def test_a_form_has_a_control_for_each_field(name: str) -> None:
    found = settings(name).form()
    assert [each["name"] for each in found["fields"]] == list(get(name).fields())
    kinds = {each["name"]: each["kind"] for each in found["fields"]}
    assert [key for key, kind in kinds.items() if kind == "slider"] == [
        key for key in kinds if key in sliders(get(name))
    ]
    assert set(kinds.values()) <= {"choice", "model", "slider", "switch", "number", "text"}


def test_the_level_is_the_first_control_of_optimal_and_not_folded() -> None:
    first = settings("optimal").form()["fields"][0]
    assert (first["name"], first["primary"]) == ("level", True)
    assert first["kind"] == "choice"
    assert [each["value"] for each in first["options"]] == ["coarse", "medium", "fine"]


def test_a_slider_of_shares_has_two_decimals_and_one_of_tokens_none() -> None:
    found = settings()
    threshold, tokens = field(found, "threshold"), field(found, "max_tokens")
    assert (threshold["kind"], threshold["low"], threshold["high"]) == ("slider", 0.0, 1.0)
    assert (threshold["decimals"], threshold["whole"]) == (2, False)
    assert (tokens["decimals"], tokens["whole"]) == (0, True)


def test_the_default_threshold_depends_on_the_domain() -> None:
    found = settings()
    found.set("domain", "philosophy")
    assert field(found, "threshold")["value"] == 0.45
    assert field(found, "threshold")["default"] == 0.45


def test_every_strategy_is_offered_with_its_summary() -> None:
    assert [each["value"] for each in strategy_choices()] == list(available())
    assert all(each["help"] for each in strategy_choices())


def test_the_model_is_chosen_from_a_list_with_those_of_saved_presets() -> None:
    presets.save("Mine", get("semantic")(model="/models/own"))
    found = field(settings(model="org/other"), "model")
    options = found["options"]
    assert isinstance(options, list)
    groups = {each["value"]: each["group"] for each in options}
    assert groups["all-MiniLM-L6-v2"] == "Bundled"
    assert groups["/models/own"] == "Saved presets"
    assert groups["org/other"] == "Selected"
    assert (found["kind"], found["value"]) == ("model", "org/other")
