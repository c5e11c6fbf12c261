"""The vocabulary of an XML document: which of the formats with prose it is, if any."""

import re
from html.entities import html5

from chunking.core.errors import LoadError
from chunking.loading import formats
from chunking.loading.formats import Format

# What is read of a document with more data than prose.
_SAMPLE = 1_000_000
# The declaration, comments and the document type, up to the attributes of the root.
# Atomic groups read each of them once.
_START = re.compile(
    r"\ufeff?\s*+(?:(?><\?.*?\?>|<!--.*?-->|<!DOCTYPE[^\[>]*+(?:\[.*?\]\s*+)?>)\s*+){0,50}+"
    r"<(?:[\w.-]++:)?+(?P<root>[\w.-]++)[^>]*+>",
    re.DOTALL,
)
_ENTITY = re.compile(r"<!ENTITY\s+([\w.-]+)\s+(?:\"([^\"]{0,1000})\"|'([^']{0,1000})')\s*>")
_REFERENCE = re.compile(r"&([A-Za-z_][\w.-]{0,100});")
_PREDEFINED = frozenset({"lt", "gt", "amp", "quot", "apos"})
_MAX_NESTED = 3  # entities within entities
_TEI = frozenset({"TEI", "TEI.2", "teiCorpus"})
_DOCBOOK = frozenset(
    {"appendix", "article", "book", "chapter", "part", "preface", "refentry", "section", "set"}
)
_JATS = re.compile(r"JATS|NLM//|archivearticle|<article-meta[\s>]")
_IN_DOCBOOK = re.compile(r"docbook|<(?:sim)?para[\s>]", re.IGNORECASE)
_SEGMENT = re.compile(r">([^<]+)")
# A text of this many words in one element is a sentence; a value of data is shorter.
_SENTENCE = 8
_MIN_WORDS = 20


def format_of(page: str) -> Format | None:
    """Return the format of XML whose text is prose: XML for a vocabulary that has no name here.

    >>> format_of("<FictionBook><body/></FictionBook>").name
    'FB2'
    """
    start = _START.match(page[:_SAMPLE])
    if not start:
        return None
    root, sample = start["root"], page[:_SAMPLE]
    if root == "FictionBook":
        return formats.FB2
    if root in _TEI:
        return formats.TEI
    if root == "article" and _JATS.search(sample):
        return formats.JATS
    if "docbook.org/ns/" in start[0] or (root in _DOCBOOK and _IN_DOCBOOK.search(sample)):
        return formats.DOCBOOK
    return formats.XML if _is_prose(sample) else None


def in_utf8(page: str) -> bytes:
    """Return XML in UTF-8, without its declaration and with the text of its entities.

    The references to entities that another file declares stay as text.

    Raises:
        LoadError: The entities make it much longer.
    """
    start = _START.match(page)
    head = page[: start.start("root")].rpartition("<")[0] if start else ""
    entities = {name: double or single for name, double, single in _ENTITY.findall(head)}

    def text(found: re.Match[str]) -> str:
        name = found[1]
        if name in _PREDEFINED:
            return found[0]
        return entities.get(name) or html5.get(f"{name};", f"&amp;{name};")

    content = page[len(head) :]
    for _ in range(_MAX_NESTED):
        content = _REFERENCE.sub(text, content)
        if len(content) > 2 * len(page) + _SAMPLE:
            raise LoadError("its entities make the XML more than twice as long")
    return content.encode("utf-8", "replace")


def _is_prose(page: str) -> bool:
    """Return whether most words stand in elements with a sentence or more."""
    counts = [len(text.split()) for text in _SEGMENT.findall(page)]
    return sum(counts) >= _MIN_WORDS and 2 * sum(n for n in counts if n >= _SENTENCE) > sum(counts)
