"""Undo and redo: what is one step, and what it is called."""

from typing import Any

import pytest

from chunking import get
from chunking.core.prepared import Constraints
from chunking.gui.session.undo import History, Snapshot, changed_field


def snapshot(threshold: float = 0.5, minimum: int = 100, **others: Any) -> Snapshot:
    settings = {
        "tune:": get("semantic")(threshold=threshold, min_tokens=minimum),
        "a": get("paragraph")(max_tokens=others.pop("lane", 700)),
        "library": get("semantic")(threshold=others.pop("library", 0.5)),
    }
    return Snapshot(settings, others.pop("boundaries", {}), others.pop("applied", True))


def history(*steps: tuple[float, Snapshot]) -> History:
    found = History()
    for now, each in steps:
        found.record(each, now)
    return found


def test_a_drag_is_one_step_and_a_pause_ends_it() -> None:
    found = history(
        (0, snapshot(0.5)), (1, snapshot(0.51)), (1.5, snapshot(0.52)), (2.5, snapshot(0.6)),
        (5, snapshot(0.7)),
    )  # fmt: skip
    assert found.undo("") == snapshot(0.6)
    assert found.undo("") == snapshot(0.5)
    assert found.undo("") is None
    assert [found.redo(), found.redo(), found.redo()] == [snapshot(0.6), snapshot(0.7), None]


def test_another_setting_is_another_step_however_fast() -> None:
    steps = (snapshot(), snapshot(0.6), snapshot(0.6, 90), snapshot(0.6, 90, lane=800))
    found = history(*((number / 10, each) for number, each in enumerate(steps)))
    assert len(found.done) == 4


def test_each_manual_boundary_is_a_step_and_no_change_is_none() -> None:
    one = snapshot(boundaries={"a": Constraints((5,))})
    two = snapshot(boundaries={"a": Constraints((5, 9))})
    found = history((0, snapshot()), (0, one), (0, one), (0, two))
    assert len(found.done) == 3
    assert found.undo("") == one


def test_a_new_step_after_undo_drops_what_was_undone() -> None:
    found = history((0, snapshot(0.1)), (10, snapshot(0.2)), (20, snapshot(0.3)))
    found.undo("")
    found.record(snapshot(0.2), 31)
    assert found.redo() == snapshot(0.3)
    found.undo("")
    found.record(snapshot(0.9), 40)
    assert found.redo() is None


def test_a_recommendation_is_no_step() -> None:
    found = history((0, snapshot(0.1)))
    found.rebase(snapshot(0.2))
    assert (found.done, found.undo_label("")) == ([snapshot(0.2)], None)


@pytest.mark.parametrize(
    ("change", "label"),
    [
        ({"threshold": 0.6}, "threshold"),
        ({"minimum": 90}, "min tokens"),
        ({"lane": 800}, "max tokens of A"),
        ({"library": 0.2}, "threshold of library"),
        ({"threshold": 0.6, "minimum": 90}, "strategy"),
        ({"threshold": 0.6, "lane": 800}, "settings"),
        ({"boundaries": {"a": Constraints((5,))}}, "manual boundaries"),
        ({"applied": False}, "apply manual boundaries"),
    ],
)
def test_a_step_is_named_after_what_it_changes(change: dict[str, Any], label: str) -> None:
    found = history((0, snapshot()), (10, snapshot(**change)))
    assert (found.undo_label(""), found.redo_label("")) == (label, None)
    found.undo("")
    assert (found.undo_label(""), found.redo_label("")) == (None, label)


def test_the_changed_field_of_two_strategies() -> None:
    semantic = get("semantic")()
    assert changed_field(semantic, semantic.with_(threshold=0.2)) == "threshold"
    assert changed_field(semantic, semantic.with_(threshold=0.2, min_tokens=9)) is None
    assert changed_field(semantic, get("sentence")()) is None
