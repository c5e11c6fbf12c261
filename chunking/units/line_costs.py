"""Costs of a boundary between the lines of code and of comments, whatever the language."""

import re
from collections.abc import Iterator
from itertools import compress, pairwise
from typing import NamedTuple

# A line that ends what is open or belongs to the statement above.
CLOSING = re.compile(
    r"\s*(?:[}\])|,?+:]|\$\w*\$(?!\w)|\.\w|&&|--+>|->|=>|<-|\*/|-\}|;;|\{\s*(?:\Z|//|#)|#\s*(?:end|el)"
    r"|(?:end\w*|else|elif|elsif|elseif|fi|done|esac|then|do|catch|finally|except|rescue|ensure"
    r"|of|in|where|deriving)\b(?![ \t]*[:=])|(?:else|except|finally)[ \t]*:\s*\Z)",
    re.IGNORECASE,
)
# What goes on in the next line; what opens a block or announces something.
OPEN = re.compile(r"(?:[,(\[=+*/|&\\?.<]|->|<-|%\w*%|\b(?:and|or|not))\Z")
_OPENER = re.compile(r"(?:[({\[:\\=]|=>|->)\Z")
TRAILING_COMMENT = re.compile(
    r"(?:\s(?://|#|--|;)\s[^\"']*|(?:(?<=[,;({])|\s{2})(?://+|#+|--|;)\S{0,2}\s.*)\Z"
)
# Lines that belong to what is below: attributes, templates, conditions of the preprocessor.
ATTACHED = re.compile(
    r"\s*(?:\[[A-Z][^=]*\]\s*\Z|#!?\[.*\]\s*\Z|template\s*<(?!.*>\s*(?:class|struct)\b)[^;{]*\Z|#\s*(?:if|region|pragma)"
    r"|@\w[\w.]*(?:\(.*\))?\s*\Z|(?:public|protected|private)\s*\Z)"
)

# The costs of a boundary, where a chunk costs 1: without a blank line; in a comment after a
# sentence, and inside of one; per column of indentation and per open bracket; inside of an
# example. The columns of a tab.
_NO_BLANK_LINE, _AT_SENTENCE, _IN_SENTENCE = 0.4, 1.0, 3.0
_PER_COLUMN, _MOST_COLUMNS = 0.1, 10
_PER_BRACKET, _MOST_BRACKETS = 0.3, 6
_IN_EXAMPLE, _TAB = 0.5, 4

