r"""What is in a document, found without the units that the program splits into.

- Sentences: pysbd, in each paragraph of prose; where it is not installed, a full stop, question or
  exclamation mark before a blank and a capital.
- Markdown: markdown-it-py (CommonMark with tables). reStructuredText: docutils, with tables by
  lines of `=` or `+-`. LaTeX: lines of `\section`, `\begin` and `\item`, and
  the code of Sweave.
- Text, and text of a PDF, by rules of lines. A block is what blank lines separate. Headings are
  blocks of one line that are numbered, in capitals or underlined, and lines that are the title of a
  bookmark. Lines of lists and tables of contents are none: those next to a block with the next
  number, and those above several numbered lines; nor are bullets and "END OF ...". Tables are three
  lines or more of which each begins with `|` or `+-`, or has two gaps of three blanks. A list item
  is a line that begins with a bullet or number, with those below it up to the next item or blank
  line.
- Running headers: of the first and last two lines of each page (form feeds; pages of the PDF),
  those that occur on a fifth of the pages and at least three, digits being the same.
- Cues: lines below a line of times in the file. Records: rows of CSV; objects in arrays, and keys
  with scalar values, of JSON; lines of JSON Lines; innermost functions of Python.
"""

import ast
import csv
import importlib.util
import io
import itertools
import json
import re
from bisect import bisect
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from functools import cache
from importlib import import_module
from pathlib import Path
from statistics import median
from typing import Any

from benchmarks.documents_judge import Ink, Span
from chunking.core.document import Document

Spans = dict[str, list[Span]]

