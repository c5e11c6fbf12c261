"""The Sweep page, run without a browser."""

import json
import threading
import time
from collections.abc import Iterator
from typing import Any

import pytest
from headless import move, opened
from streamlit.testing.v1 import AppTest

from chunking import get
from chunking.analysis.search.sweep import Sweep
from chunking.gui import state
from chunking.settings import workspace as sessions
from chunking.settings.serialization import to_dict

pytestmark = pytest.mark.usefixtures("small_model")


def swept(max_tokens: int = 512) -> AppTest:
    """The page once the sweep of `fixed` is done."""
    app = opened()
    app.selectbox(key="strategy").select("fixed").run()
    move(app, "fixed.max_tokens", max_tokens)
    app.switch_page("pages/sweep.py").run()
    return finished(app)


def finished(app: AppTest) -> AppTest:
    """The same, after as many runs as it takes."""
    for _ in range(300):
        assert not app.exception, app.exception
        counted = any("distinct chunkings" in each.value for each in app.text)
        if counted and not [each for each in app.button if each.key == "sweep.stop"]:
            return app
        time.sleep(0.2)  # so that the runs of the page do not slow the sweep down
        app.run()
    raise AssertionError


def test_the_strategy_of_tune_is_swept_first() -> None:
    app = swept()
    assert app.selectbox(key="sweep.strategy").value == "fixed"
    assert app.selectbox(key="sweep.down.fixed").value == "max_tokens"
    # 100 to 4,000 by 100, and the 512 of Tune; by an overlap of 0 to 400 by 10.
    assert any(each.value.startswith("1,681 cells, ") for each in app.text)


def shown(app: AppTest) -> dict[str, Any]:
    """What the map is sent."""
    found = (json.loads(each.proto.json) for each in app.get("bidi_component") if each.proto.json)
    return next(each for each in found if "cuttings" in each)


def test_the_map_keeps_its_cells_and_names_the_one_of_the_present_settings() -> None:
    app = swept(1160)
    before = shown(app)
    tokens = before["axes"][0]["values"]
    assert tokens == [*range(100, 1101, 100), 1160, *range(1200, 4001, 100)]
    assert (before["present"], before["exact"]) == (tokens.index(1160) * 41, True)
    app.session_state[state._VISIT].adopted = get("fixed")(max_tokens=2300)
    app.run()
    after = shown(app)
    assert any("distinct chunkings" in each.value for each in app.text), "a new sweep"
    assert after["axes"] == before["axes"]
    assert (after["present"], after["exact"]) == (tokens.index(2300) * 41, True)
    said = "Set in Tune now: fixed, Max tokens 2,300, Overlap tokens "
    assert any(said in each.value for each in app.text)


def test_where_the_present_settings_are_no_cell_the_nearest_is_called_so() -> None:
    app = swept(1160)
    key = "sweep.range.fixed.max_tokens"
    app.slider(key=key).set_range(2000, 4000).run()
    found = shown(finished(app))
    assert (found["present"], found["exact"]) == (0, False)


def test_the_other_settings_are_said_by_the_names_of_their_controls() -> None:
    app = swept()
    assert any(each.value.startswith("The other settings are as in Tune") for each in app.text)
    app.selectbox(key="sweep.strategy").select("sentence").run()
    said = "The other settings are at their defaults: Resync interval 0."
    assert said in [each.value for each in app.text]


def test_all_that_differs_from_the_defaults_is_among_the_other_settings() -> None:
    app = opened()
    app.selectbox(key="strategy").select("fixed").run()
    app.selectbox(key="fixed.tokenizer").select("words").run()
    app.switch_page("pages/sweep.py").run()
    said = "The other settings are as in Tune: Tokenizer words."
    assert said in [each.value for each in app.text]


def adopted(app: AppTest) -> Any:
    """The settings that Tune has or takes next."""
    app.switch_page("pages/tune.py").run()
    found = app.session_state[state._VISIT].settings[""]
    app.switch_page("pages/sweep.py").run()
    finished(app)
    return found


def best(app: AppTest) -> str:
    """What is said of the best cell."""
    return next(each.value for each in app.text if each.value.startswith("Best"))


