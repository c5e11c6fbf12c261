"""Work on which processes die, in a module that they import quickly."""

import os
from pathlib import Path


def double(item: int, *, once: int, marker: Path, always: int) -> int:
    """Return the double of a number; the process dies at one of them, and at another only once."""
    if item == always:
        os._exit(9)
    if item == once and not marker.exists():
        marker.touch()
        os._exit(9)
    return 2 * item
