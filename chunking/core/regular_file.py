"""Reading of whole files that a user names: regular ones, up to a size."""

import errno
import os
import stat

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
