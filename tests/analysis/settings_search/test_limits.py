"""Settings without effect, and the significance of the order of units."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from chunking import Document, get
from chunking.analysis.setting_effects import setting_effects, settings_without_effect
from chunking.core.prepared import Constraints, Prepared, Signal
from chunking.engine import prepare, run

TEXT = " ".join(f"Sentence number {n:02} is just as long as any other of them." for n in range(40))
SCORES = np.tile([0.9, 0.3, 0.8, 0.5], 10)[:39]


@pytest.fixture
def prepared() -> Prepared:
    """Forty sentences of 56 characters, with similarities that come again and again."""
    found = prepare(Document(TEXT), get("sentence")().material)
    return replace(found, signal=Signal(found.units.gaps, SCORES))


def without_effect(prepared: Prepared, **settings: float) -> list[str]:
    strategy = get("semantic")(**settings)
    return settings_without_effect(prepared, strategy, run(prepared, strategy))


def test_a_maximum_that_no_chunk_reaches_has_no_effect(prepared: Prepared) -> None:
    assert without_effect(prepared, min_tokens=20, threshold=0.4) == ["max_tokens"]


def test_a_setting_whose_next_step_moves_a_boundary_has_an_effect(prepared: Prepared) -> None:
    # Two sentences are 29 tokens, four are 57.
    assert without_effect(prepared, min_tokens=0, threshold=0.505) == ["min_tokens", "max_tokens"]
    assert without_effect(prepared, min_tokens=0, threshold=0.305) == ["min_tokens", "max_tokens"]
    assert without_effect(prepared, min_tokens=20, max_tokens=60, threshold=0.4) == []


def test_a_threshold_below_every_similarity_has_no_effect(prepared: Prepared) -> None:
    assert "threshold" in without_effect(prepared, min_tokens=0, max_tokens=50, threshold=0.1)


def test_manual_boundaries_hold_in_the_comparisons() -> None:
    text = "\n\n".join(["The tide comes in. It goes out."] * 6)
    strategy, manual = get("paragraph")(max_tokens=4000, overlap_tokens=0), Constraints((19, 52))
    found = prepare(Document(text), strategy.material)
    cut = run(found, strategy, manual)
    assert len(cut) == 3
    assert setting_effects(found, strategy, cut, manual) == dict.fromkeys(strategy.relaxed(), 0)
    assert settings_without_effect(found, strategy, cut, constraints=manual) == ["max_tokens"]
