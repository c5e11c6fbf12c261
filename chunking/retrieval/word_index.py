"""BM25 scores of the spans of one text, fast enough to follow boundaries that move."""

import hashlib
import re
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from chunking.core.arrays import Floats, Ints

# The default constants of bm25s.
K1, B = 1.5, 0.75


class WordIndex:
    """The words of a text and their places."""

    def __init__(self, text: str) -> None:
        places: dict[str, list[int]] = {}
        starts: list[int] = []
        ends: list[int] = []
        for i, (word, start, end) in enumerate(words(text)):
            places.setdefault(word, []).append(i)
            starts.append(start)
            ends.append(end)
        self._places = {word: np.array(found, np.int64) for word, found in places.items()}
        self._starts, self._ends = np.array(starts, np.int64), np.array(ends, np.int64)

    def scores(self, question: str, starts: Ints, ends: Ints) -> Floats:
        """Return the BM25 score of each span for a question (Robertson and Zaragoza 2009), (n,).

        It is the one that bm25s gives the texts of the spans: the variant of Lucene, with k1 = 1.5
        and b = 0.75. A span without any word of the question scores 0.

        Args:
            starts: Starts of the spans, (n,).
            ends: Their ends, (n,).
        """
        first = np.searchsorted(self._starts, starts)
        last = np.maximum(first, np.searchsorted(self._ends, ends, side="right"))
        scores = np.zeros(len(starts))
        sizes = last - first
        if not sizes.any():
            return scores
        saturation = K1 * (1 - B + B * sizes / sizes.mean())
        for word, _, _ in words(question):
            places = self._places.get(word)
            if places is None:
                continue
            count = np.searchsorted(places, last) - np.searchsorted(places, first)
            containing = int(np.count_nonzero(count))
            rarity = np.log(1 + (len(starts) - containing + 0.5) / (containing + 0.5))
            scores += rarity * count / (count + saturation)
        return scores


# Kana, Han and Hangul: no blanks separate their words, or only words with their particles.
_CJK = "\u3041-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3\uf900-\ufaff"
# Each two characters of these scripts, one between others, or a run of others.
_WORD = re.compile(
    rf"(?=([{_CJK}]{{2}}))[{_CJK}]|(?<![{_CJK}])[{_CJK}](?![{_CJK}])|[^\W{_CJK}]{{2,}}"
)


def words(text: str) -> Iterator[tuple[str, int, int]]:
    """Yield each word in lower case with its start and end.

    A word has at least two letters, digits or underscores, as bm25s reads words by default; in
    Chinese, Japanese and Korean it is each two characters in a row.

    >>> [word for word, _, _ in words("The 5 tides: 潮の満ち")]
    ['the', 'tides', '潮の', 'の満', '満ち']
    """
    for match in _WORD.finditer(text):
        word = match[1] or match[0]
        yield word.lower(), match.start(), match.start() + len(word)


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
