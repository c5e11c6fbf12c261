"""The order of the lines of a page, and the values of form fields between them."""

from collections.abc import Sequence

import pytest
from loadable import placed_pdf

from chunking.loading.pdf.convert import convert

UPPER = "The ferry leaves the upper pier at eight and comes back at noon, in any"
LOWER = "weather but fog, when a bell is rung every minute until the boat is in."


def placed(text: str, y: float, *, x: float = 50, size: float = 11) -> list[object]:
    return [x, y, size, "Helvetica", text]


def text_of(*lines: Sequence[object]) -> str:
    return convert(placed_pdf([[tuple(line) for line in lines]])).text  # type: ignore[misc]


def test_lines_that_are_drawn_from_the_bottom_up_are_read_from_the_top_down() -> None:
    rows = [f"{number} posts of oak, planed" for number in ("Four", "Six", "Nine")]
    drawn = [placed(row, 700 - 20 * i) for i, row in enumerate(rows)]
    assert text_of(*drawn[::-1]).split() == " ".join(rows).split()


def test_a_footnote_that_is_drawn_first_is_read_last() -> None:
    note = "1 So in the timetable of last year."
    text = text_of(placed(note, 60, size=8), placed(UPPER, 700), placed(LOWER, 686))
    assert text.split() == f"{UPPER} {LOWER} {note}".split()


def test_columns_keep_their_order_below_a_line_across_both() -> None:
    left = [placed(text, 600 - 14 * i) for i, text in enumerate(("Ropes are coiled", "by hand."))]
    right = [placed(text, 600 - 14 * i, x=330) for i, text in enumerate(("Sails", "are dried."))]
    text = text_of(*left, *right, placed(UPPER, 700))
    assert text.split() == f"{UPPER} Ropes are coiled by hand. Sails are dried.".split()


def test_brackets_that_are_drawn_first_enclose_their_code() -> None:
    rows = [(50, 700, "{"), (50, 658, "}"), (80, 686, '"pier": 4,'), (80, 672, '"quay": "oak"')]
    text = text_of(*((x, y, 11, "Courier", each) for x, y, each in rows))
    assert text.split() == ["```", "{", '"pier":', "4,", '"quay":', '"oak"', "}", "```"]


def form(*fields: str) -> bytes:
    """Return a page with two labels, and fields whose entries are given."""
    page = [("Name", 700), ("Harbor", 600), ("Date", 500)]
    data = placed_pdf([[(50, y, 11, "Helvetica", label) for label, y in page]])
    numbers = [90 + i for i in range(len(fields))]
    references = b" ".join(b"%d 0 R" % number for number in numbers)
    objects = b"".join(
        b"%d 0 obj\n<< /Type /Annot /Subtype /Widget %s >>\nendobj\n" % (number, field.encode())
        for number, field in zip(numbers, fields, strict=True)
    )
    data = data.replace(b"/Catalog", b"/Catalog /AcroForm << /Fields [%s] >>" % references)
    data = data.replace(b"/MediaBox", b"/Annots [%s] /MediaBox" % references)
    return data.replace(b"xref\n0", objects + b"xref\n0", 1)


def test_values_of_a_form_follow_their_labels() -> None:
    data = form(
        "/FT /Tx /T (b) /V (Lee) /Rect [120 595 300 612]",
        "/FT /Tx /T (a) /V (Ada Ruiz) /Rect [120 695 300 712]",
        "/FT /Tx /T (c) /V (May 4) /Rect [50 480 300 495]",
    )
    assert " ".join(convert(data).text.split()) == "Name Ada Ruiz Harbor Lee Date May 4"


@pytest.mark.parametrize(
    "hidden",
    ["/F 2 /V (Lee)", "/Ff 8192 /V (secret)", "/V ()"],
    ids=["hidden", "password", "empty"],
)
def test_hidden_values_and_passwords_are_left_out(hidden: str) -> None:
    data = form(f"/FT /Tx /T (a) {hidden} /Rect [120 695 300 712]")
    assert convert(data).text.split() == ["Name", "Harbor", "Date"]


def test_the_chosen_option_and_a_checked_box_are_read() -> None:
    data = form(
        "/FT /Ch /Ff 131072 /T (a) /Opt [(Oak) (Ash)] /V (Ash) /Rect [120 695 300 712]",
        "/FT /Btn /T (b) /V /Yes /AS /Yes /AP << /N << /Yes null /Off null >> >>"
        " /Rect [120 595 132 607]",
    )
    assert convert(data).text.split() == ["Name", "Ash", "Harbor", "\u2612", "Date"]
