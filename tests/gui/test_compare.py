"""Compare without a browser: actions, and what is published."""

import json
import threading
from typing import Any

import pytest
from session_page import SessionPage
from waiting import TIME_LIMIT

from chunking import get
from chunking.analysis.metrics import METRICS
from chunking.core.errors import ChunkingError
from chunking.core.prepared import Prepared
from chunking.embedding import DEFAULT_MODEL
from chunking.gui.compare import metrics
from chunking.gui.compare.report import report
from chunking.gui.core.jobs import JOBS, Waiting
from chunking.gui.results import engine_calls, imported_chunks
from chunking.gui.results.engine_calls import Reference
from chunking.gui.session.model_sizes import start_of
from chunking.gui.session.session import Session
from chunking.gui.shell import url

ON = True

pytestmark = pytest.mark.usefixtures("small_model")


class Page(SessionPage):
    """A session on Compare, and the messages sent last."""

    def lanes(self) -> list[str]:
        """Return the letters of the lanes."""
        return [each["letter"] for each in self.sent["compare"]["lanes"]]

    def lane(self, letter: str) -> dict[str, Any]:
        """Return what was sent of a lane, with its chunks."""
        lanes: list[dict[str, Any]] = self.sent["compare"]["lanes"]
        found = next(each for each in lanes if each["letter"] == letter)
        return found | {"chunks": self.columns(found)} if found["ready"] else found

    def link(self) -> Session:
        """Return a new session opened with the link of this one."""
        other = Session()
        other.page = "compare"
        url.read(other, url.write(self.session))
        return other


@pytest.fixture
def page() -> Page:
    return Page(Session(page="compare"))


def test_lanes_are_ranked_by_the_share_over_the_limit(page: Page) -> None:
    page.session.apply("a", get("fixed")(max_tokens=3000))
    page.session.apply("b", get("fixed")(max_tokens=200))
    (row,) = (
        each
        for each in page.show().sent["compare_details"]["metrics"]
        if each["title"] == "Over the model limit"
    )
    assert row["values"][0] == "100%"
    assert 0 not in row["best"]
    assert " of " in row["meaning"]


def test_removing_a_lane_keeps_the_layout(page: Page) -> None:
    page.show().do("remove_lane", "a")
    assert page.sent["compare"]["columns"] is False
    page.do("add_lane").do("columns", ON).do("remove_lane", "a")
    assert page.sent["compare"]["columns"] is True


def test_three_lanes_are_published_with_their_chunks_forms_and_metrics(page: Page) -> None:
    page.show()
    assert page.lanes() == ["a", "b", "c"]
    assert [each["color"] for each in page.sent["compare"]["lanes"]] == [0, 1, 2]
    assert [page.lane(each)["form"]["strategy"] for each in "abc"] == [
        "semantic",
        "structure",
        "optimal",
    ]
    assert all(page.lane(each)["chunks"]["sizes"] for each in "abc")
    assert page.lane("b")["threshold"] is None
    assert page.lane("a")["threshold"] == page.session.strategy("a").threshold  # type: ignore[attr-defined]
    titles = [each["title"] for each in page.sent["compare_details"]["metrics"]]
    assert set(titles) <= {*(each.title for each in METRICS), "Tokenizer"}
    assert len(page.sent["compare_details"]["agreement"]) == 3


def test_the_lanes_are_shown_before_their_metrics_are_known(
    page: Page, monkeypatch: pytest.MonkeyPatch
) -> None:
    page.finish()
    before, gate = page.lane("a")["version"], threading.Event()
    rows = metrics.rows

    def waiting_rows(*arguments: Any, **named: Any) -> Any:
        assert gate.wait(TIME_LIMIT)
        return rows(*arguments, **named)

    monkeypatch.setattr(metrics, "rows", waiting_rows)
    page.sent.clear()
    page.session.apply("a", get("fixed")(max_tokens=60))
    page.show_at_once()
    assert page.lane("a")["version"] != before
    assert "compare_details" not in page.sent
    gate.set()
    assert page.show().sent["compare_details"]["metrics"]


