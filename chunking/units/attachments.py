"""Blocks that stay with the one before them: after headings, lead-ins, captions, questions."""

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator

import numpy as np

from chunking.core.arrays import Bools, contains, is_any_of
from chunking.core.layout import AttachmentKind, Attachments, Outline
from chunking.core.text.characters import code_points
from chunking.core.units import UnitKind, Units

Row = tuple[int, int, AttachmentKind]

_TAG_OR_EMPHASIS = re.compile(r"<[^<>]*>|[*_`]+")
_STOPS = tuple(".!?…;,。！？；、।؟")
_SENTENCE_ENDS = (*_STOPS, *"\"'”’»)]")
_STOP_CODES = [ord(each) for each in (*_SENTENCE_ENDS, *"|>]}`*_:：")]
_SENTENCE_CODES = np.array([ord(each) for each in ".!?…。！？:："])
_COLONS = (":", "：")
# The last characters of blocks that may be lead-ins: a colon, before tags and emphasis.
_LEAD_IN_ENDS = np.array([ord(each) for each in ":：*_`>-–—"])
_BLANKS = np.array([ord(" "), ord("\t")])
_OPENS_BELOW = [ord(each) for each in ".'@\\{} \t:>"]
# Maximum characters of a caption, and of a lead-in, with its markup.
_MAX_CAPTION, _MAX_LEAD_IN = 120, 1200
# Maximum characters of a title without marks, above a paragraph longer than a caption.
_MAX_TITLE = 60

# Labels of questions and answers in English, German, Spanish, French, Italian, Portuguese, Dutch,
# Polish, Czech and Russian.
QUESTION_LABELS = "Q|Question|Frage|Pregunta|Domanda|Pergunta|Vraag|Pytanie|Otázka|Вопрос"
_ANSWER_LABELS = (
    "A|Answer|Antwort|Respuesta|Réponse|Risposta|Resposta|Antwoord|Odpowiedź|Odpověď|Ответ"
)
_MARKS = r"[ \t>*_]*+"
_CAPTION_LABEL = re.compile(
    rf"{_MARKS}(?:(?:Table|Figure|Fig\.|Example|Listing|Exhibit|Algorithm|Tabelle|Abbildung|Abb\.|Tableau"
    r"|Tabla|Figura)\s?(?:\d|[IVX]+\b|[A-Z]\b)[\w.-]{0,8}(?=\W|\Z)|Table:|[表図图][ ]?\d)"
)
_NUMBER = r"(?: ?\d{1,4}[a-z]?)?"
_LABEL_END = r"[*_]*+[.:)][*_]*+(?=\s)"
_QUESTION = re.compile(
    rf"{_MARKS}(?:{QUESTION_LABELS}){_NUMBER}(?:{_LABEL_END}|\*\*(?=\s)|__(?=\s))", re.IGNORECASE
)
_ANSWER = re.compile(
    rf"{_MARKS}(?:{_ANSWER_LABELS}){_NUMBER}(?:{_LABEL_END}|\*\*(?=\s)|__(?=\s))", re.IGNORECASE
)
_LABELED_LINE = re.compile(
    rf"(?m)^[ \t>*_]*+(?:{QUESTION_LABELS}|{_ANSWER_LABELS})(?:\b|\d)", re.IGNORECASE
)
_SIGNS = re.compile(r"[\W_]++")
# What opens the next block: a bare list marker or other signs, commands of POD and Texinfo, and a
# comment of reStructuredText.
_OPENING = re.compile(
    r"[ \t>]*+(?:o|\(?(?:\d{1,3}(?:\.\d{1,3}){0,5}|[A-Za-z]|[ivxl]{1,5})[.)])"
    r"|=(?:item|over|for)\b[^\n]*+"
    r"|(?:@(?:itemx?|[fv]?table|itemize|enumerate|quotation|def\w+|anchor)\b[^\n]*+\n?)++"
    r"|\.\. [^\n_]*[^\n_:]"
    rf"|{_SIGNS.pattern}"
)
# A directive of reStructuredText, whose content is indented.
_DIRECTIVE = re.compile(r"[ \t]*+\.\. [\w:.+-]+::")
_SETTINGS = re.compile(r"(?:[\w.-]+ ?= ?[^\s=][^\n]*+(?:\n|\Z))+")
# What stays with the block above: in Texinfo and LaTeX ends of what is open, in LaTeX captions, the
# definition of a term, the brace of a signature, and the source of a quote.
_ENDING = re.compile(
    r"(?:@end\b[^\n]*+(?:\n|\Z))++\Z"
    r"|[ \t]*(?:\\(?:caption|end)\b|(?:\\par)?\}(?:\s|\Z)|:[ \t]|\{\s*\Z)"
    r"|>[ \t]*(?:[—–]|--)[ \t]?[^\s-]"
)
# A line that begins with a word in lower case, and is no term above an indented line.
_LOWER = re.compile(r"([ \t]*+)\(?(?=[a-zà-ÿа-яα-ω])[^\W\d_]++[ ,;](?![^\n]*\n\1[ \t])")
# The header of a message, and its first letters.
_MESSAGE_HEADER = re.compile(
    r"(?:-+[^\n]*-\n)?(?:(?:From|To|Cc|Date|Sent|Subject): [^\n]*+(?:\n|\Z)){3,}"
)
_HEADER_STARTS = "FTCDS-"
# How often a short line recurs that is a label.
_RECURS = 3
# Characters at the end of a message that may be its signature: about six lines.
_MAX_SIGNATURE = 400
# A formula between lines of text, also quoted.
_FORMULA_STARTS = np.array([ord(each) for each in "$\\> \t"])
_FORMULA = re.compile(
    r"[ \t>]*(?:\$\$|\\\[|\\begin\{(?:align|eqnarray|equation|gather|multline)\*?\})"
)
_IMAGE = re.compile(r"[ \t]*!\[")
_LINE_NUMBER = re.compile(
    r"[ \t]*+\(?((?:\d{1,3}[a-z]?|[A-Z](?=\.\d))(?:\.\d{1,3}){0,5})[.)]?[ \t]++"
)
_NUMBERED_LINE = re.compile(rf"{_LINE_NUMBER.pattern}(?=[^\W\d_]|[\"'“‘«(/~<`$])[^\n]*[^\s,;:]")

