"""Transfer of a threshold to another model, and to other documents."""

from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np
import pytest
from embedders import HashEmbedder
from hypothesis import given
from hypothesis import strategies as st

from chunking import chunk, get
from chunking.analysis.metrics.boundaries import boundary_agreement
from chunking.analysis.recommend.threshold_transfer import (
    _edits,
    can_transfer,
    transfer_to_documents,
    transfer_to_model,
)
from chunking.core.arrays import Vectors
from chunking.core.errors import SettingsError
from chunking.engine import prepare
from chunking.strategies import Semantic, Sentence


class RaisedEmbedder(HashEmbedder):
    """The vectors of `HashEmbedder` with a component c in common: s becomes (s + c) / (1 + c)."""

    def __init__(self, common: float) -> None:
        super().__init__(id=f"raised-{common}")
        self._common = common

    def encode(
        self, texts: Sequence[str], *, on_batch: Callable[[int, int], None] | None = None
    ) -> Vectors:
        """Return one vector per text, (n, 65)."""
        vectors = super().encode(texts, on_batch=on_batch)
        column = np.full((len(vectors), 1), np.sqrt(self._common), np.float32)
        raised = np.hstack([vectors, column])
        found: Vectors = raised / np.linalg.norm(raised, axis=1, keepdims=True)
        return found


TOPICS = [
    "The tide lifts the boats of the harbor. The boats of the harbor wait for the tide.",
    "Bread needs flour and a warm oven. A warm oven makes flour into bread.",
    "The judge read the law to the court. The court heard the law from the judge.",
]
TEXT = "\n\n".join(f"{topic} {topic}" for topic in TOPICS * 8)
SETTINGS = Semantic(threshold=0.3, min_tokens=10)


def test_a_monotonic_change_of_similarities_is_transferred_exactly() -> None:
    found = transfer_to_model(
        [TEXT],
        SETTINGS,
        "raised",
        embedder=HashEmbedder(),
        other_embedder=RaisedEmbedder(3.0),
    )
    assert found.agreement is not None
    assert found.agreement.transferred == 1.0
    assert found.agreement.unchanged < 0.5
    assert found.low <= found.threshold <= found.high
    assert found.strategy == SETTINGS.with_(threshold=found.threshold, model="raised")
    before = chunk(TEXT, SETTINGS, embedder=HashEmbedder())
    after = chunk(TEXT, found.strategy, embedder=RaisedEmbedder(3.0))
    assert after.texts == before.texts


def test_the_same_model_keeps_the_boundaries() -> None:
    found = transfer_to_model(
        [TEXT], SETTINGS, "same", embedder=HashEmbedder(), other_embedder=HashEmbedder()
    )
    assert found.agreement is not None
    assert found.agreement.transferred == found.agreement.unchanged == 1.0


def test_agreement_counts_all_documents() -> None:
    texts = [TEXT, "One sentence only.", "\n\n".join(TOPICS[::-1] * 4)]
    found = transfer_to_model(
        texts, SETTINGS, "raised", embedder=HashEmbedder(), other_embedder=RaisedEmbedder(1.0)
    )
    assert found.agreement is not None
    assert found.agreement.transferred == 1.0
    assert "boundary similarity with the boundaries before 1.00, " in found.summary


def test_other_documents_get_the_threshold_of_the_same_share() -> None:
    found = transfer_to_documents(TEXT, SETTINGS, [TEXT], embedder=HashEmbedder())
    assert found.agreement is None
    assert found.low <= found.threshold <= found.high
    same = chunk(TEXT, found.strategy, embedder=HashEmbedder())
    assert len(same) == len(chunk(TEXT, SETTINGS, embedder=HashEmbedder()))
    assert f"{found.share:.0%} of the gaps below" in found.summary


def test_a_strategy_without_a_threshold_is_refused() -> None:
    with pytest.raises(SettingsError, match="needs a strategy with a threshold"):
        transfer_to_model([TEXT], Sentence(), "raised")


def test_documents_without_two_sentences_are_refused() -> None:
    with pytest.raises(SettingsError, match="two sentences or more; got none"):
        transfer_to_model(["One."], SETTINGS, "x", embedder=HashEmbedder())


@given(st.data())
def test_edits_of_stretches_add_up_to_the_boundary_similarity(data: st.DataObject) -> None:
    count = data.draw(st.integers(1, 60))
    flags = st.lists(st.booleans(), min_size=count, max_size=count)
    reference, found = np.array(data.draw(flags)), np.array(data.draw(flags))
    errors, edits = _edits(reference, np.array([found, reference]))
    gaps = np.arange(count) * 10
    expected = boundary_agreement(gaps[reference], gaps[found], gaps)
    total = edits[0].sum()
    assert (1 - errors[0].sum() / total if total else 1.0) == pytest.approx(expected)
    assert errors[1].sum() == 0


def test_equal_gaps_under_different_models_can_be_transferred() -> None:
    strategy = get("semantic")(tokenizer="estimate")
    text = "The pilot waits. The schooner needs wind. The judge hears a witness."
    prepared = prepare(text, strategy.material, embedder=HashEmbedder())
    other = replace(prepared, material=replace(prepared.material, model="multilingual"))
    assert can_transfer(prepared, other)
    assert not can_transfer(prepared, prepared)
    apart = prepare(f"{text} Again.", strategy.material, embedder=HashEmbedder())
    assert not can_transfer(apart, other)
