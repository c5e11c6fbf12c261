"""Patterns and measures of lines: items, captions, entries of contents."""

import re

from chunking.loading.pdf.contents import Line

INDENT = 0.7  # sizes of the text
# Share of the usual distance of two lines beyond which a block ends.
LEADING = 1.28
# Share of the width of the column from which on a line is full.
FULL = 0.85
_PAGE_GAP = 2.0  # sizes of the font between the title and the page in a table of contents
SHORTEST_LINE = 30  # characters of a line of text in a column
ITEM = re.compile(r"[•‣∙·➢➤■-◿–*-]\s+(?=\S)|\(?(?:\d{1,3}|[a-z]|[ivx]{1,5})[.)]\s+(?=\S)")
BULLET = re.compile(r"[•‣∙·➢➤■-◿–*-]\s+")
# Characters of scripts without spaces between words: Thai, Lao, Burmese, Khmer, kana, Han, and
# their punctuation.
UNSPACED = (
    "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u2e80-\u2fff\u3001-\u30ff"
    "\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uff01-\uff60\U00020000-\U0003ffff"
)
# The end of a sentence, also with the mark of a footnote.
ENDED = re.compile(r"[.!?:;…。．！？]['\"”’」』）)\]]*(?:[*†‡]\d{0,3})?$")
_LEADERS = re.compile(r"(?:\.\s?){4,}\s*\w+$|(?:\.\s){2,}\d+$")
CAPTION = re.compile(
    r"(?:Figure|Fig\.|Table|Listing|Algorithm|Example|Procedure|Abbildung|Abb\.|Tabelle|Beispiel|Tableau"
    r"|Exemple|Tabla|Figura|Tabela|Рис\.|Рисунок|Таблица)\s+(?:\d|[A-Z]\b)(?!(?:[\w.]*\w)?\s[a-z])"
    r"|[図图表]\s?\d(?![\d.]*\s?[\u3041-\u3096])"
)
# "Chapter 1", "Kapitel IV", "Appendix A" over the title, unlike "page 143." that ends a text.
PART = re.compile(r"[^\W\d_a-z][^\W\d_]{1,11}\.?\s(?:\d{1,3}|[IVXLC]{1,7}|[A-Z])[.:]?$")


def is_entry(line: Line) -> bool:
    """Return whether dots or a wide gap are before its last number, as in a table of contents."""
    if _LEADERS.search(line.text):
        return True
    *_, title, page = (None, None, *line.cells)
    is_apart = title and page and page.left - title.right >= _PAGE_GAP * line.size
    return bool(page and is_apart and page.text.isdecimal())
