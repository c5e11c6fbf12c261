"""One immutable file of vectors: sorted keys, a checksum a row, and the rows.

Three arrays in the .npy format, one after the other: keys (n,) of 16 bytes, in order;
checksums (n,) uint32; vectors (n, d) float32. The file's name is a hash of the first two, so
that opening verifies the keys, and the checksums verify each row when it is read.
"""

from __future__ import annotations

import contextlib
import hashlib
import math
import mmap
import os
import uuid
import zlib
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, BinaryIO, TypeAlias

import numpy as np
from numpy.lib import format as npy
from numpy.typing import NDArray

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from chunking.types import Ints, Vectors

ENDING = ".vectors"
UNFINISHED = ".writing"
KEY = np.dtype("S16")
SUM = np.dtype("<u4")
NUMBER = np.dtype("<f4")
# Rows read, verified and written at once, to bound memory.
BLOCK = 4096

Keys: TypeAlias = NDArray[np.bytes_]
Sums: TypeAlias = NDArray[np.uint32]


class DamagedError(Exception):
    """A segment does not hold what was written to it."""


@dataclass(frozen=True, eq=False)
class Segment:
    """Vectors by key, on disk (`vectors` is a memory map) or, without a `path`, in memory."""

    keys: Keys
    sums: Sums
    vectors: Vectors
    path: Path | None = None
    mapped: mmap.mmap | None = None

    def __len__(self) -> int:
        return len(self.keys)

    @classmethod
    def of(cls, keys: Keys, vectors: Vectors) -> Segment:
        """A segment in memory, put in order; a key that comes twice is kept once."""
        unique, first = np.unique(keys.astype(KEY), return_index=True)
        rows = np.ascontiguousarray(vectors[first], dtype=NUMBER)
        return cls(unique, _checksums(rows), rows)

    @classmethod
    def open(cls, path: Path) -> Segment:
        """The segment in a file, its vectors mapped and not yet read.

        Raises `DamagedError` where it is not whole, `OSError` where it cannot be read.
        """
        with path.open("rb") as file:
            size = os.fstat(file.fileno()).st_size
            try:
                keys, sums = _array(file, KEY, size), _array(file, SUM, size)
                shape = _shape(file, NUMBER, size)
            except OSError:
                raise
            except Exception as error:  # a header is parsed as Python, which fails in many ways
                raise DamagedError(f"{path} is not a whole segment: {error}") from error
            start = file.tell()
            whole = (
                len(shape) == 2
                and keys.shape == sums.shape == (shape[0],)
                and min(shape) > 0
                and size == start + math.prod(shape) * NUMBER.itemsize
            )
            if not whole or _name(keys, sums) != path.stem:
                raise DamagedError(f"{path} is not a whole segment")
            mapped = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        rows = np.frombuffer(mapped, NUMBER, offset=start).reshape(shape)
        return cls(keys, sums, rows, path, mapped)

    def find(self, keys: Keys) -> tuple[Ints, Ints]:
        """Where in `keys` the known ones are, and their rows here; both (k,)."""
        rows = np.searchsorted(self.keys, keys)
        rows[rows == len(self)] = 0
        asked = np.flatnonzero(self.keys[rows] == keys)
        return asked, rows[asked]

    def read(self, rows: Ints) -> Vectors:
        """Copies of some rows, (k, d); raises `DamagedError` where one was altered."""
        vectors: Vectors = self.vectors[rows]
        if self.mapped is not None and hasattr(mmap, "MADV_DONTNEED"):
            # What was read stays in the system's cache; this process needs it no more.
            self.mapped.madvise(mmap.MADV_DONTNEED)
        if not np.array_equal(_checksums(vectors), self.sums[rows]):
            raise DamagedError(f"{self.path} holds altered rows")
        return vectors

    def save(self, folder: Path) -> Segment:
        """The same on disk: written beside its place, then moved there in one step."""
        return merge([self], folder)


def merge(segments: Sequence[Segment], folder: Path | None) -> Segment:
    """All rows of some segments of one width as one; in a file, or in memory without a folder.

    Raises `DamagedError` where one of them was altered, `OSError` where the disk is full.
    """
    of_segment = np.repeat(np.arange(len(segments)), [len(segment) for segment in segments])
    of_row = np.concatenate([np.arange(len(segment)) for segment in segments])
    keys, first = np.unique(
        np.concatenate([segment.keys for segment in segments]), return_index=True
    )
    sums = np.concatenate([segment.sums for segment in segments])[first]
    width = segments[0].vectors.shape[1]

    def blocks() -> Iterator[Vectors]:
        for start in range(0, len(first), BLOCK):
            some = first[start : start + BLOCK]
            block = np.empty((len(some), width), dtype=NUMBER)
            for number, segment in enumerate(segments):
                here = np.flatnonzero(of_segment[some] == number)
                if len(here):
                    block[here] = segment.read(of_row[some[here]])
            yield block

    if folder is None:
        return Segment(keys, sums, np.concatenate(list(blocks())))
    path = folder / (_name(keys, sums) + ENDING)
    writing = folder / f"{uuid.uuid4().hex}{UNFINISHED}"
    try:
        with writing.open("xb") as file:
            np.save(file, keys, allow_pickle=False)
            np.save(file, sums, allow_pickle=False)
            shape = (len(keys), width)
            header = {"descr": NUMBER.str, "fortran_order": False, "shape": shape}
            npy.write_array_header_1_0(file, header)
            for block in blocks():
                file.write(block.data)
        writing.replace(path)
    finally:
        with contextlib.suppress(OSError):
            writing.unlink(missing_ok=True)
    return Segment.open(path)


def count_rows(path: Path) -> int:
    """How many vectors a segment's header says it holds.

    Raises `DamagedError` where it says nothing, `OSError` where it cannot be read.
    """
    with path.open("rb") as file:
        try:
            return _shape(file, KEY, os.fstat(file.fileno()).st_size)[0]
        except OSError:
            raise
        except Exception as error:  # a header is parsed as Python, which fails in many ways
            raise DamagedError(f"{path} is not a segment: {error}") from error


def _checksums(rows: Vectors) -> Sums:
    return np.fromiter((zlib.crc32(row) for row in rows), dtype=SUM, count=len(rows))


def _name(keys: Keys, sums: Sums) -> str:
    digest = hashlib.blake2b(keys.tobytes(), digest_size=16)
    digest.update(sums.tobytes())
    return digest.hexdigest()


def _shape(file: BinaryIO, dtype: np.dtype[np.generic], size: int) -> tuple[int, ...]:
    """What the header at this place of the file says; ValueError where it cannot be true."""
    if npy.read_magic(file) != (1, 0):
        raise ValueError("not version 1.0 of the .npy format")
    shape, fortran, found = npy.read_array_header_1_0(file)
    if fortran or found != dtype or math.prod(shape) * dtype.itemsize > size - file.tell():
        raise ValueError(f"not an array of {dtype} that fits the file")
    return shape


def _array(file: BinaryIO, dtype: np.dtype[Any], size: int) -> NDArray[Any]:
    shape = _shape(file, dtype, size)
    return np.frombuffer(file.read(math.prod(shape) * dtype.itemsize), dtype).reshape(shape)
