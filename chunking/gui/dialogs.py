"""Dialogs for files: open, export, workspace, presets."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from chunking.gui.session import Session


def show(session: Session) -> None:
    """Show the dialog that the session asks for, if any."""
    del session
