"""XML as a stream of elements, without entities and without a tree in memory."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, Protocol

from chunking.core.errors import LoadError
from chunking.loading.archive import Archive

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element


MAX_ELEMENTS = 3_000_000


class Handler(Protocol):
    """Receiver of the elements and text of an XML document; names have no namespace."""

    def start(self, name: str, attributes: dict[str, str]) -> None:
        """Open an element."""

    def end(self, name: str) -> None:
        """Close an element."""

    def text(self, text: str) -> None:
        """Receive text; a long one comes in parts."""


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


def tree(parts: Iterable[bytes], what: str) -> Element:
    """Return the root of an XML document, whose names have no namespace.

    Raises:
        LoadError: As `parse`.
    """
    from xml.etree.ElementTree import TreeBuilder  # builds from what the safe parser reads

    builder = TreeBuilder()
    handler: Any = SimpleNamespace(start=builder.start, end=builder.end, text=builder.data)
    parse(parts, handler, what)
    return builder.close()


def member(archive: Archive, name: str) -> Element:
    """Return the root of a member of an archive; an empty element if there is none."""
    from xml.etree.ElementTree import Element

    return tree(archive.stream(name), name) if name in archive.names else Element("")


def properties(archive: Archive, name: str) -> dict[str, str]:
    """Return the title and the language in a member of an archive."""
    return {
        each.tag: each.text or ""
        for each in member(archive, name).iter()
        if each.tag in {"title", "language"}
    }
