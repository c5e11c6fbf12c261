"""Vectors of units to one similarity a gap."""

from __future__ import annotations

import numpy as np

from chunking.types import Signal, Units, Vectors

# Similarities are rounded before anything compares them, so that a different batch, worker or
# machine cannot turn a verdict over by float noise.
DECIMALS = 4


def adjacent(units: Units, vectors: Vectors) -> Signal:
    """The cosine of each two neighbouring units.

    `vectors` are unit vectors, (n, d); the scores have shape (n - 1,) and lie in -1 to 1.
    """
    products = np.einsum("ij,ij->i", vectors[:-1], vectors[1:], dtype=np.float64)
    scores = np.round(np.clip(products, -1.0, 1.0), DECIMALS) + 0.0  # no negative zero
    return Signal(units.gaps, scores, "adjacent")
