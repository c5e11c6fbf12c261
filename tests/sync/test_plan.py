from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chunking import Document, chunk, get
from chunking.errors import LoadError
from chunking.export import to_jsonl
from chunking.sync import (
    Amount,
    Bill,
    Entry,
    Plan,
    State,
    bill,
    plan,
    read_state,
    state_of,
    to_dict,
    to_table,
)


def state(*rows: tuple[str, str, int], title: str = "") -> State:
    """A state from rows of (place, content, tokens)."""
    return State(tuple(Entry(*row) for row in rows), title)


OLD = state(("p1", "a", 10), ("p2", "b", 20), ("p3", "c", 30), title="v1")
NEW = state(("p0", "n", 1), ("p1", "a", 10), ("p2", "x", 2), ("p4", "c", 30), title="v2")


def test_the_plan_says_what_becomes_of_each_place() -> None:
    assert plan(OLD, NEW) == Plan(
        added=("p0", "p4"), changed=("p2",), unchanged=("p1",), removed=("p3",)
    )


def test_the_bill_counts_contents_and_what_moved_is_kept() -> None:
    assert bill(OLD, NEW) == Bill(
        embed=Amount(2, 3), kept=Amount(2, 40), dropped=Amount(1, 20), by_place=Amount(3, 33)
    )
    assert bill(OLD, NEW).saved == pytest.approx(40 / 43)


def test_contents_that_are_equal_are_embedded_once() -> None:
    twins = state(("p1", "a", 10), ("p2", "a", 10), ("p3", "z", 5), ("p4", "z", 5))
    assert bill(state(("q", "a", 10)), twins) == Bill(
        embed=Amount(1, 5), kept=Amount(1, 10), dropped=Amount(0, 0), by_place=Amount(4, 30)
    )


def test_what_is_known_of_another_chunking_is_the_same_as_what_is_hashed() -> None:
    document = Document("# A\n\nOne here. Two here. Three here.\n\n# B\n\nFour here. Five here.")
    before = chunk(document, get("sentence")(max_tokens=6, overlap_tokens=2))
    after = chunk(document, get("sentence")(max_tokens=9, overlap_tokens=2))
    assert state_of(after, known=(before, state_of(before))) == state_of(after)
    lies = State(tuple(Entry(e.location_id, "taken", e.tokens) for e in state_of(after).entries))
    assert set(state_of(after, known=(after, lies)).contents) == {"taken"}
    other = chunk(Document("Something else."), get("sentence")())
    assert state_of(other, known=(after, lies)) == state_of(other)


def test_from_nothing_all_is_embedded_and_to_nothing_all_is_dropped() -> None:
    assert bill(state(), OLD).embed == Amount(3, 60)
    assert bill(OLD, state()) == Bill(Amount(0, 0), Amount(0, 0), Amount(3, 60), Amount(0, 0))
    assert bill(OLD, state()).saved == 1.0


states = st.lists(
    st.tuples(st.sampled_from("pqrst"), st.sampled_from("abcd"), st.integers(1, 9)),
    unique_by=lambda row: row[0],
).map(lambda rows: state(*rows))


@given(states, states)
def test_every_place_is_in_one_part_of_the_plan(old: State, new: State) -> None:
    steps = plan(old, new)
    parts = [steps.added, steps.changed, steps.unchanged, steps.removed]
    assert sorted(place for part in parts for place in part) == sorted({*old.places, *new.places})
    assert plan(new, new) == Plan((), (), tuple(new.places), ())
    back = plan(new, old)
    assert set(back.added) == set(steps.removed)
    assert set(back.changed) == set(steps.changed)


@given(states, states)
def test_what_is_embedded_and_kept_is_the_new_state_and_kept_and_dropped_the_old(
    old: State, new: State
) -> None:
    costs = bill(old, new)
    assert costs.embed.chunks + costs.kept.chunks == len(new.contents)
    assert costs.kept.chunks + costs.dropped.chunks == len(old.contents)
    assert costs.embed.chunks <= costs.by_place.chunks
    assert bill(new, new).embed == Amount(0, 0)


TEXT = "# A\n\nOne two three.\n\n# B\n\nFour five six.\n\n# C\n\nSeven eight."


def test_a_chunking_is_a_state() -> None:
    chunking = chunk(Document(TEXT), get("structure")())
    found = state_of(chunking, title="page")
    assert [entry.location_id for entry in found.entries] == list(chunking.location_ids)
    assert [entry.content_hash for entry in found.entries] == [c.content_hash for c in chunking]
    assert [entry.tokens for entry in found.entries] == chunking.tokens.tolist()
    words = state_of(chunking, count_in="words")
    assert [entry.tokens for entry in words.entries] == [5, 5, 4]


def test_what_split_writes_is_the_same_state() -> None:
    chunking = chunk(Document(TEXT), get("structure")())
    assert read_state(to_jsonl(chunking)) == state_of(chunking)


def test_only_the_section_that_was_edited_is_embedded_again() -> None:
    strategy = get("structure")()
    old = state_of(chunk(Document(TEXT), strategy))
    new = state_of(chunk(Document(TEXT.replace("five", "fifty")), strategy))
    steps = plan(old, new)
    assert steps == Plan((), (new.entries[1].location_id,), (new.entries[0].location_id,
                         new.entries[2].location_id), ())  # fmt: skip
    assert bill(old, new).embed == Amount(1, new.entries[1].tokens)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("[1]", "line 1: must be a JSON object, got '\\[1\\]'"),
        ("nonsense", "line 1: must be a JSON object, got 'nonsense'"),
        (
            '{"location_id": "p", "content_hash": "c", "tokens": -5}',
            "line 1: must have location_id, content_hash and tokens of 0 or more",
        ),
        ('\n{"location_id": "p"}', "line 2: must have location_id, content_hash and tokens"),
        ('{"location_id": "p", "content_hash": "a", "tokens": true}', "it has location_id"),
        ('{"location_id": "p", "content_hash": "a", "tokens": 1}\n' * 2, "line 2: location_id"),
    ],
)  # fmt: skip
def test_a_bad_state_gets_one_clear_sentence(text: str, says: str) -> None:
    with pytest.raises(LoadError, match=says) as error:
        read_state(text)
    assert "\n" not in str(error.value)


def test_the_report_has_every_number_and_every_id() -> None:
    found = json.loads(json.dumps(to_dict(OLD, NEW)))
    assert found["old"] == {"title": "v1", "chunks": 3, "tokens": 60}
    assert found["plan"] == {
        "added": ["p0", "p4"], "changed": ["p2"], "unchanged": ["p1"], "removed": ["p3"]
    }  # fmt: skip
    assert found["bill"]["embed"] == {"chunks": 2, "tokens": 3}
    assert found["bill"]["saved"] == pytest.approx(40 / 43)
    lines = [line.split() for line in to_table(OLD, NEW).splitlines()]
    assert ["old:", "v1", "3", "60"] in lines
    assert ["changed", "1"] in lines
    assert ["to", "embed", "2", "3"] in lines
    assert lines[-1][0] == "93.0%"
