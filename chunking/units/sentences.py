"""Sentences, found inside each block of running text."""

import re
from array import array
from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import chain, pairwise

import numpy as np

from chunking.core.arrays import Bools, Ints
from chunking.core.text.characters import (
    WHITESPACE,
    WIDE_WHITESPACE,
    CodePoints,
    character_table,
    code_points,
    in_table,
    is_boundary,
)
from chunking.core.text.languages import primary
from chunking.core.text.normalization import replace_surrogates
from chunking.core.text.whitespace import chunk_start, trimmed_end
from chunking.core.units import UnitKind, Units
from chunking.units.abbreviations import end_with_abbreviation

# Characters of a text that are processed at once, to bound the memory of temporary arrays.
_BATCH = 250_000
_SENTENCE = UnitKind.SENTENCE.code
# Kinds of blocks that are split into sentences; any other block is one unit.
_PROSE = [UnitKind.PARAGRAPH.code, UnitKind.LIST_ITEM.code, UnitKind.QUOTE.code]


def sentences(text: str, blocks: Units, language: str = "en") -> Units:
    """Return the sentences of running text, and all other blocks (a fence, a heading) whole.

    They leave out only whitespace and never split a grapheme cluster or a CR LF. A segment
    without a letter or digit (a closing quote, an ellipsis) belongs to the sentence before it.
    """
    language = primary(language)
    readable, codes = _readable(text), code_points(text)
    starts, ends = array("q"), array("q")
    kinds, atomic = bytearray(), bytearray()
    edges = np.searchsorted(blocks.starts, np.arange(0, len(text) + _BATCH, _BATCH)).tolist()
    for first, after in pairwise(edges):
        if first < after:
            batch = slice(first, after)
            prose = np.isin(blocks.kinds[batch], _PROSE)
            begins, stops = blocks.starts[batch], blocks.ends[batch]
            found = begins[:0], begins[:0]
            if prose.any():
                sizes, counts = _split(readable, begins[prose], stops[prose], language)
                segments = _Segments(text, codes, begins[prose], sizes, counts, language=language)
                found = segments.sentences()
            opens = np.concatenate([begins[~prose], found[0]])
            order = np.argsort(opens, kind="stable")
            count = len(found[0])
            kind = np.append(blocks.kinds[batch][~prose], np.full(count, _SENTENCE, np.uint8))
            whole = np.append(blocks.atomic[batch][~prose], np.zeros(count, np.bool_))
            starts.frombytes(opens[order].tobytes())
            ends.frombytes(np.concatenate([stops[~prose], found[1]])[order].tobytes())
            kinds += kind[order].tobytes()
            atomic += whole[order].tobytes()
    return Units(
        np.frombuffer(starts, np.int64),
        np.frombuffer(ends, np.int64),
        np.frombuffer(kinds, np.uint8),
        np.frombuffer(atomic, np.bool_),
    )


def _readable(text: str) -> str:
    """Return the text without what the splitter cannot read; same length.

    It fails on wide whitespace between an initial and a full stop, takes the Greek question mark
    only as a semicolon, knows neither the full stops of Khmer and Tibetan nor the decimal points
    of other digits and single German quotation marks, and ends no sentence before a digit, at
    speech without a full stop, or at the bracket around a sentence. It ends them before the numbers
    of items amid a sentence.
    """
    readable = _without_brackets(_without_inline_numbers(replace_surrogates(text)))
    if not readable.isascii():
        for space in WIDE_WHITESPACE:
            readable = readable.replace(space, " ")
        readable = readable.replace("\u037e", ";")
        readable = _FULL_STOPS.sub("。", readable)
        readable = _DECIMAL_POINT.sub(",", readable)
        if "‚" in readable:
            readable = readable.translate(_SINGLE_QUOTES)
        readable = _FIRST_DIGIT.sub("一", readable)
        readable = _UNENDED_SPEECH.sub("。", readable)
    return readable


