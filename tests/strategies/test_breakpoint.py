"""Breakpoints by each rule; the expected boundaries are those of the published programs."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from embedders import HashEmbedder

from chunking.analysis.explain import labels
from chunking.core.chunking import Chunking
from chunking.core.cuts import REASONS, Reason
from chunking.core.document import Document
from chunking.core.errors import SettingsError
from chunking.core.prepared import Constraints, Prepared, Signal
from chunking.engine import chunk, prepare, run
from chunking.strategies import get
from chunking.strategies.breakpoint import distance_threshold, largest

pytestmark = pytest.mark.usefixtures("four_characters_per_token")

DISTANCES = [0.3, 0.2, 0.9, 0.25, 0.35, 0.3, 0.7, 0.1, 0.2, 0.4, 0.8, 0.3, 0.2, 0.3, 0.25, 0.95,
             0.3, 0.2, 0.3, 0.4]  # fmt: skip
TEXT = " ".join(f"Sentence {n:02}." for n in range(21))


@pytest.fixture
def prepared() -> Prepared:
    """Return 21 sentences of 12 characters with these distances."""
    material = get("breakpoint")(buffer=0).material
    found = prepare(Document(TEXT), material, embedder=HashEmbedder())
    signal = Signal(found.units.gaps, np.round(1 - np.array(DISTANCES), 4))
    return replace(found, signal=signal)


def cut(prepared: Prepared, marks: Constraints | None = None, **settings: object) -> Chunking:
    """Split the sentences by a rule."""
    return run(prepared, get("breakpoint")(**settings), marks or Constraints())


def breakpoints(found: Chunking) -> list[int]:
    """Return the indices of the gaps that are boundaries."""
    return np.flatnonzero(np.isin(found.gaps, found.boundaries)).tolist()


@pytest.mark.parametrize(
    ("settings", "cuts"),
    [
        ({"rule": "percentile"}, [15]),
        ({"rule": "percentile", "amount": 80}, [2, 6, 10, 15]),
        ({"rule": "percentile", "amount": 100}, []),
        ({"rule": "percentile", "amount": 0}, [g for g in range(20) if g != 7]),
        ({"rule": "standard_deviation"}, []),
        ({"rule": "standard_deviation", "amount": 1}, [2, 6, 10, 15]),
        ({"rule": "interquartile"}, [2, 6, 10, 15]),
        ({"rule": "interquartile", "amount": 3}, [2, 15]),
        ({"rule": "gradient"}, [14]),
        ({"rule": "gradient", "amount": 80}, [1, 5, 9, 14]),
    ],
)
def test_each_rule_gives_the_boundaries_of_langchain(
    prepared: Prepared, settings: dict[str, Any], cuts: list[int]
) -> None:
    assert breakpoints(cut(prepared, **settings)) == cuts


def test_quartile_ranges_are_counted_from_the_mean_not_from_the_third_quartile() -> None:
    values = np.array([0.0, 0.0, 1.0, 1.0, 8.0])
    assert distance_threshold(values, "interquartile", 1.5) == 2.0 + 1.5 * 1.0
    assert distance_threshold(values, "standard_deviation", 1) == round(float(2 + np.sqrt(9.2)), 6)
    assert distance_threshold(values, "percentile", 75) == 1.0


def test_the_rule_sets_the_published_amount() -> None:
    amounts = {
        rule: get("breakpoint")(rule=rule).model_dump()["amount"]
        for rule in ("percentile", "standard_deviation", "interquartile", "gradient")
    }
    assert amounts == {
        "percentile": 95, "standard_deviation": 3, "interquartile": 1.5, "gradient": 95,
    }  # fmt: skip
    assert get("breakpoint")(rule="gradient", amount=50).model_dump()["amount"] == 50


@pytest.mark.parametrize(("target", "chunks"), [(68, 2), (69, 1), (17, 5), (13, 6), (3, 21)])
def test_a_target_size_selects_the_largest_distances(
    prepared: Prepared, target: int, chunks: int
) -> None:
    found = cut(prepared, rule="target_size", target_tokens=target)
    size = prepared.sizes.tokens(0, len(TEXT))
    assert len(found) == chunks == min(21, size // target + 1)


def test_the_earlier_of_two_equal_distances_is_selected() -> None:
    assert largest(np.array([0.1, 0.5, 0.5, 0.9]), 2).tolist() == [False, True, False, True]
    assert largest(np.zeros(0), 3).tolist() == []


def test_a_breakpoint_before_the_minimum_is_suppressed(prepared: Prepared) -> None:
    found = cut(prepared, amount=80, min_tokens=25)
    assert breakpoints(found) == [10]
    assert REASONS[found.verdicts[2]] is Reason.MIN_TOKENS


def test_the_label_shows_the_threshold_and_its_rule(prepared: Prepared) -> None:
    assert labels(cut(prepared), prepared) == ["0.05 < 0.10, percentile 95"]


def test_a_sentence_is_embedded_with_its_neighbors_as_one_slice_of_the_text() -> None:
    embedder = HashEmbedder()
    strategy = get("breakpoint")(buffer=1)
    found = prepare(Document("One.\nTwo.  Three.\n\nFour."), strategy.material, embedder=embedder)
    assert embedder.texts == [
        "One.", "Two.", "Three.", "Four.",
        "One.\nTwo.", "One.\nTwo.  Three.", "Two.  Three.\n\nFour.", "Three.\n\nFour.",
    ]  # fmt: skip
    assert found.vectors is not None
    assert found.signal is not None
    together = HashEmbedder().encode(["One.\nTwo.", "One.\nTwo.  Three."])
    assert found.signal.scores[0] == pytest.approx(float(together[0] @ together[1]), abs=1e-4)
    assert np.array_equal(found.vectors, HashEmbedder().encode(embedder.texts[:4]))


def test_without_a_buffer_each_sentence_is_embedded_alone() -> None:
    embedder = HashEmbedder()
    prepare(Document("One. Two."), get("breakpoint")(buffer=0).material, embedder=embedder)
    assert embedder.texts == ["One.", "Two."]


@pytest.mark.parametrize("text", ["", "One.", "One. Two."])
@pytest.mark.parametrize(
    "rule", ["percentile", "standard_deviation", "interquartile", "gradient", "target_size"]
)
def test_a_text_of_two_sentences_or_fewer_is_one_chunk(text: str, rule: str) -> None:
    found = chunk(text, get("breakpoint")(rule=rule), embedder=HashEmbedder())
    assert found.texts == ([text] if text else [])


def test_a_missing_signal_is_reported() -> None:
    bare = prepare(Document("One. Two."), get("sentence")().material)
    with pytest.raises(SettingsError, match=r"^breakpoint needs a prepared signal; prepare with"):
        run(bare, get("breakpoint")())


def test_invalid_settings_are_named() -> None:
    with pytest.raises(SettingsError) as error:
        get("breakpoint")(rule="median")
    assert str(error.value).startswith("rule must be one of 'percentile', 'standard_deviation'")
    with pytest.raises(SettingsError, match=r"^amount must be between 0 and 100, got 101"):
        get("breakpoint")(amount=101)


def test_a_list_can_be_kept_whole_with_its_own_verdict() -> None:
    text = "Before it.\n\n- One here.\n- Two here. More.\n\nAfter it."
    material = get("breakpoint")(buffer=0).material
    bare = prepare(Document(text), material, embedder=HashEmbedder())
    listed = replace(bare, signal=Signal(bare.units.gaps, np.array([0.9, 0.1, 0.2, 0.8])))
    every = cut(listed, rule="target_size", target_tokens=5)
    assert every.texts == ["Before it.\n\n- One here.", "- Two here.", "More.\n\nAfter it."]
    whole = cut(listed, rule="target_size", target_tokens=5, keep_whole="lists")
    assert whole.texts == [text]
    assert [REASONS[code] for code in whole.verdicts] == [
        Reason.FITS, Reason.ATOMIC, Reason.ATOMIC, Reason.FITS,
    ]  # fmt: skip


def test_the_curve_has_the_distances(prepared: Prepared) -> None:
    found = get("breakpoint")().curve(prepared, np.zeros(0, np.int64))
    assert found is not None
    assert (found.kind, found.scores.tolist()) == ("distance", DISTANCES)
    plain = get("semantic")().curve(prepared, np.zeros(0, np.int64))
    assert plain is prepared.signal
    assert get("breakpoint")().curve(replace(prepared, signal=None), found.gaps) is None
