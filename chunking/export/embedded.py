"""What an embedder is given of a chunk."""

from __future__ import annotations

from typing import TYPE_CHECKING

from chunking.export.rows import PATH_SEPARATOR

if TYPE_CHECKING:
    from chunking.chunks import Chunk


def embedded_text(chunk: Chunk, *, heading_prefix: bool = False) -> str:
    r"""The text of a chunk, overlap included, exactly as an embedder is given it.

    With `heading_prefix`, and where there is a path, `A > B\n\n` stands before it.
    """
    if heading_prefix and chunk.heading_path:
        return f"{PATH_SEPARATOR.join(chunk.heading_path)}\n\n{chunk.text}"
    return chunk.text
