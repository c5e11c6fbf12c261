"""Chunks as CSV and as a data frame."""

from __future__ import annotations

import csv
import io
from typing import TYPE_CHECKING

import numpy as np

from chunking.output.export.rows import check_chunking, join_lists, keys, location_kind, rows
from chunking.text.normalization import normalize_text, replace_surrogates
from chunking.types import PATH_SEPARATOR, REASONS

if TYPE_CHECKING:
    import pandas as pd

    from chunking.types import Chunking


def to_csv(chunking: Chunking) -> str:
    """Return CSV (RFC 4180) with a header and one record for each chunk, with the keys of `rows`.

    Records end with CR LF and line ends inside a text are kept, so write it with `newline=""`. The
    heading path is joined by " > ", pages and other lists by ", ". Lone surrogates become U+FFFD.
    """
    file = io.StringIO(newline="")
    writer = csv.writer(file, lineterminator="\r\n")
    writer.writerow(keys(check_chunking(chunking)))
    writer.writerows(join_lists(row).values() for row in rows(chunking))
    return replace_surrogates(file.getvalue())


def to_frame(chunking: Chunking, preview: int = 200) -> pd.DataFrame:
    """Return a data frame with one row for each chunk.

    Columns are index, parent (with levels only), start, end, overlap, tokens, reason, heading,
    pages, chapters or rows (if the document knows them), table_header (if a chunk has one),
    oversize and preview, the first `preview` characters of the core on one line.
    """
    import pandas as pd

    text = chunking.document.text
    spans = zip(chunking.start.tolist(), chunking.end.tolist(), strict=True)
    frame = pd.DataFrame(
        {
            "index": range(len(chunking)),
            "start": chunking.start,
            "end": chunking.end,
            "overlap": chunking.overlap,
            "tokens": chunking.tokens,
            "reason": [REASONS[code].value for code in chunking.reason.tolist()],
            "heading": [replace_surrogates(PATH_SEPARATOR.join(path)) for path in chunking.heading],
            "oversize": chunking.oversize,
            "preview": [
                replace_surrogates(normalize_text(text[start : min(end, start + preview)]))
                for start, end in spans
            ],
        }
    )
    if chunking.table_headers:
        frame.insert(7, "table_header", [replace_surrogates(c.table_header) for c in chunking])
    if kind := location_kind(chunking):
        places = [", ".join(map(str, chunk.location.get(kind, []))) for chunk in chunking]
        frame.insert(7, kind, places)
    if np.any(chunking.parent >= 0):
        frame.insert(1, "parent", chunking.parent)
    return frame
