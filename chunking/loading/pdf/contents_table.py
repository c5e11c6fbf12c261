"""Tables of contents of a PDF: lines that end with a page or recur, below their title."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import TypeAlias

from chunking.loading.markdown import CONTENTS_TITLE
from chunking.loading.pdf.contents import Page

_FEWEST = 3  # entries, of which so many may be lines of the text, as others have two lines there
_BETWEEN = 3  # lines from an entry to the next one, as of a long title
_ENTRY = re.compile(  # of at most 200 characters
    r"(?=.{1,200}[\divxlc]\Z)(?P<title>.*[^\W\d_].*?)(?:[\s.·…_]*\s|[.·…_]{3,})(?P<page>\d{1,4}|[ivxlc]{1,7})"
)
_OTHER_TITLE = re.compile(
    r"liste? (?:of|des) \w+|table des \w+|(?:abbildungs|tabellen)verzeichnis|目\s次", re.IGNORECASE
)
_NUMBER = re.compile(r"(\d{1,3}(?:\.\d{1,3})*|[A-Z](?:\.\d{1,3})+)\.?\s")
_SIGNS = re.compile(r"[\W\d_]+")

_Place: TypeAlias = tuple[int, int]  # the number of a page and the index of a line in it


def contents_tables(pages: Sequence[Page]) -> dict[int, dict[int, str]]:
    """Return the reason to remove a line of a table of contents, by page and index of line."""
    lines = [((page.number, i), line.text) for page in pages for i, line in enumerate(page.lines)]
    texts = Counter(_key(text) for _, text in lines if not _ENTRY.fullmatch(text))
    alone = {page.number for page in pages if len(page.lines) == 1}
    removed: dict[int, dict[int, str]] = {}
    end = 0
    for first, (place, text) in enumerate(lines):
        if first < end or not _is_title(text):
            continue
        places, titles, after = _table(lines, first + 1, texts)
        if len(titles) < _FEWEST or _FEWEST * len(titles & texts.keys()) < len(titles):
            places, after = [], first
        if places or place[0] in alone:
            for number, i in (place, *places):
                removed.setdefault(number, {})[i] = "contents line"
            end = after
    return removed


def _table(
    lines: Sequence[tuple[_Place, str]], first: int, texts: Mapping[str, int]
) -> tuple[list[_Place], set[str], int]:
    """Return the places of the lines of a table, its titles, and the index after its last line.

    It ends where a title stands that it lists. Between entries on a page are lines of titles.
    Entries without pages follow one another, and recur in the text.
    """
    places: list[_Place] = []
    titles: list[str] = []
    end, latest = first, 0
    for at in range(first, len(lines)):
        place, text = lines[at]
        entry, key = _ENTRY.fullmatch(text), _key(text)
        if at - end > _BETWEEN or (not entry and key in titles[:_FEWEST]):
            break
        if _is_title(text):
            latest = 0
        page = int(entry["page"]) if entry and entry["page"].isdigit() else latest
        recurs = not (entry or latest) and at == end and key != "" and texts[key] > 1
        if recurs or (entry and page >= latest):
            titles.append(_key(entry["title"]) if entry else key)
            places += [each for each, _ in lines[end : at + 1] if each[0] == place[0]]
            end, latest = at + 1, page
    return places, set(titles), end


def _is_title(text: str) -> bool:
    return bool(CONTENTS_TITLE.fullmatch(text) or _OTHER_TITLE.fullmatch(text))


def _key(text: str) -> str:
    return _SIGNS.sub("", _NUMBER.sub("", text, count=1)).casefold()
