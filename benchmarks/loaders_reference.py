"""Reference content of a file, found without the loaders: words, headings and furniture.

- PDF: the words of `pdftotext` without furniture, which are lines at the edges of pages that recur
  on a quarter of them. Headings are the bookmarks. Its order shows in the pairs of words. Rows of
  tables are three lines or more of `pdftotext -layout` with three short cells or more.
- HTML and the pages of EPUB: the words of the main part, found by landmarks and the usual names of
  documentation. Furniture is navigation and permalinks, except for lines that are also in the main
  part. Headings are h1 to h6.
- DOCX, PPTX, ODT: the text nodes of the XML of the body. Headings are styles, titles of slides,
  and `text:h`.
- Notebooks: the source of Markdown and code, and the headings in it.
"""

import json
import re
import shutil
import subprocess
import zipfile
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import Any

_HYPHEN = re.compile(r"(\w)(?:-|\u00ad|\u2010) ?\n[ \t>]*(?=[^\W\d_A-Z])")
_WORD = re.compile(r"\w+")
_ADDRESS = re.compile(r"\]\([^()\s]*(?:\s+\"[^\"\n]*\")?\)|<https?://[^>\s]+>")
_MARKUP = re.compile(r"!?\[|\]|[*_`#|>\\]+|^\s*(?:[-+*•◦]|\d+[.)])\s+|¶")
_NUMBERING = re.compile(
    r"^\W*(?:(?:chapter|section|appendix|part)\s+)?(?:[\dA-Z]{1,3}\.)*\d*\.?\s+", re.IGNORECASE
)
_EDGE_LINES = 2
_GAP, _LEADERS = re.compile(" {2,}"), re.compile(r"(?:\. ?){4}")
_ROWS, _CELLS, _CELL = 3, 3, 30  # rows of a table and cells of a row, at least; characters of one
_HEADINGS = "h1, h2, h3, h4, h5, h6"
_LINES = "h1, h2, h3, h4, h5, h6, li, dt, p, td, th, a"  # what may be a line
_MAIN = ("[role=main]", "main", "article", "#content", "div.body")
_FURNITURE = (
    "nav, [role=navigation], .sphinxsidebar, .related, .docnav, header, footer, "
    "[role=contentinfo], [role=search], #column2"
)
_PERMALINKS = ".headerlink, .mark, a.anchor"
_HIDDEN = "script, style, template, noscript"
_BLOCKS = "p, li, td, th, h1, h2, h3, h4, h5, h6, div, dt, dd, pre, br, tr, a"


@dataclass(frozen=True)
class Content:
    """Counts of the words and headings of a file, and of the normalized lines of its furniture.

    Of a PDF also of the pairs of neighboring words, and of the words of rows of tables.
    """

    words: Counter[str]
    headings: Counter[str]
    furniture: Counter[str]
    pairs: Counter[tuple[str, str]] = field(default_factory=Counter)
    rows: Counter[str] = field(default_factory=Counter)


def words(text: str) -> Counter[str]:
    r"""Count the words of a text, joining those hyphenated at a line end.

    >>> words("An exam-\nple [text](http://a.b)")
    Counter({'an': 1, 'example': 1, 'text': 1})
    """
    return Counter(word_list(text))


def word_list(text: str) -> list[str]:
    """Return the words that `words` counts, in their order."""
    text = _ADDRESS.sub(" ", _HYPHEN.sub(r"\1", text))
    return [word.strip("_").casefold() for word in _WORD.findall(text) if word.strip("_")]


def pairs(text: str) -> Counter[tuple[str, str]]:
    """Count the pairs of neighboring words of a text."""
    return Counter(pairwise(word_list(text)))


