"""Gaps inside lists that are kept whole, and the indentation of lead-ins."""

import numpy as np
import pytest

from chunking.core.document import Document
from chunking.core.prepared import Constraints, Material
from chunking.engine import prepare
from chunking.strategies.keep_together import KeepWhole, joined_gaps, runs

# Nine sentences; sizes in words.
TEXT = (
    "Before the list.\n\n- One is. Two is.\n- Three.\n- Four is here. Five.\n\n"
    "After it.\n\n- Six is.\n- Seven is."
)
SENTENCES = 9


def inside(
    tokens: int,
    required: tuple[str, ...] = (),
    forbidden: tuple[str, ...] = (),
    keep_whole: KeepWhole = "lists",
) -> list[int]:
    """Return the numbers of the gaps inside lists."""
    document = Document(TEXT, media_type="text/markdown")
    prepared = prepare(document, Material("sentences", tokenizer="words"))
    starts = prepared.units.starts.tolist()
    assert len(starts) == SENTENCES
    gaps = prepared.units.gaps.tolist()
    manual = Constraints(
        *(
            tuple(max(gap for gap in gaps if gap <= TEXT.index(word)) for word in words)
            for words in (required, forbidden)
        )
    )
    found = joined_gaps(prepared, tokens, manual, keep_whole)
    assert found.shape == (SENTENCES - 1,)
    return np.flatnonzero(found).tolist()


@pytest.mark.parametrize(
    ("tokens", "gaps"),
    [
        (99, [1, 2, 3, 4, 7]),
        (12, [1, 2, 3, 4, 7]),
        (11, [1, 4, 7]),  # the first list has 12 words, its items 5, 2 and 5
        (6, [1, 4, 7]),
        (5, [1, 4]),
        (4, []),
    ],
)
def test_a_list_is_whole_where_it_fits_and_its_items_where_they_do(
    tokens: int, gaps: list[int]
) -> None:
    assert inside(tokens) == gaps


def test_only_lists_are_kept_whole() -> None:
    assert inside(99, keep_whole="blocks") == []


def test_a_required_boundary_divides_a_list() -> None:
    assert inside(99, required=("Four",)) == [1, 2, 4, 7]
    assert inside(7, required=("Four",)) == [1, 2, 4, 7]


def test_a_list_joined_to_more_text_is_whole_only_where_all_of_it_fits() -> None:
    assert inside(14, forbidden=("After",)) == [1, 2, 3, 4, 7]
    assert inside(13, forbidden=("After",)) == [1, 4, 7]  # its items are
    assert inside(4, forbidden=("After",)) == []


def test_runs_are_the_first_and_the_last_unit_that_gaps_join() -> None:
    joined = np.array([True, True, False, False, True, False])
    assert [each.tolist() for each in runs(joined)] == [[0, 4], [2, 5]]
    assert [each.tolist() for each in runs(np.ones(3, np.bool_))] == [[0], [3]]
    assert [each.tolist() for each in runs(np.zeros(0, np.bool_))] == [[], []]
