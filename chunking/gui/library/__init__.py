"""Library: being written."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from chunking.gui.session import Session

ACTIONS: dict[str, Callable[..., object]] = {}


def publish(session: Session) -> None:
    """Send everything that the page shows."""
    del session
