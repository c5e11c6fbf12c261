"""A document in three chunks, by hand, with something of everything in it."""

from collections.abc import Sequence

import numpy as np

from chunking.core.chunking import Chunking
from chunking.core.cuts import Reason
from chunking.core.document import Document

TEXT = '# A\n\nOne, two.\r\n\r\n## B\n\n"Three" four.'
CUTS = ((0, 14, 0), (18, 22, 0), (24, 37, 4))


def by_hand(
    text: str = TEXT,
    cuts: Sequence[tuple[int, int, int]] = CUTS,
    *,
    headings: Sequence[tuple[str, ...]] = (("A",), ("A", "B"), ("A", "B")),
    reasons: Sequence[Reason] = (Reason.STRUCTURE, Reason.SIMILARITY, Reason.TAIL),
    source: str = "notes/a.md",
) -> Chunking:
    """Chunks from rows of (start, end, overlap)."""
    rows = np.array(cuts, np.int64).reshape(-1, 3)
    start, end, overlap = rows.T
    count = len(rows)
    return Chunking(
        document=Document(text, source, title="T", language="de", domain="law"),
        strategy="structure",
        settings={"max_tokens": 4},
        start=start,
        end=end,
        overlap=overlap,
        tokens=-((start - overlap - end) // 4),
        reason=np.array([reason.code for reason in reasons], np.uint8),
        heading=tuple(headings),
        parent=np.full(count, -1, np.int64),
        oversize=end - start > 13,
        gaps=np.array([5, 18, 24], np.int64),
        verdicts=np.array([Reason.FITS.code, *[r.code for r in reasons[:2]]], np.uint8),
    )
