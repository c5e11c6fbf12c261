"""Records of JSON."""

import json
from typing import Any

import pytest
from hostile import SCALE, TEXTS
from hypothesis import given
from hypothesis import strategies as st

from chunking import chunk, get
from chunking.core.document import Document
from chunking.units.records import JSON, records

VALUES = st.recursive(
    st.one_of(
        st.none(),
        st.booleans(),
        st.integers(),
        st.floats(allow_nan=False, allow_infinity=False),
        st.text(),
    ),
    lambda inner: st.one_of(
        st.lists(inner, max_size=4), st.dictionaries(st.text(max_size=5), inner, max_size=4)
    ),
    max_leaves=20,
)
STRATEGIES = ("structure", "paragraph", "sentence", "recursive", "code")


def found(text: str) -> list[str] | None:
    read = records(text)
    if read is None:
        return None
    return [text[a:b] for a, b in zip(read[0].starts, read[0].ends, strict=True)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('[1, [2, 3], {"a": 4}]', ["[1,", "[2, 3],", '{"a": 4}]']),
        ('{"a": 1, "b": [2]}', ['{"a": 1,', '"b": [2]}']),
        ('{"n": 2, "d": [{"a": 1}, {"a": 2}]}', ['{"n": 2,', '"d": [{"a": 1},', '{"a": 2}]}']),
        ('[\n  {"a": 1},\n  {"b": 2}\n]\n', ['[\n  {"a": 1},', '  {"b": 2}\n]']),
        ('["a,b", "c]"]', ['["a,b",', '"c]"]']),
        ("5", ["5"]),
        ("[]", ["[]"]),
    ],
)
def test_records_are_elements_or_members(text: str, expected: list[str]) -> None:
    assert found(text) == expected


@pytest.mark.parametrize(
    "text", ["", "[1,]", '{"a" 1}', "[1]]", "[1", "[}", "{1: 2}", "a", ",", "1,"]
)
def test_other_texts_have_none(text: str) -> None:
    assert records(text) is None


@given(VALUES, st.sampled_from([None, 1]))
def test_all_json_has_records_that_leave_out_only_whitespace(
    value: Any, indent: int | None
) -> None:
    text = json.dumps(value, indent=indent, ensure_ascii=False)
    parts = found(text)
    assert parts is not None
    assert "".join("".join(parts).split()) == "".join(text.split())


@pytest.mark.parametrize("strategy", STRATEGIES)
@pytest.mark.parametrize("indent", [None, 2])
def test_no_boundary_is_inside_a_record_that_fits(strategy: str, indent: int | None) -> None:
    rows = [{"speaker": f"Name {i}", "content": "One two. Three, four."} for i in range(2_000)]
    text = json.dumps({"count": 2_000, "turns": rows}, indent=indent)
    made = chunk(Document(text, "a", JSON), get(strategy)())
    read = records(text)
    assert read is not None
    assert len(made) > 5
    assert set(made.start.tolist()) <= set(read[0].starts.tolist())


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_a_large_record_is_split_between_its_members(strategy: str) -> None:
    rows = [{f"key {i}": "one two three" for i in range(400)} for _ in range(3)]
    text = json.dumps(rows)
    made = chunk(Document(text, "a", JSON), get(strategy)())
    assert len(made) > 5
    assert all(text[start] in '{["' for start in made.start.tolist())
    assert all(text[end - 1] in ",}]" for end in made.end.tolist())


@pytest.mark.parametrize("piece", ["[", "{", '"', '{"a":', "[1,", '{"a":1,', "[]", "\\", '"\\'])
def test_hostile_json_takes_linear_time(piece: str) -> None:
    assert records(piece * (100_000 // SCALE)) is None


def test_deep_nesting_is_one_record() -> None:
    assert found("[" * 100_000 + "]" * 100_000) == ["[" * 100_000 + "]" * 100_000]
    deep = '{"a":' * 50_000 + "1" + "}" * 50_000
    assert found(deep) == [deep]


@pytest.mark.parametrize("name", TEXTS)
def test_hostile_texts_are_split_as_json(name: str) -> None:
    made = chunk(Document(TEXTS[name], "a.json", JSON), get("recursive")())
    assert "".join("".join(made.texts).split()) or not TEXTS[name].split()
