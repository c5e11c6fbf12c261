"""Marks made by hand: kept in a file, split into units, and reported where they do nothing."""

import json
from itertools import combinations

import pytest

from chunking import Document, chunk, get
from chunking.core.errors import SettingsError
from chunking.core.prepared import Constraints
from chunking.engine.manual_boundaries import (
    boundaries_before,
    from_json,
    to_json,
    unmet_constraints,
    with_boundary,
)

TEXT = "One is first. Two follows it. Three is third. Four ends it.\n\nFive is alone."
TWO, THREE, FOUR, FIVE = (TEXT.index(word) for word in ("Two", "Three", "Four", "Five"))
DOCUMENT = Document(TEXT)


def begins(marks: Constraints, **settings: object) -> list[int]:
    made = chunk(DOCUMENT, get("paragraph")(overlap_tokens=0, **settings), constraints=marks)
    return [part.start for part in made.chunks]


def test_a_required_boundary_splits_a_paragraph() -> None:
    assert begins(Constraints()) == [0]
    assert begins(Constraints(required=(THREE,))) == [0, THREE]
    assert begins(Constraints(required=(TWO, FIVE))) == [0, TWO, FIVE]


def test_the_sentences_around_a_forbidden_boundary_stay_together() -> None:
    assert begins(Constraints(), max_tokens=8) == [0, THREE, FIVE]
    assert begins(Constraints(forbidden=(THREE,)), max_tokens=8) == [0, TWO, FOUR]


@pytest.mark.parametrize("offset", [3, 13])
def test_a_required_offset_that_starts_no_unit_is_unmet(offset: int) -> None:
    marks = Constraints(required=(offset,))
    made = chunk(DOCUMENT, get("sentence")(), constraints=marks)
    found = unmet_constraints(marks, made)
    assert (found.required == marks.required) == (offset not in made.start)


@pytest.mark.parametrize("name", ["recursive", "paragraph", "dialogue", "code"])
def test_a_boundary_in_an_indentation_makes_no_blank_chunk(name: str) -> None:
    document = Document("    One.\n\n  Two.\n    Three.")
    for pair in combinations(range(1, len(document.text)), 2):
        made = chunk(document, get(name)(), constraints=Constraints(required=pair))
        cores = [document.text[part.start : part.end] for part in made]
        assert all(core.strip() for core in cores)
        assert "".join("".join(cores).split()) == "One.Two.Three."


def test_a_required_boundary_in_a_fence_is_unmet() -> None:
    text = "Before it.\n\n```\na = 1\n\nb = 2\n```\n\nAfter it."
    marks = Constraints(required=(text.index("b ="), text.index("After")))
    made = chunk(Document(text, media_type="text/markdown"), get("sentence")(), constraints=marks)
    assert unmet_constraints(marks, made) == Constraints(required=(text.index("b ="),))


def test_an_indented_line_may_begin_a_chunk() -> None:
    text = "A list:\n- one\n    - two is deeper\n- three"
    at = text.index("    - two")
    made = chunk(Document(text), get("paragraph")(overlap_tokens=0), constraints=Constraints((at,)))
    assert made.texts[1].startswith("    - two")


def test_marking_and_clearing() -> None:
    marks = with_boundary(with_boundary(Constraints(), 9, "required"), 4, "forbidden")
    assert marks == Constraints((9,), (4,))
    assert with_boundary(marks, 9, "forbidden") == Constraints((), (4, 9))
    assert with_boundary(marks, 4, None) == Constraints((9,), ())


def test_a_file_round_trips() -> None:
    marks = Constraints((TWO, FOUR), (THREE,))
    written = to_json(DOCUMENT, marks)
    assert json.loads(written) == {
        "document": DOCUMENT.sha256, "required": [TWO, FOUR], "forbidden": [THREE],
    }  # fmt: skip
    assert from_json(written, DOCUMENT) == marks


def _file(**values: object) -> str:
    return json.dumps({"document": DOCUMENT.sha256, **values})


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("{", "not a Chunkscope file of manual boundaries: line 1, column 2: Expecting property"),
        (
            "[" * 100_000,
            "not a Chunkscope file of manual boundaries: it is nested too deeply",
        ),
        ("[]", "it must hold a JSON object, got list"),
        ("{}", "file of manual boundaries: document is invalid: field required, got {}"),
        (_file(required=[-1]), "required.0 is invalid: input should be greater than or equal to 0"),
        (_file(required=["7"]), "required.0 is invalid: input should be a valid integer"),
        (_file(required=[5], forbidden=[5]), "either required or forbidden, got 5 as both"),
        (_file(more=1), "file of manual boundaries: unknown field 'more'"),
        (_file(required=[10**9]), "must be within the document's 75 characters, got 1,000,000,000"),
        ('{"document": "' + "0" * 64 + '"}', "manual boundaries belong to another document"),
    ],
)
def test_an_invalid_file_gets_one_sentence(text: str, said: str) -> None:
    with pytest.raises(SettingsError) as caught:
        from_json(text, DOCUMENT)
    assert said in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("side", [5, None, {5}, ["a"], (5.7,), [[1]]])
def test_boundaries_must_be_offsets(side: object) -> None:
    with pytest.raises(SettingsError, match="required boundaries must be a sequence of offsets"):
        chunk("One. Two.", get("sentence")(), constraints=Constraints(required=side))  # type: ignore[arg-type]


def test_a_number_of_too_many_digits_is_named() -> None:
    with pytest.raises(SettingsError, match=r"manual boundaries: .*digits"):
        from_json('{"required": [' + "1" * 5000 + "]}", Document("x"))


def test_boundaries_outside_of_a_text_are_left_out() -> None:
    found = boundaries_before(Constraints((0, 5, 10), (3, 12)), 10)
    assert found == Constraints((5,), (3,))
