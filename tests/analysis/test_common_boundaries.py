"""Boundaries that chunkings have in common."""

from chunking import Chunking, Document
from chunking.analysis.differences import common_boundaries

TEXT = "One.\n\nTwo.\n\nThree.\n "


def of_starts(*starts: int) -> Chunking:
    spans = zip(starts, [*starts[1:], len(TEXT)], strict=True)
    return Chunking.from_spans(Document(TEXT), spans)


def test_boundaries_in_blank_space_count_at_the_next_character() -> None:
    found = common_boundaries([of_starts(0, 4, 12), of_starts(0, 6), of_starts(0, 5, 6, 10)])
    assert found.all.tolist() == [6]
    assert found.any.tolist() == [6, 12]


def test_a_boundary_before_blank_space_at_the_end_counts_there() -> None:
    found = common_boundaries([of_starts(0, 18), of_starts(0, 19)])
    assert found.all.tolist() == found.any.tolist() == [20]


def test_one_chunk_has_no_boundary() -> None:
    found = common_boundaries([of_starts(0), of_starts(0, 6)])
    assert (found.all.tolist(), found.any.tolist()) == ([], [6])
