"""Codes of terminals in plain text, running headers and footers of its pages, and long rows."""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from itertools import chain

from chunking.core.origin import Removed

# Furniture stands at this many page breaks, and at this share of them.
_FEWEST, _SHARE = 3, 0.5
# Without form feeds a page has at least so many lines, and at least this share of all has as many.
_SHORTEST_PAGE, _EQUAL_SHARE = 40, 0.5
# A line between two blank lines or more.
_APART = re.compile(r"(?<=\n\n\n)[^\S\n]*+\S[^\n]*+(?=\n[ \t]*+\n[ \t]*+\n)")
_NUMBERED = re.compile(r"[^\W\d_].*#|#.*[^\W\d_]")
# A code that sets colors or moves the cursor (ECMA-48).
_TERMINAL_CODE = re.compile(r"\x1b\[[0-?]*[ -/]*[@-~]")
# A row of one sign. It stays longer than a title, by more than an underline may, and so long.
_ROW = re.compile(r"[ \t]*(?P<row>([=\-~*_#.+])\2{3,})\s*")
_LONGER, _SHORTEST_ROW = 4, 20
_BLANK_LINES = re.compile(r"(\n(?:[ \t\r]*\n)+)")
# What lines of tables and drawings have.
_COLUMNS = re.compile(r"\S(?: {3}|\t)[ \t]*\S|[|│┃║]")
_DIGITS, _LONGEST_NUMBER = re.compile(r"\d+"), 5
_ENDS = tuple('.!?:;…。！？"”»)')


def without_furniture(text: str) -> tuple[str, tuple[Removed, ...]]:
    r"""Return a text without the lines that recur at its page breaks, and those lines.

    Form feeds break pages; without any, lines with numbers that recur every so many lines and have
    blank lines around. Lines recur whole, or with the numbers of pages. The first line of all is
    kept. A paragraph goes on over a page break if no
    sentence ends there and the indentation is the same. A text without such lines is unchanged.

    >>> pages = [f"Tide\nebb {word}\n" for word in ("low", "high", "slack", "neap")]
    >>> without_furniture("\f".join(pages))[0]
    'Tide\nebb low\nebb high\nebb slack\nebb neap'
    """
    lines = text.replace("\r\n", "\n")
    lines = lines if "\f" in lines else _with_form_feeds(lines)
    pages = [page.split("\n") for page in lines.split("\f")]
    edges = [_edges(page) for page in pages]
    shapes = [(_shapes(first, i), _shapes(last, i)) for i, (first, last) in enumerate(edges)]
    at_breaks = [last for _, last in shapes[:-1]] + [first for first, _ in shapes[1:]]
    counts = Counter(chain.from_iterable(at_breaks))
    fewest = max(_FEWEST, _SHARE * (len(pages) - 1))
    furniture = {shape for shape, count in counts.items() if count >= fewest}
    if not furniture:
        return text, ()
    found, removed = "", list[Removed]()
    for page, (first, last), (heads, feet) in zip(pages, edges, shapes, strict=True):
        # That of the first page is the title.
        head = page is not pages[0] and not furniture.isdisjoint(heads)
        foot = not furniture.isdisjoint(feet)
        if head:
            page.remove(first)
        if foot:
            del page[len(page) - 1 - page[::-1].index(last)]
        body = "\n".join(page).strip("\n")
        if body and found:
            found += "\n" if _continues(found, body) else "\n\n"
        removed += [Removed(len(found), first, "running header")] if head else []
        found += body
        removed += [Removed(len(found), last, "running footer")] if foot else []
    return found, tuple(removed)


def with_short_rows(text: str, *, may_be_half: bool = True) -> tuple[str, tuple[Removed, ...]]:
    r"""Return a text whose rows of one sign are little longer than their titles, and the rest.

    Rows that are about as long as a title, or amid the lines of a paragraph, are unchanged, and so
    are tables and drawings. Rows above and below a title `may_be_half` as long.

    >>> with_short_rows(f"{'-' * 70}\nTide\n{'-' * 70}\n\nEbb.")[0]
    '--------------------\nTide\n--------------------\n\nEbb.'
    """
    kept, removed, length = list[str](), list[Removed](), 0
    for part in _BLANK_LINES.split(text):
        lines = part.split("\n")
        rows = [_ROW.fullmatch(line) for line in lines]
        needs = Counter[str]()
        is_drawn = _COLUMNS.search(part) is not None
        for i, row in enumerate(rows):
            if row:
                needed = _row_length(lines, rows, i, may_be_half=may_be_half)
                needs[row["row"]] = max(needed, needs[row["row"]])
        for i, row in enumerate(rows):
            if row and not is_drawn and needs[row["row"]] < len(row["row"]):
                end = row.start("row") + needs[row["row"]]
                removed.append(Removed(length + end, lines[i][end:], "row end", inline=True))
                lines[i] = lines[i][:end]
            length += len(lines[i]) + (i < len(lines) - 1)
        kept.append("\n".join(lines))
    return "".join(kept), tuple(removed)


