"""Vector cache: one SQLite database for all models, bounded in size.

Each row is the unit vector of one text, by a hash of model, revision and text. Rows are written and
evicted in batches, and only a batch has a time of last use, so that reading stays cheap. Lookups
also find the vectors that come with the program, which are in no database.
"""

from __future__ import annotations

import contextlib
import datetime as dt
import hashlib
import logging
import os
import re
import sqlite3
import threading
import time
import weakref
import zlib
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import platformdirs

from chunking.core.errors import SettingsError
from chunking.embedding.protocol import no_vectors
from chunking.embedding.sample_vectors import sample_vectors

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from chunking.core.arrays import Bools, Vectors

ROOT_VARIABLE = "CHUNKSCOPE_CACHE_DIR"
SIZE_VARIABLE = "CHUNKSCOPE_CACHE_SIZE"
DEFAULT_SIZE = "2 GB"
# The number is that of the schema.
FILE_NAME = "vectors-1.sqlite3"
# Rows per query, below SQLite's limit of 32,766 parameters.
BLOCK = 4096
# Resolution of the time of last use.
USE_INTERVAL_SECONDS = 60
# How long to wait for a writer of another process. A write takes a fraction of a second.
BUSY_SECONDS = 10
_SIZE = re.compile(r"(\d+(?:\.\d+)?)\s*([kmgt]?)(i?)b?", re.IGNORECASE)
# Five vectors of 384 numbers fill a page of 8 kB; the default of 4 kB would waste a quarter.
_PRAGMAS = (
    "page_size = 8192",
    "auto_vacuum = INCREMENTAL",
    "journal_mode = WAL",
    "synchronous = NORMAL",
    "journal_size_limit = 8388608",
)
_NOT_WRITABLE = {sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM}
_SCHEMA = """
BEGIN IMMEDIATE;
CREATE TABLE IF NOT EXISTS models (
    id INTEGER PRIMARY KEY, name TEXT NOT NULL, revision TEXT NOT NULL, UNIQUE (name, revision)
);
CREATE TABLE IF NOT EXISTS batches (
    id INTEGER PRIMARY KEY, model INTEGER NOT NULL, texts INTEGER NOT NULL, bytes INTEGER NOT NULL,
    used REAL NOT NULL
);
CREATE TABLE IF NOT EXISTS vectors (
    id INTEGER PRIMARY KEY, key BLOB NOT NULL UNIQUE, batch INTEGER NOT NULL,
    checksum INTEGER NOT NULL, vector BLOB NOT NULL
);
CREATE INDEX IF NOT EXISTS vectors_batch ON vectors (batch);
COMMIT;
"""

_LOG = logging.getLogger(__name__)


