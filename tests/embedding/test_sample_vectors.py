"""The vectors of the first sample that come with the program."""

import logging
from pathlib import Path

import numpy as np
import pytest
from test_start import HEAVY, imported
from write_sample_vectors import computed_vectors, sample_texts

from chunking import get
from chunking.embedding import BF16_MODEL, DEFAULT_MODEL, VectorCache
from chunking.embedding import sample_vectors as module
from chunking.embedding.bundled import REVISION, BundledEmbedder
from chunking.embedding.sample_vectors import sample_vectors
from chunking.embedding.vector_cache import vector_key
from chunking.engine import chunk
from chunking.loading.samples import SAMPLES, sample

SCRIPT = """
from chunking import engine
from chunking.loading.samples import SAMPLES, sample
from chunking.types import Material
material = Material("sentences", model="all-MiniLM-L6-v2", signal="adjacent")
prepared = engine.prepare(sample(SAMPLES[0].name), material)
assert prepared.vectors.shape == (89, 384)
"""


def test_they_are_exactly_those_of_the_sentences_of_the_first_sample() -> None:
    # If this fails after the sample changed: python tests/embedding/write_sample_vectors.py
    keys = [vector_key(DEFAULT_MODEL, REVISION, text) for text in sample_texts()]
    assert list(sample_vectors(DEFAULT_MODEL, REVISION)) == keys


@pytest.mark.model
def test_they_agree_with_the_model() -> None:
    shipped = sample_vectors(DEFAULT_MODEL, REVISION).values()
    vectors = np.frombuffer(b"".join(shipped), dtype="<f4").reshape(-1, 384)
    np.testing.assert_allclose(vectors, computed_vectors(), rtol=0, atol=1e-5)


@pytest.mark.model
@pytest.mark.parametrize("signal", ["adjacent", "windowed"])
def test_the_chunks_are_those_of_the_model(signal: str) -> None:
    document, strategy = sample(SAMPLES[0].name), get("semantic")(threshold=0.2, signal=signal)
    shipped, computed = (
        chunk(document, strategy),
        chunk(document, strategy, embedder=BundledEmbedder()),
    )
    np.testing.assert_array_equal(shipped.start, computed.start)
    np.testing.assert_array_equal(shipped.reason, computed.reason)


def test_the_first_sample_needs_no_model(tmp_path: Path) -> None:
    assert HEAVY & imported(SCRIPT, tmp_path) == set()
    assert not (tmp_path / "cache").exists()


def test_other_models_and_revisions_have_none(tmp_path: Path) -> None:
    for model, revision in [
        (DEFAULT_MODEL, f"{REVISION}-other"),
        (BF16_MODEL, BundledEmbedder(bf16=True).revision),
        ("other", REVISION),
    ]:
        assert sample_vectors(model, revision) == {}
        known, _ = VectorCache(model, revision, root=tmp_path).lookup(sample_texts())
        assert not known.any()


def test_a_damaged_file_costs_only_the_head_start(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    sample_vectors.cache_clear()
    monkeypatch.setattr(module, "PATH", tmp_path / "damaged.safetensors")
    module.PATH.write_bytes(b"damaged")
    with caplog.at_level(logging.WARNING):
        assert sample_vectors(DEFAULT_MODEL, REVISION) == {}
    assert "the vectors of the first sample cannot be read" in caplog.text
    sample_vectors.cache_clear()
