"""The Sweep page, run without a browser."""

import pytest
from headless import opened
from streamlit.testing.v1 import AppTest

from chunking import get, sessions
from chunking.gui import state
from chunking.settings import to_dict

pytestmark = pytest.mark.usefixtures("small_model")


def swept() -> AppTest:
    """The page once the sweep is done."""
    app = opened()
    app.selectbox(key="strategy").select("fixed").run()
    app.switch_page("pages/sweep.py").run()
    return finished(app)


def finished(app: AppTest) -> AppTest:
    """The same, after as many runs as it takes."""
    for _ in range(300):
        assert not app.exception, app.exception
        if any("different cuttings" in each.value for each in app.text):
            return app
        app.run()
    raise AssertionError


def test_the_strategy_of_tune_is_swept_first() -> None:
    app = swept()
    assert app.selectbox(key="sweep.strategy").value == "fixed"
    assert app.selectbox(key="sweep.down.fixed").value == "max_tokens"
    assert any(each.value.startswith("2,000 cells, ") for each in app.text)


def test_the_other_settings_are_said_by_the_names_of_their_controls() -> None:
    app = swept()
    assert any(each.value.startswith("The other settings are as in Tune") for each in app.caption)
    app.selectbox(key="sweep.strategy").select("sentence").run()
    said = "The other settings are at their defaults: Anchor every 0."
    assert said in [each.value for each in app.caption]


def test_three_settings_are_lines_with_a_table_of_the_best() -> None:
    app = swept()
    app.selectbox(key="sweep.measure").select("chunks").run()
    app.multiselect(key="sweep.more.fixed").set_value(["strategy"]).run()
    finished(app)
    assert len(app.get("plotly_chart")) == 1
    table = app.dataframe[0].value
    assert table["Chunks"].is_monotonic_decreasing
    assert table["cutting"].is_unique


def test_what_is_adopted_is_set_in_tune() -> None:
    app = swept()
    app.session_state[state._ADOPTED] = get("fixed")(max_tokens=330)
    app.switch_page("pages/tune.py").run()
    assert not app.exception
    assert app.selectbox(key="strategy").value == "fixed"
    assert app.slider(key="fixed.max_tokens").value == 330


def test_a_session_that_is_opened_here_is_swept_and_set_in_tune() -> None:
    app = swept()
    kept = sessions.Session(tune=to_dict(get("sentence")(max_tokens=330)))
    app.session_state[state._VISIT].to_open = sessions.to_json(kept).encode()
    finished(app.run())
    assert app.selectbox(key="sweep.strategy").value == "sentence"
    assert any(each.value.startswith("The other settings are as in Tune") for each in app.caption)
    app.switch_page("pages/tune.py").run()
    assert not app.exception
    assert app.selectbox(key="strategy").value == "sentence"
    assert app.slider(key="sentence.max_tokens").value == 330


def test_a_sweep_that_is_stopped_keeps_what_is_done_and_goes_on() -> None:
    app = opened()
    app.switch_page("pages/sweep.py").run()
    for _ in range(300):
        stop = [each for each in app.button if each.key == "sweep.stop"]
        if stop:
            break
        app.run()
    stop[0].click().run()
    for _ in range(300):
        again = [each for each in app.button if each.key == "sweep.again"]
        if again:
            break
        app.run()
    assert not app.exception
    again[0].click().run()
    finished(app)
    assert not [each for each in app.button if each.key == "sweep.again"]
