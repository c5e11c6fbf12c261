"""How much alike the sentences of a chunk are, and how unlike those of the next."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from chunking.metrics.measure import Measure, Reading, known_mean

if TYPE_CHECKING:
    from chunking.types import Floats


def chunk_means(reading: Reading) -> Floats:
    """The mean of the sentence vectors of each chunk, (n, d); nan rows where there are none.

    A sentence belongs to the chunk whose core holds its midpoint. Without vectors: (n, 1) nan.
    """
    return reading.means


def boundary_similarity(reading: Reading) -> Floats:
    """The cosine of the means of each two adjacent chunks, (n - 1,).

    It is nan where one of them has no vector, or a zero vector; in -1 to 1 everywhere else.
    """
    means = reading.means
    lengths = np.sqrt(np.einsum("ij,ij->i", means, means))
    products = np.einsum("ij,ij->i", means[:-1], means[1:])
    norms = lengths[:-1] * lengths[1:]
    cosines: Floats = np.full(len(norms), np.nan)
    np.divide(products, norms, out=cosines, where=norms > 0)
    return cosines.clip(-1, 1)


def _cohesion(reading: Reading) -> float:
    return known_mean(np.einsum("ij,ij->i", reading.means, reading.means))


def _separation(reading: Reading) -> float:
    return known_mean(1 - boundary_similarity(reading))


COHESION = Measure(
    "cohesion",
    "Cohesion",
    "How alike the sentences within a chunk are: the squared length of the mean of their vectors.",
    _cohesion,
    better="higher",
    high=1,
    caution="Small chunks have more for their size alone: one sentence has 1.",
    source="Steinbach, Karypis & Kumar 2000",
)
SEPARATION = Measure(
    "separation",
    "Separation",
    "How unlike neighbouring chunks are: 1 minus the cosine of their mean vectors.",
    _separation,
    better="higher",
    high=2,
)