_COMMENT = re.compile(
    r"[ \t]*(?://|/\*|\*(?![\w(])|#(?!\s*(?:include|define|if|el|end|undef|pragma)|[!\[(\d])|--\s|;;"
    r"|<!--)"
)
_MARGIN = re.compile(r"[ \t]*+(?:///?!?|\*|#)?+[ \t]*+")
# A line without words, but no rule or table.
_EMPTY = re.compile(r"(?!.*---)[^\w|=+]*")
_EXAMPLE = re.compile(rf"{_MARGIN.pattern}```\S*")
_ENTRY = re.compile(
    rf"{_MARGIN.pattern}(?:[@=]\w|:\w+[ :]|[-*+] |\d+[.)] |\w+ : \S|<(?:p|h\d|[uod]l|li|pre)\b)"
)
_SENTENCE_END = re.compile(r"[.!?;}。！？][\"')\]*/ \t]*$")
# A line that begins as running text does, with seven words in a row.
_RUNNING = re.compile(
    r"\s*+(?![\"'])(?:[\"'(]*+-{0,2}+[^\W\d_][\w'’.-]*+[\"'),.;:]*+\s){6}"
    r"[\"'(]*+-{0,2}+[^\W\d_]"
)
# Lines of comments that announce what is below: with a colon, a heading, nothing but opening tags;
# and those with nothing but closing ones.
_LEAD_IN = re.compile(
    rf".*:|[ \t]*/\*+!?|[ \t]*(?:///?!?|\*)[ \t]*#.*|[ \t]*#[ \t]*=+[ \t]+\w.*"
    rf"|{_MARGIN.pattern}(?:(?:<\w[^<>/]*>\s*)+|<h\d.*)|=(?:head|item|over).*"
)
_CLOSING_TAGS = re.compile(rf"{_MARGIN.pattern}(?:</\w+>\s*)+|=(?:back|cut|end)\b.*")
# A comment that ends what is above.
AFTERWORD = re.compile(
    r"\s*(?://|#|--|/\*)[\s#]*(?:end[\s_-]*region|clang-format on|@?\w[\w-]*:\s?(?:on|enable)\b"
    r"|\w[\w-]*-(?:on|enable|end)\b|</)",
    re.IGNORECASE,
)
_QUOTED_FENCE = re.compile(r"[ \t>]*>(?=[ \t]*(?:```|~~~))")
# A line of a session with a prompt, or one above the changes of a patch, and what continues it.
_PROMPT = re.compile(
    r"[ \t]*(?:>>>|\.\.\.|>|\$|In \[\d+\]:|\w[\w@-]{0,12}[>$#]) ?(?=\S)|@@ |diff -"
)
_CONTINUED = re.compile(r"[ \t]*\.\.\.(?!\S)")
# Strings, what opens longer ones and comments, and brackets.
_SIGN = re.compile(
    r'"""|\'\'\'|(?<!\S)/\*|\*/|"(?:\\.|[^"\\])*"|\'(?:\\.|[^\'\\()\[\]{}])*\'|\'.\'|#?\\.|[()\[\]{}]'
    r"|\A=(?:pod|head|over|item|begin|end|encoding|cut)"
)
# What opens strings, comments and pages of several lines, with what closes them.
_LONG = {
    '"""': '"""',
    "'''": "'''",
    "/*": "*/",
    "=begin": "=end",
    **dict.fromkeys(("=pod", "=head", "=over", "=item", "=encoding"), "=cut"),
}


class _Line(NamedTuple):
    """A line that is not blank, with the brackets open after it, and whether a string is."""

    start: int
    text: str
    column: int
    is_below_blank: bool
    brackets: int
    in_string: bool
    is_comment: bool


def line_costs(text: str, start: int, end: int) -> list[tuple[int, float]]:
    r"""Return the starts of the lines in `(start, end)`, each with the cost of a boundary.

    A chunk costs 1. Cheapest are those below blank lines that are indented least and in no
    brackets; dearest those that close or continue what is above, or are announced there.

    >>> line_costs("if a {\n  b\n}\n\nc\n", 0, 17)[-1]
    (14, 0.0)
    """
    return list(_costs(list(_lines(text, start, end))))


def _lines(text: str, start: int, end: int) -> Iterator[_Line]:
    """Yield the lines of `[start, end)` that are not blank, without the marks of a quote."""
    opening = _QUOTED_FENCE.match(text, text.rfind("\n", 0, start) + 1)
    marks = opening[0].count(">") if opening else 0
    quote = re.compile(rf"(?:[ \t]*>){{{marks}}} ?") if marks else None
    brackets, closing, is_blank, margin, outer, at = 0, "", False, -1, 0, start
    while at < end:
        stop = text.find("\n", at, end)
        stop = end if stop < 0 else stop
        row = text[at:stop].rstrip().expandtabs(_TAB)
        if quote and (found := quote.match(row)):
            row = row[found.end() :]
        if not row:
            is_blank = True
        else:
            column = len(row) - len(row.lstrip())
            if is_blank and column <= margin and not CLOSING.match(row):
                brackets = 0  # the count may be off: nothing else is at the margin
            margin = column if margin < 0 else margin
            if row.startswith("@@ "):
                brackets, closing = 0, ""  # the lines above in the file are not in the patch
            was_string = bool(closing)
            # A string is as deep as the line that it begins in.
            outer = column if not was_string else outer
            brackets, closing = _open_after(row, brackets, closing)
            is_comment = _COMMENT.match(row) is not None
            yield _Line(at, row, max(column, outer), is_blank, brackets, was_string, is_comment)
            is_blank = False
        at = stop + 1


