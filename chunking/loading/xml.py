"""XML without entities and with a limited number of elements."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from chunking.core.errors import LoadError
from chunking.loading.archive import Archive

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element, TreeBuilder


MAX_ELEMENTS = 3_000_000


class _Target:
    """Adapter from the parser to a builder, which drops namespaces and limits the elements."""

    def __init__(self, builder: TreeBuilder) -> None:
        self._builder = builder
        self._left = MAX_ELEMENTS
        self.data, self.close = builder.data, builder.close

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        self._left -= 1
        if self._left < 0:
            raise LoadError(f"its XML has more than {MAX_ELEMENTS:,} elements")
        self._builder.start(_local(tag), {_local(key): attributes[key] for key in attributes})

    def end(self, tag: str) -> None:
        self._builder.end(_local(tag))


@lru_cache(maxsize=1000)
def _local(name: str) -> str:
    return name.rpartition("}")[2]


def tree(parts: Iterable[bytes], what: str) -> Element:
    """Return the root of an XML document, whose names have no namespace.

    Raises:
        LoadError: It is damaged or declares entities; the message names it by `what`.
    """
    from xml.etree.ElementTree import ParseError, TreeBuilder  # builds what the safe parser reads

    from defusedxml.common import DefusedXmlException
    from defusedxml.ElementTree import XMLParser

    parser: Any = XMLParser(target=_Target(TreeBuilder()))
    try:
        for part in parts:
            parser.feed(part)
        root: Element = parser.close()
    except DefusedXmlException as error:
        raise LoadError(f"{what} declares XML entities, which are not allowed") from error
    except (ParseError, ValueError, LookupError) as error:
        raise LoadError(f"{what} is damaged: it is not well-formed XML") from error
    return root


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
