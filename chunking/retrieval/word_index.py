"""BM25 scores of the spans of one text, fast enough to follow boundaries that move."""

import numpy as np

from chunking.core.arrays import Floats, Ints
from chunking.retrieval.words import words

# The default constants of bm25s.
K1, B = 1.5, 0.75


class WordIndex:
    """The words of a text and their places.

    Args:
        text: The text.
    """

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
            question: The question.
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
