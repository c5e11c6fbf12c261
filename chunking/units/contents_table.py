"""Titles that tables of contents of plain text list."""

import re
from bisect import bisect_right
from collections.abc import Mapping
from typing import NamedTuple

from chunking.units.paragraphs import paragraphs

_LONGEST = 80
# Lines of one title, as of a long question.
_MOST_LINES = 3
# Titles that tables of contents must list.
_FEWEST = 3
# A longer line without a number or a page ends a table of contents.
LONGEST_ENTRY, _LONGEST_LINE = 60, 200

CONTENTS = (
    r"table of contents|contents|subsections|inhalt(?:sverzeichnis)?|sommaire"
    r"|table des matières|índice|indice|sommario|inhoud|spis treści|содержание|оглавление"
    r"|sisällys(?:luettelo)?|innehåll(?:sförteckning)?|indhold(?:sfortegnelse)?|innhold|obsah|tartalom"
    r"|目次|目录|目錄|차례"
)
_CONTENTS = re.compile(rf"(?im)^[ \t]*(?:{CONTENTS}):?[ \t]*$")
# A list at the beginning is one, too, if most of what it lists recurs.
_FIRST_LIST = re.compile(r"(?m)^(?=(?:[ \t]*(?:[-*•o]|\d+[.)])[ \t]+\S[^\n]*\n(?:[ \t]*\n)?){3})")
_BEGINNING, _LISTED_SHARE = 3000, 0.6
# A number, that of a page, or the marker of an item before a title.
_NUMBER = re.compile(
    r"\A(?:(?i:chapter|section|appendix|part)\s+)?"
    r"(?:(\d{1,3}(?:\.\d{1,3}){0,5})(?:[.):]\s*|\s+)|((?:[IVXL]{1,6}|[A-Z])(?:\.\d{1,3}){0,5})[.):]\s*"
    r"|[-*•o]\s+|\|[\d.]+\|\s+)(?=\S)"
)
_PAGE = re.compile(r"(?:\s*\.[ .]*\.|\s{2,}|\t)\s*\d{1,4}\s*$|(?:\s*\.){3,}\s*$")
_PAGE_ENDS = (".", *"0123456789")


class Title(NamedTuple):
    """A heading at `[start, end)`; `depth` counts from 1, the outermost."""

    start: int
    end: int
    depth: int


def listed_titles(lines: str) -> list[Title]:
    """Return the titles that tables of contents list, and those of the tables.

    Titles are at the start of paragraphs, which blank lines and form feeds separate; the lines of
    the text end with line feeds.
    """
    lines = lines.replace("\f", "\n")
    blocks = paragraphs(lines)
    starts, ends = blocks.starts.tolist(), blocks.ends.tolist()
    found: dict[int, Title] = {}
    listed: dict[str, int] = {}
    begins, stops = list[int](), list[int]()
    first = _FIRST_LIST.search(lines, 0, _BEGINNING)
    for opening in list(_CONTENTS.finditer(lines)) or ([first] if first else []):
        entries, end = _entries(lines, opening.end())
        if not listed and opening[0].strip():
            found[opening.start()] = Title(opening.start(), opening.end(), 1)
        listed = dict(entries) | listed
        begins.append(opening.start())
        stops.append(end)
    count = len(found)
    for start, stop in zip(starts, ends, strict=True):
        at = bisect_right(begins, start) - 1
        if at < 0 or start >= stops[at]:
            title = _listed_title(lines, start, stop, listed)
            if title is not None:
                found[start] = title
    names = {_key(lines[title.start : title.end]) for title in found.values()}
    fewest = _FEWEST if count else max(_FEWEST, _LISTED_SHARE * len(listed))
    return sorted(found.values()) if len(names) >= count + fewest else []


def _entries(lines: str, at: int) -> tuple[list[tuple[str, int]], int]:
    """Return the titles that are listed from an offset on with their depths, and their end.

    Below a title with a number, a line without one that is indented further continues it. They
    end at a title that is listed already, and above a long line.
    """
    entries: list[tuple[str, str, int]] = []
    above, column = "", -1
    while at < len(lines):
        end = lines.find("\n", at + 1)
        end = end if end >= 0 else len(lines)
        line = lines[at : min(end, at + _LONGEST_LINE)].strip("\n")
        name, number, indent = line.strip(), number_of(line.strip()), indent_of(line)
        is_long = len(name) > LONGEST_ENTRY and not number and not _PAGE.search(name)
        if is_long or _key(name) in {_key(entry[0]) for entry in entries[:_FEWEST]} - {""}:
            break
        continues = above and not number and not _PAGE.search(above)
        if continues and entries and entries[-1][1] and indent > entries[-1][2]:
            entries[-1] = f"{entries[-1][0]} {name}", *entries[-1][1:]
        elif name:
            # A title right below that of a numbered one is on its level.
            same = not number and indent == column
            entries.append((name, entries[-1][1] if same else number, indent))
        if number:
            column = indent + len(name) - len(_NUMBER.sub("", name))
        at, above = end, name
    indents = sorted({indent for _, _, indent in entries})
    return [
        (_key(name), number.count(".") + 1 if number else indents.index(indent) + 1)
        for name, number, indent in entries
        if any(map(str.isalpha, _key(name)))
    ], at


def _listed_title(lines: str, start: int, end: int, depths: Mapping[str, int]) -> Title | None:
    end = min(end, start + _MOST_LINES * _LONGEST)
    rows = lines[start:end].split("\n")[: _MOST_LINES + 1]
    for count in range(1, min(_MOST_LINES, len(rows)) + 1):
        key = _key(" ".join(rows[:count]))
        following = _key(rows[count]) if count < len(rows) else ""
        if key in depths and following not in depths:
            stop = start + len("\n".join(rows[:count]).rstrip())
            return Title(start, stop, depths[key])
    return None


def is_contents(name: str) -> bool:
    """Return whether a title is that of a table of contents."""
    return _CONTENTS.fullmatch(name) is not None


def indent_of(text: str) -> int:
    """Return the column at which the first line of a text begins."""
    return len(text[: len(text) - len(text.lstrip())].expandtabs())


def number_of(name: str) -> str:
    """Return the number of a title, without `.0` at its end; empty without one."""
    found = _NUMBER.match(name)
    number = (found[1] or found[2] or "") if found else ""
    return number.removesuffix(".0")


def _key(name: str) -> str:
    """Return a title for comparisons: without its number and page."""
    name = name.strip()
    if name.endswith(_PAGE_ENDS):
        name = _PAGE.sub("", name)
    name = _NUMBER.sub("", name)
    return " ".join(name.casefold().split())
