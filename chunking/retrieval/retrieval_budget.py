"""Reading of ranked chunks up to a number of tokens or of chunks."""

from collections.abc import Iterator, Sequence

import numpy as np

from chunking.core.arrays import Ints
from chunking.core.chunking import Chunking
from chunking.core.text.sizes import Sizes
from chunking.retrieval.evidence_metrics import Retrieved

# Rows that are converted at once: a budget takes few of thousands.
_BLOCK = 64


class Reader:
    """Reads ranked chunks up to a number of tokens or of chunks.

    Args:
        sizes: Sizes of the text of each document.
        budget: Tokens to read; the last chunk is cut off there.
        most: Chunks to read, in place of tokens.
    """

    def __init__(self, sizes: Sequence[Sizes], budget: int, most: int | None) -> None:
        self._sizes, self._budget, self._most = sizes, budget, most

    def read(self, chunkings: Sequence[Chunking], owner: int, ranked: Ints) -> Retrieved:
        """Return what is read of ranked chunks, as seen from the document of the question."""
        rows, ranks, stops = [], [], []
        elsewhere = count = 0
        left = self._budget
        for place, (document, row) in enumerate(_rows(ranked[: self._most]), 1):
            chunking = chunkings[document]
            start = int(chunking.start[row] - chunking.overlap[row])
            stop = int(chunking.end[row])
            if self._most is None:
                tokens = self._sizes[document].tokens(start, stop)
                if tokens > left:
                    stop = min(stop, self._sizes[document].max_end(start, left))
                left -= tokens
            if stop > start:
                count = place
                if document == owner:
                    rows.append(row)
                    ranks.append(place)
                    stops.append(stop)
                else:
                    elsewhere += stop - start
            if left <= 0:
                break
        own = chunkings[owner]
        return Retrieved(
            own.start - own.overlap,
            own.end,
            np.array(rows, np.int64),
            np.array(ranks, np.int64),
            np.array(stops, np.int64),
            elsewhere,
            count,
        )


def _rows(ranked: Ints) -> Iterator[list[int]]:
    for first in range(0, len(ranked), _BLOCK):
        yield from ranked[first : first + _BLOCK].tolist()