class VectorCache:
    """Cached vectors of one model and revision; safe for threads and processes.

    The disk never causes an error. If the database cannot be written, new vectors are kept in
    memory, with one warning in the log. A damaged database is replaced, and a damaged row counts as
    unknown. Each write evicts the least recently used batches of any model beyond the size limit.

    Args:
        model: Name of the model.
        revision: Identifier of its weights.
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
        self._disk: _Database | None = None
        self._memory: _Database | None = None
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
            self._memory = self._memory or _Database(":memory:")
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
                    self._disk = _open(self.path)
                return getattr(self._disk, method)(*arguments)
            except (OSError, sqlite3.Error) as error:
                if not _is_damage(error):
                    _LOG.info("vector cache %s: %s", self.path, error)
                    return None
                _LOG.warning("damaged vector cache removed: %s (%s)", self.path, error)
                inode = self._disk.inode if self._disk else None
                self._disk = None
                _remove_database(self.path, inode)
        return None


class _Database:
    """An open database with the schema of the cache."""

    def __init__(self, path: Path | str, *, read_only: bool = False) -> None:
        # What is immutable needs no files for locks, which a read-only folder has no room for.
        name = f"{Path(path).absolute().as_uri()}?immutable=1" if read_only else path
        self._connection = sqlite3.connect(
            name, BUSY_SECONDS, isolation_level=None, check_same_thread=False, uri=read_only
        )
        weakref.finalize(self, self._connection.close)
        self._connection.text_factory = bytes  # damaged text need not be valid UTF-8
        self._noted: dict[int, float] = {}
        if not read_only:
            for pragma in _PRAGMAS:
                self._connection.execute(f"PRAGMA {pragma}").fetchall()
            if not self._value("SELECT count(*) FROM sqlite_master WHERE name = 'vectors_batch'"):
                self._connection.executescript(_SCHEMA)
        self.inode = Path(path).stat().st_ino if path != ":memory:" else None

    def find(self, keys: list[bytes]) -> dict[bytes, bytes]:
        """Return the vectors of known keys as bytes, damaged ones left out."""
        # One statement, since other processes may replace rows at any time. The inner query makes
        # it read rows in the order of the file, which is that of most documents.
        inner = f"SELECT id FROM vectors WHERE key IN ({_marks(keys)})"  # noqa: S608 - question marks
        rows = self._connection.execute(
            f"SELECT key, batch, checksum, vector FROM vectors WHERE id IN ({inner})",  # noqa: S608 - as above
            keys,
        ).fetchall()
        found = {
            key: vector
            for key, _, checksum, vector in rows
            if isinstance(vector, bytes) and vector and zlib.crc32(vector) == checksum
        }
        if len(found) < len(rows):
            _LOG.warning("%d damaged vectors of the cache are ignored", len(rows) - len(found))
        self._note_use({row[1] for row in rows})
        return found

    def add(
        self, model: tuple[str, str], rows: list[tuple[bytes, int, Vectors]], limit: int
    ) -> bool:
        """Add one batch of (key, checksum, vector) after evicting others beyond the limit."""
        # An estimate: a page holds whole rows, and both indexes take 60 bytes per row. Evicting
        # before inserting reuses the free pages, so that the file does not outgrow the limit.
        size = int(1.15 * rows[0][2].nbytes + 80) * len(rows)
        with self._transaction() as execute:
            self._evict(limit - size)
            execute("INSERT OR IGNORE INTO models (name, revision) VALUES (?, ?)", model)
            batch = execute(
                "INSERT INTO batches (model, texts, bytes, used) SELECT id, ?, ?, ? FROM models "
                "WHERE name = ? AND revision = ?",
                (len(rows), size, time.time(), *model),
            ).lastrowid
            # A damaged row is replaced, too.
            self._connection.executemany(
                f"INSERT OR REPLACE INTO vectors (batch, key, checksum, vector) VALUES ({batch}, "  # noqa: S608 - a number
                "?, ?, ?)",
                rows,
            )
            self._evict(limit, spare=batch)
        self._release(limit)
        return True

    def shrink(self, limit: int) -> None:
        """Evict the least recently used batches beyond a limit."""
        with self._transaction():
            self._evict(limit)
        self._release(limit)

    def size(self) -> int:
        """Return the bytes in use."""
        pages = self._value("PRAGMA page_count") - self._value("PRAGMA freelist_count")
        return pages * self._value("PRAGMA page_size")

    def models(self) -> list[dict[str, Any]]:
        """Return the models with their numbers of texts and bytes, the last used first."""
        rows = self._connection.execute(
            "SELECT name, revision, SUM(texts), SUM(bytes), MAX(used) FROM batches "
            "JOIN models ON models.id = model GROUP BY models.id ORDER BY MAX(used) DESC"
        )
        return [
            {
                "model": name.decode(errors="replace"),
                "revision": revision.decode(errors="replace"),
                "texts": texts,
                "bytes": size,
                "used": dt.datetime.fromtimestamp(used, tz=dt.UTC).isoformat(timespec="seconds"),
            }
            for name, revision, texts, size, used in rows
        ]

    @contextlib.contextmanager
    def _transaction(self) -> Iterator[Any]:
        self._connection.execute("BEGIN IMMEDIATE")
        try:
            yield self._connection.execute
            self._connection.execute("COMMIT")
        except BaseException:
            if self._connection.in_transaction:
                self._connection.execute("ROLLBACK")
            raise

    def _evict(self, limit: int, spare: int | None = None) -> None:
        execute = self._connection.execute
        if self.size() <= limit:
            return
        for (batch,) in execute("SELECT id FROM batches ORDER BY used, id").fetchall():
            if batch != spare:
                execute("DELETE FROM vectors WHERE batch = ?", (batch,))
                execute("DELETE FROM batches WHERE id = ?", (batch,))
            if self.size() <= limit:
                break
        execute("DELETE FROM models WHERE id NOT IN (SELECT model FROM batches)")

    def _release(self, limit: int) -> None:
        """Return free pages to the file system if the file is larger than the limit."""
        if self._value("PRAGMA page_count") * self._value("PRAGMA page_size") > limit:
            # As a script: `execute` would stop after the first page.
            self._connection.executescript("PRAGMA incremental_vacuum")
            self._connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()

    def _note_use(self, batches: set[int]) -> None:
        now = time.time()
        stale = [b for b in batches if now - self._noted.get(b, 0) > USE_INTERVAL_SECONDS]
        if not stale:
            return
        self._noted |= dict.fromkeys(stale, now)
        with contextlib.suppress(sqlite3.OperationalError):  # read-only, or locked for long
            self._connection.execute(
                f"UPDATE batches SET used = ? WHERE id IN ({_marks(stale)})",  # noqa: S608 - question marks
                [now, *stale],
            )

    def _value(self, query: str) -> int:
        return int(self._connection.execute(query).fetchone()[0])


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
    """Return the bytes of a size such as `500 MB` or `2GiB`; with 0 nothing is written to disk.

    Raises:
        SettingsError: It is not a size.
    """
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
            models = _open(path).models()
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
            _open(path).shrink(limit)
    return before - _bytes_on_disk(path)


def clear_cache(root: Path | None = None) -> int:
    """Remove all cached vectors, and return the bytes freed."""
    path = cache_path(root)
    before = _bytes_on_disk(path)
    if path.exists():
        try:
            # Other processes may have it open, so it is emptied and stays.
            _open(path).shrink(0)
        except (sqlite3.Error, OSError):
            _remove_database(path)
    return before - _bytes_on_disk(path)


def _open(path: Path) -> _Database:
    """Open the database, creating it if necessary, and read-only if it cannot be written."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        return _Database(path)
    except sqlite3.OperationalError as error:
        # The low byte of an error code is its kind.
        if error.sqlite_errorcode & 0xFF not in _NOT_WRITABLE or not path.is_file():
            raise
        return _Database(path, read_only=True)


