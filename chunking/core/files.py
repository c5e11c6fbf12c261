"""Files of the program and of its user: reading, atomic writing, and the folder of settings."""

import errno
import os
import secrets
import shutil
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

# Bytes of a file that describes documents: five times the largest document.
LARGEST = 250 * 2**20


def read_regular(path: str | os.PathLike[str], most: int = LARGEST) -> bytes:
    """Return the bytes of a file; reading a pipe or a device may never end.

    Raises:
        OSError: It cannot be read, is not a regular file or is larger.
        ValueError: It is no path.
    """
    found = os.stat(path)  # noqa: PTH116 - of any text
    if not stat.S_ISDIR(found.st_mode) and not stat.S_ISREG(found.st_mode):
        raise OSError(errno.EINVAL, "not a regular file")
    with open(path, "rb") as file:  # noqa: PTH123 - as above
        data = file.read(most + 1)
    if len(data) > most:
        raise OSError(errno.EFBIG, f"more than {most // 2**20} MiB")
    return data


@contextmanager
def atomic_file(path: str | os.PathLike[str]) -> Iterator[Path]:
    """Yield the path of an unfinished file, and move it to `path` when the block ends.

    If the block raises, the unfinished file is deleted and the former one stays. A device or a pipe
    cannot be replaced and is yielded itself.
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


def config_folder() -> Path:
    """Return the folder, which may not exist yet; `CHUNKSCOPE_CONFIG_DIR` overrides it."""
    from platformdirs import user_config_path

    root = os.environ.get("CHUNKSCOPE_CONFIG_DIR")
    return Path(root) if root else user_config_path("chunkscope", appauthor=False)
