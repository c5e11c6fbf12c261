"""Cost of each segment: description length of its words and speakers, scatter of its vectors."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from chunking.strategies.optimal import bands
from chunking.strategies.optimal.cues import boundary_bonuses, list_items
from chunking.strategies.optimal.words import extract_speakers, extract_words

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from chunking.arrays import Bools, Floats, Ints, Vectors
    from chunking.strategies.optimal.words import Occurrences

# Dirichlet priors of a word (Eisenstein and Barzilay 2008) and of a speaker.
_WORD_PRIOR = 0.2
_SPEAKER_PRIOR = 0.5

# Weight of the mean of the document in the mean of a segment, in units.
_PRIOR_UNITS = 1.0

# Scale of the description lengths of words, per word of a mean unit, and of speakers against the
# scatter of one unit, if words and vectors have equal weight.
_WORD_SCALE = 0.4
_SPEAKER_SCALE = 1.0

# Least mean cosine of units about a single topic, by all-MiniLM-L6-v2.
_SINGLE_TOPIC = 0.46

# Cells of a band: 32 MB.
_MAX_CELLS = 8_000_000
_MIN_WIDTH = 64

# Weight of adjacent units in the vector of a unit: the shorter it is, the less it means alone.
_CONTEXT_WEIGHT = 0.3
_CONTEXT_WORDS = 40.0
_MIN_CONTEXT_WEIGHT = 0.005

# The weight of a unit is a power of its length: longer units tell more, but not in proportion.
_LENGTH_EXPONENT = 0.5

# Weight of the mean of the document in the mean of a speaker, in turns.
_PRIOR_TURNS = 1.0


class _UnitProperties(NamedTuple):
    """Properties of units that do not depend on their order.

    Attributes:
        words: Topical words.
        speakers: Speakers.
        weights: Weight of each unit, mean 1, (n,).
        before: Bonus of a boundary before each unit, (n,).
        after: Bonus of a boundary after each unit, (n,).
        items: Whether each unit is a list item, (n,).
        mean_words: Mean number of words of a unit.
        english: Whether the text is English.
    """

    words: Occurrences
    speakers: Occurrences
    weights: Floats
    before: Floats
    after: Floats
    items: Bools
    mean_words: float
    english: bool


class SegmentCosts:
    """Costs of all segments of the units of a document, computed on demand.

    Args:
        texts: n units.
        vectors: Their unit vectors, (n, d); None without a model.

    Attributes:
        automatic_penalties: Cache of `boundary_count.automatic_penalty`, by weight of words.
    """

    def __init__(self, texts: Sequence[str], vectors: Vectors | None = None) -> None:
        self._count = len(texts)
        self._texts = texts
        self._vectors = vectors
        self._cached_properties: _UnitProperties | None = None
        self._bands: dict[str, Vectors] = {}
        self.automatic_penalties: dict[float, float] = {}

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

    def subset(self, units: Ints) -> SegmentCosts:
        """Return the costs of a text of the selected units, in this order."""
        costs = SegmentCosts([""] * len(units))
        if self._vectors is not None:
            costs._vectors = self._vectors[units]
        properties = self._properties()
        costs._cached_properties = properties._replace(
            words=properties.words.subset(units),
            speakers=properties.speakers.subset(units),
            weights=properties.weights[units],
            before=properties.before[units],
            after=properties.after[units],
            items=properties.items[units],
        )
        return costs

    def boundary_bonuses(self) -> Floats:
        """Return the bonus of a boundary after each unit, from its cues, (n,); the last is 0."""
        properties = self._properties()
        bonuses = np.zeros(self._count)
        bonuses[:-1] = properties.before[1:] + properties.after[:-1]
        return bonuses

    def item_count(self) -> int:
        """Return the number of units that are list items."""
        return int(np.sum(self._properties().items))

    def is_single_topic(self) -> bool:
        """Return whether units are as similar as those within one topic usually are.

        By the mean cosine of two different units, for English only: of texts in other languages
        the default model finds all units similar.
        """
        if self._vectors is None or self._count < 2 or not self._properties().english:
            return False
        total = float(np.sum(self._vectors.sum(axis=0, dtype=np.float64) ** 2))
        mean_cosine = (total - self._count) / (self._count * (self._count - 1))
        return round(mean_cosine, 4) >= _SINGLE_TOPIC

    def similarity_by_distance(self) -> Floats:
        """Return how much units 1, 2, … apart exceed the average similarity, (n - 1,).

        The mean product of centered vectors, for all distances at once by a Fourier transform.
        All 0 without vectors.
        """
        count = self._count
        if self._vectors is None or count < 2:
            return np.zeros(max(0, count - 1))
        properties = self._properties()
        centered = center(self._vectors, properties.weights, properties.speakers)
        power = np.sum(np.abs(np.fft.rfft(centered, 2 * count, axis=0)) ** 2, axis=1)
        products = np.fft.irfft(power, 2 * count)[1:count]
        # The mean product of n vectors about their own mean is -1 / (n - 1), not 0.
        excess: Floats = products / (count - np.arange(1, count)) + 1 / (count - 1)
        return bands.quantize(excess)

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
        if self._vectors is None:
            raise ValueError("vector costs need vectors, got none; set the weight of words to 1")
        properties = self._properties()
        weights = properties.weights
        vectors = add_context(self._vectors, properties.mean_words)
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

    def _properties(self) -> _UnitProperties:
        if self._cached_properties is None:
            words, speakers = extract_words(self._texts), extract_speakers(self._texts)
            items = list_items(self._texts, words.all, speakers)
            before, after = boundary_bonuses(self._texts, words.counts, speakers, items)
            self._cached_properties = _UnitProperties(
                words=words.topical,
                speakers=speakers,
                weights=bands.quantize(length_weights(words.counts.astype(np.float64))),
                before=before,
                after=after,
                items=items,
                mean_words=float(np.mean(np.maximum(words.counts, 1))),
                english=words.english,
            )
        return self._cached_properties


def description_lengths(words: Occurrences, prior: float, count: int, width: int) -> Floats:
    """Return the description length of the words of each segment in nats, (width, count).

    `lnΓ(N + Wθ) - lnΓ(Wθ) - Σ (lnΓ(n_w + θ) - lnΓ(θ))` for N words, of a vocabulary of W in the
    document (Eisenstein and Barzilay 2008). Coded one by one, a word that occurred r times before
    costs `-ln((r + θ) / (N + Wθ))`, so each previous occurrence reduces the cost by a fixed step.

    Args:
        words: Words of the units.
        prior: Dirichlet prior θ of each word.
        count: Number of units.
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
