"""The page: what was compared, the curve, the measures, the agreement, and the text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from chunking.comparison import Comparison, agreed, described, measured, size_of
from chunking.errors import expect
from chunking.marks import MARKS
from chunking.numerals import count_of
from chunking.report.curve import curve
from chunking.report.markup import element, escaped, table
from chunking.report.style import STYLE
from chunking.report.text import text
from chunking.types import Reason

if TYPE_CHECKING:
    from collections.abc import Sequence

# Whatever a document holds, the page runs nothing and asks nobody for anything.
_POLICY = "default-src 'none'; style-src 'unsafe-inline'"


def to_html(found: Comparison) -> str:
    """The comparison as one HTML file, to be opened or sent without the program.

    It holds the settings of each lane, the similarity curves with each lane's boundaries, every
    measure that means something for a lane, the agreement of each two, and the whole document once
    with the boundaries of all lanes. Every character of the document, its name and the settings is
    escaped; lone surrogates and NUL are U+FFFD. The same comparison gives the same bytes.
    """
    expect(found, Comparison, "what is written must be a Comparison, as `compare` makes it")
    document = found.document
    letters = [escaped(lane.letter) for lane in found.lanes]
    size = size_of(found)
    body = [
        element("h1", escaped(document.title or document.source)),
        element("p", escaped(f"{document.source} · {size} · SHA-256 {document.sha256[:16]}")),
        element("h2", "What is compared"),
        table([["", "", "chunks"]] + [
            [name, escaped(described(lane, fully=True)), f"{len(lane.chunking):,}"]
            for name, lane in zip(letters, found.lanes, strict=True)
        ]),
        element("h2", "Where they cut"),
        curve(found),
        _legend(found),
        element("h2", "Measures"),
        table([["", *letters, "better"], *_cells(measured(found))]),
    ]  # fmt: skip
    if len(letters) > 1:
        body += [
            element("h2", "Agreement on the cuts"),
            table([["", *letters], *_cells(agreed(found))]),
            element("p", "Boundary similarity (Fournier, 2013): 1 is the same cuts, 0 none."),
        ]
    notes = [
        f"{lane.letter}: {note}"
        for lane in found.lanes
        for note in (*lane.chunking.notes, *_unplaced(len(lane.unplaced)))
    ]
    if notes:
        items = "".join(element("li", escaped(note)) for note in notes)
        body += [element("h2", "Notes"), element("ul", items)]
    body += [element("h2", "The text"), text(found)]
    return _page(escaped(f"{document.title or document.source}: how it is cut"), "\n".join(body))


def _cells(rows: Sequence[Sequence[str]]) -> list[list[str]]:
    return [[escaped(cell) for cell in row] for row in rows]


def _unplaced(count: int) -> list[str]:
    return (
        [count_of(count, "chunk has", "chunks have") + " no place in the document"] if count else []
    )


def _legend(found: Comparison) -> str:
    """The mark and the meaning of each reason that cuts somewhere."""
    present = {reason for lane in found.lanes for reason in lane.reasons}
    entries = [
        element(
            "span",
            element("b", mark.glyph, **{"class": reason.value})
            + f" {escaped(reason.value.replace('_', ' '))}: {escaped(mark.means)}",
        )
        for reason, mark in MARKS.items()
        if reason.value in present and reason is not Reason.TAIL
    ]
    return element("p", "".join(entries), **{"class": "legend"})


def _page(title: str, body: str) -> str:
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">\n'
        '<meta name="viewport" content="width=device-width">\n'
        f"<title>{title}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n{body}\n</body>\n</html>\n"
    )
