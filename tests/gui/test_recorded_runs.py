"""Runs: the settings tried on a document, recorded by themselves."""

import csv
import math

import pytest
from session_page import SessionPage

from chunking import get
from chunking.gui.session import undo
from chunking.gui.session.session import Session
from chunking.gui.shell import workspace
from chunking.loading import load_bytes

pytestmark = pytest.mark.usefixtures("small_model")

TEXT = "".join(f"The pilot waits for boat {i}. " for i in range(60)).encode()
SEMANTIC = get("semantic")(threshold=0.3, min_tokens=10, max_tokens=60)


def page() -> SessionPage:
    """Return Tune with a document and settings of the user's own."""
    session = Session()
    session.open(load_bytes(TEXT, "<b>tides.md"))
    session.record()
    session.apply("tune", SEMANTIC)
    session.record()
    session.tune.view = "runs"
    return SessionPage(session).finish()


def numbers(shown: SessionPage) -> list[int]:
    """Return the numbers of the runs that the page shows."""
    return [row["number"] for row in shown.sent["runs"]["rows"]]


def test_settings_become_a_run_with_sizes_and_metrics() -> None:
    shown = page()
    (row,) = shown.sent["runs"]["rows"]
    chunks = shown.sent["tune"]["numbers"][0][0]
    assert row["settings"] == "semantic, threshold 0.30, 10 to 60 tokens"
    assert row["current"]
    assert chunks == f"{row['values'][0]} chunks"
    assert str(sum(row["sizes"])) == row["values"][0]


def test_a_slider_that_is_dragged_is_one_run_and_settings_tried_before_are_none(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(undo, "ONE_DRAG", math.inf)
    shown = page()
    for step in range(31, 46):
        shown.do("set", "tune", "threshold", step / 100)
    shown.finish()
    assert numbers(shown) == [2, 1]
    assert shown.sent["runs"]["rows"][0]["settings"].startswith("semantic, threshold 0.45")
    shown.do("set", "tune", "min_tokens", 12).finish()
    shown.do("undo").finish()
    assert numbers(shown) == [3, 2, 1]
    assert [row["current"] for row in shown.sent["runs"]["rows"]] == [False, True, False]


def test_the_threshold_that_is_set_at_the_start_is_the_first_run() -> None:
    session = Session()
    session.open(load_bytes(TEXT, "tides.md"))
    session.tune.view = "runs"
    session.record()
    shown = SessionPage(session).finish()
    assert numbers(shown) == [1]
    assert session.runs[0].strategy == session.strategy("tune")


def test_two_runs_open_in_compare_and_one_is_used_again() -> None:
    shown = page().do("set", "tune", "threshold", 0.9).finish()
    shown.do("use_run", 1)
    session = shown.session
    assert session.strategy("tune") == SEMANTIC
    shown.do("compare_runs", 2, 1)
    assert (session.go, session.compare.shown, session.compare.pair) == ("compare", 2, ("a", "b"))
    named = "Lane A is run 1 and lane B is run 2 of <b>tides.md, as tried on Tune."
    assert session.notices[-1].text == named
    assert session.strategy("a") == SEMANTIC
    assert session.strategy("b") == SEMANTIC.with_(threshold=0.9)
    shown.do("undo")
    assert session.strategy("a") != SEMANTIC
    assert session.compare.shown == 3
    assert [each.text for each in session.notices] == ["Undone: comparison of runs 1 and 2"]


@pytest.mark.parametrize("other", [1, 9])
def test_one_run_is_not_compared_with_itself_or_none(other: int) -> None:
    shown = page().do("compare_runs", 1, other)
    assert shown.session.go is None


def test_notes_are_kept_in_the_csv_and_in_a_workspace_file_and_a_run_is_deleted() -> None:
    shown = page().do("annotate_run", 1, ' too "small",\n for law ')
    shown.do("set", "tune", "threshold", 0.9).finish()
    header, *rows = csv.reader(shown.sent["runs"]["csv"].splitlines())
    first = dict(zip(header, rows[1], strict=True))
    assert (first["run"], first["note"]) == ("1", 'too "small", for law')
    assert first["document"] == "<b>tides.md"
    assert first["settings"] == "semantic:threshold=0.3,min_tokens=10,max_tokens=60"
    assert first["chunks"] == shown.sent["runs"]["rows"][1]["values"][0]
    elsewhere = Session()
    workspace.apply(elsewhere, workspace.build(shown.session))
    assert elsewhere.runs == shown.session.runs
    assert "2 runs" in workspace.summary(elsewhere)
    assert numbers(shown.do("delete_run", 1)) == [2]


def test_runs_of_another_document_are_not_shown() -> None:
    shown = page()
    other = shown.do("open", "single-topic.txt").finish().session.document
    assert shown.sent["runs"]["document"] == other.sha256
    assert numbers(shown) == [1]
    assert [each.document == other.sha256 for each in shown.session.runs] == [True, False]
    shown.do("annotate_run", 1, "theirs")
    assert [each.note for each in shown.session.runs] == ["theirs", ""]
