"""Lines of plain text with the number of a chapter or section, and the numberings of them."""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple
from unicodedata import numeric

# Most words of a title, and how far numbers may skip ahead.
_MOST_WORDS, _LARGEST_STEP = 12, 3

# A letter is the number of an appendix, which follows that of any chapter: this plus its code.
APPENDIX = 1000

# Levels: the ranks of keywords, then those of numbers by depth above `NUMBERED`.
_APPENDICES = (
    "appendix annex exhibit schedule anhang anlage annexe apéndice anexo appendice allegato"
    " apêndice bijlage załącznik dodatek приложение"
)
_LETTERED = frozenset(_APPENDICES.split())
_KEYWORDS = (
    ("part book volume teil partie parte libro livro deel boek część księga часть книга", 1),
    ("chapter kapitel chapitre capítulo capitolo hoofdstuk rozdział глава", 2),
    (_APPENDICES, 2),
    ("act akt aufzug acte acto ato atto действие", 2),
    ("scene szene auftritt scène escena cena scena сцена явление", 3),
    ("article artikel artículo articolo artigo artykuł art. статья amendment", 3),
    ("section abschnitt sección sezione seção secção sectie раздел clause cláusula clausola §", 4),
)
_RANKS = {word: rank for words, rank in _KEYWORDS for word in words.split()}
NUMBERED = 39
_FIRST = "one premier première primero primera primo primeiro primeira pierwszy первая"
_WORDS = dict.fromkeys(_FIRST.split(), 1) | {
    word: value
    for value, word in enumerate(
        ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"), 2
    )
}

# After a number of several levels, the title may be a path or a command.
_SIGNS = "/~<`$-"
_NUMBER = re.compile(
    rf"((?:(?!0\d)\d{{1,3}}|[A-Z](?=\.))(?:\.\d{{1,3}}){{0,5}})([.)]?)(?:\s+|(?<=\d\.)(?=[^\W\d_a-z]))"
    rf"(?=[^\W\d_]|[\"'“‘«({_SIGNS}])(.+)"
)
# A chapter, section or part in Chinese or Japanese: its number, then what it is.
_IDEOGRAPHIC = re.compile(
    r"第\s?(\d{1,3}|[一二三四五六七八九十百]{1,5})\s?([部篇卷編编章回節节条條])(?:[\s:：、（(]+|\Z)(.*)"
)
_IDEOGRAPHIC_RANKS = (
    dict.fromkeys("部篇卷編编", 1)
    | dict.fromkeys("章回", 2)
    | dict.fromkeys("節节", 4)
    | dict.fromkeys("条條", 5)
)
_KEYWORD = re.compile(
    rf"({'|'.join(map(re.escape, _RANKS))})(?:\s|(?<=[§.]))\s?"
    rf"(?:(\d{{1,3}}(?:\.\d{{1,3}}){{0,3}})[ªº°]?|((?-i:[IVXLC]{{1,8}}))|((?-i:[A-Z]))|({'|'.join(_WORDS)}))"
    r"(?![^\W_])[.:]?(?:\s*[-–—:]\s*|\s+|\Z)(.*)",
    re.IGNORECASE,
)
_ROMAN = {"I": 1, "V": 5, "X": 10, "L": 50, "C": 100}
_ROMAN_NUMBER = re.compile(r"([IVXLC]{1,8})\.?\s+(?=[^\W\d_])(.+)")
# Lower-case words of a title that ends with a full stop are short.
_LONG_LOWER = re.compile(r"(?<![^\W_])[^\W\d_]{5}")
# Parts of a line far apart, dot leaders, or a page number at the end.
_COLUMNS = re.compile(r"\S(?: {3,}|\t+)\S|\.{4,}|(?:\. ){3,}|\S {2,}\d+$|\|")
# A line with none of these has no columns.
_COLUMN_MARKS = ("  ", "\t", "...", ". .", "|")


class NumberedLine(NamedTuple):
    """A numbered line that is a paragraph: `row` is its block, `depth` orders levels.

    `keyword` is that before the number or empty; `style` must be the same for all lines of a
    numbering.
    """

    row: int
    keyword: str
    number: tuple[int, ...]
    depth: int
    style: tuple[int, str, bool]


def numbered_line(row: int, line: str) -> NumberedLine | None:
    """Return the numbered line that a block of one line is; None if it has no number."""
    text = line.lstrip(" ")
    indent = len(line) - len(text)
    for begins, read in _WITHOUT_KEYWORD:
        if begins.match(text):
            return read(row, indent, text)
    found = _KEYWORD.match(text)
    if found is None or text[0].islower():
        return None
    # A sentence goes on in lower case, and so may a title behind a full stop or a colon.
    if found[6][:1].islower() and not text[: found.start(6)].rstrip().endswith((".", ":")):
        return None
    keyword = found[1].lower()
    # The place of a scene may be several sentences, and a chapter called "Follow me!".
    if not _is_short_title(found[6].rstrip(".!")):
        return None
    number = _value(found, keyword)
    depth = _RANKS[keyword] + len(number) - 1
    return NumberedLine(row, keyword, number, depth, (indent, "keyword", False))


