"""In which texts each word occurs, and BM25 scores from it (Robertson and Zaragoza 2009)."""

import hashlib
from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from chunking.core.arrays import Floats, Ints
from chunking.retrieval.word_index import K1, B
from chunking.retrieval.words import words


class WordPostings(NamedTuple):
    """The words of n texts, by their hashes.

    Attributes:
        hashes: The hashes of all v words, ascending, (v,).
        first: Index of the first text of each word in `rows`, and the number of all, (v + 1,).
        rows: The texts in which each word occurs, (p,).
        counts: How often it occurs there, (p,).
        lengths: Number of words of each text, (n,).
    """

    hashes: NDArray[np.uint64]
    first: Ints
    rows: NDArray[np.uint32]
    counts: NDArray[np.uint32]
    lengths: NDArray[np.uint32]

    def of(self, word: str) -> tuple[NDArray[np.uint32], NDArray[np.uint32]]:
        """Return the texts in which a word occurs, and how often, both (m,)."""
        wanted = np.uint64(word_hash(word))
        at = int(np.searchsorted(self.hashes, wanted))
        if at == len(self.hashes) or self.hashes[at] != wanted:
            return self.rows[:0], self.counts[:0]
        own = slice(self.first[at], self.first[at + 1])
        return self.rows[own], self.counts[own]


def word_hash(word: str, size: int = 8) -> int:
    """Return a hash of a word of so many bytes, the same on every machine."""
    data = word.encode("utf-8", "replace")
    return int.from_bytes(hashlib.blake2b(data, digest_size=size).digest(), "little")


def word_postings(texts: Iterable[str]) -> WordPostings:
    """Return the words of texts."""
    numbers: dict[str, int] = {}
    found: list[int] = []
    lengths: list[int] = []
    for text in texts:
        before = len(found)
        found += [numbers.setdefault(word, len(numbers)) for word, _, _ in words(text)]
        lengths.append(len(found) - before)
    hashes = np.fromiter(map(word_hash, numbers), np.uint64, len(numbers))
    order = np.argsort(hashes)
    place = np.empty(len(order), np.int64)
    place[order] = np.arange(len(order))
    own = np.repeat(np.arange(len(lengths)), lengths)
    pairs, counts = np.unique(
        place[np.array(found, np.int64)] * max(1, len(lengths)) + own, return_counts=True
    )
    word, row = np.divmod(pairs, max(1, len(lengths)))
    first = np.searchsorted(word, np.arange(len(order) + 1))
    return WordPostings(
        hashes[order],
        first,
        row.astype(np.uint32),
        counts.astype(np.uint32),
        np.array(lengths, np.uint32),
    )


class WordScorer:
    """The BM25 scores of the texts of several parts, which are added one at a time.

    The scores are those that bm25s gives all texts together: the variant of Lucene, with k1 = 1.5
    and b = 0.75. Of each part only the lengths of its texts and the words of the question are kept.

    Args:
        question: The words of the question.
    """

    def __init__(self, question: Sequence[str]) -> None:
        self._words = tuple(question)
        self._lengths: list[NDArray[np.uint32]] = []
        self._found: list[list[tuple[Ints, NDArray[np.uint32]]]] = [[] for _ in self._words]
        self._count = 0

    def add(self, part: WordPostings, kept: Ints) -> None:
        """Add a part, of whose texts only the rows `kept`, ascending, count."""
        place = np.full(len(part.lengths), -1, np.int64)
        place[kept] = np.arange(len(kept)) + self._count
        for word, found in zip(self._words, self._found, strict=True):
            rows, counts = part.of(word)
            places = place[rows]
            found.append((places[places >= 0], counts[places >= 0]))
        self._lengths.append(part.lengths[kept])
        self._count += len(kept)

    def scores(self) -> Floats:
        """Return the score of each text that was added, 0 without a word of the question, (n,)."""
        scores = np.zeros(self._count)
        if not self._count:
            return scores
        lengths = np.concatenate(self._lengths).astype(np.float64)
        if not lengths.any():
            return scores
        saturation = K1 * (1 - B + B * lengths / lengths.mean())
        for parts in self._found:
            rows = np.concatenate([rows for rows, _ in parts])
            counts = np.concatenate([counts for _, counts in parts])
            rarity = np.log(1 + (self._count - len(rows) + 0.5) / (len(rows) + 0.5))
            scores[rows] += rarity * counts / (counts + saturation[rows])
        return scores
