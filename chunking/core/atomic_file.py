"""Atomic file writes."""

import errno
import os
import secrets
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def atomic_file(path: str | os.PathLike[str]) -> Iterator[Path]:
    """Yield the path of an unfinished file, and move it to `path` when the block ends.

    If the block raises, the unfinished file is deleted and the former one stays. A device or a pipe
    cannot be replaced and is yielded itself.

    Raises:
        OSError: The file cannot be written.
    """
    target = Path(os.path.realpath(path))
    if target.exists() and not target.is_file():
        yield target
        return
    if target.exists() and not os.access(target, os.W_OK):  # a move would replace it all the same
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))
    unfinished = target.with_name(f".{secrets.token_hex(8)}.new")
    try:
        yield unfinished
        if target.exists():
            shutil.copymode(target, unfinished)
        unfinished.replace(target)
    except BaseException:
        unfinished.unlink(missing_ok=True)
        raise
