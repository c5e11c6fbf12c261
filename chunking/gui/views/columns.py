"""A chunking as the browser's views take it: offsets as the browser counts, reasons, labels."""

from __future__ import annotations

import hashlib
import json
from typing import TYPE_CHECKING

import numpy as np

from chunking.analysis.explain import labels
from chunking.analysis.metrics.sizes import truncations
from chunking.gui import cached
from chunking.gui.components import ChunkColumns, Utf16
from chunking.text.tokenizers import MAX_PIECES
from chunking.types import REASONS, Reason

if TYPE_CHECKING:
    from chunking.text.sizes import Sizes
    from chunking.types import Chunking, Document, Prepared


def utf16(document: Document) -> Utf16:
    """The offsets of a document as the browser counts them."""
    return cached.utf16(document.sha256, document.text)


def version(chunking: Chunking, *more: object) -> str:
    """A name for what is drawn: the text and its name, the settings, the cuts, and `more`.

    Marks change the cuts of the same settings.
    """
    document = chunking.document
    about = [document.sha256, document.source, document.title]
    what = [*about, chunking.strategy, dict(chunking.settings), *more]
    name = hashlib.sha256(json.dumps(what, default=str).encode())
    name.update(chunking.start.tobytes() + chunking.reason.tobytes())
    return name.hexdigest()[:16]


def chunk_columns(
    chunking: Chunking,
    prepared: Prepared | None = None,
    pieces: Sizes | None = None,
    window: int = MAX_PIECES,
) -> ChunkColumns:
    """The columns of the text and of a lane of the comparison.

    Where `pieces` counts the word pieces of the text, they say what lies beyond the `window` of
    the model.
    """
    to = utf16(chunking.document)
    starts = to(chunking.start)
    beyond: list[tuple[int, int, int]] = []
    if pieces is not None and len(chunking):
        rows, ends, left = truncations(chunking, pieces, window)
        beyond = list(zip(rows.tolist(), to(ends).tolist(), left.tolist(), strict=True))
    return ChunkColumns(
        starts=starts,
        ends=to(chunking.end),
        overlaps=starts - to(chunking.start - chunking.overlap),
        tokens=chunking.tokens,
        reasons=[REASONS[code].value for code in chunking.reason.tolist()],
        labels=[] if prepared is None else labels(chunking, prepared),
        oversize=chunking.oversize,
        unread=beyond,
    )


def with_rest(columns: ChunkColumns, length: int) -> ChunkColumns:
    """The same and one more row for the rest of the text, which no model has read yet."""
    at = int(columns.ends[-1]) if len(columns.ends) else 0
    if at >= length:
        return columns
    one = np.ones(1, dtype=np.int64)
    return ChunkColumns(
        starts=np.append(columns.starts, at * one),
        ends=np.append(columns.ends, length * one),
        overlaps=np.append(columns.overlaps, 0 * one),
        tokens=np.append(columns.tokens, 0 * one),
        reasons=[*columns.reasons, Reason.TAIL.value],
        labels=[*columns.labels, "read so far"],
        oversize=np.append(columns.oversize, one == 0),
    )
