"""XML as a stream of elements, without entities and without a tree in memory."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any, Protocol

from chunking.core.errors import LoadError

if TYPE_CHECKING:
    from collections.abc import Iterable

MAX_ELEMENTS = 3_000_000


class Handler(Protocol):
    """Receiver of the elements and text of an XML document; names have no namespace."""

    def start(self, name: str, attributes: dict[str, str]) -> None:
        """Open an element."""

    def end(self, name: str) -> None:
        """Close an element."""

    def text(self, text: str) -> None:
        """Receive text; a long one comes in parts."""


class Properties:
    """Handler of the properties of an Office document: its title and language."""

    def __init__(self) -> None:
        self.found: dict[str, str] = {}
        self._in = ""

    def start(self, name: str, attributes: dict[str, str]) -> None:  # noqa: ARG002 - of Handler
        """Open an element."""
        self._in = name if name in {"title", "language"} else ""

    def end(self, name: str) -> None:  # noqa: ARG002 - of Handler
        """Close an element."""
        self._in = ""

    def text(self, text: str) -> None:
        """Add text to the property that is open."""
        if self._in:
            self.found[self._in] = self.found.get(self._in, "") + text


class _Target:
    """Adapter from the parser to a handler, which limits the number of elements."""

    def __init__(self, handler: Handler) -> None:
        self._handler = handler
        self._left = MAX_ELEMENTS
        self.data = handler.text

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        self._left -= 1
        if self._left < 0:
            raise LoadError(f"its XML has more than {MAX_ELEMENTS:,} elements")
        bare = {_local(key): attributes[key] for key in attributes} if attributes else attributes
        self._handler.start(_local(tag), bare)

    def end(self, tag: str) -> None:
        self._handler.end(_local(tag))

    def close(self) -> None:
        """Do nothing at the end."""


@lru_cache(maxsize=1000)
def _local(name: str) -> str:
    return name.rpartition("}")[2]


def parse(parts: Iterable[bytes], handler: Handler, what: str) -> None:
    """Parse XML and pass its elements and text to a handler.

    Raises:
        LoadError: It is damaged or declares entities; the message names it by `what`.
    """
    from xml.etree.ElementTree import ParseError  # only the exception

    from defusedxml.common import DefusedXmlException
    from defusedxml.ElementTree import XMLParser

    parser: Any = XMLParser(target=_Target(handler))
    try:
        for part in parts:
            parser.feed(part)
        parser.close()
    except DefusedXmlException as error:
        raise LoadError(f"{what} declares XML entities, which are not allowed") from error
    except (ParseError, ValueError, LookupError) as error:
        raise LoadError(f"{what} is damaged: it is not well-formed XML") from error