def _without_brackets(text: str) -> str:
    """Return a text without the brackets around whole sentences; same length.

    What is in them becomes one sentence.
    """
    parts, at = [], 0
    for closing in _SENTENCE_BRACKET.finditer(text):
        last = closing.start()
        start = max(text.rfind(bracket, max(at, last - _LONG), last) for bracket in "([（")
        inside = text[start + 1 : last]
        is_whole = start >= 0 and not inside[:1].islower() and not _BRACKETS.search(inside)
        if is_whole and _BEFORE_SENTENCE.search(text, max(0, start - _BEFORE_LENGTH), start):
            end = closing.end()
            parts += [text[at:start], "*", inside.translate(_NO_STOPS)]
            parts += ["-" * (end - last - 1), closing[1]]
            at = end
    return "".join([*parts, text[at:]]) if parts else text


def _without_inline_numbers(text: str) -> str:
    """Return a text without the brackets of the numbers of items amid a sentence; same length."""
    parts, at = [], 0
    for bracket in _BRACKET_END.finditer(text):
        end = bracket.end()
        if number := _INLINE_NUMBER.search(text, max(0, end - _INLINE_LENGTH), end):
            parts += [text[at : number.start()], number[0].translate(_NO_BRACKETS)]
            at = end
    return "".join([*parts, text[at:]]) if parts else text


# The number of an item amid a sentence, up to its bracket, and its characters at most with the
# bracket.
_INLINE_NUMBER = re.compile(r"(?<=[^\W_] |[,;:] )\(?(?:\d{1,3}|[A-Za-z]|[ivxIVX]{2,5})\)\Z")
_INLINE_LENGTH = 7
_BRACKET_END = re.compile(r"\)(?=\s)")
_NO_BRACKETS = str.maketrans("()", "--")
# Of Khmer, but not in its word for "and so on", and of Tibetan.
_FULL_STOPS = re.compile("(?<!។ល)[។៕](?!ល។)|[།༎]")
_DECIMAL_POINT = re.compile(r"\.(?<=\d\.)(?=\d)")
_SINGLE_QUOTES = str.maketrans("‚‘", "„“")
# The end of a bracket, or of a link, after a sentence; and what is before one that is a sentence.
_SENTENCE_BRACKET = re.compile(
    r"([.!?…。！？؟।])[*_]{0,3}[)\]）](?:\([^\s()]{0,200}\))?(?![0-9A-Za-z]|[*_]{0,3}\s[a-z])"
)
_BRACKETS = re.compile(r"[()\[\]（）]")
_NO_STOPS = str.maketrans(dict.fromkeys(".!?…。！？؟।", ","))
_BEFORE_SENTENCE = re.compile(
    r"(?:(?:\A|\n)[\s>+*•-]{0,8}|[.!?…؟।][^\w\s]{0,3}\s|[。！？][^\w\s]?)[*_]{0,3}\Z"
)
_BEFORE_LENGTH = 12
# A digit after a mark that ends a sentence; the splitter takes the mark for a decimal point.
_FIRST_DIGIT = re.compile("(?<=[。｡！？])[0-9０-９]")
# The last character of direct speech without a full stop, before the next one: of an ellipsis, or
# at the end of a line where the next line is indented or opens a quotation.
_UNENDED_SPEECH = re.compile("…(?=[”」』][“「『])|[…\u3041-\u9fff](?=[”」』）)］] *\n[ “「『［])")


# ---- the splitter --------------------------------------------------------------------------------

# A longer sentence is split again, without its quotation marks and brackets.
_LONG = 400
_OPENING_QUOTE = re.compile(r"[\"“”„«»(\[「『](?<![^\s(\[\"“„«].)(?=\S)", re.DOTALL)
_QUOTE = re.compile(r"[\"“”„«»()\[\]「」『』]")
_CLOSING_QUOTE = re.compile(r"[\"“”«»)\]」』]")
# Characters of a block that the splitter reads at once.
_PART = 10_000


@lru_cache(maxsize=1)
def _splitter() -> Callable[[str, str], list[str]]:
    from sentencex import segment

    return segment  # type: ignore[no-any-return]  # it has no types