def _is_damage(error: Exception) -> bool:
    """Whether the file is damaged, rather than locked, full or read-only."""
    if not isinstance(error, sqlite3.OperationalError):
        return isinstance(error, sqlite3.Error)
    # A damaged schema lacks a table or a column.
    return getattr(error, "sqlite_errorcode", None) == sqlite3.SQLITE_ERROR


def _remove_database(path: Path, inode: int | None = None) -> None:
    """Remove a database, unless another process has replaced the file of that inode."""
    with contextlib.suppress(OSError):
        if inode is not None and path.stat().st_ino != inode:
            return
        for suffix in ("", "-wal", "-shm"):
            Path(f"{path}{suffix}").unlink(missing_ok=True)


def _bytes_on_disk(path: Path) -> int:
    sizes = [each.stat().st_size for each in (path, Path(f"{path}-wal")) if each.exists()]
    return sum(sizes)


def vector_key(model: str, revision: str, text: str) -> bytes:
    """Return the key of a text's vector: a hash of 16 bytes of model, revision and text."""
    return _hash(text, _person(_printable(model), _printable(revision)))


def _hash(text: str, person: bytes) -> bytes:
    content = text.encode("utf-8", "surrogatepass")
    return hashlib.blake2b(content, digest_size=16, person=person).digest()


def _person(model: str, revision: str) -> bytes:
    return hashlib.blake2b(f"{model}\0{revision}".encode(), digest_size=16).digest()


def _marks(values: Sequence[object]) -> str:
    return ",".join("?" * len(values))


def _printable(text: str) -> str:
    return text.encode(errors="replace").decode()
