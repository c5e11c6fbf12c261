"""Text of a document as HTML shows it: line ends, and pieces of long spans."""

import re
from collections.abc import Iterator

# Characters of a piece: a browser skips the layout of pieces that are not in view.
_LONGEST = 4_000

_LINE_END = re.compile(r"\r\n?")


def line_feeds(text: str) -> str:
    """Return the text with CR LF and CR as LF, as a parser of HTML reads them."""
    return _LINE_END.sub("\n", text) if "\r" in text else text


def pieces(text: str, longest: int = _LONGEST) -> Iterator[str]:
    r"""Yield parts of at most `longest` characters that end with a line, or else with a word.

    >>> list(pieces("one two\nthree four", 12))
    ['one two\n', 'three four']
    """
    start = 0
    while len(text) - start > longest:
        end = text.rfind("\n", start, start + longest) + 1
        end = end or text.rfind(" ", start, start + longest) + 1 or start + longest
        yield text[start:end]
        start = end
    yield text[start:]
