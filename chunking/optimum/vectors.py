"""The vectors that segments are compared by: in context, by their weight, about their centre."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from chunking.optimum.words import Words
    from chunking.types import Floats, Vectors

# How much of its neighbour a unit takes over: the shorter, the less it means by itself.
_CONTEXT = 0.3
_FADES_OVER = 40.0  # words

# A longer unit says more, but not in proportion: its weight is the root of its words.
_WEIGHT = 0.5

# A speaker's mean is drawn to the document's as if there were so many turns of that mean.
_PRIOR_TURNS = 1.0

# Neighbours whose share is below this are left out.
_LEAST_SHARE = 0.005


def weights(words: Floats) -> Floats:
    """The weight of units of so many words, mean 1, same shape."""
    raw = np.maximum(words, 1.0) ** _WEIGHT
    weighed: Floats = raw / raw.mean()
    return weighed


def in_context(vectors: Vectors, words: float) -> Vectors:
    """Unit vectors with a share of those around them, which falls with each step, (n, d).

    `words` is how many the units have in the mean.
    """
    found = vectors.copy()
    context = _CONTEXT * float(np.exp(-words / _FADES_OVER))
    share, step = context, 1
    while share >= _LEAST_SHARE and step < len(vectors):
        part = np.float32(share) * vectors
        found[step:] += part[:-step]
        found[:-step] += part[step:]
        share, step = share * context, step + 1
    return _normed(found)


def centred(vectors: Vectors, weight: Floats, said_by: Words) -> Vectors:
    """Unit vectors less their weighted mean, as unit vectors, (n, d).

    Turns are also taken about the mean of their speaker, since a name and a manner of speaking
    are no topic. That mean is drawn to the document's as if there were one more such turn.
    """
    mean = weight @ vectors / weight.sum()
    found = vectors - mean.astype(np.float32)
    for speaker in range(said_by.distinct):
        turns = said_by.units[said_by.words == speaker]
        mass = weight[turns].sum() + _PRIOR_TURNS
        found[turns] -= (weight[turns] @ found[turns] / mass).astype(np.float32)
    return _normed(found)


def _normed(vectors: Vectors) -> Vectors:
    norms: Vectors = np.sqrt(np.einsum("ij,ij->i", vectors, vectors))[:, None]
    # What is left of a vector that is its own mean is rounding.
    norms[norms < 1e-4] = np.inf
    vectors /= norms
    return vectors
