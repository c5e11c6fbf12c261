"""The pages of the window: a module each, with what the page shows of a session.

A page is found by its `PAGE`. Its name is that of its module here, of its file in the folder
`pages` next to `app.py`, of its module in `web/pages/`, and of its path in the address.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable

    from chunking.gui.core.view import View
    from chunking.gui.session.session import Session


class Page(NamedTuple):
    """A page.

    Attributes:
        position: The position of its tab.
        title: The word on its tab.
        view: Returns what it shows, and changes nothing.
    """

    position: int
    title: str
    view: Callable[[Session], View]


@cache
def pages() -> dict[str, Page]:
    """Return all pages by name, in the order of their tabs."""
    found: dict[str, Page] = {}
    for each in iter_modules(__path__):
        page = getattr(import_module(f"{__name__}.{each.name}"), "PAGE", None)
        if page is not None:
            found[each.name] = page
    return dict(sorted(found.items(), key=lambda item: item[1].position))
