"""XML read as a stream of tags, without entities and without a tree in memory."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any, Protocol

from chunking.errors import LoadError

if TYPE_CHECKING:
    from collections.abc import Iterable

MAX_ELEMENTS = 3_000_000


class Handler(Protocol):
    """What is told of each tag and text. Names come without their namespace."""

    def start(self, name: str, attributes: dict[str, str]) -> None:
        """An element opens."""

    def end(self, name: str) -> None:
        """An element closes."""

    def text(self, text: str) -> None:
        """Some text stands here; a long one comes in pieces."""


class _Target:
    """Hands on to a handler what the parser finds, and counts."""

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
        """Nothing is left to do."""


@lru_cache(maxsize=1000)
def _local(name: str) -> str:
    return name.rpartition("}")[2]


def parse(pieces: Iterable[bytes], handler: Handler, what: str) -> None:
    """Tells `handler` of everything in the XML; `LoadError` where it is damaged or has entities.

    `what` names the XML in the message.
    """
    from xml.etree.ElementTree import ParseError  # the exception alone

    from defusedxml.common import DefusedXmlException
    from defusedxml.ElementTree import XMLParser

    parser: Any = XMLParser(target=_Target(handler))
    try:
        for piece in pieces:
            parser.feed(piece)
        parser.close()
    except DefusedXmlException as error:
        raise LoadError(f"{what} declares XML entities, which are not allowed") from error
    except (ParseError, ValueError, LookupError) as error:
        raise LoadError(f"{what} is damaged: it is not well-formed XML") from error
