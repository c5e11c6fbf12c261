"""Last complete result of Tune, which stays on screen if another model fails."""

from __future__ import annotations

from typing import TYPE_CHECKING

from chunking.gui.core.jobs import Waiting
from chunking.gui.results.chunks import split

if TYPE_CHECKING:
    from chunking.gui.session.session import Session


def remember_result(session: Session) -> list[Waiting]:
    """Remember the settings whose chunks of the document on screen are complete."""
    current = split(session)
    if not isinstance(current, Waiting) and current.complete:
        session.tune.complete = session.document.sha256, current.strategy
    return []
