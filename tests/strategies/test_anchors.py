from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chunking import Document, Reason, chunk, get
from chunking.engine import prepare
from chunking.strategies.anchors import anchors
from chunking.types import Material, Prepared

WORDS = "tide moon ebb flood shore wave salt wind rope sail mast hull".split()  # noqa: SIM905 - one line


def sentences(text: str) -> Prepared:
    return prepare(Document(text), Material("sentences"))


def long_text(numbers: list[int]) -> str:
    """A paragraph of four sentences for each number, no two sentences alike."""
    return "\n\n".join(
        " ".join(
            f"The {WORDS[(n + i) % 12]} of {n} and {i} came to the old quay." for i in range(4)
        )
        for n in numbers
    )


def by_looking(prepared: Prepared, tokens: int) -> list[bool]:
    """The same, each gap against every other."""
    from chunking.strategies.anchors import _ranks

    ranks, ticks = _ranks(prepared).tolist(), prepared.units.gaps.tolist()
    reach = tokens * 4 // 2
    return [
        all(
            (ranks[i], i) <= (ranks[j], j)
            for j in range(len(ranks))
            if abs(ticks[i] - ticks[j]) <= reach
        )
        for i in range(len(ranks))
    ]


@given(st.lists(st.integers(0, 99), max_size=12), st.integers(1, 200))
def test_an_anchor_comes_before_all_gaps_near_it(numbers: list[int], tokens: int) -> None:
    prepared = sentences(long_text(numbers))
    assert anchors(prepared, tokens).tolist() == by_looking(prepared, tokens)


def test_there_are_none_for_0() -> None:
    assert not anchors(sentences(long_text(list(range(30)))), 0).any()
    assert anchors(sentences("One."), 100).tolist() == []


def test_a_heading_comes_before_a_paragraph_and_that_before_a_sentence() -> None:
    text = long_text([1, 2]) + "\n\n# Here\n\n" + long_text([3, 4])
    prepared = sentences(text)
    found = prepared.units.gaps[anchors(prepared, 10_000)].tolist()
    assert found == [text.index("# Here")]
    prepared = sentences(long_text([1, 2]))
    found = prepared.units.gaps[anchors(prepared, 10_000)].tolist()
    assert found == [long_text([1, 2]).index("\n\n") + 2]


@pytest.mark.parametrize("name", ["sentence", "paragraph"])
def test_a_cut_at_an_anchor_says_so_and_without_the_setting_there_are_none(name: str) -> None:
    text = long_text(list(range(60)))
    strategy = get(name)(max_tokens=60, overlap_tokens=0)
    assert Reason.ANCHOR not in {c.reason for c in chunk(text, strategy)}
    anchored = chunk(text, strategy.with_(anchor_tokens=300))
    starts = {b.start for a, b in zip(anchored, list(anchored)[1:], strict=False)
              if a.reason is Reason.ANCHOR}  # fmt: skip
    prepared = prepare(Document(text), strategy.material)
    assert starts == set(prepared.units.gaps[anchors(prepared, 300)].tolist())
    assert len(starts) > 3


@pytest.mark.parametrize("name", ["sentence", "paragraph"])
@given(st.integers(5, 55), st.integers(1, 3))
def test_behind_the_next_anchors_an_edit_changes_nothing(name: str, at: int, gone: int) -> None:
    numbers = list(range(120))
    strategy = get(name)(max_tokens=60, overlap_tokens=0, anchor_tokens=300)
    before = chunk(long_text(numbers), strategy)
    edited = long_text(numbers[:at] + numbers[at + gone :])
    after = chunk(edited, strategy)
    edit = len(long_text(numbers[:at]))
    moved = len(long_text(numbers)) - len(edited)
    # An edit may move the first anchors behind it, as far as they reach.
    anchored = [b.start for a, b in zip(after, list(after)[1:], strict=False)
                if a.reason is Reason.ANCHOR and b.start > edit + 4 * 300]  # fmt: skip
    if anchored:
        same = {b + moved for b in after.boundaries.tolist() if b >= anchored[0]}
        assert same == {b for b in before.boundaries.tolist() if b >= anchored[0] + moved}
