"""What any stretch of units costs as one segment, by its vectors, its words, its speakers.

Each cost is small where what is said stays the same. They depend on the units alone, so they
are found once for all settings, up to the longest stretch that was asked for.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from chunking.optimum import bands
from chunking.optimum.cues import items, worth
from chunking.optimum.lexical import description_lengths
from chunking.optimum.selection import automatic
from chunking.optimum.vectors import centred, in_context, weights
from chunking.optimum.words import Words, read, speakers

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from chunking.types import Bools, Floats, Ints, Vectors

# Dirichlet priors of a word (Eisenstein and Barzilay 2008) and of a speaker.
_WORD_PRIOR = 0.2
_SPEAKER_PRIOR = 0.5

# A segment's mean is drawn to the document's as if it held so many units of that mean.
_PRIOR_UNITS = 1.0

# How much the words of a unit of the mean length and a nat of speakers weigh beside the scatter
# of one unit, where words and vectors count alike.
_WORDS = 0.4
_SPEAKERS = 1.0

# The mean cosine of the units of one topic, by all-MiniLM-L6-v2.
_ONE_TOPIC = 0.46

# Numbers that a band may hold: 32 MB.
_MOST_CELLS = 8_000_000
_LEAST_WIDTH = 64


class _Facts(NamedTuple):
    """What is known of each unit, whatever its place: all but the bands is made of these.

    The topical words, the speakers, the weights, the worth of a boundary before and after, which
    are items, the mean length in words, and whether the text is English.
    """

    topical: Words
    speakers: Words
    weights: Floats
    before: Floats
    after: Floats
    items: Bools
    length: float
    english: bool


class SegmentCosts:
    """The costs of all stretches of the units of one document, found when first asked for.

    `texts` are the units; `vectors` their unit vectors, (n, d), or None where no model is used.
    """

    def __init__(self, texts: Sequence[str], vectors: Vectors | None = None) -> None:
        self._count = len(texts)
        self._texts = texts
        self._vectors = vectors
        self._facts: _Facts | None = None
        self._bands: dict[str, Vectors] = {}
        self._penalties: dict[float, float] = {}

    def __len__(self) -> int:
        return self._count

    def width(self, units: int) -> int:
        """How many of the wanted units a stretch may have: all that there are and memory allows."""
        most = max(_LEAST_WIDTH, _MOST_CELLS // max(1, self._count))
        return max(1, min(units, self._count, most))

    def prepare(self, units: int, share: float) -> None:
        """Find at once what `rows` and `penalty` will be asked for."""
        self.rows(units, share)
        self.penalty(share)

    def rows(self, units: int, share: float) -> Floats:
        """What stretches of up to so many units cost, (n, width).

        `[e, d]` belongs to the d + 1 units that end with unit e; infinite where there are none.
        `share` is that of the words, from 0 (vectors alone) to 1 (no vectors).
        """
        by_words, by_vectors = 2 * share * _WORDS / self._read().length, 2 - 2 * share
        shape = self._count, self.width(units)
        found = np.zeros(shape)
        if by_words:
            found += by_words * self._band("words", units).astype(np.float64)
        if by_vectors:
            found += by_vectors * self._band("vectors", units).astype(np.float64)
        if self._read().speakers.distinct:
            found += _SPEAKERS * self._band("speakers", units)
        found[np.arange(shape[1]) > np.arange(self._count)[:, None]] = np.inf
        return found

    def penalty(self, share: float) -> float:
        """What a boundary must be worth for as many cuts as the text has, by `selection`."""
        if share not in self._penalties:
            self._penalties[share] = automatic(self, share)
        return self._penalties[share]

    def among(self, chosen: Ints) -> SegmentCosts:
        """The costs of a text that is made of the chosen units, in that order."""
        found = SegmentCosts([""] * len(chosen))
        if self._vectors is not None:
            found._vectors = self._vectors[chosen]
        own = self._read()
        found._facts = own._replace(
            topical=own.topical.among(chosen),
            speakers=own.speakers.among(chosen),
            weights=own.weights[chosen],
            before=own.before[chosen],
            after=own.after[chosen],
            items=own.items[chosen],
        )
        return found

    def worth(self) -> Floats:
        """What the units beside a boundary after each unit say for it, (n,); 0 after the last."""
        own = self._read()
        found = np.zeros(self._count)
        found[:-1] = own.before[1:] + own.after[:-1]
        return found

    def item_count(self) -> int:
        """How many units open with a formula, as the articles of a law do."""
        return int(np.sum(self._read().items))

    def one_topic(self) -> bool:
        """Whether an English text's units are as alike as those within a topic are elsewhere.

        By the mean cosine of two different units. Of other languages the default model sees too
        little: it takes all their texts for alike.
        """
        if self._vectors is None or self._count < 2 or not self._read().english:
            return False
        total = float(np.sum(self._vectors.sum(axis=0, dtype=np.float64) ** 2))
        alike = (total - self._count) / (self._count * (self._count - 1))
        return round(alike, 4) >= _ONE_TOPIC

    def likeness(self) -> Floats:
        """How much more alike units 1, 2, … apart are than any two are on average, (n - 1,).

        By their vectors about the mean of the document and of who speaks: the mean product of each
        two so far apart, all distances at once by a Fourier transform. All 0 without vectors.
        """
        count = self._count
        if self._vectors is None or count < 2:
            return np.zeros(max(0, count - 1))
        own = self._read()
        placed = centred(self._vectors, own.weights, own.speakers)
        power = np.sum(np.abs(np.fft.rfft(placed, 2 * count, axis=0)) ** 2, axis=1)
        together = np.fft.irfft(power, 2 * count)[1:count]
        # Vectors about their own mean are on average less alike than by chance.
        found: Floats = together / (count - np.arange(1, count)) + 1 / (count - 1)
        return bands.on_grid(found)

    def _band(self, name: str, units: int) -> Vectors:
        """One cost alone, (n, width), found again where it is not known so far."""
        width = self.width(units)
        known = self._bands.get(name)
        if known is None or known.shape[1] < width:
            find: dict[str, Callable[[int], Floats]] = {
                "words": self._by_words, "vectors": self._by_vectors, "speakers": self._by_speakers
            }  # fmt: skip
            known = find[name](width).T.astype(np.float32)
            self._bands[name] = known
        return known[:, :width]

    def _by_words(self, width: int) -> Floats:
        return description_lengths(self._read().topical, _WORD_PRIOR, self._count, width)

    def _by_speakers(self, width: int) -> Floats:
        return description_lengths(self._read().speakers, _SPEAKER_PRIOR, self._count, width)

    def _by_vectors(self, width: int) -> Floats:
        """The scatter about the mean: `Σ w - |Σ w x|² / (Σ w + 1)`, (width, n).

        For vectors in context and about the mean of the document and of who speaks, and weights
        with mean 1.
        """
        if self._vectors is None:
            raise ValueError("the scatter needs vectors; there are none")
        own = self._read()
        weight = own.weights
        placed = centred(in_context(self._vectors, own.length), weight, own.speakers)
        pairs = bands.products(placed * weight.astype(np.float32)[:, None], width)
        pairs[1:] *= 2.0
        band = bands.sums(bands.on_grid(pairs, bands.COARSE))
        mass = np.concatenate([[0.0], np.cumsum(weight)])
        spread = np.concatenate([[0.0], np.cumsum(weight * placed.any(axis=1))])
        for d in range(width):
            held = mass[d + 1 :] - mass[: self._count - d]
            within = spread[d + 1 :] - spread[: self._count - d]
            band[d, d:] = within - band[d, d:] / (held + _PRIOR_UNITS)
        return band

    def _read(self) -> _Facts:
        if self._facts is None:
            text, turns = read(self._texts), speakers(self._texts)
            item = items(self._texts, text.words, turns)
            before, after = worth(self._texts, text.counts, turns, item)
            self._facts = _Facts(
                topical=text.topical,
                speakers=turns,
                weights=bands.on_grid(weights(text.counts.astype(np.float64))),
                before=before,
                after=after,
                items=item,
                length=float(np.mean(np.maximum(text.counts, 1))),
                english=text.english,
            )
        return self._facts
