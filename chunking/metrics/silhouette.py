"""Whether a sentence is nearer to its own chunk than to the chunks beside it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from chunking.metrics.measure import Measure, Reading, known_mean

if TYPE_CHECKING:
    from chunking.types import Floats, Ints, Vectors


def sentence_silhouettes(reading: Reading) -> Floats:
    """The silhouette of each sentence, -1 to 1, in reading order; (s,) of the sentences in chunks.

    It is (b - a) / max(a, b): a is the mean cosine distance to the other sentences of its chunk,
    b that to the sentences of the nearer neighbouring chunk (Rousseeuw 1987, with neighbours in
    place of all clusters). A sentence that is alone in its chunk has 0; nan stands where no
    neighbour has a sentence.
    """
    vectors, members = reading.sentences.vectors, reading.members
    if vectors is None or len(vectors) == 0:
        return np.zeros(0)
    counts = members[:, 1] - members[:, 0]
    chunk = np.repeat(np.arange(len(counts)), counts)
    first = np.repeat(members[:, 0] - np.cumsum(counts) + counts, counts)
    own = vectors[first + np.arange(len(chunk))]
    before, home, after = (_products(reading, own, chunk + step) for step in (-1, 0, 1))
    others = counts[chunk] - 1
    alone = others == 0
    squares = np.einsum("ij,ij->i", own, own)
    inside = 1 - (home * counts[chunk] - squares) / np.where(alone, 1, others)
    outside = 1 - np.fmax(before, after)
    larger = np.maximum(inside, outside)
    # Distances of rounding size between equal sentences are no distances.
    apart = ~alone & (larger > 1e-6)
    shares = np.where(np.isnan(outside), np.nan, 0.0)
    np.divide(outside - inside, larger, out=shares, where=apart)
    return shares.clip(-1, 1)


def _products(reading: Reading, own: Vectors, chunk: Ints) -> Floats:
    """The product of each sentence with the mean of a chunk, nan where that has none, (s,)."""
    means = reading.means
    there = (chunk >= 0) & (chunk < len(means))
    chunk = np.where(there, chunk, 0)
    there &= ~np.isnan(means[chunk, 0])
    products = np.einsum("ij,ij->i", own, means.astype(np.float32)[chunk])
    return np.where(there, products, np.nan).astype(np.float64)


SILHOUETTE = Measure(
    "silhouette",
    "Adjacent silhouette",
    "How much nearer sentences are to their own chunk than to the nearer chunk beside it.",
    lambda reading: known_mean(sentence_silhouettes(reading)),
    better="higher",
    low=-1,
    high=1,
    source="Rousseeuw 1987",
)
