"""One threshold for many documents."""

import numpy as np
import pytest

from chunking.analysis.recommend.shared_threshold import count_that_fits, fits, shared_threshold
from chunking.analysis.thresholds import Curve, SelectedThreshold

NONE = SelectedThreshold(None, "no threshold suits this text")


def of(best: float, width: float = 0.5) -> SelectedThreshold:
    """A document whose expected agreement falls linearly on both sides of its best threshold."""
    x = np.sort(np.append(np.linspace(0, 1, 21), best))
    y = np.clip(1 - np.abs(x - best) / width, 0, 1)
    return SelectedThreshold(best, "", (Curve("expected agreement", x, y),))


def test_it_lies_between_those_of_the_documents() -> None:
    found = shared_threshold([of(0.2), of(0.3), of(0.6)])
    assert found.value == pytest.approx(0.3)
    assert found.reason == (
        "0.30: 73% of the agreement expected of each document's own threshold on average, "
        "at least 40%; it fits 2 of 3 documents"
    )
    assert found.facts["mean_share"] == pytest.approx(found.curves[0].y.max())


def test_a_document_that_only_its_own_threshold_suits_has_more_influence() -> None:
    found = shared_threshold([of(0.2, 2.0), of(0.6, 0.1)])
    assert found.value == pytest.approx(0.6)


def test_one_document_has_its_own_threshold() -> None:
    own = of(0.4375)
    assert shared_threshold([own]) is own


@pytest.mark.parametrize(
    ("recommended", "reason"),
    [
        ([NONE], "no threshold suits this text"),
        ([NONE, NONE], "no threshold suits 2 of 2 documents"),
        (
            [of(0.2), NONE],
            "1 of 2 documents has a recommendation, and 0.20 fits 1 of these",
        ),
        (
            [of(0.3)] * 4 + [of(0.9)] + [NONE] * 4,
            "5 of 9 documents have a recommendation, and 0.30 fits 4 of these",
        ),
        (
            [of(0.1, 0.1), of(0.5, 0.1), of(0.9, 0.1)],
            "no threshold suits most documents: 0.10 fits 1 of 3 documents",
        ),
    ],
)
def test_one_that_does_not_fit_most_documents_is_not_recommended(
    recommended: list[SelectedThreshold], reason: str
) -> None:
    found = shared_threshold(recommended)
    assert found.value is None
    assert reason in found.reason


def test_the_verdict_counts_recommendations_and_those_that_fit() -> None:
    few = [of(0.3)] * 2 + [of(0.9)] + [NONE]
    words = "3 of 4 documents have a recommendation, and it fits 2 of these"
    assert count_that_fits(few, 0.3) == words
    assert count_that_fits([of(0.3)], 0.3) == "it fits 1 of 1 document"
    assert count_that_fits([of(0.3)] * 2, 0.3) == "it fits all 2 documents"


def test_a_threshold_fits_with_most_of_the_best_estimate() -> None:
    assert fits(of(0.4), 0.45)
    assert not fits(of(0.4), 0.6)
