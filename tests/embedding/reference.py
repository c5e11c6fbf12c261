"""The bundled model in this program and in sentence-transformers."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from chunking.core.text.tokenizers import bundled_folder
from chunking.embedding.bundled import BundledEmbedder

if TYPE_CHECKING:
    from sentence_transformers import SentenceTransformer

BUNDLED = BundledEmbedder()  # loaded by the first test that embeds with it
WORDS = [
    *("A cat sat on the mat.", "The kitten is on the rug.", "Interest rates rose."),
    *("", "x " * 200, "Ein Satz, länger als der erste."),
]


@cache
def library_model() -> SentenceTransformer:
    from sentence_transformers import SentenceTransformer

    return SentenceTransformer(str(bundled_folder()), local_files_only=True)
