"""JATS to Markdown by pandoc, and its references, which pandoc keeps for citation styles."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from chunking.loading import markdown, pandoc, xml
from chunking.loading.formats import Content

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element


# The label of a figure or a table, which pandoc drops; it becomes the beginning of the caption.
_LABEL = re.compile(rb"<label>([^<]*)</label>(\s*<caption[^>]*>\s*<(?:title|p)(?:\s[^>]*)?>)")


def convert(data: bytes) -> Content:
    """Return the text of an article in UTF-8: title, authors, abstract, body and references.

    Raises:
        LoadError: It is damaged, or beyond the limits.
    """
    content = pandoc.convert(_LABEL.sub(rb"\2\1 ", data), "jats")
    blocks = markdown.Blocks()
    for parent in xml.tree([data], "the article").iter("ref-list"):
        found = [" ".join(_text(each).split()) for each in parent.findall("ref")]
        title = parent.findtext("title") or "References"
        blocks.add(markdown.heading(1, title) if found else "")
        for text in found:
            blocks.prefixes = [markdown.Prefix("- ", "  ")]
            blocks.add(markdown.paragraph(text))
        blocks.prefixes = []
    return replace(content, text="\n\n".join(filter(None, (content.text, blocks.text))))


def _text(element: Element) -> str:
    """Return the words of an element; those that nothing stands between are apart."""
    text = element.text or ""
    for child in element:
        text += _text(child) + (child.tail or ("" if child is element[-1] else " "))
    return text