def in_order(first: Sequence[Removed], then: Sequence[Removed]) -> tuple[Removed, ...]:
    r"""Return what was removed from a text, and then from within the lines of the rest.

    >>> first, then = Removed(5, "%", "comment"), Removed(2, "--", "row end", inline=True)
    >>> [each.offset for each in in_order([first], [then])]
    [2, 3]
    """
    found, gone, left = list[Removed](), 0, list(reversed(then))
    for each in first:
        while left and left[-1].offset + gone < each.offset:
            found.append(left.pop())
            gone += len(found[-1].text)
        found.append(replace(each, offset=each.offset - gone))
    return (*found, *reversed(left))


def without_terminal_codes(text: str) -> tuple[str, tuple[Removed, ...]]:
    r"""Return a text without the codes that set the colors of a terminal, and these.

    >>> without_terminal_codes("\x1b[32mEbb\x1b[m tide")[0]
    'Ebb tide'
    """
    parts, removed, at, length = list[str](), list[Removed](), 0, 0
    for code in _TERMINAL_CODE.finditer(text):
        parts.append(text[at : code.start()])
        length += code.start() - at
        removed.append(Removed(length, code[0], "terminal code", inline=True))
        at = code.end()
    return "".join([*parts, text[at:]]), tuple(removed)


def _row_length(
    lines: Sequence[str], rows: Sequence[re.Match[str] | None], at: int, *, may_be_half: bool
) -> int:
    """Return how long a row of a paragraph must be for the line above or below it."""
    row = rows[at]
    size = len(row["row"]) if row else 0
    names = [
        "" if other not in range(len(lines)) or rows[other] else lines[other].strip()
        for other in (at - 1, at + 1)
    ]
    is_lower, is_upper = (
        other in range(len(lines)) and lines[other].strip() == lines[at].strip()
        for other in (at - 2, at + 2)
    )
    if all(names) and not is_lower:
        return size
    length = len(names[0] or names[1])
    if length + _LONGER > size:
        return size
    half, longer = (max(_SHORTEST_ROW, each) for each in (length // 2 + 1, length + _LONGER))
    is_half = may_be_half and (is_lower or is_upper) and abs(half - length) >= _LONGER
    return min(size, half if is_half else longer)


def _with_form_feeds(lines: str) -> str:
    """Return a text with a form feed below each line that ends a page, as in the output of roff."""
    found = [(line.end(), _shape(line[0])) for line in _APART.finditer(lines)]
    counts = Counter(shape for _, shape in found if _NUMBERED.search(shape))
    pages, start = list[str](), 0
    for end, shape in found:
        # The header of a page has blank lines around it, too.
        if counts[shape] >= _FEWEST and lines.count("\n", start, end) >= _SHORTEST_PAGE:
            pages.append(lines[start:end])
            start = end
    lengths = Counter(page.count("\n") for page in pages)
    is_paged = pages and max(lengths.values()) >= _EQUAL_SHARE * len(pages)
    return "\f".join([*pages, lines[start:]]) if is_paged else lines


def _edges(page: list[str]) -> tuple[str, str]:
    """Return the first and the last line of a page that is not blank; empty without one."""
    lines = [line for line in page if line.strip()]
    return (lines[0], lines[-1]) if len(lines) > 1 else ("", "")


def _shape(line: str) -> str:
    """Return a line without its numbers and the width of its blanks; empty for a blank line."""
    return " ".join(_DIGITS.sub("#", line).split())


def _shapes(line: str, page: int) -> set[str]:
    """Return a line and its variants, each with one number relative to the number of the page."""
    line = " ".join(line.split())
    numbers = [found for found in _DIGITS.finditer(line) if len(found[0]) <= _LONGEST_NUMBER]
    ahead = (
        f"{line[: found.start()]}#{int(found[0]) - page}{line[found.end() :]}" for found in numbers
    )
    return {line, *ahead} - {""}


def _continues(text: str, body: str) -> bool:
    """Whether a paragraph goes on behind a page break."""
    last, first = text[text.rfind("\n") + 1 :], body.partition("\n")[0]
    same = len(last) - len(last.lstrip()) == len(first) - len(first.lstrip())
    return same and not last.rstrip().endswith(_ENDS)