def _split(text: str, begins: Ints, stops: Ints, language: str) -> tuple[Ints, Ints]:
    """Split blocks, at least one, into segments.

    Returns:
        The lengths of all segments, with the whitespace after each, and their number in each
        block, (blocks,).
    """
    segment = _splitter()
    spans = zip(begins.tolist(), stops.tolist(), strict=True)
    blocks = [text[start:stop] for start, stop in spans]
    rows = [segment(language, block) if len(block) <= _PART else [block] for block in blocks]
    counts = np.fromiter(map(len, rows), np.int64, len(rows))
    sizes = np.fromiter(map(len, chain.from_iterable(rows)), np.int64, int(counts.sum()))
    firsts = np.cumsum(counts) - counts
    found: list[Ints] = []
    at = 0
    for i in np.flatnonzero(np.maximum.reduceat(sizes, firsts) > _LONG).tolist():
        block, row = blocks[i], sizes[firsts[i] : firsts[i] + counts[i]].tolist()
        read = row if len(block) <= _PART else _split_in_parts(block, language)
        parts = np.array(_split_long(block, read, language), dtype=np.int64)
        found += [sizes[at : firsts[i]], parts]
        at = firsts[i] + counts[i]
        counts[i] = len(parts)
    return np.concatenate([*found, sizes[at:]]), counts


def _split_long(block: str, lengths: list[int], language: str) -> list[int]:
    """Return the lengths of the segments of a block, the long ones split where possible.

    The splitter does not look inside of quotation marks and brackets, but a page of direct speech
    is no sentence.
    """
    found: list[int] = []
    start = 0
    for length in lengths:
        stop = start + length
        if length <= _LONG:
            found.append(length)
        else:
            quoted = block[start:stop].replace("![", "[[")  # an image of Markdown
            bare = quoted
            if _QUOTE.search(quoted):
                bare = _CLOSING_QUOTE.sub(" ", _OPENING_QUOTE.sub("*", quoted))
            found += [length] if bare == quoted else _split_in_parts(bare, language)
        start = stop
    return found


def _split_in_parts(text: str, language: str) -> list[int]:
    """Return the lengths of the segments of a text.

    A long text is split part by part, each from the last end in the part before, since the
    splitter takes quadratic time for unclosed quotation marks.
    """
    segment = _splitter()
    if len(text) <= _PART:
        return list(map(len, segment(language, text)))
    found: list[int] = []
    segment_start = start = 0
    while start < len(text):
        stop = min(start + _PART, len(text))
        parts = list(map(len, segment(language, text[start:stop])))
        if stop < len(text):
            parts.pop()
        if parts:
            parts[0] += start - segment_start
            found += parts
            segment_start = start = segment_start + sum(parts)
        else:
            start = stop
    return found


# ---- corrections ---------------------------------------------------------------------------------

# The number of a list item or a figure alone, also behind a bullet or a label of figures, the
# length that it can have at most, and that with its indentation.
_FIGURES = (
    "Example|Exercise|Figure|Fig|Listing|Table|Algorithm|Beispiel|Abbildung|Tabelle|Exemple|Tableau"
    "|Ejemplo|Tabla|Esempio|Figura|Tabella|Exemplo|Tabela|Voorbeeld|Przykład|Рисунок|Таблица|Пример"
)
_ITEM_NUMBER = re.compile(
    rf"[^\S\n]*(?:(?:[-*+•◦‣?o]|{_FIGURES})[^\S\n]+)?"
    r"\(?(?:\d{1,9}(?:\.\d{1,3}){0,3}|[a-z]|[ivxlc]{2,6})[.)]"
)
_ITEM_NUMBER_LENGTH, _LONGEST_LABEL = 24, 60
# Closing tags, brackets and marks of emphasis; the group is the whitespace after them.
_CLOSERS = re.compile(r"(?:</[A-Za-z][^<>\n]{0,40}>|[)\]）]|[*_]{1,3}|~~|==|[¹²³⁰-⁹]{1,3})+(\s*)")
_FULL_STOP, _BRACKET = ord("."), ord(")")
_LESS_THAN, _SLASH = ord("<"), ord("/")
_MARKS = character_table("*", "_", "~", "=", "¹", "²", "³", "⁰⁹")
_CLOSING = character_table(")", "]", "）", "*", "_", "~", "=", "¹", "²", "³", "⁰⁹")
_WIDE_FULL_STOPS = "。！？"


