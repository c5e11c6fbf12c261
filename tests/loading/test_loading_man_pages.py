"""Comments and definitions of pages of manuals."""

import pytest

from chunking.loading.load import load_bytes
from chunking.loading.man_pages import without_unprinted

PAGE = """\
'\\" t
.\\" Written by hand.
.de Ex
.nf
..
.ie \\n(.g .ds Aq \\(aq
.el       .ds Aq '
.TH TIDE 1 "2021-05-03"
.ad l
.SH NAME
tide \\- tell the tide
.\\" Nobody reads this.
.
.SH OPTIONS
.B \\-q
Be quiet.
"""
PRINTED = """\
.TH TIDE 1 "2021-05-03"
.SH NAME
tide \\- tell the tide
.SH OPTIONS
.B \\-q
Be quiet.
"""


def test_a_page_of_a_manual_has_no_comments_and_definitions() -> None:
    document = load_bytes(PAGE.encode(), "tide.1")
    assert document.media_type == "text/troff"
    assert document.text == PRINTED
    assert "removed: definitions (2), comment (1)" in document.notes
    assert document.restored().text == PAGE


@pytest.mark.parametrize(
    "line",
    [
        '.de Ex \\" example\n.nf\n..',
        ".am1 Ex Fin\n..\n.Fin",
        ".ig\nThe lighthouse is closed.\n..",
        ".if n .nh",
        ".if \\n[.g] \\{\\",
        ".\\}",
        ".  ds Aq '",
        "\\# a comment of groff",
    ],
)
def test_what_is_not_printed_is_removed(line: str) -> None:
    assert without_unprinted(f"{PRINTED}{line}\nLow.\n")[0] == f"{PRINTED}Low.\n"


@pytest.mark.parametrize(
    "line", [".B \\-q", ".if n \\(buLow tide", "\\fIad\\fP hoc", ".nf", ".dead", ".de"]
)
def test_what_is_printed_stays(line: str) -> None:
    assert without_unprinted(f"{PRINTED}{line}\nLow.") == (f"{PRINTED}{line}\nLow.", ())


def test_of_a_macro_without_an_end_one_line_is_removed() -> None:
    assert without_unprinted(f"{PRINTED}.de Ex\n.nf\nLow.")[0] == f"{PRINTED}.nf\nLow."


def test_above_the_title_text_stays() -> None:
    assert without_unprinted(f".so head\n.PP\nLow.\n{PRINTED}")[0] == f"Low.\n{PRINTED}"
