"""Vector cache: the unit vectors of texts by a hash of model, revision and text.

One database holds those of all models, bounded in size. Lookups also find the vectors that come
with the program, which are in no database.
"""

import contextlib
import hashlib
import logging
import os
import re
import sqlite3
import threading
import zlib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import platformdirs

from chunking.core.arrays import Bools, Vectors
from chunking.core.errors import SettingsError
from chunking.embedding.protocol import no_vectors
from chunking.embedding.sample_vectors import sample_vectors
from chunking.embedding.vector_database import Database, is_damage, open_database, remove_database

ROOT_VARIABLE = "CHUNKSCOPE_CACHE_DIR"
SIZE_VARIABLE = "CHUNKSCOPE_CACHE_SIZE"
DEFAULT_SIZE = "2 GB"
# The number is that of the schema.
FILE_NAME = "vectors-1.sqlite3"
_SIZE = re.compile(r"(\d+(?:\.\d+)?)\s*([kmgt]?)(i?)b?", re.IGNORECASE)


def cache_root() -> Path:
    """Return the cache folder: `CHUNKSCOPE_CACHE_DIR`, or in the user's cache folder."""
    chosen = os.environ.get(ROOT_VARIABLE, "").strip()
    if chosen:
        return Path(chosen).expanduser()
    return Path(platformdirs.user_cache_dir("chunkscope", appauthor=False))


def cache_path(root: Path | None = None) -> Path:
    """Return the path of the database."""
    return (cache_root() if root is None else root) / FILE_NAME


def cache_size() -> int:
    """Return the size limit of the cache in bytes: `CHUNKSCOPE_CACHE_SIZE`, or 2 GB."""
    return parse_size(os.environ.get(SIZE_VARIABLE, "").strip() or DEFAULT_SIZE)


def parse_size(text: str) -> int:
    """Return the bytes of a size such as `500 MB` or `2GiB`; with 0 nothing is written to disk."""
    match = _SIZE.fullmatch(text.strip())
    if match is None:
        raise SettingsError(f"the size of the cache must be a size such as 500MB, got {text!r}")
    number, unit, binary = match.groups()
    power = "kmgt".find(unit.lower()) + 1 if unit else 0
    return int(float(number) * (1024 if binary else 1000) ** power)


def cache_report(root: Path | None = None) -> dict[str, Any]:
    """Return the path of the cache, its bytes, its limit, and its models.

    A model has its name, revision, number of texts, approximate bytes, and time of last use.
    """
    path = cache_path(root)
    models = []
    if path.exists():
        with contextlib.suppress(sqlite3.Error, OSError):
            models = open_database(path).models()
    return {
        "path": str(path),
        "bytes": _bytes_on_disk(path),
        "limit": cache_size(),
        "models": models,
    }


def shrink_cache(limit: int, root: Path | None = None) -> int:
    """Evict the least recently used vectors beyond a limit, and return the bytes freed."""
    path = cache_path(root)
    before = _bytes_on_disk(path)
    if path.exists():
        with contextlib.suppress(sqlite3.Error, OSError):
            open_database(path).shrink(limit)
    # A log that is written meanwhile may be larger than what was freed.
    return max(0, before - _bytes_on_disk(path))


def clear_cache(root: Path | None = None) -> int:
    """Remove all cached vectors, and return the bytes freed."""
    path = cache_path(root)
    before = _bytes_on_disk(path)
    if path.exists():
        try:
            # Other processes may have it open, so it is emptied and stays.
            open_database(path).shrink(0)
        except (sqlite3.Error, OSError):
            remove_database(path)
    return max(0, before - _bytes_on_disk(path))


def _bytes_on_disk(path: Path) -> int:
    sizes = [each.stat().st_size for each in (path, Path(f"{path}-wal")) if each.exists()]
    return sum(sizes)


# Rows per query, below SQLite's limit of 32,766 parameters.
BLOCK = 4096

_LOG = logging.getLogger(__name__)


