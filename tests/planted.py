"""Prepared documents with known boundaries."""

import numpy as np

from chunking.core.arrays import Floats, Vectors
from chunking.core.document import Document
from chunking.core.layout import Layout, Outline
from chunking.core.prepared import Material, Prepared, Signal
from chunking.core.text.sizes import Sizes
from chunking.core.units import Units

WORD = "zebrafish "
EMPTY = np.zeros(0, np.int64)


def units_of(count: int) -> Units:
    """Return units of forty characters each."""
    starts = np.arange(count) * 40
    return Units(starts, starts + 39, np.zeros(count, np.uint8), np.zeros(count, np.bool_))


def prepared(scores: list[float] | Floats, vectors: Vectors | None = None) -> Prepared:
    """Return a document of units of ten tokens with these similarities between them."""
    units = units_of(len(scores) + 1)
    text = (WORD * (4 * len(units)))[: 40 * len(units)]
    signal = Signal(units.gaps, np.array(scores, np.float64))
    layout = Layout(units, Outline(EMPTY, ()), EMPTY, EMPTY)
    material = Material("sentences", signal="adjacent")
    return Prepared(Document(text), material, layout, units, Sizes(len(text), 4), vectors, signal)


def planted(lengths: list[int], noise: float = 0.5, seed: int = 1) -> Prepared:
    """Return a document of passages of these lengths in units, each about another direction.

    Vectors are the direction of the passage plus normal noise.
    """
    rng = np.random.default_rng(seed)
    rows = [np.eye(32)[i % 32] for i, length in enumerate(lengths) for _ in range(length)]
    vectors = np.array(rows) + noise * rng.standard_normal((len(rows), 32)) / np.sqrt(32)
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    scores = np.round(np.einsum("ij,ij->i", vectors[:-1], vectors[1:]), 4)
    return prepared(scores, vectors.astype(np.float32))


def gaps_below(document: Prepared, threshold: float | None) -> list[int]:
    assert threshold is not None
    assert document.signal is not None
    return np.flatnonzero(document.signal.scores < threshold).tolist()
