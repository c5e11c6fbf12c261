"""SQLite database of vectors: rows by key, in batches that are evicted together.

Only a batch has a time of last use, so that reading stays cheap.
"""

import contextlib
import datetime as dt
import logging
import sqlite3
import time
import weakref
import zlib
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from chunking.core.arrays import Vectors

# Resolution of the time of last use.
USE_INTERVAL_SECONDS = 60
# How long to wait for a writer of another process. A write takes a fraction of a second.
BUSY_SECONDS = 10
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


class Database:
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
        # A batch has fewer rows than when it was added if a later one replaced some.
        rows = self._connection.execute(
            "SELECT name, revision, SUM(n), CAST(SUM(n * bytes / texts) AS INTEGER), MAX(used) "
            "FROM batches JOIN models ON models.id = model "
            "JOIN (SELECT batch, COUNT(*) AS n FROM vectors GROUP BY batch) ON batch = batches.id "
            "GROUP BY models.id ORDER BY MAX(used) DESC"
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


def open_database(path: Path) -> Database:
    """Open the database, creating it if necessary, and read-only if it cannot be written."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        return Database(path)
    except sqlite3.OperationalError as error:
        # The low byte of an error code is its kind.
        if error.sqlite_errorcode & 0xFF not in _NOT_WRITABLE or not path.is_file():
            raise
        return Database(path, read_only=True)


def is_damage(error: Exception) -> bool:
    """Whether the file is damaged, rather than locked, full or read-only."""
    if not isinstance(error, sqlite3.OperationalError):
        return isinstance(error, sqlite3.Error)
    # A damaged schema lacks a table or a column.
    return getattr(error, "sqlite_errorcode", None) == sqlite3.SQLITE_ERROR


def remove_database(path: Path, inode: int | None = None) -> None:
    """Remove a database, unless another process has replaced the file of that inode."""
    with contextlib.suppress(OSError):
        if inode is not None and path.stat().st_ino != inode:
            return
        for suffix in ("", "-wal", "-shm"):
            Path(f"{path}{suffix}").unlink(missing_ok=True)


def _marks(values: Sequence[object]) -> str:
    return ",".join("?" * len(values))
