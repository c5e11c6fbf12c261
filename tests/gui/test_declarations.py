"""The declarations for the browser follow the messages and actions of Python."""

from typing import Any

import pytest
from message_types import check_message
from write_declarations import COMMAND, FILE, declarations


def test_the_declarations_are_those_of_the_messages_and_actions() -> None:
    assert FILE.read_text("utf-8") == declarations(), f"run `{COMMAND}`"


def test_a_message_of_its_type_passes() -> None:
    check_message({"kind": "progress", "id": "a", "share": 1})


@pytest.mark.parametrize(
    ("message", "problem"),
    [
        ({"kind": "progress", "id": "a"}, r"progress is an object of \['id', 'kind'\]"),
        ({"kind": "progress", "id": "a", "share": 0.5, "more": 1}, "'more', 'share'"),
        ({"kind": "progress", "id": "a", "share": True}, "progress.share is True"),
        ({"kind": "gaps", "id": "a", "count": 0.5}, "gaps.count is 0.5"),
        ({"kind": "library_boxes", "boxes": {"a": [1, "x"]}}, r"library_boxes.boxes.a\[1\] is 'x'"),
        ({"kind": "document", "id": "a", "places": [[1]], "removed": []}, r"places\[0\] is \[1\]"),
        (
            {"kind": "sweep_cell", "preview": {}},
            "sweep_cell.preview is an object of .* not SweepPreview",
        ),
    ],
)
def test_a_message_that_does_not_fit_its_type_fails(message: dict[str, Any], problem: str) -> None:
    with pytest.raises(AssertionError, match=problem):
        check_message(message)
