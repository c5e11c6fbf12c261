"""Sweep: one metric over the ranges of two settings."""

from chunking.gui.core.view import View
from chunking.gui.pages import Page
from chunking.gui.session.session import Session
from chunking.gui.sweep.view import add_sweep


def view(session: Session) -> View:
    """Return what Sweep shows."""
    found = View()
    add_sweep(found, session)
    return found


PAGE = Page(4, "Sweep", view)