def _are_item_numbers(text: str, codes: CodePoints, starts: Ints, ends: Ints) -> Bools:
    """Return which segments end with the number of a list item alone on its line, same shape.

    `ends` are without whitespace.
    """
    found = np.zeros(len(starts), np.bool_)
    last, before = codes[ends - 1], codes[np.maximum(ends - 2, 0)]
    closed = (last == _FULL_STOP) | (last == _BRACKET)
    numbered = (before >= ord("0")) & (before <= ord("9"))
    for row in np.flatnonzero(
        closed & (numbered | (ends - starts <= _ITEM_NUMBER_LENGTH))
    ).tolist():
        end = int(ends[row])
        line = text.rfind("\n", max(0, end - _LONGEST_LABEL), end) + 1
        if (line or end <= _LONGEST_LABEL) and _ITEM_NUMBER.fullmatch(text, line, end):
            # A number that ends a sentence may stand at the start of a line.
            label = text[line:end].strip()
            is_alone = not text[int(starts[row]) : line].strip()
            is_item = not label[0].isalpha() and (" " in label or label.count(".") > 1)
            found[row] = is_alone or is_item
    return found


def _closers(text: str, codes: CodePoints, starts: Ints, ends: Ints) -> tuple[Ints, Bools]:
    """Find the closing tags, brackets and marks of emphasis that segments begin with.

    They belong to the sentence before: `</b>`, `)` and `**` follow its full stop. Marks close where
    whitespace is after them only, or after a wide full stop if the sentence before opens them.

    Returns:
        The length of the closers of each segment, with the whitespace after them, and which
        segments belong to the one before as a whole: those of closers alone, and those that
        continue without whitespace. Same shape.
    """
    taken, joined = np.zeros(len(starts), np.int64), np.zeros(len(starts), np.bool_)
    first = codes[starts]
    tags = (first == _LESS_THAN) & (codes[np.minimum(starts + 1, ends - 1)] == _SLASH)
    for row in np.flatnonzero(tags | in_table(first, _CLOSING)).tolist():
        start, end = int(starts[row]), int(ends[row])
        closing = _CLOSERS.match(text, start, end)
        if closing is None:
            continue
        if in_table(first[row : row + 1], _MARKS)[0]:
            before = text[max(0, start - 1) : start]
            marks = text[start : closing.start(1)]
            since = starts[row - 1] + taken[row - 1]
            opened = before in _WIDE_FULL_STOPS and text.count(marks, since, start) % 2
            if not before or before.isspace() or not (closing[1] or closing.end() == end or opened):
                continue
            joined[row] = closing.end() == end
        else:
            joined[row] = closing.end() == end or not closing[1]
        taken[row] = 0 if joined[row] else closing.end() - start
    return taken, joined


# Japanese particles and Chinese verbs of speech, not negated, with which a sentence continues
# after a quotation.
_PARTICLE = re.compile(
    "と(?!ても|にかく|ころ|うとう|きどき|もかく|ある|たんに|りあえず|なり)|って|など|を|の(?!ち|ろ|ん)"
)
_SPEECH = re.compile(
    "[^，。！？…：；、“”「」『』不没沒\\s]{0,11}(?:[说說问問答喊叫嚷骂罵笑]|(?<!知)道)[着著了]?(?:一[声聲])?[，。]"
)
_PARTICLES = character_table("と", "っ", "な", "を", "の")
_OPENERS, _ENDERS = character_table("“", "「", "『"), character_table("”", "」", "』")


def _continuing(text: str, codes: CodePoints, starts: Ints, ends: Ints, language: str) -> Bools:
    """Return which segments continue the sentence before, which ends with a quotation, (s,).

    `ends` are without whitespace. Only Japanese and Chinese write no space there, which is what
    the splitter goes by. A Chinese verb of speech belongs to the quotation before it only where
    that opens its sentence; elsewhere it leads to the next quotation.
    """
    found = np.zeros(len(starts), np.bool_)
    if language == "ja":
        rows, pattern = in_table(codes[starts[1:]], _PARTICLES), _PARTICLE
    elif language == "zh":
        rows = in_table(codes[starts[:-1]], _OPENERS) & in_table(codes[ends[:-1] - 1], _ENDERS)
        pattern = _SPEECH
    else:
        return found
    for row in (np.flatnonzero(rows & (starts[1:] == ends[:-1])) + 1).tolist():
        found[row] = pattern.match(text, int(starts[row]), int(ends[row])) is not None
    return found


