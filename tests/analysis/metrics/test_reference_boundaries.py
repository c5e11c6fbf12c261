"""Marks as the answer key: what is judged, and by what."""

from itertools import pairwise

import numpy as np
import pytest

from chunking import Chunking, Document
from chunking.analysis.metrics.boundaries import ReferenceBoundaries
from chunking.core.prepared import Constraints
from chunking.core.units import UnitKind, Units

# Ten units of ten characters, a blank between them.
TEXT = " ".join("x" * 9 for _ in range(10))
UNITS = Units.of([(i * 10, i * 10 + 9, UnitKind.SENTENCE, False) for i in range(10)])


def cut(*offsets: int) -> Chunking:
    edges = [0, *offsets, len(TEXT)]
    return Chunking.from_spans(Document(TEXT), list(pairwise(edges)))


def test_text_after_the_last_manual_boundary_is_not_evaluated() -> None:
    reference = ReferenceBoundaries.of(Constraints(required=(20, 50)), UNITS)
    assert reference is not None
    assert (reference.count, reference.manual) == (6, 2)
    assert reference.boundaries.tolist() == [2, 5]
    assert reference.metrics_of(cut(20, 50, 60, 70, 80))["f1"] == 1
    assert reference.metrics_of(cut(20, 50))["b"] == 1


def test_a_boundary_at_an_unmarked_gap_is_an_error() -> None:
    reference = ReferenceBoundaries.of(Constraints(required=(20, 50)), UNITS)
    assert reference is not None
    found = reference.metrics_of(cut(20, 40))
    assert found["b"] == pytest.approx(0.75)  # one match, one off by one
    assert (found["f1"], found["f1_1"]) == (0.5, 1)


def test_a_forbidden_boundary_is_evaluated() -> None:
    reference = ReferenceBoundaries.of(Constraints(required=(20,), forbidden=(70,)), UNITS)
    assert reference is not None
    assert (reference.count, reference.boundaries.tolist()) == (8, [2])
    assert reference.metrics_of(cut(20, 70))["f1"] == pytest.approx(2 / 3)


@pytest.mark.parametrize(
    "marks", [Constraints(), Constraints(required=(0,)), Constraints(forbidden=(20,))]
)
def test_without_manual_boundaries_there_is_no_reference(marks: Constraints) -> None:
    assert ReferenceBoundaries.of(marks, UNITS) is None
    assert ReferenceBoundaries.of(Constraints((20,)), Units.of([])) is None


def test_measures_are_undefined_where_no_window_fits() -> None:
    reference = ReferenceBoundaries.of(Constraints(required=(10,)), UNITS)
    assert reference is not None
    assert reference.count == 2
    assert np.isnan(reference.metrics_of(cut(10))["pk"])
