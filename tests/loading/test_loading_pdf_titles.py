"""Title pages of a PDF, and paragraphs that go on at the top of a page."""

from loadable import placed_pdf

from chunking.loading.pdf.convert import convert

FULL = "A line that is as long as the column is wide, so that the text goes on"


def test_centered_lines_are_a_line_each() -> None:
    page = [
        (180.0, 700.0, 20.0, "Helvetica", "Tides of the harbors"),
        (264.6, 640.0, 12.0, "Helvetica", "Harbor Office"),
        (215.0, 626.0, 12.0, "Helvetica", "4500 Harbor Street, North Quay"),
        (72.0, 580.0, 12.0, "Helvetica", FULL),
    ]
    text = convert(placed_pdf([page])).text
    assert "Harbor Office\n4500 Harbor Street, North Quay\n\n" in text


def test_lines_of_the_largest_size_that_begin_a_document_are_one_title() -> None:
    page = [
        (200.0, 740.0, 12.0, "Helvetica", "Harbor Office"),
        (200.0, 700.0, 24.0, "Helvetica", "Tides"),
        (200.0, 640.0, 24.0, "Helvetica", "of the north"),
        (72.0, 580.0, 12.0, "Helvetica", FULL),
    ]
    assert "# Tides of the north\n\n" in convert(placed_pdf([page])).text


def test_an_item_goes_on_below_its_text_at_the_top_of_a_page() -> None:
    first = [
        (72.0, 720.0, 12.0, "Helvetica", FULL),
        (72.0, 100.0, 12.0, "Helvetica", "1. The gauges are read twice a day, and as long as"),
        (90.0, 86.0, 12.0, "Helvetica", FULL[:-4]),
    ]
    second = [(90.0, 740.0, 12.0, "Helvetica", "Ann Quay writes them down.")]
    text = convert(placed_pdf([first, second])).text
    assert text.endswith("Ann Quay writes them down.")
    assert text.count("\n\n") == 1


def test_a_bold_name_above_the_text_of_the_first_page_is_no_heading() -> None:
    title = (72.0, 760.0, 20.0, "Helvetica", "Tides of the north")
    name = (72.0, 730.0, 14.0, "Helvetica-Bold", "Ann Quay")
    text = (72.0, 700.0, 12.0, "Helvetica", FULL)
    assert convert(placed_pdf([[title, name, text]])).text.count("#") == 1
    word = (*name[:4], "Abstract")
    assert "## Abstract\n" in convert(placed_pdf([[title, word, text]])).text