# Letters and digits of the commonest scripts.
_LETTER_RANGES = (
    *("09", "AZ", "_", "az", "ÀÖ", "Øö", "øɏ", "ΑΡ", "ΣϿ", "Ѐҁ", "\u0531\u0556", "\u05d0\u05ea"),
    *("ぁゖ", "ァヺ", "\u3400\u4dbf", "\u4e00\u9fff"),
)
# A mark that ends a sentence, and what may stand before a word in lower case that continues it.
_EXCLAMATION = re.compile(r"[!?…][\"'”’»)\]*_]*\Z")
_CONTINUED = re.compile(r"(?:\s*|[^\S\n]*[-–—―][^\S\n]*)([^\W\d_])")
_LONGEST_CLOSING = 4
_EXCLAIMED = character_table("!", "?", "…", '"', "'", "”", "’", "»", ")", "]", "*", "_")
# Letters in lower case of scripts with case, among some others.
_LOWER = character_table("az", "ß\u024f", "ά\u03ff", "а\u052f", "\u0561\u0587", "\u1e00\u1fff")
_DASHES = character_table("-", "–", "—", "―")
# The share of sentences in lower case of a text that writes all so, as chats and transcripts do.
_LOWER_SHARE = 0.5


def _go_on(text: str, codes: CodePoints, starts: Ints, ends: Ints) -> Bools:
    """Return which segments but the last are no end of a sentence, (s - 1,).

    `ends` are without whitespace. After an exclamation or a question, a word in lower case
    continues the sentence, unless the text begins most sentences so.
    """
    last = codes[ends[:-1] - 1]
    found = np.zeros(len(last), np.bool_)
    first = codes[starts[1:]]
    stopped = in_table(first[last == _FULL_STOP], _LOWER)
    if stopped.sum() > _LOWER_SHARE * len(stopped):
        return found
    continued = in_table(first, _LOWER) | in_table(first, _DASHES)
    for row in np.flatnonzero(continued & in_table(last, _EXCLAIMED)).tolist():
        end = int(ends[row])
        following = _CONTINUED.match(text, end)
        if following and following[1].islower():
            closing = max(int(starts[row]), end - _LONGEST_CLOSING)
            found[row] = _EXCLAMATION.search(text, closing, end) is not None
    return found


# ---- from segments to sentences ------------------------------------------------------------------

_WORD = re.compile(r"\w")
# Letters, digits and punctuation that never join with an adjacent character, nor are whitespace.
_LETTERS = character_table(*_LETTER_RANGES)
_PLAIN = character_table(
    *_LETTER_RANGES, "!~", "¡¬", "®¿", "‐‧", "‰⁞", "、〟", "\uff01\uff60"
)  # fmt: skip
_SPACE, _NEWLINE = ord(" "), ord("\n")
# What begins no sentence without whitespace before it: these signs, and Latin letters.
_INSIDE = character_table("_", "/", "|", "+", "-", "\\", ",", ";", ":", "(", "[", "#")
_MARKED, _ASCII = character_table("!", "?", "."), character_table("09", "AZ", "az")


