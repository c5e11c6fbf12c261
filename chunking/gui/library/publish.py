"""What Library shows, as messages to the page."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from chunking.gui.session import Session


def publish(session: Session) -> None:
    """Send everything that Library shows."""
    del session
