"""A chunking to be read in a terminal or a plain file."""

from __future__ import annotations

from typing import TYPE_CHECKING

from chunking.export.rows import PATH_SEPARATOR, as_chunking
from chunking.normalize import encodable, normalize_text
from chunking.numerals import count_of

if TYPE_CHECKING:
    from chunking.chunks import Chunk, Chunking

WIDTH = 80


def to_text(chunking: Chunking) -> str:
    """Each chunk below a ruled line with its number, its size, why it ends and its heading.

    Where it lies in a chunk one level up, the number of that one stands there too.

    The text is that of the chunk, overlap included. Lone surrogates are U+FFFD.
    """
    return encodable(
        "\n".join(f"{_header(chunk)}\n{chunk.text}\n" for chunk in as_chunking(chunking))
    )


def _header(chunk: Chunk) -> str:
    parts = [
        f"{chunk.index + 1} of {len(chunk.chunking)}",
        count_of(chunk.tokens, "token"),
        chunk.reason.value,
    ]
    if chunk.overlap:
        parts.append(f"overlap {chunk.overlap}")
    parent = int(chunk.chunking.parent[chunk.index])
    if parent >= 0:
        parts.append(f"in {parent + 1}")
    if chunk.oversize:
        parts.append("oversize")
    if chunk.heading_path:
        parts.append(normalize_text(PATH_SEPARATOR.join(chunk.heading_path)))
    return f"── {' · '.join(parts)} ".ljust(WIDTH, "─")
