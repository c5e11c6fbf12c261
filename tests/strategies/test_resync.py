import pytest
from hypothesis import given
from hypothesis import strategies as st

from chunking import Document, Reason, chunk, get
from chunking.core.prepared import Material, Prepared
from chunking.engine import prepare
from chunking.strategies.resync import resync_gaps

pytestmark = pytest.mark.usefixtures("four_characters_per_token")

WORDS = "tide moon ebb flood shore wave salt wind rope sail mast hull".split()  # noqa: SIM905 - one line


def sentences(text: str) -> Prepared:
    return prepare(Document(text), Material("sentences"))


def long_text(numbers: list[int]) -> str:
    """A paragraph of four sentences for each number, all sentences different."""
    return "\n\n".join(
        " ".join(
            f"The {WORDS[(n + i) % 12]} of {n} and {i} came to the old quay." for i in range(4)
        )
        for n in numbers
    )


def compared(prepared: Prepared, tokens: int) -> list[bool]:
    """Return the same by comparing each gap with every other."""
    from chunking.strategies.resync import _ranks

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
def test_a_resync_gap_ranks_lowest_within_half_an_interval(numbers: list[int], tokens: int) -> None:
    prepared = sentences(long_text(numbers))
    assert resync_gaps(prepared, tokens).tolist() == compared(prepared, tokens)


def test_an_interval_of_0_has_no_resync_gaps() -> None:
    assert not resync_gaps(sentences(long_text(list(range(30)))), 0).any()
    assert resync_gaps(sentences("One."), 100).tolist() == []


def test_headings_rank_before_paragraphs_and_paragraphs_before_sentences() -> None:
    text = long_text([1, 2]) + "\n\n# Here\n\n" + long_text([3, 4])
    prepared = sentences(text)
    found = prepared.units.gaps[resync_gaps(prepared, 10_000)].tolist()
    assert found == [text.index("# Here")]
    prepared = sentences(long_text([1, 2]))
    found = prepared.units.gaps[resync_gaps(prepared, 10_000)].tolist()
    assert found == [long_text([1, 2]).index("\n\n") + 2]


@pytest.mark.parametrize("name", ["sentence", "paragraph"])
def test_resync_boundaries_have_their_own_reason(name: str) -> None:
    text = long_text(list(range(60)))
    strategy = get(name)(max_tokens=60, overlap_tokens=0)
    assert Reason.RESYNC not in {c.reason for c in chunk(text, strategy)}
    anchored = chunk(text, strategy.with_(resync_interval=300))
    starts = {b.start for a, b in zip(anchored, list(anchored)[1:], strict=False)
              if a.reason is Reason.RESYNC}  # fmt: skip
    prepared = prepare(Document(text), strategy.material)
    assert starts == set(prepared.units.gaps[resync_gaps(prepared, 300)].tolist())
    assert len(starts) > 3


@pytest.mark.parametrize("name", ["sentence", "paragraph"])
@given(st.integers(5, 55), st.integers(1, 3))
def test_an_edit_changes_nothing_beyond_the_next_resync_boundaries(
    name: str, at: int, gone: int
) -> None:
    numbers = list(range(120))
    strategy = get(name)(max_tokens=60, overlap_tokens=0, resync_interval=300)
    before = chunk(long_text(numbers), strategy)
    edited = long_text(numbers[:at] + numbers[at + gone :])
    after = chunk(edited, strategy)
    edit = len(long_text(numbers[:at]))
    moved = len(long_text(numbers)) - len(edited)
    # An edit may move the resync boundaries within one interval after it.
    anchored = [b.start for a, b in zip(after, list(after)[1:], strict=False)
                if a.reason is Reason.RESYNC and b.start > edit + 4 * 300]  # fmt: skip
    if anchored:
        same = {b + moved for b in after.boundaries.tolist() if b >= anchored[0]}
        assert same == {b for b in before.boundaries.tolist() if b >= anchored[0] + moved}
