"""Helpers of the speed benchmark."""

import numpy as np
import pytest

from benchmarks import speed, speed_sides, speed_texts
from benchmarks.speed_peak import operations


def test_sentences_are_distinct_and_as_many_as_requested() -> None:
    few, many = speed_texts.sentences(None, 50), speed_texts.sentences(None, 5000)
    assert len(few) == 50
    assert many[:50] == few
    assert len(set(many)) == len(many) == 5000


def test_prose_has_the_requested_size() -> None:
    text = speed_texts.prose(None, 300_000)
    assert len(text) == 300_000
    paragraphs = text.split("\n\n")
    assert len(set(paragraphs)) == len(paragraphs)


def test_operations_per_token_are_those_of_the_model() -> None:
    # 21.2 million by the layers' matrices, and attention that grows with the square.
    assert operations([1]) == pytest.approx(21.2e6, rel=0.01)
    assert operations([100]) == pytest.approx(100 * 21.24e6 + 100**2 * 4 * 384 * 6, rel=0.001)


def test_a_decision_differs_if_one_side_only_is_below_a_threshold() -> None:
    def pair(similarity: float) -> np.ndarray[tuple[int, int], np.dtype[np.float32]]:
        rest = np.sqrt(1 - similarity**2)
        return np.array([[1, 0], [similarity, rest]], dtype=np.float32)

    assert speed._flips(pair(0.52), pair(0.54)) == 0
    assert speed._flips(pair(0.52), pair(0.58)) == 1
    assert speed._flips(pair(0.12), pair(0.33)) == 4
    assert speed._flips(pair(0.54999), pair(0.55001)) == 0


def test_a_missing_peer_is_named_and_skipped(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(speed_sides.PEERS, "chonkie", ("no_such_package.inside", "chonkie"))
    plan = speed_texts.Plan(None, 10, 1000, 1000, 1, ("all-MiniLM-L6-v2",))
    assert list(speed.semantic("chonkie")(plan)) == []
    assert "semantic_vs_chonkie skipped: pip install chonkie" in capsys.readouterr().out
