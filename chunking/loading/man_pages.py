"""Removal of comments, and definitions of macros and settings, from pages of manuals."""

import re

from chunking.core.origin import Removed

_LINE = re.compile(r"[^\n]*\n|[^\n]+")
_TITLE = re.compile(r"\.[ \t]*(?:TH|Dd|Dt)[ \t]")
_COMMENT = re.compile(r"[.']?[ \t]*\\[\"#]|[.'][ \t]*\s\Z")
# Definitions, settings and index entries, also after a condition; conditions around other lines.
_SETTING = re.compile(
    r"[.'][ \t]*(?:(?:(?:if|ie|el)\b[^\n]*?[ \t][.'][ \t]*)?"
    r"(?:ad|als|ds|ftr|hy|IX|mso|na|nh|nr|rm|rn|so|ss|tr)(?![^\W_])"
    r"|(?:(?:if|ie|el)\b[^\n]*\\\{\\?|\\\})\s*\Z)"
)
# What opens a macro or ignored text, and the request that ends it.
_OPENING = re.compile(r"[.'][ \t]*(?:(?:de|am)1?[ \t]+\S+|ig\b)[ \t]*([A-Za-z]\w*)?\s*(?:\Z|\\\")")


def without_unprinted(text: str) -> tuple[str, tuple[Removed, ...]]:
    r"""Return a page of a manual without its comments and definitions, and those.

    Above the title of the page, all requests are removed.

    >>> without_unprinted('.\\" Draft\n.de Sp\n.sp\n..\n.ie n .B\n.TH TIDE 1\nEbb.\n.nh\n')[0]
    '.TH TIDE 1\nEbb.\n'
    """
    lines = _LINE.findall(text)
    # The last row of each line, so that a macro without an end is not looked for again.
    last = {line.replace(" ", "").rstrip(): row for row, line in enumerate(lines)}
    title = next((row for row, line in enumerate(lines) if _TITLE.match(line)), 0)
    kept, removed = list[str](), list[Removed]()
    row = length = 0
    while row < len(lines):
        end, is_comment = row, True
        while end < len(lines) and (after := _after_unprinted(lines, end, last, title)) > end:
            is_comment &= _COMMENT.match(lines[end]) is not None
            end = after
        if end > row:
            reason = "comment" if is_comment else "definition"
            removed.append(Removed(length, "".join(lines[row:end]), reason, inline=True))
        kept += lines[end : end + 1]
        length += len(kept[-1]) if end < len(lines) else 0
        row = end + 1
    return "".join(kept), tuple(removed)


def _after_unprinted(lines: list[str], row: int, last: dict[str, int], title: int) -> int:
    """Return the row after what is not printed from a row on; the row itself if it is printed.

    `last` has the last row of each line without blanks, and `title` is the row of the title.
    """
    line = lines[row]
    if opening := _OPENING.match(line):
        closing = f".{opening[1] or '.'}"
        while last.get(closing, -1) > row and lines[row].replace(" ", "").rstrip() != closing:
            row += 1
        return row + 1
    is_request = line[:1] in {".", "'"} if row < title else _SETTING.match(line)
    return row + 1 if is_request or _COMMENT.match(line) else row