def test_the_best_cell_is_named_with_its_plateau_and_is_adopted() -> None:
    app = swept()
    assert app.selectbox(key="sweep.measure").value == "silhouette"
    found = shown(app)
    sizes = [size for size in found["axes"][0]["values"] for _ in found["axes"][1]["values"]]
    known = [pair for pair in zip(sizes, found["values"], strict=True) if pair[1] is not None]
    first, second = best(app).split("\n")
    assert first.startswith(f"Best: {max(value for _, value in known):.3f} (Max tokens ")
    assert first.endswith(" the model limit.")
    within = max(value for size, value in known if size <= 200)
    assert second.startswith(f"Best within the model limit: {within:.3f} (Max tokens ")
    app.button(key="sweep.within").click().run()
    within_settings = second.partition("(")[2].removesuffix(").")
    assert any(f" Set in Tune now: fixed, {within_settings}." in each.value for each in app.text)
    app.selectbox(key="sweep.measure").select("sentence_cuts").run()
    finished(app)
    app.button(key="sweep.best").click().run()
    assert not app.exception
    at = best(app).partition("(")[2].partition(")")[0]
    assert any(f" Set in Tune now: fixed, {at}." in each.value for each in app.text)
    assert app.button(key="sweep.best").disabled
    app.selectbox(key="sweep.measure").select("chunks").run()
    finished(app)
    assert not [each for each in app.text if "Best" in each.value]
    assert app.button(key="sweep.best").disabled


def test_what_is_adopted_can_be_taken_back_here_and_on_tune() -> None:
    app = swept()
    assert app.button(key="history.Redo").disabled
    before = adopted(app)
    app.button(key="sweep.best").click().run()
    assert adopted(app) != before
    app.button(key="history.Undo").click().run()
    assert adopted(app) == before
    app.button(key="history.Redo").click().run()
    after = adopted(app)
    assert after != before
    app.switch_page("pages/tune.py").run()
    assert app.slider(key="fixed.max_tokens").value == after.max_tokens
    app.button(key="history.Undo").click().run()
    app.run()
    assert app.slider(key="fixed.max_tokens").value == before.max_tokens


def test_what_is_adopted_before_tune_was_seen_is_taken_back_to_what_it_begins_with() -> None:
    app = opened("pages/sweep.py")
    app.selectbox(key="sweep.strategy").select("fixed").run()
    finished(app)
    assert app.button(key="history.Undo").disabled
    app.button(key="sweep.best").click().run()
    app.button(key="history.Undo").click().run()
    app.switch_page("pages/tune.py").run()
    assert not app.exception
    assert app.selectbox(key="strategy").value == "paragraph"


def test_three_settings_are_lines_with_a_table_of_the_best() -> None:
    app = swept()
    app.selectbox(key="sweep.measure").select("chunks").run()
    app.multiselect(key="sweep.more.fixed").set_value(["strategy"]).run()
    finished(app)
    assert len(app.get("plotly_chart")) == 1
    table = app.dataframe[0].value
    assert list(table.columns[:4]) == ["Max tokens", "Overlap tokens", "Strategy", "Chunks"]
    assert table["Chunks"].is_monotonic_decreasing
    assert table["cell"].is_unique


def test_what_is_adopted_is_set_in_tune() -> None:
    app = swept()
    app.session_state[state._VISIT].adopted = get("fixed")(max_tokens=330)
    app.switch_page("pages/tune.py").run()
    assert not app.exception
    assert app.selectbox(key="strategy").value == "fixed"
    assert app.slider(key="fixed.max_tokens").value == 330


def test_a_session_that_is_opened_here_is_swept_and_set_in_tune() -> None:
    app = swept()
    kept = sessions.Workspace(tune=to_dict(get("sentence")(max_tokens=330)))
    app.session_state[state._VISIT].to_open = sessions.to_json(kept).encode()
    finished(app.run())
    assert app.selectbox(key="sweep.strategy").value == "sentence"
    assert any(each.value.startswith("The other settings are as in Tune") for each in app.text)
    app.switch_page("pages/tune.py").run()
    assert not app.exception
    assert app.selectbox(key="strategy").value == "sentence"
    assert app.slider(key="sentence.max_tokens").value == 330


def test_a_sweep_that_is_stopped_keeps_what_is_done_and_goes_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    steps, hurry = Sweep.steps, threading.Event()

    def slow(self: Sweep) -> Iterator[int]:
        for done in steps(self):
            yield done
            hurry.wait(0.01)

    monkeypatch.setattr(Sweep, "steps", slow)
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
    hurry.set()
    again[0].click().run()
    finished(app)
    assert not [each for each in app.button if each.key == "sweep.again"]
