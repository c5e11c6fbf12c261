"""Chunks as plain text."""

from chunking.analysis.explain import WORDING
from chunking.core.chunking import Chunk, Chunking, check_chunking
from chunking.core.layout import PATH_SEPARATOR
from chunking.core.text.normalization import normalize_text, replace_surrogates
from chunking.core.text.numbers import count_of

WIDTH = 80


def to_text(chunking: Chunking) -> str:
    """Return the text of each chunk, overlap included, below a line with its facts.

    These are its number, size, reason, overlap, the number of the enclosing chunk one level up, and
    its heading path. Lone surrogates become U+FFFD.
    """
    return replace_surrogates(
        "\n".join(f"{_header(chunk)}\n{chunk.text}\n" for chunk in check_chunking(chunking))
    )


def _header(chunk: Chunk) -> str:
    parts = [
        f"{chunk.index + 1} of {len(chunk.chunking)}",
        count_of(chunk.tokens, "token"),
        WORDING[chunk.reason].title,
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
