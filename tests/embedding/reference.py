"""The bundled model twice: as the program runs it, and as its own library does."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from chunking.embedding.bundled import BundledEmbedder, bundled_folder

if TYPE_CHECKING:
    from sentence_transformers import SentenceTransformer

BUNDLED = BundledEmbedder()  # loaded by the first test that embeds with it
WORDS = [
    *("A cat sat on the mat.", "The kitten is on the rug.", "Interest rates rose."),
    *("", "x " * 200, "Ein Satz, länger als der erste."),
]


@cache
def library_model() -> SentenceTransformer:
    """The bundled weights as sentence-transformers loads them: the reference."""
    from sentence_transformers import SentenceTransformer

    return SentenceTransformer(str(bundled_folder()), local_files_only=True)
