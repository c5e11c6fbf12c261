"""Work on which processes die, in a module that they import quickly."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path


def double(item: int, *, once: int, marker: Path, always: int) -> int:
    """Return the double of a number; the process dies at one of them, and at another only once."""
    if item == always:
        os._exit(9)
    if item == once and not marker.exists():
        marker.touch()
        os._exit(9)
    return 2 * item