def table_rows(layout: str) -> Counter[str]:
    """Count the rows of tables in the output of `pdftotext -layout`, by their words."""
    found: list[str] = []
    run: list[str] = []
    for row in [*filter(str.strip, layout.splitlines()), ""]:
        cells = _GAP.split(row.strip())
        if len(cells) >= _CELLS and max(map(len, cells)) < _CELL and not _LEADERS.search(row):
            run.append(" ".join(word_list(" ".join(cells))))
            continue
        found += run if len(run) >= _ROWS else []
        run = []
    return Counter(filter(None, found))


def line(text: str) -> str:
    """Return a line without markup, case and numbers, for comparison.

    >>> line("* [Next page](b.html) 12")
    'next page #'
    """
    plain = _MARKUP.sub(" ", _ADDRESS.sub(" ", text))
    return re.sub(r"\d+", "#", " ".join(plain.split())).casefold()


def title(text: str) -> str:
    """Return a heading without numbering, case, markup and punctuation.

    >>> title("1.2. The *Name*")
    'thename'
    """
    plain = _MARKUP.sub(" ", _ADDRESS.sub(" ", text)).strip()
    bare = _NUMBERING.sub("", plain) or plain
    return "".join(_WORD.findall(bare)).replace("_", "").casefold()


def titles(found: Iterable[str]) -> Counter[str]:
    """Count headings by `title`, without empty ones."""
    return Counter(filter(None, map(title, found)))


def content_of(path: Path, kind: str) -> Content | None:
    """Return the content of a file; None if it needs `pdftotext`, which is not installed."""
    if kind == "pdf":
        return _of_pdf(path)
    if kind == "html":
        return _of_html(path.read_text("utf-8", "replace"))
    if kind == "ipynb":
        return _of_notebook(path)
    with zipfile.ZipFile(path) as archive:
        names = archive.namelist()
        if kind == "epub":
            pages = [name for name in names if re.search(r"\.x?html?$", name)]
            pages = [name for name in pages if not re.search(r"(nav|toc)\.x?html$", name)]
            found = [_of_html(archive.read(name).decode("utf-8", "replace")) for name in pages]
            total = Content(Counter(), Counter(), Counter())
            for each in found:
                total.words.update(each.words)
                total.headings.update(each.headings)
            return total
        return _OFFICE[kind](archive)


def _of_pdf(path: Path) -> Content | None:
    import pypdfium2

    if shutil.which("pdftotext") is None:
        return None
    plain, layout = (_pdftotext(path, *options) for options in ((), ("-layout",)))
    pages = plain.split("\f")
    edges: Counter[str] = Counter()
    for page in pages:
        rows = [row for row in page.splitlines() if row.strip()]
        edges.update({line(row) for row in (*rows[:_EDGE_LINES], *rows[-_EDGE_LINES:])} - {""})
    running = {row for row, count in edges.items() if count >= max(3, len(pages) / 4)}
    kept, furniture = [], Counter[str]()
    for page in pages:
        rows = [row for row in page.splitlines() if row.strip()]
        for i, row in enumerate(rows):
            at_edge = i < _EDGE_LINES or i >= len(rows) - _EDGE_LINES
            if at_edge and line(row) in running:
                furniture[line(row)] += 1
            else:
                kept.append(row)
    document = pypdfium2.PdfDocument(path)
    bookmarks = [each.get_title() for each in document.get_toc(max_depth=6)]
    furniture.pop("#", None)
    text = "\n".join(kept)
    return Content(words(text), titles(bookmarks), furniture, pairs(text), table_rows(layout))


def _pdftotext(path: Path, *options: str) -> str:
    command = ["pdftotext", *options, "-enc", "UTF-8", str(path), "-"]
    done = subprocess.run(command, capture_output=True, check=True, timeout=120)
    return done.stdout.decode("utf-8", "replace")