class VectorCache:
    """Cached vectors of one model and revision; safe for threads and processes.

    The disk never causes an error. If the database cannot be written, new vectors are kept in
    memory, with one warning in the log. A damaged database is replaced, and a damaged row counts as
    unknown. Each write evicts the least recently used batches of any model beyond the size limit.

    Args:
        root: Folder of the database; `cache_root()` by default.

    Raises:
        SettingsError: `CHUNKSCOPE_CACHE_SIZE` is not a size.
    """

    def __init__(self, model: str, revision: str, *, root: Path | None = None) -> None:
        self.path = cache_path(root)
        self._model = _printable(model), _printable(revision)
        self._person = _person(*self._model)
        self._limit = cache_size()
        self._lock = threading.RLock()
        self._disk: Database | None = None
        self._memory: Database | None = None
        self._warned = False

    def lookup(self, texts: Sequence[str]) -> tuple[Bools, Vectors]:
        """Return which texts are cached, (n,), and their vectors, (n, d), zero for the others.

        If none is cached the vectors have shape (0, 0).
        """
        keys = [self._key(text) for text in texts]
        found: dict[bytes, bytes] = {}
        with self._lock:
            for start in range(0, len(keys), BLOCK):
                block = list(dict.fromkeys(keys[start : start + BLOCK]))
                found |= self._find(block)
        width = len(next(iter(found.values()), b""))
        found = {key: row for key, row in found.items() if len(row) == width}
        known = np.fromiter((key in found for key in keys), dtype=np.bool_, count=len(keys))
        if not found:
            return known, no_vectors()
        rows = np.frombuffer(b"".join([found[key] for key in keys if key in found]), dtype="<f4")
        rows = rows.reshape(-1, width // 4)
        if len(rows) == len(keys):
            return known, rows
        vectors = np.zeros((len(keys), width // 4), dtype=np.float32)
        vectors[known] = rows
        return known, vectors

    def write(self, texts: Sequence[str], vectors: Vectors) -> None:
        """Store the vectors of texts, (n, d); they are on disk on return, if possible."""
        if not len(texts) or not vectors.shape[1]:
            return
        vectors = np.ascontiguousarray(vectors, dtype="<f4")
        keys = [self._key(text) for text in texts]
        rows = [(key, zlib.crc32(row), row) for key, row in zip(keys, vectors, strict=True)]
        with self._lock:
            if self._limit and self._on_disk("add", self._model, rows, self._limit):
                return
            if self._limit and not self._warned:
                _LOG.warning("embeddings are kept in memory only: %s cannot be written", self.path)
                self._warned = True
            self._memory = self._memory or Database(":memory:")
            self._memory.add(self._model, rows, self._limit or parse_size(DEFAULT_SIZE))

    def _key(self, text: str) -> bytes:
        return _hash(text, self._person)

    def _find(self, keys: list[bytes]) -> dict[bytes, bytes]:
        shipped = sample_vectors(*self._model)
        found = {key: shipped[key] for key in keys if key in shipped}
        if self._memory:
            found |= self._memory.find([key for key in keys if key not in found])
        missing = [key for key in keys if key not in found]
        if missing and self._limit:
            found |= self._on_disk("find", missing) or {}
        return found

    def _on_disk(self, method: str, *arguments: Any) -> Any:  # noqa: ANN401 - result of the method
        """Call a method of the database on disk; `None` if that is impossible.

        A damaged database is replaced by an empty one, and the call is tried again.
        """
        for _ in range(2):
            try:
                if self._disk is None:
                    self._disk = open_database(self.path)
                return getattr(self._disk, method)(*arguments)
            except (OSError, sqlite3.Error) as error:
                if not is_damage(error):
                    _LOG.info("vector cache %s: %s", self.path, error)
                    return None
                _LOG.warning("damaged vector cache removed: %s (%s)", self.path, error)
                inode = self._disk.inode if self._disk else None
                self._disk = None
                remove_database(self.path, inode)
        return None


def vector_key(model: str, revision: str, text: str) -> bytes:
    """Return the key of a text's vector: a hash of 16 bytes of model, revision and text."""
    return _hash(text, _person(_printable(model), _printable(revision)))


def _hash(text: str, person: bytes) -> bytes:
    content = text.encode("utf-8", "surrogatepass")
    return hashlib.blake2b(content, digest_size=16, person=person).digest()


def _person(model: str, revision: str) -> bytes:
    return hashlib.blake2b(f"{model}\0{revision}".encode(), digest_size=16).digest()


def _printable(text: str) -> str:
    return text.encode(errors="replace").decode()
