"""Events of the page: order, repetition, malformed ones, and the actions of every page."""

import threading
from typing import Any

import pytest
from waiting import TIME_LIMIT

from chunking import get
from chunking.gui.core.jobs import JOBS, Job
from chunking.gui.session.model_sizes import start_of
from chunking.gui.session.session import Session
from chunking.gui.shell.events import dispatch
from chunking.gui.tune.actions import ACTIONS


def sent(*events: Any, session: Session | None = None) -> Session:
    """Return a session after events, each an action and its arguments."""
    found = session or Session()
    found.record()
    first = found.handled + 1
    dispatch(found, [[first + row, *each] for row, each in enumerate(events)], ACTIONS)
    return found


def test_events_are_handled_once_and_in_order() -> None:
    session, calls = Session(), []
    actions = {"note": lambda _, value: calls.append(value)}
    dispatch(session, [[2, "note", "b"], [1, "note", "a"]], actions)
    dispatch(session, [[1, "note", "a"], [2, "note", "b"], [3, "note", "c"]], actions)
    assert (calls, session.handled) == (["a", "b", "c"], 3)


def test_events_of_another_run_wait_until_the_present_ones_are_handled() -> None:
    session, calls = Session(), []
    entered, proceed = threading.Event(), threading.Event()

    def slow(_: Session) -> None:
        entered.set()
        proceed.wait(TIME_LIMIT)
        calls.append("slow")

    actions = {"slow": slow, "fast": lambda _: calls.append("fast")}
    runs = [
        threading.Thread(target=dispatch, args=(session, events, actions))
        for events in ([[1, "slow"]], [[1, "slow"], [2, "fast"]])
    ]
    runs[0].start()
    assert entered.wait(TIME_LIMIT)
    runs[1].start()
    runs[1].join(0.1)
    assert calls == []
    proceed.set()
    for each in runs:
        each.join()
    assert calls == ["slow", "fast"]


@pytest.mark.parametrize(
    "events",
    [
        None,
        "set",
        {},
        [None, 5, "x", []],
        [[1]],
        [["1", "set"]],
        [[1, ["set"]]],
        [[1, {"set": 1}]],
        [[1, "nothing"]],
        [[1, "set"]],
        [[1, "set", "tune", "threshold"]],
        [[1, "set", "tune", "threshold", 0.3, 0.4]],
        [[1, "set", "nowhere", "threshold", 0.3]],
        [[1, "set", ["tune"], "threshold", 0.3]],
        [[1, "set", "tune", ["threshold"], 0.3]],
        [[1, "strategy", "nowhere", "sentence"]],
        [[1, "open", ["essay.md"]]],
        [[1, "open", "nothing.md"]],
        [[1, "close", None]],
        [[1, "page", "nowhere"]],
        [[1, "select", "x"]],
        [[1, "select", float("inf")]],
        [[1, "hold", None]],
        [[1, "dismiss", "x"]],
        [[1, "boundary", "a" * 64, 5, "required"]],
        [[1, "boundary"]],
        [[1, "view", 7]],
        [[1, "signals", None]],
    ],
)
def test_malformed_events_change_nothing(events: Any) -> None:
    session = Session()
    session.record()
    dispatch(session, events, ACTIONS)
    assert (session.snapshot(), session.notices) == (Session().snapshot(), [])
    assert session.document.source == "essay.md"
    assert session.go is None


@pytest.mark.parametrize(
    ("event", "sentence"),
    [
        (("set", "tune", "magic", 1), "semantic has no setting 'magic'."),
        (("preset", "tune", "Nobody"), "preset must be one of "),
    ],
)
def test_what_an_action_cannot_do_is_a_notice(event: tuple[Any, ...], sentence: str) -> None:
    (notice,) = sent(event).notices
    assert sentence in notice.text
    assert notice.problem


def test_an_action_after_one_that_fails_is_handled() -> None:
    session = sent(("set", "tune", "magic", 1), ("select", "x"), ("set", "tune", "threshold", 0.3))
    assert session.strategy("tune") == start_of("semantic").with_(threshold=0.3)


def test_settings_are_set_copied_and_undone() -> None:
    session = sent(("set", "tune", "min_tokens", 50), ("copy", "tune", "b"))
    assert session.strategy("b") == start_of("semantic").with_(min_tokens=50)
    assert session.touched == {"tune", "b"}
    sent(("undo",), session=session)
    assert session.strategy("b") == start_of("structure")
    assert session.notices[-1].text == "Undone: settings"
    sent(("redo",), session=session)
    assert session.strategy("b") == start_of("semantic").with_(min_tokens=50)


def test_undo_goes_on_from_what_applies_and_drops_the_message() -> None:
    session = sent(("set", "tune", "threshold", 0.3))
    sent(("set", "tune", "max_tokens", 20), session=session)
    assert session.settings["tune"].problem
    sent(("undo",), session=session)
    assert session.settings["tune"].problem is None
    assert session.strategy("tune") == start_of("semantic")


@pytest.mark.parametrize(
    "act",
    [
        ("set", "a", "max_tokens", 300),
        ("strategy", "library", "fixed"),
        ("open", "guide.md"),
        ("page", "compare"),
        ("preset", "b", "ContextMEM"),
    ],
)
def test_the_message_on_a_value_that_was_not_taken_ends_with_the_next_act(
    act: tuple[object, ...],
) -> None:
    session = sent(("set", "tune", "max_tokens", 20))
    before = session.settings["tune"]
    assert before.problem
    sent(("tick",), session=session)
    assert before.problem
    sent(act, session=session)
    assert before.problem is None


def test_a_preset_is_applied() -> None:
    assert sent(("preset", "tune", "ContextMEM")).strategy("tune") == get("structure")()


def test_another_page_is_shown_in_the_next_run() -> None:
    session = sent(("page", "compare"))
    assert (session.page, session.go) == ("tune", "compare")
    assert sent(("page", "tune")).go is None


def test_a_selection_stays_within_the_document() -> None:
    length = len(Session().document.text)
    assert sent(("select", 10**9)).documents.place == length
    assert sent(("select", -5)).documents.place == 0
    assert sent(("select", 7), ("select", None)).documents.place is None


def test_a_manual_boundary_is_added_forbidden_and_cleared() -> None:
    sha256 = Session().document.sha256
    session = sent(("boundary", sha256, 40, "required"), ("boundary", sha256, 90, "forbidden"))
    found = session.boundaries[sha256]
    assert (found.required, found.forbidden) == ((40,), (90,))
    sent(("boundary", sha256, 40, ""), ("boundary", sha256, 0, "required"), session=session)
    assert session.boundaries[sha256].required == ()
    sent(("clear_boundaries",), session=session)
    assert session.boundaries == {}


def test_a_running_job_is_stopped_by_its_name() -> None:
    def work(job: Job) -> None:
        job.stopped.wait(TIME_LIMIT)

    job = JOBS.start(("a test of events",), work)
    sent(("stop", "another"), ("stop", job.name))
    assert job.finished.wait(TIME_LIMIT)
    assert job.stopped.is_set()
    JOBS.forget(("a test of events",))


def test_what_the_page_holds_replaces_what_it_held() -> None:
    assert sent(("hold", ["a", "b"]), ("hold", ["b"])).held == {"b"}


def test_a_dialog_is_opened_and_closed() -> None:
    session = sent(("dialog", "suggestions", "otsu"))
    assert session.dialog == ("suggestions", "otsu")
    assert sent(("dialog",), session=session).dialog is None
