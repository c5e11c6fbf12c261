"""Tables and their headers: those of Markdown, and the whole text of CSV and TSV."""

import csv
import re

import numpy as np

from chunking.core.layout import NO_TABLES, Tables
from chunking.core.units import UnitKind, Units
from chunking.units.markdown_grammar import delimiter_columns
from chunking.units.table_rows import RECORDS, ROWS

# Maximum characters of a header. Each chunk below repeats it, so that a longer one would take much
# memory.
MAX_HEADER = 4_000

_LINE = re.compile(r"[^\r\n]+")
_NUMBER = re.compile(r"\s*[-+]?[.,]?\d[\d.,]*\s*%?\s*")
# A rule of a table of plain text, and the rows that may be above the first one.
_RULE = re.compile(r"(?!\|===)[|+:]*+(?:[=─━═-]{2,}+[\s|+:┼╪╋├┤╞╡┝┥┠┨╟╢╠╣]*+)++")
_ROWS_OF_HEADER = 2
# The header of a table of MediaWiki and AsciiDoc.
_MARKED_HEADER = re.compile(
    r"\{\|[^\n]*+\n(?:\|[-+][^\n]*+\n)*+(?:![^\n]*+\n)++(?=\|-)"
    r"|(?:[\[.][^\n]*+\n)*+\|={3,}[^\S\n]*+\n[^\n]*+\n(?=[^\S\n]*+\n)"
)
# The first row of a table of HTML, of headers alone.
HTML_HEADER = re.compile(
    r"<table\b[^<>]*+>\s*+(?:<thead\b[^<>]*+>\s*+)?<tr\b[^<>]*+>\s*+<th\b"
    r"(?:[^<]++|<(?!/?t(?:d|r|able)\b))*+</tr\s*+>(?:\s*+</thead\s*+>)?",
    re.IGNORECASE,
)
_HTML_END = re.compile(r"</table>", re.IGNORECASE)
_DELIMITERS = {"text/csv": ",;\t", "text/tab-separated-values": "\t"}


def tables(text: str, blocks: Units, media_type: str) -> Tables:
    r"""Return the tables of a document that have a header of at most `MAX_HEADER` characters.

    It is the rows above a rule or with marks of their own, as in HTML, whose rows are blocks; empty
    headers do not count. In CSV and TSV it is the first row, unless it has numbers in the same
    columns as the second one.

    >>> table = "| a |\n|---|\n| 1 |"
    >>> tables(table, Units.of([(0, 17, UnitKind.TABLE, True)]), "text/markdown").header_ends[0]
    np.int64(11)
    """
    if media_type in ROWS:
        has_header = media_type != RECORDS and _has_header(text, blocks, media_type)
        if not has_header:
            return NO_TABLES
        return Tables(blocks.starts[:1], blocks.ends[:1], blocks.ends[-1:])
    rows = np.flatnonzero(blocks.kinds == UnitKind.TABLE.code)
    found: list[tuple[int, int, int]] = []
    in_html = False
    for start, end in zip(blocks.starts[rows].tolist(), blocks.ends[rows].tolist(), strict=True):
        if in_html:
            found[-1] = *found[-1][:2], end
        header_end = start if in_html else _header_end(text, start, end)
        in_html |= header_end > start and text[start] == "<"
        in_html &= _HTML_END.search(text, end - len("</table>"), end) is None
        if re.search(r"\w", text[start:header_end]):
            found.append((start, header_end, end))
    columns = np.array(found, dtype=np.int64).reshape(-1, 3)
    return Tables(columns[:, 0], columns[:, 1], columns[:, 2])


def _header_end(text: str, start: int, end: int) -> int:
    """Return where the header of a table ends; its start if it has none or it is too long.

    In Markdown and Org that is the delimiter row, in a drawn table the rule below its first rows,
    of equals signs if there is one.
    """
    stop = min(end, start + MAX_HEADER + 1)
    if marked := _MARKED_HEADER.match(text, start, stop) or HTML_HEADER.match(text, start, stop):
        return len(text[: marked.end()].rstrip())
    found, rows = start, 0
    for line in _LINE.finditer(text, start, stop):
        row = line[0].strip()
        is_rule = _RULE.fullmatch(row) is not None
        is_double = is_rule and ("=" in row or "═" in row)
        if rows and (delimiter_columns(row) or is_double):
            found = line.end()
            break
        if is_rule and 0 < rows <= _ROWS_OF_HEADER and found == start:
            found = line.end()
        rows += not is_rule
    return found if found - start <= MAX_HEADER else start


def _has_header(text: str, rows: Units, media_type: str) -> bool:
    """Return whether the first row of CSV or TSV names the columns."""
    if len(rows) < 2 or rows.ends[0] - rows.starts[0] > MAX_HEADER:
        return False
    spans = zip(rows.starts[:2].tolist(), rows.ends[:2].tolist(), strict=True)
    first, second = (text[start : min(end, start + MAX_HEADER)] for start, end in spans)
    delimiter = max(_DELIMITERS[media_type], key=first.count)
    numbers = _numbers(first, delimiter)
    return not numbers or numbers != _numbers(second, delimiter)


def _numbers(row: str, delimiter: str) -> set[int]:
    """Return the columns of a row that hold a number."""
    fields = next(csv.reader([row], delimiter=delimiter), [])
    return {column for column, field in enumerate(fields) if _NUMBER.fullmatch(field)}
