"""The arrays of a safetensors file, seen where they lie on the disk."""

from __future__ import annotations

import ctypes
import json
import mmap
import sys
from typing import TYPE_CHECKING

import numpy as np

from chunking.errors import ModelError

if TYPE_CHECKING:
    from pathlib import Path

    from chunking.types import Vectors


def mapped_weights(path: Path) -> dict[str, Vectors]:
    """The float32 arrays in a safetensors file by their names; those of other types are left out.

    They are read-only views of the mapped file: opening costs nothing, and memory that two
    processes share holds the numbers once. What is written to them all the same never reaches
    the file. Raises `ModelError` where it is no such file.
    """
    try:
        content = np.memmap(path, dtype=np.uint8, mode="c")
        # The format: the header's length in 8 bytes, the header, the numbers one after another.
        start = 8 + int.from_bytes(content[:8].tobytes(), "little")
        if start > len(content):
            raise ValueError("its header ends beyond it")  # noqa: TRY301 - told with the others
        header = json.loads(content[8:start].tobytes())
        return {
            name: _view(content[start:], **entry)
            for name, entry in header.items()
            if name != "__metadata__" and entry["dtype"] == "F32"
        }
    except (OSError, ValueError, TypeError, KeyError, AttributeError) as error:
        raise ModelError(f"{path} cannot be read as safetensors: {error}") from error


def release(weights: dict[str, Vectors]) -> None:
    """Gives the memory of mapped weights back; what is read again comes from the file again.

    A runtime keeps the large ones in an order of its own, and reads few of them a second time.
    """
    for value in weights.values():
        mapped = getattr(value, "_mmap", None)
        if mapped is not None and hasattr(mmap, "MADV_DONTNEED"):
            mapped.madvise(mmap.MADV_DONTNEED)
            return  # they are all of one file


def give_back() -> None:
    """Gives memory that was freed back to the system, where that must be asked for.

    Compiling a model leaves some 50 MB behind, which the C library would keep for later.
    """
    trim = getattr(ctypes.CDLL(None), "malloc_trim", None) if sys.platform == "linux" else None
    if trim is not None:
        trim(0)


def _view(
    numbers: np.ndarray[tuple[int, ...], np.dtype[np.uint8]],
    *,
    dtype: str,  # noqa: ARG001 - part of each entry, looked at by the caller
    shape: list[int],
    data_offsets: list[int],
) -> Vectors:
    start, end = data_offsets
    found = numbers[start:end].view("<f4").reshape(shape)
    found.flags.writeable = False
    return found
