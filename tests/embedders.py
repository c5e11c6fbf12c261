"""Embedders for tests: deterministic on any machine, and aware of what they were asked."""

import re
import zlib
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np

from chunking.core.arrays import Vectors

_WORD = re.compile(r"\w+")


class HashEmbedder:
    """A bag of words, each hashed into one of 64 numbers with a sign; rows have norm 1.

    Texts with words in common are similar, a text without words is the zero vector. It keeps
    what it was asked: `calls` has the list of texts of each call. `gate` is called before
    each call, with the number of calls before it.
    """

    def __init__(
        self,
        id: str = "hash-64",  # noqa: A002 - the protocol's word
        revision: str = "1",
        gate: Callable[[int], None] | None = None,
    ) -> None:
        self.id = id
        self.revision = revision
        self.max_pieces: int | None = None
        self.calls: list[list[str]] = []
        self._gate = gate

    @property
    def texts(self) -> list[str]:
        """All texts it was asked for, in the order in which they came."""
        return [text for call in self.calls for text in call]

    def encode(
        self, texts: Sequence[str], *, on_batch: Callable[[int, int], None] | None = None
    ) -> Vectors:
        """One vector a text, (n, 64); (0, 0) for none."""
        if self._gate is not None:
            self._gate(len(self.calls))
        self.calls.append(list(texts))
        if not texts:
            return np.zeros((0, 0), dtype=np.float32)
        rows = np.zeros((len(texts), 64), dtype=np.float32)
        for row, text in zip(rows, texts, strict=True):
            for word in _WORD.findall(text.lower()):
                number = zlib.crc32(word.encode("utf-8", "surrogatepass"))
                row[number % 64] += 1 if number & 64 else -1
        norms = np.linalg.norm(rows, axis=1, keepdims=True)
        rows /= np.where(norms > 0, norms, np.float32(1))
        if on_batch is not None:
            on_batch(len(texts), len(texts))
        return rows


class NarrowEmbedder(HashEmbedder):
    """The same vectors with a constant part: similarities in the same order, from 0.8 to 1."""

    def encode(
        self, texts: Sequence[str], *, on_batch: Callable[[int, int], None] | None = None
    ) -> Vectors:
        """Return vectors of norm 1 with one more number."""
        rows = super().encode(texts, on_batch=on_batch)
        wide = np.hstack([rows, np.full((len(rows), 1), 3.0, np.float32)])
        found: Vectors = wide / np.linalg.norm(wide, axis=1, keepdims=True)
        return found


class PieceEmbedder(HashEmbedder):
    """A bag of words that counts word pieces and embeds 254 of them, as the bundled model."""

    tokenizer = "wordpiece"

    def __init__(self) -> None:
        super().__init__()
        self.max_pieces = 256


class Angles:
    """Model whose vector of a sentence has the angle, in degrees, that the sentence names."""

    id = "angles"
    revision = "1"
    max_pieces = None

    def encode(
        self, texts: Sequence[str], *, on_batch: Callable[[int, int], None] | None = None
    ) -> Vectors:
        """Return one vector of two numbers per text."""
        turns = np.radians([float(re.findall(r"\d+", text)[0]) for text in texts])
        if on_batch is not None:
            on_batch(len(texts), len(texts))
        return np.stack([np.cos(turns), np.sin(turns)], axis=1).astype(np.float32)


def bare_folder(folder: Path, *weights: str) -> Path:
    """A folder that looks like a sentence-transformers model, with empty weights of some names."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "modules.json").write_text(
        '[{"idx": 0, "name": "0", "path": "", "type": "sentence_transformers.models.Transformer"}]'
    )
    (folder / "config.json").write_text('{"model_type": "bert"}')
    for name in weights:
        (folder / name).write_bytes(b"")
    return folder