_SENTENCE_END = re.compile(r"[.!?…][\"'”’»)\]]*\s+(?=[\"'“‘«(\[]*[A-ZÀ-ÞА-Я])|[。！？][”’」』）]*")
_CUE_TIMES = re.compile(r"\d{1,2}:\d{2}[.,]\d{1,3}\s*-->")
_TAG = re.compile(r"<[^<>]*>|\{\\[^{}]*\}")
_ITEM = re.compile(r"[ \t]*(?:[-*+•‣◦·o]|\(?\d{1,3}(?:\.\d{1,3})*[.)]|\(?[a-z][.)])[ \t]+\S")
_BULLET = re.compile(r"[ \t]*[-*+•‣◦·][ \t]")
# A line that closes what is above it heads nothing.
_CLOSING = re.compile(r"[ \t]*END OF\b")
_NUMBERED = re.compile(
    r" {0,3}(?:\d{1,2}(?:\.\d{1,3})*\.?|[A-Z](?:\.\d{1,3})*\.|[IVXLC]{1,6}\.|§ ?\d+"
    r"|(?:Chapter|Appendix|Article|Section|Part) [\dA-Z]{1,4}[.:]?)[ \t]+(\S.{0,80})"
)
_LEADERS = re.compile(r"\.{4}|(?:\. ){3}|\t\d+$| {3,}\d+$")
_UNDERLINE = re.compile(r"[ \t]*([=\-~^*\"'#+])\1{2,}[ \t]*")
_RULED = re.compile(r"[ \t]*(?:\||\+[-=])")
_GAP = re.compile(r"(?<=\S) {3,}(?=\S)")
_LATEX_HEADING = re.compile(
    r"[ \t]*\\(?:part|chapter|(?:sub){0,2}section|(?:sub)?paragraph)\*?[\[{]"
)
_LATEX_BLOCK = re.compile(r"\\(begin|end)\{(\w+)\*?\}")
_COMMAND = re.compile(r"[ \t]*\\[a-zA-Z@]+")
_APART = re.compile(r"[ \t]*(?:%|\\(?:begin|end)\{)")
_SWEAVE = re.compile(r"^<<.*>>=$[\s\S]*?^@", re.MULTILINE)
_LATEX_ITEM = re.compile(r"[ \t]*\\item\b")
_LATEX_FENCES = frozenset({"verbatim", "lstlisting", "alltt", "Sinput", "Soutput", "minted"})
_LATEX_TABLES = frozenset({"tabular", "longtable", "tabularx", "supertabular"})
_JSON_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|[{}\[\]:,]|[^\s{}\[\]:,"]+')
_DIRECTIVE = re.compile(r"^[ \t]*\.\. ([\w:+.-]+)::", re.MULTILINE)
_LITERAL_DIRECTIVES = frozenset(
    {"code-block", "sourcecode", "highlight", "testcode", "testsetup", "testoutput", "doctest"}
    | {"productionlist", "math", "toctree", "index", "ipython", "literalinclude", "jupyter-execute"}
)


def spans_of(document: Document, path: Path) -> tuple[Ink, Spans]:
    """Return the ink of a document's text, and the spans in it by name.

    Args:
        document: The document, as loaded.
        path: The file that it was loaded from, whose suffix decides on the rules.
    """
    ink = Ink(document.text)
    suffix = path.suffix.lower()
    found: Spans = defaultdict(list)
    running = running_lines(document.text, path)
    found["running"] = [ink.span(*span) for span in running]
    if suffix in {".srt", ".vtt"}:
        found["cues"] = cues(ink, decoded(path))
    elif suffix in _RECORDS:
        found["records"] = [ink.span(*span) for span in _RECORDS[suffix](document.text)]
    elif suffix == ".rst":
        _restructuredtext(ink, document, found)
    elif suffix == ".tex":
        _latex(ink, document, found)
    elif suffix in {".txt", ".pdf"} and document.media_type != "text/markdown":
        _plain(ink, document, found, running, bookmarks(path))
    elif document.media_type == "text/markdown" or suffix == ".md":
        _markdown(ink, document, found)
    elif document.media_type == "text/plain":
        _plain(ink, document, found, running, [])
    return ink, dict(found)


def decoded(path: Path) -> str:
    """Return the text of a file in UTF-8, else in Windows-1252."""
    data = path.read_bytes()
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("cp1252", "replace")


# ---- sentences -----------------------------------------------------------------------------------


def judge_of_sentences() -> str:
    """Return what finds the sentences."""
    return "pysbd" if importlib.util.find_spec("pysbd") else "a rule"


def sentences(ink: Ink, start: int, end: int, language: str) -> list[Span]:
    """Return the sentences of a paragraph, as spans of ink; so are its arguments."""
    text = ink.source[ink.offset(start) : ink.offset(end - 1) + 1] if end > start else ""
    text = re.sub(r"\s+", " ", text)
    found, cursor = [], start
    for sentence in _split(text, language[:2]):
        length = len("".join(sentence.split()))
        if length:
            found.append((cursor, cursor + length))
            cursor += length
    return found if cursor == end else [(start, end)]


def _split(text: str, language: str) -> list[str]:
    if splitter := _segmenter(language):
        found = [str(part) for part in splitter(text)]
        if "".join("".join(found).split()) == "".join(text.split()):
            return found
    ends = [match.end() for match in _SENTENCE_END.finditer(text)]
    return [text[a:b] for a, b in itertools.pairwise([0, *ends, len(text)])]


@cache
def _segmenter(language: str) -> Callable[[str], list[Any]] | None:
    if not importlib.util.find_spec("pysbd"):
        return None
    kind = import_module("pysbd").Segmenter
    try:
        segment: Callable[[str], list[Any]] = kind(language=language, clean=False).segment
    except ValueError:
        segment = kind(language="en", clean=False).segment
    return segment


# ---- Markdown, reStructuredText, LaTeX -----------------------------------------------------------


def _markdown(ink: Ink, document: Document, found: Spans) -> None:
    parser = import_module("markdown_it").MarkdownIt("commonmark").enable("table")
    starts = _line_starts(document.text)

    def lines(token: Any) -> Span:  # noqa: ANN401  # markdown-it-py is optional
        first, last = token.map
        return ink.span(starts[first], starts[min(last, len(starts) - 1)])

    tokens = parser.parse(document.text)
    items: list[list[int]] = []
    for i, token in enumerate(tokens):
        if token.type == "heading_open":
            found["headings"].append(lines(token))
        elif token.type == "table_open":
            found["tables"].append(lines(token))
        elif token.type in {"fence", "code_block"}:
            found["fences"].append(lines(token))
        elif token.type in {"bullet_list_open", "ordered_list_open"} and items:
            items[-1][1] = min(items[-1][1], lines(token)[0])
        elif token.type == "list_item_open":
            items.append([*lines(token)])
        elif token.type == "list_item_close":
            start, end = items.pop()
            found["lists"].append((start, end))
        elif token.type == "inline" and tokens[i - 1].type == "paragraph_open":
            start, end = lines(token)
            found["sentences"] += sentences(
                ink, *_content(ink, token, start, end), document.language
            )


def _content(ink: Ink, token: Any, start: int, end: int) -> Span:  # noqa: ANN401  # as above
    span = ink.find(token.content, start, end - start)
    return span if span and span[1] <= end else (start, end)


def _restructuredtext(ink: Ink, document: Document, found: Spans) -> None:
    nodes = import_module("docutils.nodes")
    tree = _parsed(document.text)
    cursor = 0
    items: list[Span] = []
    found["tables"] = [ink.span(*span) for span in _ruled_tables(document.text)]
    for node in tree.findall():
        if isinstance(node, nodes.title):
            text, name = node.rawsource or node.astext(), "headings"
        elif isinstance(node, nodes.literal_block | nodes.doctest_block):
            text, name = node.rawsource or node.astext(), "fences"
        elif isinstance(node, nodes.paragraph) and not _is_in(node, nodes.table):
            text, name = node.rawsource, "sentences"
        else:
            continue
        span = ink.find(text, cursor)
        if span is None:
            continue
        cursor = span[1]
        if name == "sentences":
            found[name] += sentences(ink, *span, document.language)
            if isinstance(node.parent, nodes.list_item):
                items.append(span)
        elif name == "headings":
            found[name].append(_with_underline(ink, span))
        else:
            found[name].append(span)
    found["lists"] = items


def _is_in(node: Any, kind: type) -> bool:  # noqa: ANN401  # docutils is optional
    while node is not None and not isinstance(node, kind):
        node = node.parent
    return node is not None


def _with_underline(ink: Ink, span: Span) -> Span:
    after = ink.source.find("\n", ink.offset(span[1] - 1)) + 1
    line = ink.source[after:].split("\n", 1)[0] if after else ""
    return (span[0], ink.before(after + len(line))) if _UNDERLINE.fullmatch(line) else span


def _parsed(text: str) -> Any:  # noqa: ANN401  # docutils is optional
    rst = import_module("docutils.parsers.rst")
    registered = import_module("docutils.parsers.rst.directives")
    known = import_module("docutils.parsers.rst.languages.en").directives
    nodes = import_module("docutils.nodes")

    def run(self: Any) -> list[Any]:  # noqa: ANN401  # docutils is optional
        if self.name in _LITERAL_DIRECTIVES:
            body = "\n".join(self.content)
            return [nodes.literal_block(body, body)]
        holder = nodes.container()
        self.state.nested_parse(self.content, self.content_offset, holder)
        return [holder]

    options: dict[str, Callable[[str], str]] = defaultdict(lambda: registered.unchanged)
    members = {
        "has_content": True, "optional_arguments": 1, "final_argument_whitespace": True,
        "option_spec": options, "run": run,
    }  # fmt: skip
    for name in set(_DIRECTIVE.findall(text)):
        if name not in known or name in _LITERAL_DIRECTIVES:
            registered.register_directive(name, type("Any", (rst.Directive,), dict(members)))
    settings = {
        "report_level": 5, "halt_level": 5, "file_insertion_enabled": False, "raw_enabled": False,
    }  # fmt: skip
    return import_module("docutils.core").publish_doctree(text, settings_overrides=settings)


def _ruled_tables(text: str) -> Iterator[Span]:
    """Yield the grid and simple tables of reStructuredText."""
    at, rules, start = 0, 0, 0
    is_grid = False
    for line in text.splitlines(keepends=True):
        simple = re.fullmatch(r"[ \t]*={2,}(?: +={2,})+\s*", line)
        if _RULED.match(line):
            start, is_grid = (start, True) if is_grid else (at, True)
        elif is_grid:
            yield start, at
            is_grid = False
        elif simple:
            start, rules = (start, rules + 1) if rules else (at, 1)
        elif rules > 1 and not line.strip():
            yield start, at
            rules = 0
        at += len(line)


def _latex(ink: Ink, document: Document, found: Spans) -> None:
    text = document.text
    for name, start, end in _environments(text):
        if name in _LATEX_FENCES:
            found["fences"].append(ink.span(start, end))
        elif name in _LATEX_TABLES:
            found["tables"].append(ink.span(start, end))
    found["fences"] += [ink.span(*match.span()) for match in _SWEAVE.finditer(text)]
    raw = sorted([*found["fences"], *found["tables"]])
    for start, end in _latex_paragraphs(text):
        span = ink.span(start, end)
        i = bisect(raw, span)
        if any(first <= span[0] < last for first, last in raw[max(0, i - 1) : i + 1]):
            continue
        if _LATEX_HEADING.match(text, start):
            found["headings"].append(span)
        elif not _COMMAND.match(text, start) or _LATEX_ITEM.match(text, start):
            found["sentences"] += sentences(ink, *span, document.language)
        if _LATEX_ITEM.match(text, start):
            found["lists"].append(span)


def _environments(text: str) -> Iterator[tuple[str, int, int]]:
    """Yield the environments of LaTeX: name, start and end."""
    opened: list[tuple[str, int]] = []
    for mark in _LATEX_BLOCK.finditer(text):
        if mark[1] == "begin":
            opened.append((mark[2], mark.start()))
        elif opened and opened[-1][0] == mark[2]:
            yield (*opened.pop(), mark.end())


def _latex_paragraphs(text: str) -> Iterator[Span]:
    """Yield runs of lines that blank lines, headings, items, comments and environments separate."""
    first: int | None = None
    for start, end in _lines(text):
        begins = bool(_LATEX_ITEM.match(text, start) or _LATEX_HEADING.match(text, start))
        is_apart = bool(_APART.match(text, start, end)) or not text[start:end].strip()
        if first is not None and (begins or is_apart):
            yield first, start
            first = None
        if _LATEX_HEADING.match(text, start):
            yield start, end
        elif not is_apart and first is None:
            first = start
    if first is not None:
        yield first, len(text)


# ---- plain text ----------------------------------------------------------------------------------


def _plain(
    ink: Ink, document: Document, found: Spans, running: list[Span], titles: list[str]
) -> None:
    text = document.text
    for start, end in running:
        text = text[:start] + " " * (end - start) + text[end:]
    blocks = _blocks(text)
    headings = _headings(text, blocks) + _titled(text, titles)
    found["headings"] = sorted({ink.span(*span) for span in headings})
    found["tables"] = [ink.span(*span) for block in blocks for span in _tables(text, block)]
    taken = sorted([*found["headings"], *found["tables"]])
    for block in blocks:
        for start, end, is_item in _paragraphs(text, block):
            span = ink.span(start, end)
            if is_item and not _is_underlined(text[start:end]):
                found["lists"].append(span)
            i = bisect(taken, span)
            near = taken[max(0, i - 1) : i + 1]
            if any(a < span[1] and span[0] < b for a, b in near) or not _is_prose(text[start:end]):
                continue
            found["sentences"] += sentences(ink, *span, document.language)


def _is_underlined(text: str) -> bool:
    """Return whether a text is a numbered title above a row, which is no list item."""
    return _UNDERLINE.fullmatch(text.rstrip().rpartition("\n")[2]) is not None


def _line_starts(text: str) -> list[int]:
    return [0, *(match.end() for match in re.finditer("\n", text)), len(text)]


def _lines(text: str) -> list[Span]:
    return list(itertools.pairwise(_line_starts(text)))


def _blocks(text: str) -> list[list[Span]]:
    """Return the lines of each block."""
    blocks: list[list[Span]] = [[]]
    for start, end in _lines(text):
        if text[start:end].strip():
            blocks[-1].append((start, end))
        elif blocks[-1]:
            blocks.append([])
    return [block for block in blocks if block]


def _headings(text: str, blocks: list[list[Span]]) -> list[Span]:
    found = []
    lines = [[text[a:b].rstrip() for a, b in block] for block in blocks]
    for i, block in enumerate(blocks):
        first = lines[i][0]
        span = (block[0][0], block[-1][1])
        if len(block) == 2 and _UNDERLINE.fullmatch(lines[i][1]) and len(first) < 90:
            found.append(span)
        elif len(block) == 1 and i + 1 < len(blocks) and _is_title(first):
            above, below = lines[i - 1][0] if i else "", lines[i + 1]
            is_list = _is_title(below[0]) and len(below) == 1
            if first.strip().isupper():
                found.append(span)
            elif _is_sibling(above, first) or _is_sibling(first, below[0]):
                continue
            elif _is_deeper(below[0], first):
                if sum(map(_is_title, below)) < 2:
                    found.append(span)
            elif not is_list:
                found.append(span)
    return found


def _is_sibling(line: str, after: str) -> bool:
    """Return whether a line has the number after that of another, so that they are items."""
    numbers = [text.split()[0].rstrip(".)").split(".") if text else [""] for text in (line, after)]
    if numbers[0][:-1] != numbers[1][:-1] or not all(number[-1].isdecimal() for number in numbers):
        return False
    return int(numbers[1][-1]) == int(numbers[0][-1]) + 1


def _is_title(line: str) -> bool:
    if _LEADERS.search(line) or len(line) > 90:
        return False
    words = re.findall(r"[^\W\d_]{4,}", line)
    if line.strip().isupper() and words and line.strip()[-1] not in ".,;:":
        return not (_has_ideographs(line) or _BULLET.match(line) or _CLOSING.match(line))
    numbered = _NUMBERED.fullmatch(line)
    if not numbered or (numbered[1][0].isalpha() and not numbered[1][0].isupper()):
        return False
    if line[-1] in ",;:?!":
        return False
    long = [word for word in re.findall(r"[^\W\d_]+", numbered[1]) if len(word) > 5]
    return line[-1] != "." or (len(line) < 60 and all(word[0].isupper() for word in long))


def _is_deeper(below: str, line: str) -> bool:
    depths = [text.split()[0].rstrip(".").count(".") for text in (below, line)]
    return depths[0] > depths[1]


def _titled(text: str, titles: list[str]) -> list[Span]:
    """Return the lines that are the title of a bookmark, with or without its number."""
    wanted = {_bare(title) for title in titles} - {""}
    return [(a, b) for a, b in _lines(text) if b - a < 120 and _bare(text[a:b]) in wanted]


def _bare(title: str) -> str:
    title = re.sub(r"^\s*(?:Chapter |Appendix )?[\dA-Z]{0,3}(?:\.\d+)*[.:]?\s+(?=\S)", "", title)
    return "".join(title.split()).lower() if len(title.strip()) > 3 else ""


def _tables(text: str, block: list[Span]) -> Iterator[Span]:
    run: list[Span] = []
    for span in [*block, (len(text), len(text))]:
        line = text[slice(*span)]
        if _RULED.match(line) or len(_GAP.findall(line)) > 1:
            run.append(span)
            continue
        if len(run) > 2:
            yield run[0][0], run[-1][1]
        run = []


def _paragraphs(text: str, block: list[Span]) -> Iterator[tuple[int, int, bool]]:
    """Yield the paragraphs of a block: start, end, and whether it is a list item.

    A line much shorter than the others ends one, if a capital or digit follows.
    """
    width = median(len(text[a:b].rstrip()) for a, b in block)
    start, is_item = block[0][0], bool(_ITEM.match(text[slice(*block[0])]))
    for above, below in itertools.pairwise(block):
        line, first = text[slice(*above)].rstrip(), text[slice(*below)].lstrip()[0]
        begins = bool(_ITEM.match(text[slice(*below)]))
        is_short = len(line) < 0.7 * width and not first.islower() and line[-1] not in _JOINS
        if begins or is_short:
            yield start, above[1], is_item
            start, is_item = below[0], begins
    yield start, block[-1][1], is_item


_JOINS = frozenset("-,\u00ad\u2010")


def _is_prose(text: str) -> bool:
    """Return whether four of five characters are letters or blanks, or it is Chinese."""
    letters = sum(character.isalpha() or character.isspace() for character in text)
    return (letters >= 0.8 * len(text) and len(text.split()) > 3) or _has_ideographs(text)


def _has_ideographs(text: str) -> bool:
    return len(re.findall("[\u3040-\u30ff\u3400-\u9fff]", text)) > 0.3 * len(text)


# ---- pages ---------------------------------------------------------------------------------------


def running_lines(text: str, path: Path) -> list[Span]:
    """Return the lines of a text that are running headers or page numbers."""
    pages = _pages(path)
    edges = [
        {line.strip() for line in (*lines[:2], *lines[-2:])}
        for lines in ([line for line in page.splitlines() if line.strip()] for page in pages)
        if lines
    ]
    counts = Counter(shape for page in edges for shape in {_shape(line) for line in page})
    least = max(3, len(edges) / 5)
    repeated = {
        line for page in edges for line in page if counts[_shape(line)] >= least and _shape(line)
    }
    return [(a, b) for a, b in _lines(text) if text[a:b].strip() in repeated] if repeated else []


def _shape(line: str) -> str:
    return re.sub(r"\d+|\b[ivxlc]+\b", "#", " ".join(line.split()))


def _pages(path: Path) -> list[str]:
    if path.suffix.lower() == ".pdf":
        return _pdf(path)[0]
    return decoded(path).split("\f") if path.suffix.lower() == ".txt" else []


def bookmarks(path: Path) -> list[str]:
    """Return the titles of the bookmarks of a PDF, of another file none."""
    return _pdf(path)[1] if path.suffix.lower() == ".pdf" else []


@cache
def _pdf(path: Path) -> tuple[list[str], list[str]]:
    if not importlib.util.find_spec("pypdfium2"):
        return [], []
    document = import_module("pypdfium2").PdfDocument(path)
    pages = [page.get_textpage().get_text_range() for page in document]
    titles = [
        str(each.get_title() if hasattr(each, "get_title") else each.title)
        for each in document.get_toc()
    ]
    document.close()
    return pages, titles


# ---- cues and records ----------------------------------------------------------------------------


def cues(ink: Ink, subtitles: str) -> list[Span]:
    """Return where the cues of subtitles are in a text; those that are not there are left out."""
    found, cursor = [], 0
    lines = subtitles.splitlines()
    heads = [i for i, line in enumerate(lines) if _CUE_TIMES.search(line)]
    for head in heads:
        body = itertools.takewhile(str.strip, lines[head + 1 :])
        span = ink.find(_TAG.sub("", "\n".join(body)), cursor, 2_000)
        if span is not None:
            found.append(span)
            cursor = span[1]
    return found


def csv_rows(text: str, delimiter: str = ",") -> list[Span]:
    """Return the rows of CSV, which may span lines."""
    lines = text.splitlines(keepends=True)
    starts = [0, *itertools.accumulate(map(len, lines))]
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter)
    edges = [0, *(reader.line_num for _ in reader)]
    return [(starts[a], starts[min(b, len(lines))]) for a, b in itertools.pairwise(edges)]