_HEADING_CODE, _RULE_CODE = UnitKind.HEADING.code, UnitKind.RULE.code
_TABLE_CODE = UnitKind.TABLE.code
_PARAGRAPH_CODE, _LIST_ITEM_CODE = UnitKind.PARAGRAPH.code, UnitKind.LIST_ITEM.code
_FIGURES = np.array([_TABLE_CODE, UnitKind.FENCE.code, UnitKind.HTML.code])


def attachments(text: str, blocks: Units, outline: Outline) -> Attachments:
    """Return the blocks of a text that stay with the one before them.

    These are every block below a heading or a numbered line between paragraphs, and the
    first block below front matter. `AttachmentKind` lists the others, none of which is a heading.
    """
    if len(blocks) == 0:
        return Attachments.of(())
    return Attachments.of(_Finder(text, blocks, outline).rows())


class _Finder:
    """Finds the attachments of one text; `i` is the row of the first of two blocks."""

    def __init__(self, text: str, blocks: Units, outline: Outline) -> None:
        self.text = text
        self.blocks = blocks
        self.starts, self.ends = blocks.starts.data, blocks.ends.data
        self.lengths = blocks.ends - blocks.starts
        self.is_heading: Bools = contains(outline.starts, blocks.starts)
        self.is_heading |= blocks.kinds == _HEADING_CODE
        # Rows whose next block is no heading.
        self.open = ~self.is_heading[1:] & ~self.is_heading[:-1]

    def rows(self) -> Iterator[Row]:
        """Yield the attachments; of several of one block the first counts."""
        yield from self._after(self._headings(), AttachmentKind.HEADING)
        yield from self._after(self._numbered_lines(), AttachmentKind.HEADING)
        if len(self.starts) > 1 and self.blocks.kinds[0] == UnitKind.FRONT_MATTER.code:
            yield self.starts[1], self.starts[0], AttachmentKind.FRONT_MATTER
        yield from self._after(self._lead_ins(), AttachmentKind.LEAD_IN)
        yield from self._after(self._last_signs(), AttachmentKind.LEAD_IN)
        yield from self._after(self._continued(), AttachmentKind.LEAD_IN)
        yield from self._after(self._recurring(), AttachmentKind.LEAD_IN)
        yield from self._after(self._messages(), AttachmentKind.LEAD_IN)
        yield from self._after(self._captions(), AttachmentKind.CAPTION)
        yield from self._answers()
        yield from self._after(self._above(UnitKind.FENCE), AttachmentKind.LEAD_IN)
        yield from self._after(self._above(UnitKind.TABLE), AttachmentKind.TABLE_INTRODUCTION)

    def _after(self, rows: list[int], kind: AttachmentKind) -> Iterator[Row]:
        for i in rows:
            yield self.starts[i + 1], self.starts[i], kind

    def _headings(self) -> list[int]:
        """Return the headings, and the rules below them."""
        holds = self.is_heading.copy()
        rules = np.flatnonzero(self.blocks.kinds == _RULE_CODE)
        for i in rules[rules > 0].tolist():
            holds[i] = holds[i - 1]
        return _rows(holds[:-1])

    def _numbered_lines(self) -> list[int]:
        """Return the numbered lines between blank lines.

        Without those of a list or a table of contents, where a neighbor has the next number; but a
        long block below may have the first number of the next level.
        """
        kinds = self.blocks.kinds
        short = self.open & ~self.blocks.atomic[:-1] & (self.lengths[:-1] <= _MAX_CAPTION)
        short &= np.isin(kinds[:-1], [_PARAGRAPH_CODE, _LIST_ITEM_CODE])
        starts, ends = self.starts, self.ends
        lines = [i for i in _rows(short) if _NUMBERED_LINE.fullmatch(self.text, starts[i], ends[i])]
        return [
            i
            for i in lines
            if self._is_apart(i - 1)
            and self._is_apart(i)
            and (self._is_above_first(i) or not (self._is_listed(i - 1) or self._is_listed(i)))
        ]

    def _is_above_first(self, i: int) -> bool:
        """Return whether a long block is below block `i`, as 4.1 is below 4."""
        is_long = self.lengths[i + 1] > _MAX_CAPTION
        return bool(is_long) and self._number(i + 1) == [*self._number(i), "1"]

    def _is_apart(self, i: int) -> bool:
        """Return whether a blank line is between block `i` and the next one."""
        return i < 0 or len(self.text[self.ends[i] : self.starts[i + 1]].splitlines()) > 1

    def _is_listed(self, i: int) -> bool:
        """Return whether block `i` is not a heading and the block below has the next number.

        After 3.8.2 this is 3.8.3, 3.9 or 4.
        """
        if i < 0 or self.is_heading[i]:
            return False
        before, after = self._number(i), self._number(i + 1)
        last = len(after) - 1
        if not 0 <= last < len(before) or before[:last] != after[:last]:
            return False
        number, following = before[last], after[last]
        if number.isdecimal() and following.isdecimal():
            return int(number) + 1 == int(following)
        # 1a is above 1b.
        return number[:-1] == following[:-1] and ord(number[-1]) + 1 == ord(following[-1])

    def _number(self, i: int) -> list[str]:
        """Return the parts of the number that a block starts with; empty without one."""
        found = _LINE_NUMBER.match(self.text, self.starts[i], self.ends[i])
        return found[1].split(".") if found else []

    def _lead_ins(self) -> list[int]:
        """Return the blocks that announce the next one: with a colon, a label or tags."""
        blocks = self.blocks
        codes = code_points(self.text)
        last = codes[blocks.ends[:-1] - 1]
        first = codes[blocks.starts[1:]]
        colon = np.isin(last, _LEAD_IN_ENDS)
        # Of a long paragraph, the last sentence is the lead-in.
        short = (self.lengths[:-1] <= _MAX_LEAD_IN) | (last == ord(":"))
        short &= self.open & ~blocks.atomic[:-1]
        above = blocks.atomic[1:] | np.isin(first, _BLANKS)
        quoted = blocks.kinds[:-1] == UnitKind.QUOTE.code
        starts, ends = self.starts, self.ends
        opening = [i for i in _rows(short) if _OPENING.fullmatch(self.text, starts[i], ends[i])]
        longer = self.lengths[1:] > _MAX_CAPTION
        # A shorter sentence is what a label, such as "Note", is above, or a copyright.
        last_below = codes[blocks.ends[1:] - 1]
        longer |= np.isin(last_below, _SENTENCE_CODES) & (self.lengths[1:] > 4 * self.lengths[:-1])
        copyrights = [self.text.startswith("Copyright ", start) for start in self.starts[1:]]
        longer |= np.array(copyrights, np.bool_)
        titles = (self.lengths[:-1] <= _MAX_TITLE) & longer
        # A later paragraph of a list item is indented.
        in_item = (blocks.kinds == _LIST_ITEM_CODE) & np.isin(codes[blocks.starts], _BLANKS)
        titles &= (blocks.kinds == _PARAGRAPH_CODE)[:-1] | in_item[:-1]
        others = _rows(short & (colon | above | quoted | titles))
        requests = is_any_of(first.astype(np.int64), _OPENS_BELOW) & self.open
        below = [i for i in _rows(requests) if _ENDING.match(self.text, starts[i + 1], ends[i + 1])]
        return sorted({*opening, *below, *(i for i in others if self._announces_next(i))})

    def _last_signs(self) -> list[int]:
        """Return the block above one of signs at the end of a section."""
        stops = [*np.flatnonzero(self.is_heading[1:]).tolist(), len(self.starts) - 1]
        stops = [i for i in stops if i > 0 and not self.is_heading[i]]
        return [i - 1 for i in stops if _SIGNS.fullmatch(self.text, self.starts[i], self.ends[i])]

    def _announces_next(self, i: int) -> bool:
        source = self.text[self.starts[i] : self.ends[i]]
        plain = _TAG_OR_EMPHASIS.sub("", source).rstrip(" \t\r\n>")
        if not plain.strip() or plain.rstrip("-–—").endswith(_COLONS):
            return True
        following = self.text[self.starts[i + 1] : self.ends[i + 1]]
        # What is indented further belongs to something above.
        if _indent(source) > _indent(following):
            return False
        is_indented = _indent(following) > _indent(source)
        if is_indented and _DIRECTIVE.match(source):
            return True
        # A signature ends with a bracket, a term may end with quotation marks.
        ends = _SENTENCE_ENDS if "\n" in source or not is_indented else _STOPS
        is_line = is_indented and "\n" not in source  # a synopsis may be long
        if (len(plain) > _MAX_CAPTION and not is_line) or plain.endswith(ends):
            return False
        # A line like a title above a paragraph, a term in code or emphasis, or settings.
        first = source.lstrip()[:2]
        is_title = first[0].isupper() or (source[0] in "`*_" and not first[1:].isspace())
        is_title &= "\n" not in source
        is_title |= _SETTINGS.fullmatch(source) is not None
        is_title &= len(source) <= _MAX_TITLE
        return bool(self.blocks.atomic[i + 1]) or is_indented or is_title

    def _continued(self) -> list[int]:
        """Return the blocks below which a sentence goes on in lower case.

        They are examples, formulas and lists in its middle, blocks without a stop above a formula,
        and long ones, which a list may also be below.
        """
        blocks, starts = self.blocks, self.starts
        prose = self.open & (blocks.kinds[1:] == _PARAGRAPH_CODE)
        last = code_points(self.text)[blocks.ends[:-1] - 1]
        comma = last == ord(",")
        broken = (self.lengths[:-1] > _MAX_TITLE) & ~blocks.atomic[:-1]
        ended = is_any_of(last.astype(np.int64), _STOP_CODES)
        broken &= comma | ~ended
        prose &= broken | comma | (blocks.kinds[:-1] != _LIST_ITEM_CODE)
        lists = broken & (blocks.kinds[:-1] == _PARAGRAPH_CODE) & self.open
        lists &= blocks.kinds[1:] == _LIST_ITEM_CODE
        rows = [i for i in _rows(prose) if _LOWER.match(self.text, starts[i + 1])]
        rows += _rows(lists)
        formulas = set(self._formulas())
        is_example = blocks.atomic | (blocks.kinds == UnitKind.QUOTE.code)
        rows += [i - 1 for i in formulas if i > 0 and self.open[i - 1] and not ended[i - 1]]
        return [
            i
            for i in rows
            if broken[i]
            or not formulas.isdisjoint((i, i + 1))
            or (i > 0 and (is_example[i] or self._is_deeper(i)))
        ]

    def _formulas(self) -> list[int]:
        first = code_points(self.text)[self.blocks.starts]
        rows = np.flatnonzero(np.isin(first, _FORMULA_STARTS)).tolist()
        return [i for i in rows if _FORMULA.match(self.text, self.starts[i])]

    def _recurring(self) -> list[int]:
        """Return the short lines that recur, such as names of systems above their files."""
        short = self.open & (self.lengths[:-1] <= _MAX_TITLE)
        short &= self.blocks.kinds[:-1] == _PARAGRAPH_CODE
        lines = {i: self.text[self.starts[i] : self.ends[i]].strip() for i in _rows(short)}
        counts = Counter(lines.values())
        return [
            i
            for i, line in lines.items()
            if counts[line] >= _RECURS
            and line[:1].isupper()
            and not line.endswith(_SENTENCE_ENDS)
            and not self._is_deeper(i)
        ]

    def _is_deeper(self, i: int) -> bool:
        """Return whether block `i` is indented further than the next one."""
        first, after = (self.text[self.starts[k] : self.ends[k]] for k in (i, i + 1))
        return _indent(first) > _indent(after)

    def _messages(self) -> list[int]:
        """Return the headers of messages, and the blocks above and inside of signatures.

        A signature is among the last lines of a message.
        """
        rows = _rows(self.open & (self.lengths[:-1] <= _MAX_LEAD_IN))
        headers = [i for i in rows if self.text[self.starts[i]] in _HEADER_STARTS]
        headers = [
            i for i in headers if _MESSAGE_HEADER.fullmatch(self.text, self.starts[i], self.ends[i])
        ]
        stops = sorted({*np.flatnonzero(self.is_heading).tolist(), *headers, len(self.starts)})
        signatures = set[int]()
        for i in headers:
            end = stops[bisect_right(stops, i)]
            below = np.searchsorted(self.blocks.starts[:end], self.ends[end - 1] - _MAX_SIGNATURE)
            signatures.update(range(max(i + 1, int(below) - 1), end - 1))
        return sorted({*headers, *signatures})

    def _captions(self) -> list[int]:
        """Return captions above tables, fences and images, and those with a caption below."""
        found = []
        short = np.flatnonzero(~self.blocks.atomic & (self.lengths <= _MAX_LEAD_IN)).tolist()
        captions = [i for i in short if _CAPTION_LABEL.match(self.text, self.starts[i])]
        for i in captions:
            if i + 1 < len(self.starts) and self.open[i] and self._is_figure(i + 1):
                found.append(i)
            elif i > 0 and self.open[i - 1] and self._has_caption_below(i):
                found.append(i - 1)
        return found

    def _is_figure(self, i: int) -> bool:
        is_block = bool(np.isin(self.blocks.kinds[i], _FIGURES))
        return is_block or _IMAGE.match(self.text, self.starts[i]) is not None

    def _has_caption_below(self, i: int) -> bool:
        """Return whether block `i`, with the label of a caption, belongs to the one before it."""
        # Figures of plain text are indented, and so is the short line below them.
        drawn = self.lengths[i] <= _MAX_CAPTION and self.text[self.starts[i]] in " \t"
        return self._is_figure(i - 1) or (drawn and self.text[self.starts[i - 1]] in " \t")

    def _answers(self) -> Iterator[Row]:
        """Yield the lines of labeled answers below their question, and blocks below a question."""
        lines = [line.start() for line in _LABELED_LINE.finditer(self.text)]
        column = np.array(lines, np.int64)
        blocks = np.searchsorted(self.blocks.starts, column, side="right") - 1
        # Of each block whether its last label is a question, and where.
        asks: dict[int, tuple[bool, int]] = {}
        for line, i in zip(lines, blocks.tolist(), strict=True):
            before = asks.get(i, (False, 0))
            if _QUESTION.match(self.text, line):
                asks[i] = True, line
            elif _ANSWER.match(self.text, line):
                asks[i] = False, line
                if before[0]:
                    yield line, before[1], AttachmentKind.ANSWER
        asking = {i for i, (is_question, _) in asks.items() if is_question}
        for i in asking:
            if 0 <= i < len(self.open) and self.open[i] and i + 1 not in asking:
                yield self.starts[i + 1], self.starts[i], AttachmentKind.ANSWER

    def _above(self, kind: UnitKind) -> list[int]:
        """Return the paragraphs above blocks of a kind, also quoted ones."""
        prose = np.isin(self.blocks.kinds, [_PARAGRAPH_CODE, UnitKind.QUOTE.code])
        return _rows(self.open & prose[:-1] & (self.blocks.kinds[1:] == kind.code))


def _rows(found: Bools) -> list[int]:
    rows: list[int] = np.flatnonzero(found).tolist()
    return rows


def _indent(text: str) -> int:
    return len(text) - len(text.lstrip(" \t"))
