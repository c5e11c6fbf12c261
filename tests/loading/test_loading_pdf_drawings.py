"""Labels of drawings, parts of formulas, drawn marks of items, accents and columns of code."""

from typing import TypeAlias

import pytest
from loadable import placed_pdf

from chunking.loading.pdf.contents import Line, Page
from chunking.loading.pdf.convert import convert
from chunking.loading.pdf.drawings import marks_of_plots
from chunking.loading.pdf.lines import resolve_weights

Placed: TypeAlias = tuple[float, float, float, str, str]

ABOVE = "The level of the lake rose in the third week, as the figure below shows."
BELOW = "It fell again when the sluice at the lower end was opened for the night."
# A curve, and an axis with five ticks below it.
CURVE = b"\n100 500 m 200 620 300 620 400 500 c S\n"
TICKS = b"".join(b"%d 490 m %d 496 l S\n" % (x, x) for x in (120, 180, 240, 300, 360))


def line(text: str, y: float, *, x: float = 50, size: float = 11) -> Placed:
    return x, y, size, "Helvetica", text


def text_of(*lines: Placed, extra: bytes = b"") -> str:
    return convert(placed_pdf([list(lines)], extra=extra)).text


def plot(*labels: Placed, extra: bytes = b"") -> str:
    texts = (line(ABOVE, 700), line(BELOW, 400))
    caption = line("Figure 1: The level of the lake.", 450, x=150)
    return text_of(texts[0], *labels, caption, texts[1], extra=CURVE + TICKS + extra)


def test_labels_of_a_drawing_are_one_block_with_its_caption() -> None:
    labels = [line(str(i), 478, x=118 + 60 * i) for i in range(5)]
    text = plot(line("Sluice", 560, x=220), *labels, line("weeks", 464, x=220))
    assert text.split("\n\n") == [
        ABOVE,
        "Sluice\n0 1 2 3 4\nweeks\nFigure 1: The level of the lake.",
        BELOW,
    ]


def test_a_label_that_is_set_sideways_belongs_to_its_drawing() -> None:
    sideways = b"BT /Helvetica 10 Tf 0 1 -1 0 92 540 Tm (meters) Tj ET\n"
    text = plot(line("Sluice", 560, x=220), line("weeks", 478, x=220), extra=sideways)
    assert "Sluice\nweeks\nmeters\nFigure 1" in text


@pytest.mark.parametrize("size", [11, 20])
def test_labels_are_no_headings(size: float) -> None:
    text = plot(line("Sluice", 560, x=220, size=size), line("weeks", 478, x=220))
    assert "#" not in text


def test_text_in_a_frame_is_no_label() -> None:
    frame = b"\n40 480 520 100 re S 40 480 260 100 re S 60 500 m 70 510 l S 60 500 m 70 512 l S\n"
    text = text_of(line(ABOVE, 540), line(BELOW, 526), extra=frame)
    assert text == f"{ABOVE} {BELOW}"


def test_marks_of_items_that_are_drawn_are_bullets() -> None:
    marks = b"".join(
        b"%d %d m %d %d %d %d %d %d c f\n" % (56, y, 56, y + 5, 61, y + 5, 61, y)
        for y in (671, 657)
    )
    items = [line("Lower the boom", 670, x=70), line("Furl the sail", 656, x=70)]
    text = text_of(line(ABOVE, 700), *items, extra=b"\n" + marks)
    assert text == f"{ABOVE}\n\n- Lower the boom\n- Furl the sail"


def test_parts_of_a_formula_are_one_block() -> None:
    parts = [
        line("n", 672, x=206, size=8),
        line("S =", 660, x=180),
        line("i=1", 648, x=202, size=8),
        line("x + 2", 660, x=240),
    ]
    text = text_of(line(ABOVE, 700), *parts, line(BELOW, 620))
    assert text.split("\n\n") == [ABOVE, "n\nS = x + 2\ni=1", BELOW]


@pytest.mark.parametrize(
    ("before", "over", "x", "expected"),
    [("Br", "u", 61.0, "Brücke am Ufer"), ("", "U", 50.5, "Ücke am Ufer")],
)
def test_an_accent_is_composed_with_the_letter_it_is_set_over(
    before: str, over: str, x: float, expected: str
) -> None:
    accent = line("\xc8", 700, x=x + 1.4)  # a dieresis in the standard encoding
    text = text_of(line(f"{before}{over}cke am Ufer", 700), accent)
    assert text == expected


