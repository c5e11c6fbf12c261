"""Steps of settings: what is one step, and going back and forth over them."""

from dataclasses import replace

from chunking import get
from chunking.gui.history import History, LanesStep, Step
from chunking.types import Constraints


def step(threshold: float = 0.5, minimum: int = 100, **others: object) -> Step:
    values: dict[str, object] = {"preset": None, "marks": {}, "applied": True, **others}
    strategy = get("semantic")(threshold=threshold, min_tokens=minimum)
    return Step(strategy=strategy, **values)  # type: ignore[arg-type]


def test_a_drag_is_one_step_and_a_pause_ends_it() -> None:
    history: History[Step] = History()
    for moved, (threshold, now) in enumerate(((0.5, 0), (0.51, 1), (0.52, 1.5), (0.6, 2.5))):
        history.note(step(threshold), now)
        assert len(history.done) == min(2, moved + 1)
    history.note(step(0.7), 5)
    assert history.undo() == step(0.6)
    assert history.undo() == step(0.5)
    assert history.undo() is None
    assert history.ways == (False, True)
    assert [history.redo(), history.redo(), history.redo()] == [step(0.6), step(0.7), None]


def test_another_setting_is_another_step_however_fast() -> None:
    history: History[Step] = History()
    for number, each in enumerate((step(), step(0.6), step(0.6, 90), step(0.7, 90))):
        history.note(each, number / 10)
    assert len(history.done) == 4


def test_marks_are_steps_of_their_own_and_what_stays_is_none() -> None:
    history: History[Step] = History()
    marked = step(marks={"a": Constraints((5,))})
    for each in (step(), marked, marked, step(marks={"a": Constraints((5, 9))})):
        history.note(each, 0)
    assert len(history.done) == 3
    assert history.undo() == marked


def test_marks_of_a_document_that_is_not_shown_are_changed_elsewhere() -> None:
    before = step(marks={"shown": Constraints((5,)), "other": Constraints((7,))})
    there = step(marks={"shown": Constraints((5,)), "other": Constraints((7, 9))})
    assert there.is_elsewhere(before, "shown")
    assert not there.is_elsewhere(before, "other")
    assert not before.is_elsewhere(before, "shown")
    # What is seen is said by what is seen.
    both = step(0.6, marks=there.marks)
    assert not both.is_elsewhere(before, "shown")


def test_another_name_for_the_same_settings_is_no_step() -> None:
    history: History[Step] = History()
    history.note(replace(step(), preset="A"), 0)
    history.note(replace(step(0.6), preset="A"), 10)
    history.note(step(0.6), 11)
    assert history.done[-1] == step(0.6)
    assert history.undo() == replace(step(), preset="A")


def test_a_new_step_after_undo_forgets_what_was_undone() -> None:
    history: History[Step] = History()
    for now, threshold in enumerate((0.1, 0.2, 0.3)):
        history.note(step(threshold), now * 10)
    history.undo()
    history.note(step(0.2), 31)  # the page that shows it again
    assert history.redo() == step(0.3)
    history.undo()
    history.note(step(0.9), 40)
    assert history.redo() is None


def lanes(threshold: float, maximum: int = 700, preset: str | None = None) -> LanesStep:
    return LanesStep(
        {
            "a": get("paragraph")(max_tokens=maximum),
            "c": get("semantic")(threshold=threshold),
        },
        {"a": preset, "c": None},
    )


def test_lanes_that_come_and_go_are_no_step() -> None:
    history: History[LanesStep] = History()
    history.note(lanes(0.5), 0)
    history.note(lanes(0.6), 10)
    history.undo()
    more = LanesStep({**lanes(0.5).strategies, "d": get("sentence")()}, {"d": "Mine"})
    for now, each in enumerate((more, lanes(0.5), more)):
        history.note(each, 20 + now)
        assert history.ways == (False, True)
    assert history.redo() == lanes(0.6)


def test_a_drag_in_one_lane_is_one_step_and_another_lane_is_another() -> None:
    history: History[LanesStep] = History()
    for number, each in enumerate(
        (lanes(0.5), lanes(0.51), lanes(0.52), lanes(0.52, 800), lanes(0.52, 800, "Mine"))
    ):
        history.note(each, number / 10)
    assert history.done[-1] == lanes(0.52, 800, "Mine")
    assert history.undo() == lanes(0.52)
    assert history.undo() == lanes(0.5)
    assert history.undo() is None