def json_records(text: str) -> list[Span]:
    """Return the objects in arrays, and the keys with scalar values, of JSON."""
    json.loads(text)
    found: list[Span] = []
    opened: list[tuple[str, int]] = []
    key: int | None = None
    previous: re.Match[str] | None = None
    for token in _JSON_TOKEN.finditer(text):
        mark = token[0]
        if mark in "{[":
            opened.append((mark, token.start()))
            key = None
        elif mark in "}]":
            start = opened.pop()[1]
            if mark == "}" and opened and opened[-1][0] == "[":
                found.append((start, token.end()))
        elif mark == ":" and previous is not None:
            key = previous.start()
        elif mark != "," and key is not None:
            found.append((key, token.end()))
            key = None
        previous = token
    return found


def json_lines(text: str) -> list[Span]:
    """Return the lines that are not blank."""
    return [(a, b) for a, b in _lines(text) if text[a:b].strip()]


def python_functions(text: str) -> list[Span]:
    """Return the functions of Python without a function in them."""
    starts = _line_starts(text)
    kinds = (ast.FunctionDef, ast.AsyncFunctionDef)
    found = []
    for node in ast.walk(ast.parse(text)):
        inner = (each for each in ast.walk(node) if each is not node)
        if isinstance(node, kinds) and not any(isinstance(each, kinds) for each in inner):
            first = min([node.lineno, *(each.lineno for each in node.decorator_list)])
            last = node.end_lineno or first
            found.append((starts[first - 1], starts[min(last, len(starts) - 1)]))
    return found


_RECORDS: dict[str, Callable[[str], list[Span]]] = {
    ".csv": csv_rows,
    ".tsv": lambda text: csv_rows(text, "\t"),
    ".json": json_records,
    ".jsonl": json_lines,
    ".py": python_functions,
}