def test_each_lane_has_what_decides_its_boundaries_as_its_curve(page: Page) -> None:
    page.do("add_lane").do("strategy", "d", "breakpoint").do("add_lane")
    curves = [page.lane(each) for each in "abcd"]
    measures = ["similarity", "similarity", "probability", "distance"]
    assert [each["measure"] for each in curves] == measures
    # A strategy without a model has the similarities of the document.
    assert curves[0]["signal"] == curves[1]["signal"]
    assert {each["model"] for each in curves} == {DEFAULT_MODEL}
    assert curves[1]["threshold"] is curves[2]["threshold"] is None
    for each in curves:
        assert page.sent[f"signal:{each['signal']}"]["count"] > 0
    session = page.session
    ready = engine_calls.prepared(session.document, session.strategy("d").material)
    assert isinstance(ready, Prepared)
    threshold = session.strategy("d").effective_threshold(ready)
    assert threshold is not None
    assert curves[3]["threshold"] == pytest.approx(1 - threshold)
    page.do("strategy", "d", "cluster")
    assert page.lane("d")["measure"] == "cohesion"
    before = page.lane("d")["signal"]
    assert page.do("set", "d", "max_tokens", 120).lane("d")["signal"] != before


def test_the_layout_of_the_curves_and_their_height_are_in_the_link(page: Page) -> None:
    page.show()
    assert (page.sent["compare"]["overlaid"], page.sent["compare"]["figure"]) == (False, None)
    assert not {"curves", "figure"} & set(url.write(page.session))
    page.do("overlaid", ON).do("figure", 33.4)
    assert (page.sent["compare"]["overlaid"], page.sent["compare"]["figure"]) == (True, 33)
    assert page.link().compare == page.session.compare
    assert page.do("figure", 90).sent["compare"]["figure"] == 65
    assert page.do("figure", None).sent["compare"]["figure"] is None
    other = Session(page="compare")
    url.read(other, {"curves": "elsewhere", "figure": "90"})
    assert (other.compare.overlaid, other.compare.figure) == (False, None)
    assert [each.text for each in other.notices] == [
        "figure must be between 15 and 65 percent, got '90'."
    ]


def test_the_best_values_of_a_metric_are_marked_and_identical_ones_are_not(page: Page) -> None:
    for row in page.finish().sent["compare_details"]["metrics"]:
        if len(set(row["values"])) == 1 or not row["better"]:
            assert row["best"] == []
            continue
        numbers = [float(each.rstrip("%")) for each in row["values"] if each != "-"]
        best = max(numbers) if row["better"] == "higher" else min(numbers)
        assert {float(row["values"][i].rstrip("%")) for i in row["best"]} == {best}


def test_a_lane_is_set_and_the_others_stay(page: Page) -> None:
    before = page.show().lane("b")["version"], page.lane("a")["version"]
    page.do("set", "a", "max_tokens", 300)
    assert page.lane("b")["version"] == before[0]
    assert page.lane("a")["version"] != before[1]


def test_contradicting_settings_keep_the_last_valid_chunks(page: Page) -> None:
    version = page.do("set", "a", "threshold", 0.4).lane("a")["version"]
    page.do("set", "a", "min_tokens", 900)
    assert "Max tokens" in page.lane("a")["form"]["problem"]
    assert page.lane("a")["version"] == version
    page.do("set", "a", "min_tokens", start_of("semantic").limits[0])
    assert page.lane("a")["form"]["problem"] == ""
    assert page.lane("a")["version"] == version


def test_lanes_are_added_and_removed(page: Page) -> None:
    page.do("add_lane")
    assert page.lanes() == ["a", "b", "c", "d"]
    assert page.sent["compare"]["most"]
    page.do("remove_lane", "b")
    assert page.lanes() == ["a", "b", "c"]
    assert page.session.strategy("b").name == "optimal"
    page.do("remove_lane", "a")
    assert page.sent["compare"]["fewest"]
    assert page.do("remove_lane", "a").lanes() == ["a", "b"]


def test_undo_brings_back_a_removed_lane_and_takes_back_an_added_one(page: Page) -> None:
    session = page.session
    page.do("strategy", "c", "sentence").do("remove_lane", "b")
    assert (page.lanes(), session.strategy("b").name) == (["a", "b"], "sentence")
    page.do("undo")
    names = [session.strategy(each).name for each in page.lanes()]
    assert names == ["semantic", "structure", "sentence"]
    told = [each.text for each in session.notices if each.text.startswith("Undone")]
    assert told == ["Undone: lane B removed"]
    assert page.do("redo").lanes() == ["a", "b"]
    page.do("add_lane").do("add_lane").do("undo")
    assert page.lanes() == ["a", "b", "c"]
    # A notice on undo or redo takes the place of the one before.
    told = [each.text for each in session.notices if each.text.startswith(("Undone", "Redone"))]
    assert told == ["Undone: lane D added"]