def _open_after(row: str, brackets: int, closing: str) -> tuple[int, str]:
    """Return the number of open brackets after a line, and the quotes that a string ends with."""
    for sign in _SIGN.findall(row):
        if closing or sign in _LONG:
            closing = "" if sign == closing else closing or _LONG[sign]
        elif len(sign) == 1:
            brackets = max(0, brackets + (1 if sign in "([{" else -1))
    return brackets, closing


def _costs(lines: list[_Line]) -> Iterator[tuple[int, float]]:
    least = min((line.column for line in lines[1:]), default=0)
    margins = [match.end() if (match := _MARGIN.match(line.text)) else 0 for line in lines]
    least_margin = min(compress(margins, (line.is_comment for line in lines)), default=0)
    is_session = sum(_PROMPT.match(line.text) is not None for line in lines) > 1
    is_example = announces = False
    for (above, line), margin in zip(pairwise(lines), margins[1:], strict=True):
        is_prose = line.in_string or (line.is_comment and above.is_comment)
        if is_prose:
            is_example ^= _EXAMPLE.fullmatch(above.text) is not None
            if _LEAD_IN.fullmatch(above.text) or not _EMPTY.fullmatch(above.text):
                announces = _LEAD_IN.fullmatch(above.text) is not None
            cost = _prose_cost(above, line, announces=announces) + _IN_EXAMPLE * is_example
        else:
            is_example = announces = False
            cost = _session_cost(above, line) if is_session else -1
            cost = cost if cost >= 0 else _code_cost(above, line)
        column = line.column - least
        if line.is_comment and is_prose:
            column = margin - least_margin
        else:
            cost += _PER_BRACKET * min(above.brackets, _MOST_BRACKETS)
        yield line.start, cost + _PER_COLUMN * min(column, _MOST_COLUMNS)


def _prose_cost(above: _Line, line: _Line, *, announces: bool) -> float:
    """Return the cost of a boundary in a comment or in a string of several lines."""
    is_end = above.text.endswith("*/") or _EMPTY.fullmatch(line.text)
    if announces or is_end or _CLOSING_TAGS.fullmatch(line.text):
        return _IN_SENTENCE
    if line.is_below_blank or _EMPTY.fullmatch(above.text) or _ENTRY.match(line.text):
        return _NO_BLANK_LINE
    return _AT_SENTENCE if _SENTENCE_END.search(above.text) else _IN_SENTENCE


def _code_cost(above: _Line, line: _Line) -> float:
    """Return the cost of a boundary between lines of code, without that of its depth."""
    cost = 0.0 if line.is_below_blank else _NO_BLANK_LINE
    if _is_underline(above, line) or CLOSING.match(line.text):
        return _IN_SENTENCE
    if line.is_comment and AFTERWORD.match(line.text):
        return _IN_SENTENCE
    if above.is_comment:
        is_heading = not (line.is_below_blank or AFTERWORD.match(above.text))
        return cost + _IN_SENTENCE * is_heading
    is_below = not line.is_below_blank and line.column == above.column
    if is_below and _RUNNING.match(above.text) and not _ENTRY.match(line.text):
        return cost + (_AT_SENTENCE if _SENTENCE_END.search(above.text) else _IN_SENTENCE)
    code = TRAILING_COMMENT.sub("", above.text).rstrip()
    if _OPENER.search(code) or ATTACHED.match(code) or line.column > above.column:
        return cost + _IN_SENTENCE
    return cost + _AT_SENTENCE * (OPEN.search(code) is not None)


def _is_underline(above: _Line, line: _Line) -> bool:
    title, rule = above.text.strip(), line.text.strip()
    return len(title) == len(rule) and len(set(rule)) == 1 and title != rule and rule[0] in "=-~"


def _session_cost(above: _Line, line: _Line) -> float:
    """Return the cost of a boundary in a session of commands, or in a patch; -1 for others."""
    if _CONTINUED.match(line.text) or above.text.startswith("+++ "):
        return _IN_SENTENCE
    if _PROMPT.match(line.text):
        return 0.0
    return -1.0 if line.is_below_blank else _AT_SENTENCE
