"""What a document is called, when nobody has said so."""

from __future__ import annotations

import re
from itertools import pairwise

from chunking.normalize import encodable, normalize_text
from chunking.units.markdown_grammar import front_matter, title

LENGTH = 200
_FIRST_LINES = 20
_ATX = re.compile(r" {0,3}#{1,6}[ \t]")
# Blank lines are dropped before, so dashes could be a rule instead of an underline.
_UNDERLINE = re.compile(r" {0,3}=+[ \t]*$")
_FENCE = re.compile(r" {0,3}(?:```|~~~)")
# One line of YAML or TOML, in its quotation marks or without any; a list or a text of several lines
# is no title.
_NAMED = re.compile(
    r"""(?mx) ^ ["']?title["']? [ \t]* [:=] [ \t]+
    (?: (?: "(?P<double>[^"\n]*)" | '(?P<single>[^'\n]*)' ) (?: [ \t]++\#[^\n]* | [ \t]*+ ) \r?
      | (?P<plain>[^\s"'|>\[{#&*!][^\n]*) ) $"""
)
_REMARK = re.compile(r"[ \t]#")


def tidy(title: str) -> str:
    """The title with its white space normalised, at most 200 characters."""
    return normalize_text(encodable(title[: 50 * LENGTH]))[:LENGTH].rstrip()


def named(text: str) -> str:
    r"""The title that the front matter of a Markdown text names, or "".

    >>> named("---\ndate: 1 May\ntitle: 'Of bread'\n---\n# One")
    'Of bread'
    """
    text = text[:20_000]
    found = _NAMED.search(text, 0, front_matter(text))
    if not found:
        return ""
    if found["plain"]:
        return _REMARK.split(found["plain"], maxsplit=1)[0].strip()
    return found["double"] or found["single"] or ""


def first_heading(text: str) -> str:
    """The first Markdown heading within the first twenty lines that say something, or ""."""
    text = text[:20_000]
    text = text[front_matter(text) :]
    lines = [line for line in text.splitlines() if line.strip()][:_FIRST_LINES]
    for line, after in pairwise([*lines, ""]):
        if _FENCE.match(line):
            return ""  # what follows may be a comment in code
        if _ATX.match(line) and (said := title(line)):
            return said
        if _UNDERLINE.match(after) and not _ATX.match(line):
            return line
    return ""
