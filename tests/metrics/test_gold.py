"""Marks as the answer key: what is judged, and by what."""

from itertools import pairwise

import numpy as np
import pytest

from chunking import Chunking, Document
from chunking.metrics.gold import Gold
from chunking.types import Constraints, UnitKind, Units

# Ten units of ten characters, a blank between them.
TEXT = " ".join("x" * 9 for _ in range(10))
UNITS = Units.of([(i * 10, i * 10 + 9, UnitKind.SENTENCE, False) for i in range(10)])


def cut(*offsets: int) -> Chunking:
    edges = [0, *offsets, len(TEXT)]
    return Chunking.from_spans(Document(TEXT), list(pairwise(edges)))


def test_what_follows_the_last_mark_is_not_judged() -> None:
    gold = Gold.of(Constraints(required=(20, 50)), UNITS)
    assert gold is not None
    assert (gold.count, gold.end, gold.marks) == (6, 59, 2)
    assert gold.boundaries.tolist() == [2, 5]
    assert gold.measure(cut(20, 50, 60, 70, 80))["f1"] == 1
    assert gold.measure(cut(20, 50))["b"] == 1


def test_a_boundary_where_there_is_no_mark_counts_against_the_cut() -> None:
    gold = Gold.of(Constraints(required=(20, 50)), UNITS)
    assert gold is not None
    found = gold.measure(cut(20, 40))
    assert found["b"] == pytest.approx(0.75)  # one match, one off by one
    assert (found["f1"], found["f1_1"]) == (0.5, 1)


def test_a_forbidden_mark_is_no_boundary_and_is_judged() -> None:
    gold = Gold.of(Constraints(required=(20,), forbidden=(70,)), UNITS)
    assert gold is not None
    assert (gold.count, gold.boundaries.tolist()) == (8, [2])
    assert gold.measure(cut(20, 70))["f1"] == pytest.approx(2 / 3)


@pytest.mark.parametrize("marks", [Constraints(), Constraints(required=(0,))])
def test_without_a_mark_on_a_gap_there_is_no_key(marks: Constraints) -> None:
    assert Gold.of(marks, UNITS) is None
    assert Gold.of(Constraints((20,)), Units.of([])) is None


def test_a_window_that_does_not_fit_gives_no_number() -> None:
    gold = Gold.of(Constraints(required=(10,)), UNITS)
    assert gold is not None
    assert gold.count == 2
    assert np.isnan(gold.measure(cut(10))["pk"])
