"""Changes of the files of a library, found by looking again."""

import time
from collections.abc import Iterator, Sequence

from chunking.core.errors import LoadError
from chunking.loading import find_files

# Seconds between two looks. A look takes the time of a listing, and syncing much longer.
INTERVAL = 2.0


def changes(
    paths: Sequence[str], *, include: Sequence[str] = (), exclude: Sequence[str] = ()
) -> Iterator[None]:
    """Yield at once, and again after each change of the files that `open_source` would read.

    A change while the caller works is found afterwards. Files are compared by path, size and time
    of modification.
    """
    before: object = None
    while True:
        now = _state(paths, include, exclude)
        if now != before:
            yield
            before = now
        time.sleep(INTERVAL)


def _state(paths: Sequence[str], include: Sequence[str], exclude: Sequence[str]) -> object:
    """Return what differs after a change; a path that cannot be read is a state, too."""
    try:
        found = find_files(paths, include=include, exclude=exclude).found
    except LoadError as error:
        return str(error)
    state = set()
    for each in found:
        try:
            stat = each.path.stat()
        except OSError:  # deleted since it was found
            continue
        state.add((each.path, stat.st_mtime_ns, stat.st_size))
    return state