def test_the_differences_of_a_pair_are_listed_with_their_cost(page: Page) -> None:
    assert page.show().sent["compare"]["pair"] is None
    page.do("pair", "a", "c")
    changes = page.sent["compare"]["changes"]
    assert page.sent["compare"]["pair"] == ["a", "c"]
    after = len(page.lane("c")["chunks"]["sizes"]) - 1
    assert changes["kept"] + len(changes["moved"]) + len(changes["added"]) == after
    assert page.sent["compare_details"]["cost"]["pair"] == "A → C"
    assert page.do("pair").sent["compare"]["changes"] is None
    assert page.do("pair", "a", "nonsense").sent["compare"]["pair"] is None


def test_of_two_lanes_the_first_is_compared_with_the_second(page: Page) -> None:
    assert page.do("remove_lane", "c").sent["compare"]["pair"] == ["a", "b"]


def test_a_pinned_lane_is_a_lane_of_its_own(page: Page) -> None:
    page.show().do("pin_lane", "b")
    assert page.lanes() == ["base", "a", "b", "c"]
    assert page.sent["compare"]["pair"] == ["base", "b"]
    version = page.lane("base")["version"]
    page.do("set", "b", "target_tokens", 300)
    assert page.lane("base")["version"] == version
    assert page.lane("base")["form"] is None
    page.session.baseline = None
    assert page.show().lanes() == ["a", "b", "c"]


def test_a_link_reproduces_lanes_pair_baseline_and_view(page: Page) -> None:
    page.show().do("pin_lane", "a")
    page.do("set", "a", "threshold", 0.33).do("copy", "a", "b").do("pair", "c", "base")
    page.do("add_lane").do("differences_only", 1).do("columns", 0)
    other = page.link()
    assert other.compare == page.session.compare
    assert other.baseline == page.session.baseline
    for letter in "abcd":
        assert other.strategy(letter) == page.session.strategy(letter)
    assert not other.notices


def test_a_default_in_a_link_is_no_invitation_to_recommend_another_value(page: Page) -> None:
    default = get("semantic")()
    page.do("strategy", "a", "semantic")
    page.session.apply("a", default)
    page.session = page.link()
    page.show()
    assert page.session.strategy("a") == default


def test_an_untouched_lane_shows_the_settings_of_tune(page: Page) -> None:
    page.do("set", "tune", "threshold", 0.44)
    assert page.session.strategy("a") == page.session.strategy("tune")
    page.do("set", "a", "threshold", 0.6).do("set", "tune", "threshold", 0.2)
    assert page.session.strategy("a").threshold == 0.6  # type: ignore[attr-defined]


@pytest.mark.parametrize("letter", ["b", "c"])
def test_a_lane_set_on_tune_changes_no_other_lane(page: Page, letter: str) -> None:
    page.do("set", "tune", "threshold", 0.15505)
    page.do("copy", letter, "tune")
    assert page.session.strategy("a") == start_of("semantic").with_(threshold=0.15505)
    page.do("undo").do("set", "tune", "threshold", 0.3)
    assert page.session.strategy("a") == start_of("semantic").with_(threshold=0.15505)


def test_a_strategy_that_another_lane_takes_changes_no_lane_that_follows_tune(page: Page) -> None:
    page.do("set", "tune", "threshold", 0.15505).do("strategy", "c", "semantic")
    assert page.session.strategy("a") == start_of("semantic").with_(threshold=0.15505)


def test_settings_of_a_lane_on_tune_leave_another_lane_of_its_strategy(page: Page) -> None:
    before = page.show().session.strategy("b")
    page.do("add_lane").do("strategy", "d", "structure").do("set", "d", "max_tokens", 333)
    page.do("copy", "d", "tune")
    assert page.session.strategy("b") == before


def test_a_lane_that_follows_tune_is_named_when_it_changes(page: Page) -> None:
    page.do("set", "tune", "threshold", 0.44)
    assert not page.session.notices
    page.do("set", "tune", "threshold", 0.2)
    assert page.session.strategy("a") == start_of("semantic").with_(threshold=0.2)
    assert [each.text for each in page.session.notices] == ["Lane A follows Tune."]


