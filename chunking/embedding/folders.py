"""The folder of all cached vectors: where it is, how large it may be, what is in it."""

from __future__ import annotations

import contextlib
import os
import re
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import platformdirs

from chunking.embedding.segment import ENDING, UNFINISHED, DamagedError, count_rows
from chunking.errors import SettingsError

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT_VARIABLE = "CHUNKSCOPE_CACHE_DIR"
SIZE_VARIABLE = "CHUNKSCOPE_CACHE_SIZE"
DEFAULT_SIZE = "2 GB"
_SIZE = re.compile(r"(\d+(?:\.\d+)?)\s*([kmgt]?)(i?)b?", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Kept:
    """What is kept of one model, revision and precision; `bytes` on disk, `used` a Unix time."""

    model: str
    precision: str
    folder: str
    texts: int
    bytes: int
    used: float


def cache_root() -> Path:
    """Where this program caches: `CHUNKSCOPE_CACHE_DIR`, else the user's cache folder."""
    chosen = os.environ.get(ROOT_VARIABLE, "").strip()
    if chosen:
        return Path(chosen).expanduser()
    return Path(platformdirs.user_cache_dir("chunkscope", appauthor=False))


def vectors_root(root: Path | None = None) -> Path:
    """The folder that holds a folder for each model, revision and precision."""
    return (cache_root() if root is None else root) / "embeddings"


def cache_size() -> int:
    """How many bytes all cached vectors may take: `CHUNKSCOPE_CACHE_SIZE`, else 2 GB."""
    return parse_size(os.environ.get(SIZE_VARIABLE, "").strip() or DEFAULT_SIZE)


def parse_size(text: str) -> int:
    """Bytes from a number with a unit, as `500 MB` or `2GiB`; 0 keeps nothing on disk.

    Raises `SettingsError` where it is no size.
    """
    found = _SIZE.fullmatch(text.strip())
    if found is None:
        raise SettingsError(f"the size of the cache must be a size such as 500MB, got {text!r}")
    number, unit, binary = found.groups()
    power = "kmgt".find(unit.lower()) + 1 if unit else 0
    return int(float(number) * (1024 if binary else 1000) ** power)


def kept(root: Path | None = None) -> list[Kept]:
    """What is in the cache, the most recently used first."""
    rows = []
    for folder in _folders(root):
        texts = size = 0
        used = 0.0
        for path in _files(folder, ENDING):
            with contextlib.suppress(OSError, DamagedError):
                stat = path.stat()
                texts += count_rows(path)
                size += stat.st_size
                used = max(used, stat.st_mtime)
        model, _, precision = (*folder.name.rsplit("-", 2), "", "")[:3]
        rows.append(Kept(model, precision, folder.name, texts, size, used))
    return sorted(rows, key=lambda row: -row.used)


def shrink(most: int, root: Path | None = None, *, spare: Path | None = None) -> int:
    """Remove the files least recently used until all take at most `most` bytes; what is freed.

    `spare` is never removed: it was written just now.
    """
    found = []
    for folder in _folders(root):
        for path in _files(folder, ENDING):
            with contextlib.suppress(OSError):  # another process has just merged it
                stat = path.stat()
                found.append((stat.st_mtime, stat.st_size, path))
    total = sum(size for _, size, _ in found)
    before = total
    for _, size, path in sorted(found, key=lambda row: row[0]):
        if total <= most:
            break
        if path != spare and remove(path):
            total -= size
    return before - total


def clear(root: Path | None = None) -> int:
    """Remove all cached vectors, and nothing else; gives the bytes that are freed."""
    freed = 0
    for folder in _folders(root):
        for path in [*_files(folder, ENDING), *_files(folder, UNFINISHED)]:
            with contextlib.suppress(OSError):
                size = path.stat().st_size
                freed += size if remove(path) else 0
        with contextlib.suppress(OSError):  # something else is in it
            folder.rmdir()
    return freed


def remove(path: Path) -> bool:
    """Whether a file is gone now; it may be open elsewhere, or in a folder that is read-only."""
    try:
        path.unlink(missing_ok=True)
    except OSError:
        return False
    return True


def _files(folder: Path, ending: str) -> list[Path]:
    """The files of a folder with that ending; none where another process has just removed it."""
    try:
        return [path for path in folder.iterdir() if path.name.endswith(ending)]
    except OSError:
        return []


def _folders(root: Path | None) -> Iterator[Path]:
    try:
        entries = sorted(vectors_root(root).iterdir())
    except OSError:
        return
    yield from (path for path in entries if path.is_dir() and not path.is_symlink())