class _Segments:
    """The segments of some blocks, with lengths `sizes` and `counts` per block, as columns.

    An edge of a segment is plain where one or two spaces stand between characters that no
    grapheme cluster joins. Nearly all are; the few blocks with others are processed one by one.
    """

    def __init__(
        self,
        text: str,
        codes: CodePoints,
        begins: Ints,
        sizes: Ints,
        counts: Ints,
        *,
        language: str,
    ) -> None:
        self.text = text
        self.codes = codes
        passed, ends = np.cumsum(sizes), np.cumsum(counts)
        before = np.concatenate([np.zeros(1, np.int64), passed])[ends - counts]
        stops = passed + np.repeat(begins - before, counts)
        starts = np.concatenate([begins[:1], stops[:-1]])
        starts[ends - counts] = begins
        taken, joined = _closers(text, codes, starts, stops)
        taken[ends - counts] = 0
        starts += taken
        stops[:-1] += taken[1:]
        bare = self._without_whitespace(begins[:1], stops)
        kept = ~end_with_abbreviation(text, codes, starts, bare, language)
        kept &= ~_are_item_numbers(text, codes, starts, bare)
        kept[:-1] &= ~joined[1:]
        kept[:-1] &= ~_continuing(text, codes, starts, bare, language)[1:]
        # The splitter ends a sentence inside of `System.IO`, `self.__class__` and `S/../01`.
        inside = in_table(codes[stops[:-1]], _INSIDE)
        inside |= in_table(codes[bare[:-1] - 1], _MARKED) & in_table(codes[stops[:-1]], _ASCII)
        kept[:-1] &= (bare[:-1] < stops[:-1]) | ~inside
        kept[:-1] &= ~_go_on(text, codes, starts, bare)
        kept[ends - 1] = True
        # The segments of block b are the rows edges[b] to edges[b + 1].
        self.edges = np.concatenate([np.zeros(1, np.int64), np.cumsum(kept)[ends - 1]])
        self.stops = stops[kept]
        self.starts = np.empty_like(self.stops)
        self.starts[1:] = self.stops[:-1]
        self.starts[self.edges[:-1]] = begins
        self.ends, plain = self._trim()
        self.regular = np.logical_and.reduceat(plain, self.edges[:-1])

    def sentences(self) -> tuple[Ints, Ints]:
        """Return where the sentences start and end, (n,) each, in any order."""
        kept = np.repeat(self.regular, np.diff(self.edges))
        rows = [row for block in self._irregular() for row in block]
        spare = np.array(rows, dtype=np.int64).reshape(-1, 2)
        return (
            np.concatenate([self.starts[kept], spare[:, 0]]),
            np.concatenate([self.ends[kept], spare[:, 1]]),
        )

    def _irregular(self) -> Iterator[Iterator[tuple[int, int]]]:
        """Yield the sentences of each block that has edges which are not plain."""
        for block in np.flatnonzero(~self.regular).tolist():
            first, after = self.edges[block : block + 2].tolist()
            stops = self.stops[first:after].tolist()
            yield _joined(self.text, int(self.starts[first]), stops)

    def _without_whitespace(self, begin: Ints, stops: Ints) -> Ints:
        """Return the ends of segments that start at `begin`, (1,), without trailing whitespace."""
        ends = stops.copy()
        # One or two spaces at once; more of them one by one.
        for _ in range(2):
            ends -= in_table(self.codes[ends - 1], WHITESPACE) & (ends > 1)
        rest = np.flatnonzero(in_table(self.codes[ends - 1], WHITESPACE))
        floors = np.concatenate([begin, stops])[rest]
        for i, floor, end in zip(rest.tolist(), floors.tolist(), ends[rest].tolist(), strict=True):
            ends[i] = max(1, trimmed_end(self.text, floor, end))
        return ends

    def _trim(self) -> tuple[Ints, Bools]:
        """Return where each segment ends without whitespace, and whether its edges are plain."""
        codes, starts, stops = self.codes, self.starts, self.stops
        last = np.zeros(len(starts), np.bool_)
        last[self.edges[1:] - 1] = True
        ends = stops.copy()
        before = codes[ends - 1]
        ends -= (before == _SPACE) | (before == _NEWLINE)
        # Spaces at the start of a line are the indentation of the next segment.
        ends = np.maximum(ends, starts + 1)
        ends -= (ends < stops) & (codes[ends - 1] == _SPACE)
        ends = np.maximum(ends, starts + 1)
        plain = in_table(codes[ends - 1], _PLAIN) & in_table(codes[starts], _PLAIN)
        plain &= ~last | (ends == stops)
        has_word = np.zeros(len(starts), np.bool_)
        for ahead in range(3):
            has_word |= in_table(codes[np.minimum(starts + ahead, stops - 1)], _LETTERS)
        for i in np.flatnonzero(plain & ~has_word).tolist():
            plain[i] = _WORD.search(self.text, starts[i], stops[i]) is not None
        return ends, plain


def _joined(text: str, start: int, stops: list[int]) -> Iterator[tuple[int, int]]:
    """Yield the sentences of one block, whose segments end at `stops`.

    A segment is joined with the one before if a grapheme cluster spans their edge, or if one of
    the two has no letter or digit.
    """
    first, end = start, stops[-1]
    pending: tuple[int, int] | None = None
    for stop in stops:
        last = first + len(text[first:stop].rstrip())
        after = chunk_start(text, last)
        if last > first and (after >= end or is_boundary(text, after)):
            if pending is None:
                pending = (first, last)
            elif _WORD.search(text, first, last) and _WORD.search(text, *pending):
                yield pending
                pending = (first, last)
            else:
                pending = (pending[0], last)
            first = after
    if pending is not None:
        yield pending
