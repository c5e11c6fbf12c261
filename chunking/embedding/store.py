"""The vectors of one model on disk, by hash of the text, for all processes that want them.

A folder of immutable segments. A writer adds a file and moves it into place in one step; a
reader looks which files there are and maps them. So nobody waits for anybody, and a writer
that is killed loses what it had not yet moved.
"""

from __future__ import annotations

import contextlib
import hashlib
import logging
import os
import re
import threading
import time
from typing import TYPE_CHECKING

import numpy as np

from chunking.embedding.folders import cache_size, remove, shrink, vectors_root
from chunking.embedding.segment import ENDING, KEY, UNFINISHED, DamagedError, Keys, Segment, merge
from chunking.embedding.vectors import no_vectors

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from chunking.types import Bools, Vectors

# More small segments than this are merged, all but the largest, so that a row is rarely moved.
MOST_SEGMENTS = 16
LARGEST_KEPT = 4
# Bytes. What is larger is merged no more, so that what is used and what is not stay apart.
MOST_MERGED = 64_000_000
# A segment's time of use need not be more exact than this.
NOTED_SECONDS = 60
# A file that is not finished after an hour belongs to a process that was killed.
ABANDONED_SECONDS = 3600

_LOG = logging.getLogger(__name__)


class VectorStore:
    """Vectors by text for one model, revision and precision; safe for threads and processes.

    It never fails for the sake of the disk: what cannot be written is kept in memory for as
    long as the object lives, with one warning in the log; what is damaged is dropped. After
    each write the segments least recently used, of any model, go until all fit `cache_size`.
    A segment's time of change is that of its last use.

    Raises `SettingsError` where that size is none.
    """

    def __init__(
        self, model: str, revision: str, *, precision: str = "exact", root: Path | None = None
    ) -> None:
        label = re.sub(r"[^A-Za-z0-9.-]+", "_", model).strip("_.")[-48:]
        digest = hashlib.blake2b(f"{model}\0{revision}".encode(errors="replace"), digest_size=8)
        self._root = root
        self._most = cache_size()
        self.folder = vectors_root(root) / f"{label}-{digest.hexdigest()}-{precision}"
        self._lock = threading.RLock()
        self._on_disk: dict[str, Segment] = {}
        self._in_memory: list[Segment] = []
        self._noted: dict[str, float] = {}
        self._warned = False

    def lookup(self, texts: Sequence[str]) -> tuple[Bools, Vectors]:
        """Which of `texts` are known, (n,), and their vectors, (n, d), zero where they are not.

        Where none is known the vectors have shape (0, 0).
        """
        keys = _keys(texts)
        known = np.zeros(len(keys), dtype=np.bool_)
        vectors = no_vectors()
        with self._lock:
            for segment in [*self._in_memory, *self._segments()]:
                missing = np.flatnonzero(~known)
                if not len(missing):
                    break
                asked, rows = segment.find(keys[missing])
                if not len(asked):
                    continue
                try:
                    found = segment.read(rows)
                except DamagedError:
                    self._drop(segment)
                    continue
                self._note_use(segment)
                if not len(vectors):
                    vectors = np.zeros((len(keys), found.shape[1]), dtype=np.float32)
                if found.shape[1] == vectors.shape[1]:
                    vectors[missing[asked]] = found
                    known[missing[asked]] = True
        return known, vectors

    def write(self, texts: Sequence[str], vectors: Vectors) -> None:
        """Keeps the vectors, (n, d), of `texts`: on disk when it returns, if they can be."""
        if not len(texts) or not vectors.shape[1]:
            return
        segment = Segment.of(_keys(texts), vectors)
        with self._lock:
            if not self._most:
                self._keep(segment)
                return
            try:
                self.folder.mkdir(parents=True, exist_ok=True)
                saved = segment.save(self.folder)
                self._on_disk[saved.path.name if saved.path else ""] = saved
                merged = self._merge_small()
                shrink(self._most, self._root, spare=(merged or saved).path)
            except (OSError, DamagedError) as error:
                if not self._warned:
                    _LOG.warning("embeddings are kept in memory only, %s: %s", self.folder, error)
                    self._warned = True
                self._keep(segment)

    def _segments(self) -> list[Segment]:
        """The segments on disk as of now, the largest first."""
        for _ in range(3):
            names = self._names()
            vanished = [name for name in names if not self._open(name)]
            for name in set(self._on_disk) - set(names):
                # Merged into another by someone, or removed by hand.
                del self._on_disk[name]
            if not vanished:
                break
        return sorted(self._on_disk.values(), key=len, reverse=True)

    def _names(self) -> list[str]:
        try:
            return [entry.name for entry in os.scandir(self.folder) if entry.name.endswith(ENDING)]
        except OSError:
            return []

    def _open(self, name: str) -> bool:
        """Whether the segment is still there; a damaged one is removed, and counts as there."""
        if name in self._on_disk:
            return True
        path = self.folder / name
        try:
            self._on_disk[name] = Segment.open(path)
        except FileNotFoundError:
            return False
        except DamagedError as error:
            _LOG.warning("damaged file of cached embeddings removed: %s", error)
            remove(path)
        except OSError as error:
            _LOG.info("cached embeddings cannot be read: %s", error)
        return True

    def _drop(self, segment: Segment) -> None:
        if segment.path is None:
            self._in_memory.remove(segment)
            return
        _LOG.warning("damaged file of cached embeddings removed: %s", segment.path)
        self._on_disk.pop(segment.path.name, None)
        remove(segment.path)

    def _keep(self, segment: Segment) -> None:
        self._in_memory.append(segment)
        if len(self._in_memory) > MOST_SEGMENTS:
            self._in_memory = [merge(self._in_memory, None)]

    def _note_use(self, segment: Segment) -> None:
        now = time.time()
        if segment.path is not None and now - self._noted.get(segment.path.name, 0) > NOTED_SECONDS:
            self._noted[segment.path.name] = now
            with contextlib.suppress(OSError):  # it is gone, or in a folder that is read-only
                os.utime(segment.path)

    def _merge_small(self) -> Segment | None:
        """One segment in place of many small ones; what is taken away is only what was merged."""
        small = [each for each in self._segments() if each.vectors.nbytes < MOST_MERGED]
        if len(small) <= MOST_SEGMENTS:
            return None
        width = small[0].vectors.shape[1]
        some = [each for each in small[LARGEST_KEPT:] if each.vectors.shape[1] == width]
        sizes = np.cumsum([each.vectors.nbytes for each in reversed(some)])
        some = some[-max(2, int((sizes <= MOST_MERGED).sum())) :]
        try:
            merged = merge(some, self.folder)
        except (OSError, DamagedError) as error:
            # Nothing is lost: the small ones stay, and reading finds the damaged one.
            _LOG.info("cached embeddings were not merged: %s", error)
            return None
        if merged.path is None:
            return None
        self._on_disk[merged.path.name] = merged
        for segment in some:
            if segment.path is not None and segment.path != merged.path:
                self._on_disk.pop(segment.path.name, None)
                remove(segment.path)
        self._sweep()
        return merged

    def _sweep(self) -> None:
        for path in self.folder.glob(f"*{UNFINISHED}"):
            try:
                abandoned = time.time() - path.stat().st_mtime > ABANDONED_SECONDS
            except OSError:  # its writer has just finished
                continue
            if abandoned:
                remove(path)


def _keys(texts: Sequence[str]) -> Keys:
    hashes = [
        hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=KEY.itemsize).digest()
        for text in texts
    ]
    return np.array(hashes, dtype=KEY)
