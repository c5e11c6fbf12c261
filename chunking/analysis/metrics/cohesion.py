"""Similarity inside chunks and between neighbors."""

import numpy as np

from chunking.analysis.metrics.metric import Evaluation, Metric, known_mean
from chunking.core.arrays import Floats, Ints, Vectors


def boundary_similarity(evaluation: Evaluation) -> Floats:
    """Return the cosine of the mean vectors of adjacent chunks, (n - 1,), in -1 to 1.

    It is nan where one of the means is missing or zero.
    """
    means = evaluation.means
    lengths = np.sqrt(np.einsum("ij,ij->i", means, means))
    products = np.einsum("ij,ij->i", means[:-1], means[1:])
    norms = lengths[:-1] * lengths[1:]
    cosines: Floats = np.full(len(norms), np.nan)
    np.divide(products, norms, out=cosines, where=norms > 0)
    return cosines.clip(-1, 1)


def _cohesions(evaluation: Evaluation) -> Floats:
    found: Floats = np.einsum("ij,ij->i", evaluation.means, evaluation.means)
    return found


def _separations(evaluation: Evaluation) -> Floats:
    return 1 - boundary_similarity(evaluation)


COHESION = Metric(
    "cohesion",
    "Cohesion",
    "Similarity of the sentences of a chunk: the squared length of their mean vector.",
    lambda evaluation: known_mean(_cohesions(evaluation)),
    parts=_cohesions,
    better="higher",
    high=1,
    caution="Smaller chunks score higher: one sentence has 1.",
    source="Steinbach, Karypis & Kumar 2000",
)
SEPARATION = Metric(
    "separation",
    "Separation",
    "Dissimilarity of adjacent chunks: 1 minus the cosine of their mean vectors.",
    lambda evaluation: known_mean(_separations(evaluation)),
    parts=_separations,
    better="higher",
    high=2,
)


def sentence_silhouettes(evaluation: Evaluation) -> Floats:
    """Return the silhouette of each sentence in a chunk, -1 to 1, (s,).

    It is (b - a) / max(a, b): a is the mean cosine distance to the other sentences of its chunk,
    b that to the sentences of the nearer adjacent chunk (Rousseeuw 1987, with adjacent chunks in
    place of all clusters). A single sentence in a chunk has 0; nan where no adjacent chunk has a
    sentence.
    """
    vectors, members = evaluation.sentences.vectors, evaluation.members
    if vectors is None or len(vectors) == 0:
        return np.zeros(0)
    counts = members[:, 1] - members[:, 0]
    chunk = np.repeat(np.arange(len(counts)), counts)
    first = np.repeat(members[:, 0] - np.cumsum(counts) + counts, counts)
    sentences = vectors[first + np.arange(len(chunk))]
    before, home, after = (_products(evaluation, sentences, chunk + step) for step in (-1, 0, 1))
    others = counts[chunk] - 1
    alone = others == 0
    squares = np.einsum("ij,ij->i", sentences, sentences)
    inside = 1 - (home * counts[chunk] - squares) / np.where(alone, 1, others)
    outside = 1 - np.fmax(before, after)
    larger = np.maximum(inside, outside)
    # Distances between equal sentences differ from 0 by rounding.
    apart = ~alone & (larger > 1e-6)
    shares = np.where(np.isnan(outside), np.nan, 0.0)
    np.divide(outside - inside, larger, out=shares, where=apart)
    return shares.clip(-1, 1)


def _products(evaluation: Evaluation, sentences: Vectors, chunk: Ints) -> Floats:
    """Return the product of each sentence with the mean of a chunk, (s,); nan without a mean."""
    means = evaluation.means
    known = (chunk >= 0) & (chunk < len(means))
    chunk = np.where(known, chunk, 0)
    known &= ~np.isnan(means[chunk, 0])
    products = np.einsum("ij,ij->i", sentences, means.astype(np.float32)[chunk])
    return np.where(known, products, np.nan).astype(np.float64)


SILHOUETTE = Metric(
    "silhouette",
    "Adjacent silhouette",
    "How much nearer sentences are to their chunk than to the nearer adjacent chunk.",
    lambda evaluation: known_mean(sentence_silhouettes(evaluation)),
    parts=sentence_silhouettes,
    better="higher",
    low=-1,
    high=1,
    source="Rousseeuw 1987",
)
