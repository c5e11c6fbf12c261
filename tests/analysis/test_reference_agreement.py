"""Agreement with manual boundaries, in words."""

import pytest

from chunking.analysis.metrics.boundaries import ReferenceBoundaries
from chunking.analysis.reference_agreement import (
    agreement_in_words,
    evaluated_in_words,
    fit_in_words,
    unmet_in_words,
)
from chunking.analysis.settings_search.fit import Fit
from chunking.core.chunking import Chunking
from chunking.core.document import Document
from chunking.core.prepared import NONE, Constraints
from chunking.core.units import UnitKind, Units
from chunking.strategies import get

DOCUMENT = Document("0123456789" * 40)
UNITS = Units.of([(10 * i, 10 * i + 10, UnitKind.SENTENCE, False) for i in range(40)])
SEMANTIC = get("semantic")()


def reference(*required: int) -> ReferenceBoundaries:
    """Return the reference of boundaries after some sentences."""
    found = ReferenceBoundaries.of(Constraints(tuple(10 * each for each in required)), UNITS)
    assert found is not None
    return found


def test_identical_boundaries_agree() -> None:
    chunking = Chunking.from_spans(DOCUMENT, [(0, 100), (100, 250), (250, 400)])
    found = agreement_in_words(reference(10, 25), chunking)
    assert [value for _, value in found] == ["1.00", "1.00", "0.00", "0.00"]


@pytest.mark.parametrize(
    ("required", "end"),
    [
        ((5,), "Too few to generalize: add boundaries up to sentence 20."),
        ((5, 25), "Too few boundaries to generalize: add all of them up to there."),
        ((5, 10, 15, 25), "a gap without one counts as no boundary."),
    ],
)
def test_a_short_reference_is_named(required: tuple[int, ...], end: str) -> None:
    text = evaluated_in_words(reference(*required))
    assert text.startswith(f"Evaluated: the first {required[-1] + 1} sentences, ")
    assert text.endswith(end)


def test_a_fit_names_what_it_has_changed() -> None:
    before, after = {"b": 0.25, "f1_1": float("nan")}, {"b": 0.5, "f1_1": 1.0}
    changes = {"threshold": (0.3, 0.25)}
    found = fit_in_words(Fit(SEMANTIC, before, after, 1200, changes, 30))
    assert found == (
        "In the first 30 sentences, B 0.25 → 0.50, F1@1 – → 1.00: threshold 0.3 → 0.25. "
        "1,200 combinations tried."
    )
    found = fit_in_words(Fit(SEMANTIC, before, before, 1, {}, 30))
    assert found == "No better settings found: B 0.25, 1 combination tried."


def test_boundaries_that_a_strategy_cannot_meet_are_counted() -> None:
    assert unmet_in_words(NONE) == ""
    text = unmet_in_words(Constraints((10,), (20,)))
    assert text.startswith("2 manual boundaries have no effect with this strategy")