def _of_html(page: str) -> Content:
    from selectolax.lexbor import LexborHTMLParser

    tree = LexborHTMLParser(page)
    for node in tree.css(_HIDDEN):
        node.decompose()
    furniture = Counter(["¶"] * len(tree.css(_PERMALINKS)))
    for node in tree.css(_FURNITURE):
        furniture.update(line(each.text()) for each in node.css("a") if line(each.text()))
    for node in tree.css(f"{_FURNITURE}, {_PERMALINKS}"):
        node.decompose()
    found = [node for name in _MAIN for node in tree.css(name)[:1]]
    root = found[0] if found else tree.body
    if root is None:
        return Content(Counter(), Counter(), furniture)
    headings = titles(node.text() for node in root.css(_HEADINGS))
    for text in {line(node.text()) for node in root.css(_LINES)} & set(furniture):
        del furniture[text]
    return Content(words(_spaced(root)), headings, furniture)


def _spaced(root: Any) -> str:  # noqa: ANN401 - nodes have no public type
    """Return the text of a node, with a space at the edges of its blocks."""
    for node in root.css(_BLOCKS):
        node.insert_before(" ")
        node.insert_after(" ")
    return str(root.text())


def _of_notebook(path: Path) -> Content:
    cells = json.loads(path.read_text("utf-8"))["cells"]
    read = [cell for cell in cells if cell["cell_type"] in {"markdown", "code"}]
    texts = [("".join(cell["source"]), cell["cell_type"]) for cell in read]
    lines = [row for text, kind in texts if kind == "markdown" for row in text.splitlines()]
    headings = [row for row in lines if re.match(r"#{1,6} ", row)]
    return Content(words("\n".join(text for text, _ in texts)), titles(headings), Counter())


def _of_docx(archive: zipfile.ZipFile) -> Content:
    xml = archive.read("word/document.xml").decode("utf-8", "replace")
    xml = re.sub(r"<mc:Fallback>.*?</mc:Fallback>", "", xml, flags=re.DOTALL)
    paragraphs = re.split(r"</w:p>", xml)
    style = re.compile(r'w:pStyle w:val="(?:Heading\d|Title)"')
    styled = [each for each in paragraphs if style.search(each)]
    return Content(words(" ".join(map(_runs, paragraphs))), titles(map(_runs, styled)), Counter())


def _of_pptx(archive: zipfile.ZipFile) -> Content:
    slides = [name for name in archive.namelist() if re.fullmatch(r"ppt/slides/\w+\.xml", name)]
    xml = " ".join(archive.read(name).decode("utf-8", "replace") for name in slides)
    shapes = re.split(r"</p:sp>", xml)
    named = [each for each in shapes if re.search(r'<p:ph[^>]*type="(?:ctrT|t)itle"', each)]
    text = " ".join(_runs(each) for each in re.split(r"</a:p>", xml))
    return Content(words(text), titles(map(_runs, named)), Counter())


def _of_odt(archive: zipfile.ZipFile) -> Content:
    xml = archive.read("content.xml").decode("utf-8", "replace")
    body = xml[xml.index("<office:body") :]
    body = re.sub(r"<(office:annotation|text:tracked-changes)\b.*?</\1>", "", body, flags=re.DOTALL)
    headings = re.findall(r"<text:h\b[^>]*>(.*?)</text:h>", body, re.DOTALL)
    spaced = re.sub(r"</text:(?:p|h)>|<text:(?:s|tab|line-break)\b[^>]*>", " ", body)
    return Content(words(_without_tags(spaced)), titles(map(_without_tags, headings)), Counter())


def _runs(xml: str) -> str:
    """Return the text of the runs of a paragraph of Office XML."""
    spaced = re.sub(r"<(?:w:tab|w:br|a:br)\b[^>]*>", "<w:t> </w:t>", xml)
    return _without_tags("".join(re.findall(r"<[wa]:t(?:\s[^>]*)?>([^<]*)</[wa]:t>", spaced)))


def _without_tags(xml: str) -> str:
    import html

    return html.unescape(re.sub(r"<[^>]*>", "", xml))


_OFFICE = {"docx": _of_docx, "pptx": _of_pptx, "odt": _of_odt}
