"""The folder of the vector cache, its size limit, and what it holds."""

import contextlib
import os
import re
import sqlite3
from pathlib import Path
from typing import Any

import platformdirs

from chunking.core.errors import SettingsError
from chunking.embedding.vector_database import open_database, remove_database

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
