"""Settings that change nothing where they stand, and curves that say nothing."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from planted import planted

from chunking import Document, get
from chunking.engine import prepare, run
from chunking.explain import decides
from chunking.tuning import idle, order_tells
from chunking.tuning.limits import LEVEL
from chunking.types import Constraints, Prepared, Signal

TEXT = " ".join(f"Sentence number {n:02} is just as long as any other of them." for n in range(40))
SCORES = np.tile([0.9, 0.3, 0.8, 0.5], 10)[:39]


@pytest.fixture
def prepared() -> Prepared:
    """Forty sentences of 56 characters, with similarities that come again and again."""
    found = prepare(Document(TEXT), get("sentence")().material)
    return replace(found, signal=Signal(found.units.gaps, SCORES))


def idle_at(prepared: Prepared, **settings: float) -> list[str]:
    strategy = get("semantic")(**settings)
    return idle(prepared, strategy, run(prepared, strategy))


def test_a_maximum_that_no_chunk_reaches_changes_nothing(prepared: Prepared) -> None:
    assert idle_at(prepared, min_tokens=20, threshold=0.4) == ["max_tokens"]


def test_a_setting_whose_next_step_moves_a_cut_is_not_idle(prepared: Prepared) -> None:
    # Two sentences are 29 tokens, four are 57.
    assert idle_at(prepared, min_tokens=0, threshold=0.505) == ["min_tokens", "max_tokens"]
    assert idle_at(prepared, min_tokens=0, threshold=0.305) == ["min_tokens", "max_tokens"]
    assert idle_at(prepared, min_tokens=20, max_tokens=60, threshold=0.4) == []


def test_a_threshold_that_asks_for_nothing_changes_nothing(prepared: Prepared) -> None:
    assert "threshold" in idle_at(prepared, min_tokens=0, max_tokens=50, threshold=0.1)


def vectors(found: Prepared) -> np.ndarray[tuple[int, ...], np.dtype[np.float32]]:
    assert found.vectors is not None
    return found.vectors


def test_passages_of_their_own_make_a_livelier_curve_than_their_units_shuffled() -> None:
    found = order_tells(vectors(planted([12, 15, 9, 14])))
    assert found is not None
    assert found < LEVEL


def test_shuffled_units_tell_nothing() -> None:
    ordered = vectors(planted([12, 15, 9, 14]))
    mixed = ordered[np.random.default_rng(3).permutation(len(ordered))]
    found = order_tells(mixed)
    assert found is not None
    assert found > LEVEL


def test_one_passage_tells_nothing_and_few_units_are_not_asked() -> None:
    found = order_tells(vectors(planted([60])))
    assert found is not None
    assert found > LEVEL
    assert order_tells(vectors(planted([8, 8]))) is None


def test_the_same_units_have_the_same_chance_each_time() -> None:
    units = vectors(planted([30, 20]))
    assert order_tells(units) == order_tells(units)


def test_what_is_cut_with_marks_is_compared_with_what_the_marks_cut() -> None:
    text = "\n\n".join(["The tide comes in. It goes out."] * 6)
    strategy, marks = get("paragraph")(max_tokens=4000, overlap_tokens=0), Constraints((19, 52))
    found = prepare(Document(text), strategy.material)
    cut = run(found, strategy, marks)
    assert len(cut) == 3
    assert decides(found, strategy, cut, marks) == dict.fromkeys(strategy.relaxed(), 0)
    assert idle(found, strategy, cut, constraints=marks) == ["max_tokens"]
