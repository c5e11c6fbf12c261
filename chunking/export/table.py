"""A chunking as a table: CSV, and a data frame to look at."""

from __future__ import annotations

import csv
import io
from typing import TYPE_CHECKING

import numpy as np

from chunking.export.rows import KEYS, PATH_SEPARATOR, as_chunking, rows
from chunking.normalize import encodable, normalize_text
from chunking.types import REASONS

if TYPE_CHECKING:
    import pandas as pd

    from chunking.chunks import Chunking


def to_csv(chunking: Chunking) -> str:
    """A header and one record a chunk, with the keys of `rows`, as RFC 4180 has it.

    Records end with CR LF; line ends inside a text are kept as they are, so write it with
    `newline=""`. The heading path is joined by " > ". Lone surrogates, which no file can hold,
    are U+FFFD.
    """
    file = io.StringIO(newline="")
    writer = csv.writer(file, lineterminator="\r\n")
    writer.writerow(KEYS)
    for row, path in zip(rows(chunking), as_chunking(chunking).heading, strict=True):
        writer.writerow((row | {"heading_path": PATH_SEPARATOR.join(path)}).values())
    return encodable(file.getvalue())


def to_frame(chunking: Chunking, preview: int = 200) -> pd.DataFrame:
    """One row a chunk: index, start, end, overlap, tokens, reason, heading, oversize, preview.

    A column `parent` follows the index where there is a level above.
    The preview is the first characters of the core on one line, at most `preview` of them.
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
            "heading": [encodable(PATH_SEPARATOR.join(path)) for path in chunking.heading],
            "oversize": chunking.oversize,
            "preview": [
                encodable(normalize_text(text[start : min(end, start + preview)]))
                for start, end in spans
            ],
        }
    )
    if np.any(chunking.parent >= 0):
        frame.insert(1, "parent", chunking.parent)
    return frame