def test_words_of_code_stay_below_one_another() -> None:
    code = [("mast", "12.5"), ("boom", "8"), ("gaff", "3.25")]
    rows = [
        (50 + 72 * i, 700 - 12 * row, 10, "Courier", word)
        for row, words in enumerate(code)
        for i, word in enumerate(words)
    ]
    text = convert(placed_pdf([rows])).text
    assert text == "```\nmast        12.5\nboom        8\ngaff        3.25\n```"


def test_terms_and_their_explanations_stay_rows() -> None:
    terms = ("a.halyard", "the.port.sheet.up", "anchor.chain.link", "a.belaying.pin.of.english.oak")
    uses = ("raises a sail", "trims a sail to port", "holds the anchor", "holds a line fast")
    rows = [
        line(text, 700 - 14 * row, x=x)
        for row, pair in enumerate(zip(terms, uses, strict=True))
        for text, x in zip(pair, (50, 250), strict=True)
    ]
    expected = [f"{term} {use}" for term, use in zip(terms, uses, strict=True)]
    assert text_of(*rows).splitlines() == expected


def test_entries_of_a_table_of_contents_are_one_block() -> None:
    entries = [("1 Rigging", "3"), ("2 Sails and spars", "7"), ("3 Ropes", "12")]
    rows = [
        line(text, 700 - 26 * row, x=x)
        for row, pair in enumerate(entries)
        for text, x in zip(pair, (50, 400), strict=True)
    ]
    assert text_of(*rows, line(ABOVE, 560)).split("\n\n") == [
        "1 Rigging 3\n2 Sails and spars 7\n3 Ropes 12",
        ABOVE,
    ]


def test_a_list_goes_on_above_the_footnote_of_the_page_before() -> None:
    first = [line(ABOVE, 700), line("1. Lower the boom", 680), line("1 So in calm.", 60, size=8)]
    second = [line("2. Furl the sail", 700), line(BELOW, 660)]
    text = convert(placed_pdf([first, second])).text
    assert "1. Lower the boom\n2. Furl the sail\n\n1 So in calm." in text


def test_page_numbers_far_above_the_edge_are_removed() -> None:
    texts = ("The ropes are coiled.", "The sails are dried.", "The deck is washed.")
    pages = [[line(text, 700), line(str(i), 150, x=300)] for i, text in enumerate(texts, 1)]
    removed = convert(placed_pdf(pages)).removed
    assert [each.text for each in removed] == ["1", "2", "3"]


@pytest.mark.parametrize(("heavy", "expected"), [((True, True), False), ((True, False), True)])
def test_thick_stems_are_bold_only_where_most_text_has_thinner_ones(
    heavy: tuple[bool, bool],
    expected: bool,  # noqa: FBT001 - a parameter of the test
) -> None:
    lines = [
        Line(text, 50, 300, y, 11, bold=False, monospaced=False, heavy=is_heavy)
        for text, y, is_heavy in zip(("Sails", ABOVE), (700, 680), heavy, strict=True)
    ]
    resolve_weights([Page(1, 800, lines)])
    assert lines[0].bold is expected


def test_thick_stems_in_the_font_of_the_text_are_not_bold() -> None:
    lines = [
        Line(text, 50, 300, 700, 11, bold=False, monospaced=False, heavy=is_heavy,
             fonts=frozenset({font}))
        for text, is_heavy, font in (("Sails " * 20, False, "Roman"), ("Ropes", True, "Roman"),
                                     ("Decks", True, "Sans"))
    ]  # fmt: skip
    resolve_weights([Page(1, 800, lines)])
    assert [each.bold for each in lines] == [False, False, True]


@pytest.mark.parametrize(("step", "found"), [(7, 12), (0, 0)])
def test_shapes_scattered_over_a_page_are_marks_of_a_plot(step: int, found: int) -> None:
    shapes = [
        Line("\u25cf", 90 + step * i, 93 + step * i, 500 - 9 * i, 4, bold=False, monospaced=False)
        for i in range(12)
    ]
    assert len(marks_of_plots(Page(1, 800, shapes))) == found