def _bare_line(row: int, indent: int, text: str) -> NumberedLine | None:
    found = _NUMBER.match(text)
    if found is None or not _is_short_title(found[3]):
        return None
    parts = found[1].split(".")
    number = tuple(int(part) if part.isdecimal() else APPENDIX + ord(part) for part in parts)
    if len(number) == 1 and (found[3][0].islower() or found[3][0] in _SIGNS):
        return None
    style = indent, found[2] if len(number) == 1 else "", found[3].endswith(".")
    return NumberedLine(row, "", number, NUMBERED + len(number), style)


def _roman_line(row: int, indent: int, text: str) -> NumberedLine | None:
    found = _ROMAN_NUMBER.match(text)
    if found is None or not _is_short_title(found[2]):
        return None
    style = indent, "roman", found[2].endswith(".")
    return NumberedLine(row, "", (_roman_value(found[1]),), NUMBERED + 1, style)


def _ideographic_line(row: int, indent: int, text: str) -> NumberedLine | None:
    found = _IDEOGRAPHIC.match(text)
    if found is None or found[3].endswith(tuple("，。；、")):
        return None
    number = int(found[1]) if found[1].isdecimal() else _ideographic_number(found[1])
    return NumberedLine(
        row, found[2], (number,), _IDEOGRAPHIC_RANKS[found[2]], (indent, "keyword", False)
    )


_WITHOUT_KEYWORD = (
    (re.compile(r"\d|[A-HJ-UWYZ]\."), _bare_line),
    (_ROMAN_NUMBER, _roman_line),
    (re.compile("第"), _ideographic_line),
)


def _ideographic_number(text: str) -> int:
    """Return the value of a number below 1,000.

    >>> _ideographic_number("一百二十三")
    123
    """
    value = digit = 0
    for number in map(int, map(numeric, text)):
        # One may be left out before ten and hundred.
        value += number * (digit or 1) if number > 9 else 0
        digit = number if number <= 9 else 0
    return value + digit


def _is_short_title(text: str) -> bool:
    if len(text.split()) > _MOST_WORDS or text.endswith((",", ";", ":", "!")):
        return False
    if text.endswith(".") and any(word[0].islower() for word in _LONG_LOWER.findall(text)):
        return False
    return not has_columns(text)


def _value(found: re.Match[str], keyword: str) -> tuple[int, ...]:
    """Return the number after a keyword, in digits, Roman numerals, letters or words."""
    digits, roman, letter, word = found[2], found[3], found[4], found[5]
    if digits:
        return tuple(map(int, digits.split(".")))
    if word:
        return (_WORDS[word.casefold()],)
    name = roman or letter
    if letter or (keyword in _LETTERED and len(name) == 1 and name not in {"I", "V", "X"}):
        return (ord(name) - ord("A") + 1,)
    return (_roman_value(name),)


def _roman_value(name: str) -> int:
    values = [_ROMAN[sign] for sign in name]
    steps = zip(values, [*values[1:], 0], strict=True)
    return sum(-value if value < after else value for value, after in steps)


def of_style(lines: Sequence[NumberedLine], style: tuple[int, str, bool]) -> Iterator[NumberedLine]:
    """Yield the lines of a style, and those of lower levels, up to two columns a level away."""
    indent, _, stopped = style
    for line in lines:
        below = len(line.number) - 1
        inside = abs(line.style[0] - indent) <= 2 * below and line.style[2] == stopped
        if line.style == style or (below and inside):
            yield line


def _follows(number: tuple[int, ...], before: tuple[int, ...]) -> bool:
    """Whether a number may be the next one after another."""
    for i, value in enumerate(number):
        if i >= len(before):
            return max(number[i:]) <= 1
        if value == APPENDIX + ord("A") and not i and before[0] < APPENDIX:
            return max(number[1:], default=0) <= 1
        if value != before[i]:
            return 0 < value - before[i] <= _LARGEST_STEP and max(number[i + 1 :], default=0) <= 1
    return False


def _is_first(number: tuple[int, ...]) -> bool:
    """Whether a number may be the first one; that of a section may start in a later chapter."""
    return max(number[1:], default=0) <= 1 and number[0] <= (_LARGEST_STEP if number[1:] else 1)


def longest_chain(lines: Sequence[NumberedLine]) -> list[NumberedLine]:
    """Return the longer of the first numbering and one that starts again; the later of equals."""
    chain: list[NumberedLine] = []
    rival: list[NumberedLine] = []
    for line in lines:
        if chain and _follows(line.number, chain[-1].number):
            chain.append(line)
        elif rival and _follows(line.number, rival[-1].number):
            rival.append(line)
        elif _is_first(line.number):
            chain, rival = (max(rival, chain, key=len), [line]) if chain else ([line], [])
    return chain if len(chain) > len(rival) else rival


def in_order(lines: Sequence[NumberedLine]) -> list[NumberedLine]:
    """Return the lines with keywords whose numbers ascend; they may restart below another one."""
    found: list[NumberedLine] = []
    last: dict[str, NumberedLine] = {}
    for line in lines:
        before = last.get(line.keyword)
        row = before.row if before else -1
        restarts = before is None or any(
            other.depth < line.depth and other.row > row for other in last.values()
        )
        follows = before is not None and _follows(line.number, before.number)
        if follows or (restarts and line.number[-1] <= 1):
            found.append(line)
            last[line.keyword] = line
    return found


def has_columns(line: str) -> bool:
    """Whether a line is a row of a table or of a table of contents."""
    return any(mark in line for mark in _COLUMN_MARKS) and _COLUMNS.search(line) is not None
