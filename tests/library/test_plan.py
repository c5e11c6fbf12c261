import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chunking import Document, chunk, get
from chunking.core.errors import LoadError
from chunking.library.plan import (
    Amount,
    Cost,
    Plan,
    State,
    StoredChunk,
    embedding_cost,
    plan,
    read_state,
    state_of,
    to_dict,
    to_table,
)
from chunking.output.export import to_jsonl


def state(*rows: tuple[str, str, int], title: str = "") -> State:
    """A state from rows of (location id, content hash, tokens)."""
    return State(tuple(StoredChunk(*row) for row in rows), title)


OLD = state(("p1", "a", 10), ("p2", "b", 20), ("p3", "c", 30), title="v1")
NEW = state(("p0", "n", 1), ("p1", "a", 10), ("p2", "x", 2), ("p4", "c", 30), title="v2")


def test_the_plan_lists_changes_by_location() -> None:
    assert plan(OLD, NEW) == Plan(
        added=("p0", "p4"), changed=("p2",), unchanged=("p1",), removed=("p3",)
    )


def test_the_cost_counts_contents_and_reuses_moved_ones() -> None:
    assert embedding_cost(OLD, NEW) == Cost(
        embed=Amount(2, 3),
        reuse=Amount(2, 40),
        delete=Amount(1, 20),
        embed_by_location=Amount(3, 33),
    )
    assert embedding_cost(OLD, NEW).reused_share == pytest.approx(40 / 43)


def test_equal_contents_are_embedded_once() -> None:
    twins = state(("p1", "a", 10), ("p2", "a", 10), ("p3", "z", 5), ("p4", "z", 5))
    assert embedding_cost(state(("q", "a", 10)), twins) == Cost(
        embed=Amount(1, 5),
        reuse=Amount(1, 10),
        delete=Amount(0, 0),
        embed_by_location=Amount(4, 30),
    )


def test_known_hashes_are_reused_for_the_same_text_only() -> None:
    document = Document("# A\n\nOne here. Two here. Three here.\n\n# B\n\nFour here. Five here.")
    before = chunk(document, get("sentence")(max_tokens=6, overlap_tokens=2))
    after = chunk(document, get("sentence")(max_tokens=9, overlap_tokens=2))
    assert state_of(after, known=(before, state_of(before))) == state_of(after)
    lies = State(
        tuple(StoredChunk(e.location_id, "taken", e.tokens) for e in state_of(after).chunks)
    )
    assert set(state_of(after, known=(after, lies)).tokens_by_hash) == {"taken"}
    other = chunk(Document("Something else."), get("sentence")())
    assert state_of(other, known=(after, lies)) == state_of(other)


def test_from_an_empty_state_all_is_embedded_and_to_an_empty_one_all_is_deleted() -> None:
    assert embedding_cost(state(), OLD).embed == Amount(3, 60)
    assert embedding_cost(OLD, state()) == Cost(
        Amount(0, 0), Amount(0, 0), Amount(3, 60), Amount(0, 0)
    )
    assert embedding_cost(OLD, state()).reused_share == 1.0
    assert embedding_cost(OLD, state()).summary == "Re-embed 0 (0 tokens), reuse 0, delete 3."


states = st.lists(
    st.tuples(st.sampled_from("pqrst"), st.sampled_from("abcd"), st.integers(1, 9)),
    unique_by=lambda row: row[0],
).map(lambda rows: state(*rows))


@given(states, states)
def test_every_location_is_in_one_part_of_the_plan(old: State, new: State) -> None:
    steps = plan(old, new)
    parts = [steps.added, steps.changed, steps.unchanged, steps.removed]
    assert sorted(place for part in parts for place in part) == sorted(
        {*old.by_location, *new.by_location}
    )
    assert plan(new, new) == Plan((), (), tuple(new.by_location), ())
    back = plan(new, old)
    assert set(back.added) == set(steps.removed)
    assert set(back.changed) == set(steps.changed)


@given(states, states)
def test_embedded_and_reused_contents_are_the_new_state(old: State, new: State) -> None:
    cost = embedding_cost(old, new)
    assert cost.embed.chunks + cost.reuse.chunks == len(new.tokens_by_hash)
    assert cost.reuse.chunks + cost.delete.chunks == len(old.tokens_by_hash)
    assert cost.embed.chunks <= cost.embed_by_location.chunks
    assert embedding_cost(new, new).embed == Amount(0, 0)


TEXT = "# A\n\nOne two three.\n\n# B\n\nFour five six.\n\n# C\n\nSeven eight."


def test_a_state_has_the_ids_hashes_and_tokens_of_a_chunking() -> None:
    chunking = chunk(Document(TEXT), get("structure")())
    found = state_of(chunking, title="page")
    assert [entry.location_id for entry in found.chunks] == list(chunking.location_ids)
    assert [entry.content_hash for entry in found.chunks] == [c.content_hash for c in chunking]
    assert [entry.tokens for entry in found.chunks] == chunking.tokens.tolist()
    words = state_of(chunking, tokenizer="words")
    assert [entry.tokens for entry in words.chunks] == [5, 5, 4]


def test_a_state_is_read_from_the_lines_of_split() -> None:
    chunking = chunk(Document(TEXT), get("structure")())
    assert read_state(to_jsonl(chunking)) == state_of(chunking)


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
def test_an_invalid_state_raises_with_one_sentence(text: str, says: str) -> None:
    with pytest.raises(LoadError, match=says) as error:
        read_state(text)
    assert "\n" not in str(error.value)


def test_json_and_table_have_every_number() -> None:
    found = json.loads(json.dumps(to_dict(OLD, NEW)))
    assert found["old"] == {"title": "v1", "chunks": 3, "tokens": 60}
    assert found["plan"] == {
        "added": ["p0", "p4"], "changed": ["p2"], "unchanged": ["p1"], "removed": ["p3"]
    }  # fmt: skip
    assert found["cost"]["embed"] == {"chunks": 2, "tokens": 3}
    assert found["cost"]["reused_share"] == pytest.approx(40 / 43)
    lines = [line.split() for line in to_table(OLD, NEW).splitlines()]
    assert ["old:", "v1", "3", "60"] in lines
    assert ["changed", "1"] in lines
    assert ["embed", "2", "3"] in lines
    assert lines[-1][0] == "93.0%"
