"""Cost of each segment: description length of its words and speakers, scatter of its vectors."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from functools import partial
from typing import Any, NamedTuple

import numpy as np

from chunking.core.arrays import Floats, Ints, Vectors
from chunking.strategies.optimal import bands
from chunking.strategies.optimal.chance import (
    ChanceCost,
    chance_cost,
    cumulative_description_length,
)
from chunking.strategies.optimal.constants import CONSTANTS, Constants
from chunking.strategies.optimal.cues import boundary_bonuses
from chunking.strategies.optimal.posterior import Evidence, Posterior
from chunking.strategies.optimal.word_columns import Occurrences, extract_speakers, extract_words

# Dirichlet priors of a word (Eisenstein and Barzilay 2008) and of a speaker.
_WORD_PRIOR = 0.2
_SPEAKER_PRIOR = 0.5

# Weight of the mean of the document in the mean of a segment, in units.
_PRIOR_UNITS = 1.0

# Scale of the description lengths of words, per word of a mean unit, and of speakers against the
# scatter of one unit, if words and vectors have equal weight.
_WORD_SCALE = 0.4
_SPEAKER_SCALE = 1.0

# Cells of a band: 32 MB.
_MAX_CELLS = 8_000_000
_MIN_WIDTH = 64

# Weight of adjacent units in the vector of a unit: the shorter it is, the less it means alone.
_CONTEXT_WEIGHT = 0.3
_CONTEXT_WORDS = 40.0
_MIN_CONTEXT_WEIGHT = 0.005

# The weight of a unit is a power of its length: longer units tell more, but not in proportion.
_LENGTH_EXPONENT = 0.5

# Vectors multiplied at once: few enough that the products within a block cost little.
_BLOCK = 64

# Weight of the mean of the document in the mean of a speaker, in turns.
_PRIOR_TURNS = 1.0


class _UnitProperties(NamedTuple):
    """Words, speakers and cues of the units of a document.

    Attributes:
        weights: Weight of each unit, mean 1, (n,).
        bonuses: Bonus of a boundary after each unit, (n,); the last is 0.
    """

    words: Occurrences
    speakers: Occurrences
    weights: Floats
    bonuses: Floats
    mean_words: float


class SegmentCosts:
    """Costs of all segments of the units of a document, computed on demand.

    Args:
        texts: n units.
        vectors: Their unit vectors, (n, d); None without a model.

    Attributes:
        posteriors: Cache of `probabilities.posterior`.
        reference_penalties: Cache of `counted_optimum.reference_penalty`, by weight of words.
        counted: Cache of `counted_optimum.CountedOptimum` by what they depend on; the one used
            last stands at the end.
    """

    def __init__(self, texts: Sequence[str], vectors: Vectors | None = None) -> None:
        self._count = len(texts)
        self._texts = texts
        self._vectors = vectors
        self._cached_properties: _UnitProperties | None = None
        self._bands: dict[str, Vectors] = {}
        self.posteriors: dict[Hashable, Posterior] = {}
        self.reference_penalties: dict[float, float] = {}
        self.counted: dict[Hashable, Any] = {}
        self._chance: dict[str, ChanceCost] = {}
        self._evidence: tuple[tuple[int, float, Constants], Evidence] | None = None

    def __len__(self) -> int:
        return self._count

    def max_width(self, units: int) -> int:
        """Return the maximum length of segments in units: `units`, unless memory allows less."""
        affordable = max(_MIN_WIDTH, _MAX_CELLS // max(1, self._count))
        return max(1, min(units, self._count, affordable))

    def segment_costs(self, max_units: int, lexical_weight: float) -> Floats:
        """Return the costs of segments of up to `max_units` units, (n, width).

        `[e, d]` is the cost of the segment of d + 1 units that ends with unit e; infinite where it
        would start before the first unit.

        Args:
            max_units: Maximum length, which memory may reduce.
            lexical_weight: Weight of words, from 0 (vectors only) to 1 (words only).
        """
        properties = self._properties()
        word_factor = 2 * lexical_weight * _WORD_SCALE / properties.mean_words
        vector_factor = 2 - 2 * lexical_weight
        shape = self._count, self.max_width(max_units)
        costs = np.zeros(shape)
        if word_factor:
            costs += word_factor * self._band("words", max_units).astype(np.float64)
        if vector_factor:
            costs += vector_factor * self._band("vectors", max_units).astype(np.float64)
        if properties.speakers.distinct:
            costs += _SPEAKER_SCALE * self._band("speakers", max_units)
        costs[np.arange(shape[1]) > np.arange(self._count)[:, None]] = np.inf
        return costs

    def boundary_bonuses(self) -> Floats:
        """Return the bonus of a boundary after each unit, (n,); negative for a cost."""
        return self._properties().bonuses

    @property
    def word_count(self) -> float:
        """Number of words of the text, counting each unit as at least one."""
        return self._properties().mean_words * self._count

    def evidence(
        self, max_units: int, lexical_weight: float, constants: Constants = CONSTANTS
    ) -> Evidence:
        """Return the evidence that segments of up to `max_units` units are topics.

        The gain is the cost of as large a part of the text in random order minus that of the
        segment, in nats: about 0 for the whole text, -inf where a segment would start before the
        first unit. The last result is cached.

        Args:
            max_units: Maximum length, which memory may reduce.
            lexical_weight: Weight of words, from 0 (vectors only) to 1 (words only).
        """
        key = self.max_width(max_units), lexical_weight, constants
        if self._evidence is None or self._evidence[0] != key:
            self._evidence = key, self._compute_evidence(*key)
        return self._evidence[1]

    def _compute_evidence(
        self, width: int, lexical_weight: float, constants: Constants
    ) -> Evidence:
        properties = self._properties()
        factors = {
            "words": 2 * lexical_weight * _WORD_SCALE / properties.mean_words,
            "vectors": 2 - 2 * lexical_weight,
            "speakers": _SPEAKER_SCALE if properties.speakers.distinct else 0.0,
        }
        factors["words"] *= constants.word_evidence
        gains = np.zeros((self._count, width))
        for name, factor in factors.items():
            if factor:
                part = self._chance_cost(name).of_segments(width)
                part -= self._band(name, width)
                part *= constants.precision * factor
                gains += part
        gains[np.arange(width) > np.arange(self._count)[:, None]] = -np.inf
        return Evidence(gains, constants.precision * self.boundary_bonuses())

    def _chance_cost(self, name: str) -> ChanceCost:
        """Return the cost of units in random order, of one part of the costs."""
        chance = self._chance.get(name)
        if chance is None:
            properties = self._properties()
            if name == "vectors":
                chance = chance_cost(properties.weights, self._cumulative_scatter)
            else:
                occurrences, prior = (
                    (properties.words, _WORD_PRIOR)
                    if name == "words"
                    else (properties.speakers, _SPEAKER_PRIOR)
                )
                amounts = np.bincount(occurrences.units, minlength=self._count).astype(np.float64)
                cumulative = partial(cumulative_description_length, occurrences, prior)
                chance = chance_cost(amounts, cumulative)
            self._chance[name] = chance
        return chance

    def _cumulative_scatter(self, order: Ints) -> Floats:
        """Return the scatter of the first units of an order, (n,)."""
        properties = self._properties()
        weights = properties.weights[order]
        vectors = add_context(self._unit_vectors()[order], properties.mean_words)
        vectors = center(vectors, weights, properties.speakers.subset(order))
        norms = np.cumsum(weights * vectors.any(axis=1))
        vectors *= weights.astype(np.float32)[:, None]
        squares = cumulative_squares(vectors)
        found: Floats = norms - squares / (np.cumsum(weights) + _PRIOR_UNITS)
        return found

    def _band(self, name: str, max_units: int) -> Vectors:
        """Return one part of the costs, (n, width); recomputed where it is not wide enough."""
        width = self.max_width(max_units)
        band = self._bands.get(name)
        if band is None or band.shape[1] < width:
            compute: dict[str, Callable[[int], Floats]] = {
                "words": self._word_costs,
                "vectors": self._vector_costs,
                "speakers": self._speaker_costs,
            }
            band = compute[name](width).T.astype(np.float32)
            self._bands[name] = band
        return band[:, :width]

    def _word_costs(self, width: int) -> Floats:
        return description_lengths(self._properties().words, _WORD_PRIOR, self._count, width)

    def _speaker_costs(self, width: int) -> Floats:
        return description_lengths(self._properties().speakers, _SPEAKER_PRIOR, self._count, width)

    def _vector_costs(self, width: int) -> Floats:
        """Return the scatter of each segment about its mean: `Σ w - |Σ w x|² / (Σ w + 1)`."""
        properties = self._properties()
        weights = properties.weights
        vectors = add_context(self._unit_vectors(), properties.mean_words)
        vectors = center(vectors, weights, properties.speakers)
        pairs = bands.pairwise_products(vectors * weights.astype(np.float32)[:, None], width)
        pairs[1:] *= 2.0
        band = bands.sum_pairs(bands.quantize(pairs, bands.COARSE))
        cumulative_weight = np.concatenate([[0.0], np.cumsum(weights)])
        # The norms of the vectors are 1 or 0.
        cumulative_norm = np.concatenate([[0.0], np.cumsum(weights * vectors.any(axis=1))])
        for d in range(width):
            weight = cumulative_weight[d + 1 :] - cumulative_weight[: self._count - d]
            norm = cumulative_norm[d + 1 :] - cumulative_norm[: self._count - d]
            band[d, d:] = norm - band[d, d:] / (weight + _PRIOR_UNITS)
        return band

    def _unit_vectors(self) -> Vectors:
        if self._vectors is None:
            raise ValueError("vector costs need vectors, got none; set the weight of words to 1")
        return self._vectors

    def _properties(self) -> _UnitProperties:
        if self._cached_properties is None:
            words, speakers = extract_words(self._texts), extract_speakers(self._texts)
            self._cached_properties = _UnitProperties(
                words=words.topical,
                speakers=speakers,
                weights=bands.quantize(length_weights(words.counts.astype(np.float64))),
                bonuses=boundary_bonuses(self._texts),
                mean_words=float(np.mean(np.maximum(words.counts, 1))),
            )
        return self._cached_properties


def description_lengths(words: Occurrences, prior: float, count: int, width: int) -> Floats:
    """Return the description length of the words of each segment in nats, (width, count).

    `lnΓ(N + Wθ) - lnΓ(Wθ) - Σ (lnΓ(n_w + θ) - lnΓ(θ))` for N words, of a vocabulary of W in the
    document (Eisenstein and Barzilay 2008). Coded one by one, a word that occurred r times before
    costs `-ln((r + θ) / (N + Wθ))`, so each previous occurrence reduces the cost by a fixed step.

    Args:
        prior: Dirichlet prior θ of each word.
        width: Maximum number of units of a segment.
    """
    repeats = np.arange(np.max(np.bincount(words.ids), initial=1), dtype=np.float64)
    gains = bands.quantize(np.log((repeats + 1 + prior) / (repeats + prior)))
    band = bands.sum_pairs(bands.pairwise_repetitions(words.ids, words.units, gains, count, width))
    previous = np.arange(len(words.ids), dtype=np.float64)
    costs = bands.quantize(np.log((previous + words.distinct * prior) / prior))
    cumulative = np.concatenate([[0.0], np.cumsum(costs)])
    first = np.searchsorted(words.units, np.arange(count + 1))
    for d in range(width):
        band[d, d:] = cumulative[first[d + 1 :] - first[: count - d]] - band[d, d:]
    return band


def cumulative_squares(vectors: Vectors) -> Floats:
    """Return the squared norm of the sum of the first vectors, (n,), given vectors, (n, d).

    Each vector adds its own square and twice its product with the sum before it. By blocks, as
    matrix products, so that the sums themselves are not stored.
    """
    squares = np.empty(len(vectors))
    total = np.zeros(vectors.shape[1])
    for first in range(0, len(vectors), _BLOCK):
        rows = vectors[first : first + _BLOCK]
        products = rows @ rows.T
        added = 2.0 * (np.tril(products, -1).sum(axis=1, dtype=np.float64) + rows @ total)
        added += np.diagonal(products)
        squares[first : first + _BLOCK] = total @ total + np.cumsum(added)
        total += rows.sum(axis=0, dtype=np.float64)
    return squares


def length_weights(word_counts: Floats) -> Floats:
    """Return the weights of units of so many words, mean 1, same shape."""
    raw = np.maximum(word_counts, 1.0) ** _LENGTH_EXPONENT
    weights: Floats = raw / raw.mean()
    return weights


def add_context(vectors: Vectors, mean_words: float) -> Vectors:
    """Return unit vectors with a share of their neighbors that decays with distance, (n, d).

    Args:
        vectors: Unit vectors, (n, d).
        mean_words: Mean number of words of a unit; the shorter, the larger the share.
    """
    found = vectors.copy()
    decay = _CONTEXT_WEIGHT * float(np.exp(-mean_words / _CONTEXT_WORDS))
    share, distance = decay, 1
    while share >= _MIN_CONTEXT_WEIGHT and distance < len(vectors):
        part = np.float32(share) * vectors
        found[distance:] += part[:-distance]
        found[:-distance] += part[distance:]
        share, distance = share * decay, distance + 1
    return _normalize(found)


def center(vectors: Vectors, weights: Floats, speakers: Occurrences) -> Vectors:
    """Return unit vectors relative to their weighted mean, as unit vectors, (n, d).

    Turns are also centered on the mean of their speaker, since names and manners of speaking are
    not topics. That mean is shrunk towards the mean of the document.
    """
    mean = weights @ vectors / weights.sum()
    found = vectors - mean.astype(np.float32)
    for speaker in range(speakers.distinct):
        turns = speakers.units[speakers.ids == speaker]
        total = weights[turns].sum() + _PRIOR_TURNS
        found[turns] -= (weights[turns] @ found[turns] / total).astype(np.float32)
    return _normalize(found)


def _normalize(vectors: Vectors) -> Vectors:
    norms: Vectors = np.sqrt(np.einsum("ij,ij->i", vectors, vectors))[:, None]
    # The remainder of a vector equal to its own mean is rounding noise.
    norms[norms < 1e-4] = np.inf
    vectors /= norms
    return vectors
