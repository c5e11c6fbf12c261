"""Chunks as CSV."""

from __future__ import annotations

import csv
import io
from typing import TYPE_CHECKING

from chunking.core.text.normalization import replace_surrogates
from chunking.output.export.rows import check_chunking, join_lists, keys, rows

if TYPE_CHECKING:
    from chunking.core.chunking import Chunking


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
