"""Library: one strategy on many documents."""

from chunking.gui.core.view import View
from chunking.gui.library.view import add_library
from chunking.gui.pages import Page
from chunking.gui.session.session import Session


def view(session: Session) -> View:
    """Return what Library shows."""
    found = View()
    add_library(found, session)
    return found


PAGE = Page(3, "Library", view)
