"""Removal of the preamble and of comments from LaTeX; the title, authors and date stay."""

import re
from collections.abc import Iterator

from chunking.core.origin import Removed
from chunking.units.latex import PREAMBLE

_BRACES = r"(?:[^{}\\]|\\(?s:.)|\{(?:[^{}\\]|\\(?s:.)|\{[^{}]{0,200}\}){0,400}+\}){0,400}+"
_TITLE = re.compile(
    r"(?m)^[ \t]*\\(?:title|subtitle|author|date)\b[ \t]*+(?:\[[^\[\]]{0,500}\][ \t]*+)?"
    rf"\{{{_BRACES}\}}[ \t]*+(?:\n|\Z)"
)
# Lines of comments, or literal text with lines that are none.
_COMMENTS = re.compile(
    r"(?m)(?P<comments>(?:^[ \t]*%[^\n]*(?:\n|\Z))+)"
    r"|\\begin[ \t]*\{(?P<literal>[Vv]erbatim\*?|lstlisting|minted|filecontents\*?)\}"
)


def without_unprinted(text: str) -> tuple[str, tuple[Removed, ...]]:
    r"""Return LaTeX without its preamble and its lines of comments, and those.

    Files without a preamble, such as packages, keep their comments.

    >>> page = "\\documentclass{article}\n\\title{Tide}\n\\begin{document}\nEbb.\n% Flood.\n"
    >>> without_unprinted(page)[0]
    '\\title{Tide}\nEbb.\n'
    """
    kept, removed = list[str](), list[Removed]()
    at = length = 0
    for start, end, reason in _unprinted(text):
        kept.append(text[at:start])
        length += start - at
        removed.append(Removed(length, text[start:end], reason, inline=True))
        at = end
    return "".join([*kept, text[at:]]), tuple(removed)


def _unprinted(text: str) -> Iterator[tuple[int, int, str]]:
    """Yield the spans that are removed, each with the reason."""
    preamble = PREAMBLE.match(text)
    if not preamble:
        return
    at = 0
    for title in _TITLE.finditer(text, 0, preamble.end()):
        if title.start() > at:
            yield at, title.start(), "preamble"
        at = title.end()
    end = preamble.end() + text.startswith("\n", preamble.end())
    yield at, end, "preamble"
    while found := _COMMENTS.search(text, end):
        end = found.end()
        if found["comments"]:
            yield found.start(), end, "comment"
        else:
            closing = text.find(f"\\end{{{found['literal']}}}", end)
            end = closing if closing >= 0 else len(text)
