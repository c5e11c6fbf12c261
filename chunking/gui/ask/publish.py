"""What Ask shows, as messages to the page: the lanes of Compare, and their answers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from chunking.gui.compare.publish import send_lanes

if TYPE_CHECKING:
    from chunking.gui.session import Session


def publish(session: Session) -> None:
    """Send the lanes and their answers."""
    send_lanes(session, as_one_text=True)