def test_a_strategy_that_no_lane_has_is_shown_by_the_last_one(page: Page) -> None:
    page.do("strategy", "tune", "fixed")
    assert page.session.strategy("c").name == "fixed"
    assert page.session.strategy("a").name == "semantic"
    assert page.session.notices[0].text == "Lane C follows Tune."


def test_imported_chunks_are_a_lane(page: Page) -> None:
    text = page.session.document.text
    chunks = [text[:500], "Zwiebelfisch quartermaster.", text[500:900]]
    assert imported_chunks.load(page.session, "theirs.json", json.dumps(chunks).encode()) == ""
    lane = page.show().lane("file")
    assert lane["title"] == "theirs.json"
    assert len(lane["chunks"]["sizes"]) == 2
    ((number, reason, text),) = lane["unplaced"]
    assert (number, text) == (2, "Zwiebelfisch quartermaster.")
    assert reason
    assert page.do("pair", "file", "a").do("remove_lane", "file").lanes() == ["a", "b", "c"]
    assert page.session.compare.pair is None


def test_a_file_without_chunks_is_named_in_one_sentence(page: Page) -> None:
    found = imported_chunks.load(page.session, "broken.json", b"[1, 2")
    assert found.startswith("broken.json: ")
    assert found.endswith(".")
    assert imported_chunks.aligned(page.session) is None


def test_a_lane_that_waits_says_so(page: Page, monkeypatch: pytest.MonkeyPatch) -> None:
    known = engine_calls.reference(page.session.document, DEFAULT_MODEL)
    job = engine_calls.background(
        ("test", "lane that waits"), lambda _: None, engine_calls.EMBEDDING
    )
    monkeypatch.setattr("chunking.gui.results.lanes.split", lambda *_: job)
    assert isinstance(known, Reference | Waiting)
    lane = page.show().lane("a")
    assert (lane["ready"], lane["message"]) == (False, "Embedding…")
    assert job in page.waiting
    with pytest.raises(ChunkingError, match="lane that is ready"):
        report(page.session)


def test_the_report_holds_all_lanes(page: Page) -> None:
    page.show().do("pin_lane", "a")
    found = report(page.session).decode()
    assert found.startswith("<!doctype html>")
    assert all(name in found for name in ("Base", "optimal", "structure", "semantic"))


def test_the_report_is_at_equal_size_as_the_metrics_are(page: Page) -> None:
    size = page.finish().sent["compare_details"]["size"]
    assert size.startswith("Equal size: ")
    assert f"<p>{size}.</p>" in report(page.session).decode()
    page.do("equal_size", False)  # noqa: FBT003 - an argument of the page
    assert "Equal size" not in report(page.session).decode()


def test_agreement_follows_the_switch_and_the_report_names_the_settings_as_set(page: Page) -> None:
    page.session.apply("a", get("fixed")(max_tokens=128, overlap_tokens=0))
    page.session.apply("b", get("fixed")(max_tokens=30, overlap_tokens=0))
    page.session.apply("c", get("sentence")(max_tokens=200, overlap_tokens=0))
    details = page.finish().sent["compare_details"]
    assert details["agreement"][0][1] == "1.00", "one strategy at one size"
    assert details["scaled"][:2] == ["Max tokens 30 (scaled from 128)", ""]
    found = report(page.session).decode()
    assert "30 (scaled from 128)" in found
    details = page.do("equal_size", False).finish().sent["compare_details"]  # noqa: FBT003 - an argument of the page
    assert details["agreement"][0][1] != "1.00"
    assert details["scaled"] == []
    assert "scaled from" not in report(page.session).decode()


def test_settings_that_change_end_the_scaling_of_those_before(
    page: Page, monkeypatch: pytest.MonkeyPatch
) -> None:
    page.show()
    monkeypatch.setattr("chunking.gui.compare.equal_size._DELAY", TIME_LIMIT)
    monkeypatch.setattr("chunking.gui.results.lanes.at_smallest_size", pytest.fail)
    page.session.apply("a", page.session.strategy("a").with_(max_tokens=150))
    page.show_at_once()
    slot = (page.session.name, "equal size")
    [(before, _)] = JOBS.occupying(slot)
    page.session.apply("a", page.session.strategy("a").with_(max_tokens=160))
    page.show_at_once()
    assert before.finished.wait(TIME_LIMIT)
    assert before.error == "stopped"
    [(now, _)] = JOBS.occupying(slot)
    assert now is not before
    now.stopped.set()
