"""PDF files to Markdown: paragraphs, headings, code, pages, and what is left out."""

import re
from typing import TypeAlias

import pytest
from loadable import encrypted, pdf, placed_pdf

from chunking.core.errors import LoadError
from chunking.loading import load_bytes
from chunking.loading.pdf.blocks import Block, BlockKind, blocks
from chunking.loading.pdf.contents import Line, Page
from chunking.loading.pdf.convert import _Removals, _Writer, convert
from chunking.loading.pdf.furniture import furniture
from chunking.loading.pdf.letters import clean
from chunking.loading.pdf.lines import _is_monospaced, joined
from chunking.loading.pdf.patterns import CAPTION

Placed: TypeAlias = tuple[float, float, float, str, str]


def text_lines(
    *texts: str, top: float = 700, left: float = 72, font: str = "Helvetica"
) -> list[Placed]:
    """Return lines of 12 points below each other at the usual distance."""
    return [(left, top - 14 * i, 12, font, text) for i, text in enumerate(texts)]


FULL = "A line that is as long as the column is wide, so that the text goes on"


def test_a_page_is_a_paragraph_if_nothing_divides_it() -> None:
    document = load_bytes(pdf("Hello world", "Second page", title="A  title"), "x.pdf")
    assert document.text == "Hello world\n\nSecond page"
    assert (document.title, document.media_type) == ("A title", "text/markdown")
    assert document.notes == ()


def test_lines_of_a_paragraph_are_joined_and_a_gap_ends_it() -> None:
    page = [
        *text_lines(FULL, "below the first line."),
        *text_lines(FULL, "in the second paragraph.", top=650),
    ]
    assert convert(placed_pdf([page])).text == (
        f"{FULL} below the first line.\n\n{FULL} in the second paragraph."
    )


def test_a_first_line_that_is_indented_begins_a_paragraph() -> None:
    page = text_lines(FULL, "below the first line.", FULL, "and more.")
    page[2] = (90, *page[2][1:])
    assert convert(placed_pdf([page])).text.count("\n\n") == 1


def test_text_begins_below_the_short_title_of_an_axis() -> None:
    data = placed_pdf([[(120, 714, 12, "Helvetica", "depth"), *text_lines(FULL, FULL, "is it.")]])
    assert convert(data).text == f"depth\n\n{FULL} {FULL} is it."


def test_short_lines_stay_lines() -> None:
    page = [*text_lines("12 Main Street", "Springfield", "Ohio"), *text_lines(FULL, FULL, top=600)]
    assert convert(placed_pdf([page])).text.startswith("12 Main Street\nSpringfield\nOhio\n\n")


def test_a_paragraph_goes_on_across_pages_and_knows_both() -> None:
    data = placed_pdf([text_lines(FULL, FULL), text_lines("on the next page.")])
    document = load_bytes(data, "x.pdf")
    assert document.text == f"{FULL} {FULL} on the next page."
    assert document.locations is not None
    assert document.locations.of(0, 10) == [1]
    assert document.locations.of(10, len(document.text)) == [1, 2]
    assert document.locations.of(len(document.text) - 4, len(document.text)) == [2]


@pytest.mark.parametrize(("font", "size"), [("Helvetica-Bold", 20), ("Courier", 12)])
def test_a_page_begins_with_the_mark_of_its_first_block(font: str, size: int) -> None:
    pages = [
        text_lines(FULL, "The end."),
        [(72, 700, size, font, "the moon"), *text_lines(FULL, top=650)],
    ]
    content = convert(placed_pdf(pages))
    assert content.locations is not None
    assert content.text[content.locations.starts[1] :].startswith(("# the moon", "```\nthe moon"))


def test_a_paragraph_goes_on_in_the_next_column() -> None:
    left = text_lines("Words of a column", "that has no end", top=200)
    right = text_lines("but in the next one.", left=320)
    assert "has no end but in the next one." in convert(placed_pdf([[*left, *right]])).text


@pytest.mark.parametrize("end", ["the bay.", "page 143."])
def test_the_end_of_a_text_above_a_title_is_no_part_of_it(end: str) -> None:
    page = [
        *text_lines(FULL, end, top=700),
        (72, 640, 10, "Helvetica", "2. Spring tides"),
        *text_lines(FULL, top=600),
    ]
    text = convert(placed_pdf([page], [("Spring tides", 1, 695)])).text
    assert re.findall("^#+ .*$", text, re.MULTILINE) == ["# 2. Spring tides"]


def test_a_footer_that_the_text_of_a_page_comes_close_to_is_removed() -> None:
    footer = (72, 30, 10, "Helvetica", "Tides of the bay")
    pages = [[*text_lines(FULL, top=700 - 40 * i), footer] for i in range(4)]
    pages[2] = [*text_lines(FULL, FULL, top=56), footer]
    assert "bay" not in convert(placed_pdf(pages)).text


def test_bookmarks_are_headings_with_their_number() -> None:
    page = [
        (72, 740, 12, "Helvetica", "Chapter 1"),
        (72, 720, 12, "Helvetica", "Tides"),
        *text_lines(FULL, "The end."),
    ]
    assert convert(placed_pdf([page], [("Tides", 1, 735)])).text.startswith(
        "# Chapter 1 Tides\n\nA line"
    )


def test_lines_set_larger_are_headings_by_their_size() -> None:
    page = [
        (72, 760, 20, "Helvetica-Bold", "The tides"),
        (72, 730, 15, "Helvetica-Bold", "1 The moon"),
        *text_lines(FULL, "Text."),
    ]
    assert convert(placed_pdf([page])).text.startswith("# The tides\n\n## 1 The moon\n\nA line")


@pytest.mark.parametrize(
    "date", ["July 23, 2007", "7 de mayo de 2007", "06 February 2008", "3. März 1998", "2020-01-31"]
)
def test_a_large_date_on_the_first_page_is_no_heading(date: str) -> None:
    first = [
        (72, 760, 20, "Helvetica-Bold", "The tides"),
        *text_lines(FULL, top=730),
        (72, 690, 15, "Helvetica-Bold", date),
    ]
    second = [(72, 760, 15, "Helvetica-Bold", "The moon"), *text_lines(FULL, FULL)]
    text = convert(placed_pdf([first, second])).text
    assert "# The tides" in text
    assert "## The moon" in text
    assert f"\n\n{date}\n\n" in text


@pytest.mark.parametrize(
    "line",
    ["Figure 3. The moon", "Abbildung 2: Der Mond", "Note", "Warning:", "The moon . . 276"],
)
def test_large_captions_remarks_and_entries_of_contents_are_no_headings(line: str) -> None:
    first = [(72, 760, 20, "Helvetica-Bold", "The tides"), *text_lines(FULL, top=730)]
    second = [(72, 700, 15, "Helvetica-Bold", line), *text_lines(FULL, top=660)]
    text = convert(placed_pdf([first, second])).text
    assert [each for each in text.splitlines() if each.startswith("#")] == ["# The tides"]


def test_the_second_line_of_a_large_caption_is_no_heading() -> None:
    page = [
        (72, 760, 20, "Helvetica-Bold", "The tides"),
        *text_lines(FULL, top=730),
        (72, 690, 15, "Helvetica-Bold", "Figure 3. The moon"),
        (72, 673, 15, "Helvetica-Bold", "over the bay"),
        (72, 640, 15, "Helvetica-Bold", "Currents"),
        *text_lines(FULL, FULL, top=610),
    ]
    text = convert(placed_pdf([page])).text
    assert re.findall("^#+ .*$", text, re.MULTILINE) == ["# The tides", "## Currents"]


def test_a_large_line_with_a_colon_is_a_heading_only_above_text_or_the_rest_of_it() -> None:
    page = [
        (72, 760, 20, "Helvetica-Bold", "The tides:"),
        (72, 738, 20, "Helvetica-Bold", "An introduction"),
        *text_lines(FULL, FULL, top=700),
        (72, 600, 15, "Helvetica-Bold", "Signature:"),
        (72, 550, 15, "Helvetica-Bold", "Date:"),
    ]
    text = convert(placed_pdf([page])).text
    assert text.startswith("# The tides: An introduction\n\n")
    assert text.count("#") == 1


def test_authors_and_dates_below_the_title_are_no_headings() -> None:
    page = [
        (72, 760, 20, "Helvetica-Bold", "The tides"),
        (72, 735, 14, "Helvetica", "Anna and Ben"),
        (72, 715, 14, "Helvetica", "May 2020"),
        *text_lines(FULL, "Text.", top=650),
    ]
    assert convert(placed_pdf([page])).text.startswith("# The tides\n\nAnna and Ben")


def test_levels_of_headings_skip_none_where_a_page_has_many_sizes() -> None:
    page = [
        (72, 740, 30, "Helvetica", "Tides"),
        *text_lines(FULL, "It ends.", top=700),
        (72, 640, 16, "Helvetica", "Spring tides"),
        *text_lines(FULL, "It ends.", top=600),
        (72, 540, 24, "Helvetica", "Currents"),
        (72, 500, 16, "Helvetica", "Rip currents"),
        *text_lines(FULL, "It ends.", top=460),
        (72, 400, 16, "Helvetica", "Eddies"),
        *text_lines(FULL, "It ends.", top=360),
    ]
    text = convert(placed_pdf([page])).text
    assert [line for line in text.splitlines() if line.startswith("#")] == [
        "# Tides", "### Spring tides", "## Currents", "### Rip currents", "### Eddies",
    ]  # fmt: skip


def test_a_large_line_that_recurs_on_a_page_is_a_label() -> None:
    labels = [(72, 700 - 100 * i, 16, "Helvetica", "Signature") for i in range(3)]
    texts = [text_lines(FULL, "It ends.", top=660 - 100 * i) for i in range(3)]
    page = [line for label, text in zip(labels, texts, strict=True) for line in (label, *text)]
    assert "#" not in convert(placed_pdf([page])).text


def test_a_large_line_at_the_top_of_most_pages_is_a_running_header() -> None:
    stamp = (200, 770, 24, "Helvetica", "THIRD PROOF")
    pages = [[stamp, *text_lines(f"{FULL} {i}", "It ends.")] for i in range(6)]
    content = convert(placed_pdf(pages))
    assert "PROOF" not in content.text
    assert {each.text for each in content.removed} == {"THIRD PROOF"}


def test_a_single_large_sign_is_no_heading() -> None:
    page = [*text_lines(FULL, "Text.", top=760), (72, 700, 20, "Helvetica", "A")]
    assert "#" not in convert(placed_pdf([page])).text


def test_the_number_of_a_chapter_and_its_title_are_one_heading() -> None:
    page = [
        *text_lines(FULL, "Text.", top=780),
        (72, 735, 20, "Helvetica-Bold", "Kapitel 2"),
        (72, 690, 24, "Helvetica-Bold", "The moon"),
        *text_lines(FULL, "Text.", top=650),
    ]
    assert " Kapitel 2 The moon\n\nA line" in convert(placed_pdf([page])).text


def test_bold_lines_are_headings_where_none_is_larger() -> None:
    page = [
        *text_lines(FULL, "Text.", top=760),
        (72, 715, 12, "Helvetica-Bold", "The moon"),
        *text_lines(FULL, "Text."),
    ]
    assert "\n\n# The moon\n\n" in convert(placed_pdf([page])).text


def test_bold_titles_of_clauses_are_headings_with_and_without_a_full_stop() -> None:
    page: list[Placed] = []
    for i, title in enumerate(("1. Rent.", "2. Term", "3. Repairs.", "Not a title.")):
        page += [(72, 700 - 100 * i, 12, "Helvetica-Bold", title)]
        page += text_lines(FULL, "It ends.", top=670 - 100 * i)
    text = convert(placed_pdf([page])).text
    assert re.findall("^#+ (.*)$", text, re.MULTILINE) == ["1. Rent.", "2. Term", "3. Repairs."]


def test_bold_lines_above_text_are_headings_below_larger_ones() -> None:
    page = [
        (72, 740, 20, "Helvetica", "Tides"),
        *text_lines(FULL, "It ends.", top=700),
        (72, 640, 12, "Helvetica-Bold", "Spring tides"),
        *text_lines(FULL, "It ends.", top=610),
        (72, 540, 12, "Helvetica-Bold", "Amount due"),
        (72, 510, 12, "Helvetica", "17.50"),
        (72, 460, 12, "Helvetica-Bold", "Figure 3. The quay"),
        *text_lines(FULL, "It ends.", top=430),
        *((72 + 150 * i, 360, 12, "Helvetica-Bold", name)
          for i, name in enumerate(("Goods", "Pieces", "Price"))),
        *text_lines(FULL, "It ends.", top=330),
    ]  # fmt: skip
    text = convert(placed_pdf([page])).text
    assert re.findall("^#+ .*$", text, re.MULTILINE) == ["# Tides", "## Spring tides"]


def test_monospaced_lines_are_code_with_their_indentation() -> None:
    code = text_lines("def tide():", "    return 12", font="Courier", top=660)
    code[1] = (72 + 4 * 7.2, *code[1][1:4], "return 12")
    page = [*text_lines(FULL, "as follows:"), *code, *text_lines(FULL, "Text.", top=600)]
    assert (
        "as follows:\n\n```\ndef tide():\n    return 12\n```\n\nA line"
        in convert(placed_pdf([page])).text
    )


def test_letters_of_fonts_that_are_all_monospaced_tell_nothing_about_code() -> None:
    assert not _is_monospaced("潮位表一覧", [True] * 5)
    assert not _is_monospaced("1 潮位表".replace(" ", ""), [False, True, True, True])
    assert _is_monospaced("7x潮", [False, True, True])
    assert not _is_monospaced("ab潮", [True, True, False])
    assert not _is_monospaced("•潮位表x", [True] * 5)


def test_lines_whose_letters_are_all_equally_wide_are_code() -> None:
    page = text_lines("> tide(gauge, 12)", FULL, "It ends.", font="Times-Roman")
    data = placed_pdf([page])
    widths = b"/BaseFont /Times-Roman /FirstChar 32 /LastChar 126 /Widths [" + b"600 " * 95 + b"]"
    data = data.replace(b"/BaseFont /Times-Roman", widths)
    assert convert(data).text.startswith("```\n> tide(gauge, 12)\n")


def test_items_with_bullets_in_the_font_of_code_are_items() -> None:
    page = [
        Line(text, 72, 200, 700 - 14 * i, 12, bold=False, monospaced=True)
        for i, text in enumerate(("- name: oak", "• oak", "• TFR，樫"))
    ]
    found = [block.kind for block in blocks([Page(1, 800, page)], [])]
    assert found == [BlockKind.CODE, BlockKind.ITEM, BlockKind.ITEM]


def test_letters_of_scripts_without_spaces_that_are_set_apart_are_close() -> None:
    assert clean("港 の 潮 位 を見る The tide") == "港の潮位を見る The tide"
    assert clean("山田 太郎 a b c d") == "山田 太郎 a b c d"


def test_full_lines_of_scripts_without_spaces_are_joined_without_one() -> None:
    texts = "港の潮位は毎朝見られるので", "表に写す。この表を Gauge", "という", "者もいる。"
    lines = [
        Line(text, 72, 72 + 12 * len(text), 500 - 14 * i, 12, bold=False, monospaced=False)
        for i, text in enumerate(texts)
    ]
    lines[1].right = lines[0].right
    writer = _Writer([Page(1, 800, lines)], _Removals())
    writer.add(Block(BlockKind.PARAGRAPH, lines, [1] * len(lines)))
    assert writer.content().text == (
        "港の潮位は毎朝見られるので表に写す。この表を Gauge という 者もいる。"
    )


def test_lines_of_code_that_hardly_differ_in_height_have_no_blank_lines_between() -> None:
    code = text_lines("x = 1", "y = 2", "z = 3", font="Courier", top=660)
    page = [*text_lines(FULL, FULL), *code, (300, 659.8, 12, "Courier", "# one")]
    assert "\n\n\n" not in convert(placed_pdf([page])).text


def test_private_characters_are_bullets_at_the_start_of_a_line_or_nothing() -> None:
    assert clean("\uf0b7 one \uf0e8two\uf0f6") == "• one two"
    assert clean("\uf0e8") == ""


def test_bullets_and_numbers_are_items() -> None:
    page = [
        *text_lines(FULL, "as follows:"),
        *text_lines("\\267 one", "\\267 two", "1. three", top=660),
    ]
    assert convert(placed_pdf([page])).text.endswith("as follows:\n\n- one\n- two\n1. three")


def test_running_headers_and_page_numbers_are_left_out_and_kept_as_removed() -> None:
    pages = [
        [
            (72, 770, 9, "Helvetica", f"Chapter {1 + i // 3}: The tides"),
            *text_lines(FULL, f"Text of page {i}."),
            (300, 30, 9, "Helvetica", str(i + 5)),
        ]
        for i in range(6)
    ]
    content = convert(placed_pdf(pages))
    assert content.text == "\n\n".join(f"{FULL} Text of page {i}." for i in range(6))
    assert [(each.text, each.reason) for each in content.removed[:3]] == [
        ("Chapter 1: The tides", "running header"),
        ("5", "page number"),
        ("Chapter 1: The tides", "running header"),
    ]
    offsets = [each.offset for each in content.removed]
    assert offsets == sorted(offsets)
    assert len(offsets) == 12
    assert offsets[-1] == len(content.text)


def test_a_running_footer_may_have_three_lines_close_to_one_another() -> None:
    footer = ("Page {} of 6", "PORT OF ASTON", "REPORT")
    pages = [
        [
            *text_lines(FULL, f"Text of page {i}.", "Summary", top=90 if i == 4 else 700),
            *((250, 34 - 10 * j, 8, "Helvetica", each.format(i)) for j, each in enumerate(footer)),
        ]
        for i in range(1, 7)
    ]
    content = convert(placed_pdf(pages))
    assert "REPORT" not in content.text
    assert "Page" not in content.text
    assert content.text.count("Summary") == 6


def test_titles_of_short_sections_in_the_running_header_are_left_out() -> None:
    titles = ["Harbors"] * 4 + ["Gauges"] + ["Methods"] * 3
    pages = [
        [(300, 780, 9, "Helvetica", title), *text_lines(FULL, f"Page {i}.", top=740 - 14 * (i % 2))]
        for i, title in enumerate(titles)
    ]
    content = convert(placed_pdf(pages))
    assert [each.text for each in content.removed] == titles
    assert {each.reason for each in content.removed} == {"running header"}


def test_a_title_that_bookmarks_leave_out_is_a_heading_if_others_look_like_it() -> None:
    names = ("Aston", "Brill", "Corby")
    pages = [
        [
            (72, 700, 20, "Helvetica", f"{name} harbor"),
            *text_lines(FULL, "It ends.", top=670),
            (72, 620, 12, "Helvetica-Bold", f"The tides of {name}"),
            *text_lines(FULL, "It ends.", top=590),
        ]
        for name in names
    ]
    marks = [(f"{name} harbor", number, 720) for number, name in enumerate(names, 1)]
    text = convert(placed_pdf(pages, marks)).text
    assert re.findall("^#+ .*$", text, re.MULTILINE) == [
        line for name in names for line in (f"# {name} harbor", f"## The tides of {name}")
    ]


def test_page_numbers_set_larger_than_the_text_are_left_out() -> None:
    pages = [[*text_lines(FULL, FULL), (72, 40, 15, "Helvetica", str(i))] for i in range(5)]
    assert not re.search(r"\d", convert(placed_pdf(pages)).text)


def test_a_paragraph_goes_on_behind_a_float_with_its_caption_on_the_next_page() -> None:
    table = [(72 + 150 * (i % 3), 700 - 14 * (i // 3), 12, "Helvetica", f"{i} t") for i in range(9)]
    after = [
        *text_lines("x = 1", "y = 2", font="Courier", top=740),
        *table,
        *text_lines("Table 1: The weights of boats.", top=650),
        *text_lines("that goes on.", top=600),
    ]
    text = convert(placed_pdf([text_lines(FULL, FULL), after])).text
    assert text.startswith(f"{FULL} {FULL} that goes on.\n\n```")
    assert text.endswith("Table 1: The weights of boats.")


def test_a_title_of_a_drawing_behind_a_caption_goes_on_with_no_label() -> None:
    page = [
        *text_lines("tide at noon"),
        *text_lines("Figure 1: The tide.", top=650),
        *text_lines("tide at night", top=600),
    ]
    assert "tide at noon\n" in convert(placed_pdf([page])).text


def test_a_paragraph_goes_on_behind_smaller_items_at_the_end_of_a_page() -> None:
    before = [*text_lines(FULL, FULL), (72, 60, 8, "Helvetica", "- A small note.")]
    text = convert(placed_pdf([before, text_lines("that goes on.", FULL)])).text
    assert text == f"{FULL} {FULL} that goes on. {FULL}\n\n- A small note."


def test_a_sentence_about_a_figure_is_no_caption() -> None:
    before = [
        *text_lines(FULL, FULL, top=740),
        *text_lines(f"Figure 2 shows {FULL}", "as", top=640),
    ]
    after = text_lines("is meant.")
    assert convert(placed_pdf([before, after])).text.endswith("as is meant.")
    assert CAPTION.match("Figure 2. shown from the pier")
    assert CAPTION.match("図 2 港")
    assert not CAPTION.match("図 2 に示す")


@pytest.mark.parametrize(("left", "whole"), [(72, True), (90, False)])
def test_lines_in_scripts_without_case_go_on_if_not_indented(left: float, *, whole: bool) -> None:
    texts: list[list[tuple[float, str]]] = [
        [(72, "港の潮位は毎朝"), (72, "見られるので表")],
        [(left, "に写す。港の表"), (72, "もある。")],
    ]
    pages = [
        Page(number, 800, [
            Line(text, x, 180, 500 - 14 * i, 12, bold=False, monospaced=False)
            for i, (x, text) in enumerate(lines)
        ])
        for number, lines in enumerate(texts, 1)
    ]  # fmt: skip
    assert len(blocks(pages, [])) == (1 if whole else 2)


def test_a_repeated_line_within_the_text_stays() -> None:
    pages = [text_lines(FULL, "Note:", FULL, "Text.", top=500) for _ in range(6)]
    assert not convert(placed_pdf(pages)).removed


def numbered(*texts: str) -> list[Page]:
    """Return pages with a text at the lower edge, and one in the middle."""
    lines = [
        [Line("Words.", 72, 500, 400, 10, bold=False, monospaced=False)] * 5
        + [Line(text, 300, 320, 30, 10, bold=False, monospaced=False)]
        for text in texts
    ]
    return [Page(number, 800, each) for number, each in enumerate(lines, 1)]


@pytest.mark.parametrize(
    ("texts", "found"),
    [
        (["i", "ii", "iii", "iv", "v"], 5),
        (["7", "8", "9", "10"], 4),
        (["Page 1 of 4", "Page 2 of 4", "Page 3 of 4", "Page 4 of 4"], 4),
        (["1999", "2004", "2011", "1871"], 0),
        (["A word", "Another", "Third one", "More"], 0),
    ],
)
def test_numbers_that_count_with_the_pages_are_page_numbers(texts: list[str], found: int) -> None:
    reasons = furniture(numbered(*texts), 10)
    assert [*reasons.values()] == [{5: "page number"}] * found


def test_hyphens_at_the_end_of_a_line_are_left_out_unless_the_word_has_one() -> None:
    page = text_lines(
        "A well-known rule for the splitting of words is that they are expla-",
        "ined by their syllables, which is well known and also a very well-",
        "known rule of printers, who know it.",
    )
    content = convert(placed_pdf([page]))
    assert "they are explained by" in content.text
    assert "very well-known rule" in content.text
    assert [(each.text, each.offset) for each in content.removed] == [
        ("-", content.text.index("ined by"))
    ]


def test_a_name_with_a_capital_inside_is_split_like_any_word() -> None:
    page = text_lines("The boats of the harbor are told of by the pilots of the Pow-", "erTide.")
    assert convert(placed_pdf([page])).text.endswith("of the PowerTide.")


def test_hyphens_of_addresses_stay() -> None:
    page = text_lines(
        "The rule of printers is to be found by all at http://www.ebb-", "tide.example."
    )
    assert "http://www.ebb-tide.example." in convert(placed_pdf([page])).text


@pytest.mark.parametrize(("first", "last"), [("1871-", "1884"), ("4%-", "9%"), ("north/", "south")])
def test_a_range_goes_on_in_the_next_line(first: str, last: str) -> None:
    page = text_lines(
        f"The lock was built and rebuilt by several engineers in those years, {first}",
        f"{last}, which are told of on the pages 12 to 40 of the book of its keeper.",
    )
    assert first + last in convert(placed_pdf([page])).text


def test_dot_leaders_are_left_out_and_kept_as_removed() -> None:
    entries = [
        "1 The moon . . . . . . . . . 4",
        "1.1 Spring tides.........7",
        "And so on... and on",
    ]
    document = load_bytes(placed_pdf([text_lines(*entries)]), "x.pdf")
    assert document.text == "1 The moon 4\n1.1 Spring tides 7\n\nAnd so on... and on"
    assert {removed.reason for removed in document.removed} == {"dot leader"}
    assert document.restored().text.startswith(f"{entries[0]}\n1.1 Spring tides......... 7\n")


def part(text: str, left: float, right: float, y: float, size: float) -> Line:
    return Line(text, left, right, y, size, bold=False, monospaced=False)


def test_exponents_and_marks_of_footnotes_stay_in_their_line() -> None:
    parts = [
        part("The polynomial x", 72, 140, 700, 10),
        part("31", 140.5, 148, 704, 7),
        part("is divided.", 148.4, 200, 700, 10),
        part("1", 72, 75, 604, 6),
        part("By long division.", 77, 150, 600, 8),
    ]
    assert [(line.text, line.left, line.right, line.y, line.size) for line in joined(parts)] == [
        ("The polynomial x 31 is divided.", 72, 200, 700, 10),
        ("1 By long division.", 72, 150, 600, 8),
    ]


def test_columns_lines_below_and_hyphenated_ones_are_not_joined() -> None:
    hyphenated = part("divi", 72, 140, 700, 10)
    hyphenated.hyphenated = True
    column, below = part("Tides", 160, 200, 700, 10), part("Moon", 200, 240, 688, 10)
    after = part("sion", 140, 160, 700, 10)
    assert joined([hyphenated, after]) == [hyphenated, after]
    assert joined([after, part("far", 175, 190, 700, 10)])[0] is after
    assert joined([column, below]) == [column, below]


def turned(degrees: int, *texts: str, top: float = 500, left: float = 60, scale: int = 1) -> bytes:
    """Return commands that draw lines below each other, placed as on a page turned by an angle."""
    commands = []
    for i, text in enumerate(texts):
        y = top - 14 * i
        matrix = {
            90: f"0 {scale} -{scale} 0 {600 - y} {left}",
            180: f"-{scale} 0 0 -{scale} {600 - left} {800 - y}",
            270: f"0 -{scale} {scale} 0 {y} {800 - left}",
            45: f"{scale} {scale} -{scale} {scale} {left} {y}",
        }[degrees]
        commands.append(f"BT /Helvetica {12 // scale} Tf {matrix} Tm ({text}) Tj ET")
    return "\n".join(["", *commands]).encode()


@pytest.mark.parametrize("scale", [1, 12])
@pytest.mark.parametrize("degrees", [90, 180, 270])
def test_the_text_of_a_rotated_page_is_that_of_an_upright_one(degrees: int, scale: int) -> None:
    drawing = [
        turned(degrees, FULL, "is short.", scale=scale),
        turned(degrees, FULL, "ends.", top=400, scale=scale),
    ]
    data = placed_pdf([[]], extra=b"".join(drawing))
    content = convert(data.replace(b"800] /C", b"800] /Rotate %d /C" % degrees))
    assert content.text == f"{FULL} is short.\n\n{FULL} ends."
    assert not content.removed


@pytest.mark.parametrize("degrees", [90, 270])
def test_a_table_set_sideways_follows_the_upright_text_row_by_row(degrees: int) -> None:
    rows = [("Aston harbor", "12 m"), ("Brill harbor", "7 m")]
    table = [
        turned(degrees, cell, top=400 - 40 * i, left=60 + 200 * j)
        for i, row in enumerate(rows)
        for j, cell in enumerate(row)
    ]
    text = text_lines(FULL, "is short.", top=760)
    content = convert(placed_pdf([text], extra=b"".join(table)))
    assert content.text == f"{FULL} is short.\n\nAston harbor 12 m\n\nBrill harbor 7 m"
    assert not content.removed


def test_a_page_number_above_a_page_of_sideways_text_is_left_out() -> None:
    pages = [[(300, 780, 9, "Helvetica", str(i)), *text_lines(FULL, "It ends.")] for i in range(6)]
    pages.append([(300, 780, 9, "Helvetica", "6")])
    content = convert(placed_pdf(pages, extra=turned(90, FULL, "It ends.")))
    assert content.text == "\n\n".join([f"{FULL} It ends."] * 7)
    assert [each.text for each in content.removed] == list("0123456")


@pytest.mark.parametrize(
    ("left", "numbers"), [(40, "137"), (40, "321"), (72, "123")], ids=["uneven", "down", "below"]
)
def test_other_numbers_stay(left: float, numbers: str) -> None:
    column = [(left, 600 - 14 * i, 12, "Helvetica", each) for i, each in enumerate(numbers)]
    pages = [[*text_lines(f"{FULL} {each}"), *column] for each in ("here", "there")]
    assert not convert(placed_pdf(pages)).removed


def test_oblique_text_is_removed() -> None:
    content = convert(placed_pdf([text_lines(FULL)], extra=turned(45, "Draft")))
    assert content.text == FULL
    assert [(each.text, each.reason) for each in content.removed] == [("Draft", "rotated text")]


def test_text_that_is_slanted_by_its_matrix_stays() -> None:
    slanted = b"\nBT /Helvetica 12 Tf 1 0 0.35 1 72 714 Tm (Slanted words.) Tj ET"
    content = convert(placed_pdf([text_lines(FULL)], extra=slanted))
    assert content.text == f"Slanted words. {FULL}"
    assert not content.removed


def test_oblique_text_stays_if_it_is_most_of_a_page() -> None:
    assert convert(placed_pdf([[]], extra=turned(45, "A page askew"))).text == "A page askew"


def test_ligatures_of_fonts_of_tex_that_map_nothing_are_letters() -> None:
    data = placed_pdf([text_lines("Di\\033erent \\034les, e\\036cient o\\016ces")])
    assert convert(data).text == "Different files, efficient offices"
    data = placed_pdf([text_lines("Years 1998\\0252004, copyright \\016c")])
    assert convert(data).text == "Years 1998–2004, copyright c"
    data = placed_pdf([text_lines("The \\020tides\\021 and name\\025value", "\\035oods come.")])
    assert convert(data).text == "The “tides” and name–value floods come."


@pytest.mark.parametrize(
    ("commands", "text"),
    [
        ("[(They may dev ) 285 (elop.)] TJ", "They may develop."),
        ("(enjo) Tj 3.6 Tc 22.7 0 Td (yt) Tj 0 Tc 13 0 Td (he tide) Tj", "enjoy the tide"),
        (f"2.5 Tc (HARBOR) Tj 0 Tc 75 0 Td ({FULL}) Tj", f"HARBOR {FULL}"),
    ],
)
def test_gaps_between_letters_decide_about_spaces(commands: str, text: str) -> None:
    drawing = f"BT /Helvetica 12 Tf 72 700 Td {commands} ET".encode()
    assert convert(placed_pdf([[]], extra=drawing)).text == text


@pytest.mark.parametrize("right", [300, 80])
def test_a_line_may_have_no_width_or_end_left_of_its_start(right: float) -> None:
    lines = [part("Two parts,", 300, right, 700, 10), part("one line.", 300, 340, 688, 10)]
    (block,) = blocks([Page(1, 800, lines)], [])
    assert block.lines == lines


def test_markup_in_the_text_begins_no_block() -> None:
    page = [*text_lines("# not a heading"), *text_lines(FULL, "Text.", top=600)]
    assert convert(placed_pdf([page])).text.startswith("\\# not a heading\n\n")


def test_pages_without_text_are_noted() -> None:
    document = load_bytes(pdf("a", "", "b", ""), "x.pdf")
    assert document.text == "a\n\nb"
    assert document.locations is not None
    assert document.locations.labels == [1, 3]
    assert document.notes == ("2 of 4 pages have no text: 2, 4 (scanned pages need OCR)",)
    assert load_bytes(pdf("a", ""), "x.pdf").notes == (
        "1 of 2 pages has no text: 2 (scanned pages need OCR)",
    )


def test_a_long_list_of_pages_is_abbreviated() -> None:
    (note,) = load_bytes(pdf("a", *[""] * 30), "x.pdf").notes
    assert note.startswith("30 of 31 pages have no text: 2, 3, ")
    assert note.endswith("20, 21, … (scanned pages need OCR)")


def test_no_text_at_all_is_an_error() -> None:
    with pytest.raises(LoadError, match=r"^x\.pdf: none of the PDF's 2 pages has text .*OCR"):
        load_bytes(pdf("", ""), "x.pdf")


def test_the_empty_password_is_tried_first() -> None:
    data = pdf("secret")
    assert load_bytes(encrypted(data, ""), "x.pdf").text == "secret"
    with pytest.raises(LoadError, match="encrypted and does not open without a password"):
        load_bytes(encrypted(data, "word"), "x.pdf")


@pytest.mark.parametrize("data", [b"%PDF-1.4", b"%PDF-1.4\n%%EOF", pdf("Hello")[:60]])
def test_a_truncated_pdf_is_an_error(data: bytes) -> None:
    with pytest.raises(LoadError, match=r"damaged or cut off|has no pages"):
        load_bytes(data, "x.pdf")


# ---- hostile files -------------------------------------------------------------------------------


def outcome(data: bytes) -> str:
    """Return the text, or the message of the error."""
    try:
        return load_bytes(data, "x.pdf").text
    except LoadError as error:
        return str(error)


def test_a_loop_in_the_tree_of_pages_ends() -> None:
    data = pdf("One", "Two")
    assert outcome(data.replace(b"/Kids [6 0 R", b"/Kids [2 0 R"))
    assert outcome(data.replace(b"/Count 2 /Kids", b"/Count 999999999 /Kids"))


def test_a_loop_in_the_outline_ends() -> None:
    data = placed_pdf([text_lines("One", FULL)], [("One", 1, 710), ("Two", 1, 600)])
    for before, after in ((b"/Prev ", b"/Next "), (b"/Parent 3 0 R /Dest", b"/First 3 0 R /Dest")):
        assert "One" in outcome(data.replace(before, after))


@pytest.mark.nightly
def test_a_page_of_five_million_characters_is_read_or_refused() -> None:
    lines = [
        b"BT /Helvetica 8 Tf 9 %d Td (%d %s) Tj ET" % (9 + i % 790, i, b"word " * 20)
        for i in range(50_000)
    ]
    assert outcome(placed_pdf([text_lines("One")], extra=b"\n" + b"\n".join(lines)))


@pytest.mark.nightly
def test_as_many_bookmarks_as_fit_are_read_or_refused() -> None:
    assert outcome(placed_pdf([text_lines("One")], [("One", 1, 710)] * 300_000)) == "# One"


def test_thousands_of_bookmarks_are_read() -> None:
    data = placed_pdf([text_lines("One", FULL)], [("Two", 1, 710)] * 20_000)
    assert outcome(data).startswith("One")


def test_pages_with_fonts_without_a_unicode_mapping_are_noted() -> None:
    shapes = "7KH WLGH ULVHV"  # numbers of the shapes of "The tide rises"
    data = placed_pdf([text_lines("Read."), text_lines(shapes, font="Courier")])
    font = b"/BaseFont /Courier"
    names = b" ".join(b"/g%d" % number for number in range(300, 358))
    unknown = font + b" /Encoding << /Type /Encoding /Differences [65 %s] >>" % names
    document = load_bytes(data.replace(font, unknown), "x.pdf")
    assert document.text == "Read."
    assert document.notes == ("1 of 2 pages has fonts without a Unicode mapping: 2 (needs OCR)",)
    data = placed_pdf([text_lines(shapes, font="Courier")])
    with pytest.raises(LoadError, match="map no characters to Unicode"):
        load_bytes(data.replace(font, unknown), "x.pdf")


def test_a_line_with_signs_of_code_in_another_font_is_within_the_code() -> None:
    lines = text_lines("if (tide > 2) {", "return;", "}", font="Courier")
    lines[1] = (90, *lines[1][1:3], "Helvetica", "harbor.open = true;")
    text = convert(placed_pdf([lines])).text
    assert re.sub(" +", " ", text) == "```\nif (tide > 2) {\n harbor.open = true;\n}\n```"
    lines[1] = (72, *lines[1][1:4], "It is high.")
    assert convert(placed_pdf([lines])).text.endswith("```\n\nIt is high.\n\n`}`")


def test_the_titles_of_slides_are_headings() -> None:
    slides = [
        [(60, 540, 16, "Helvetica-Bold", title), *text_lines("A boat", "A gull", top=400)]
        for title in ("The moon", "The bay", "The harbor", "The sea")
    ]
    data = placed_pdf(slides).replace(b"[0 0 600 800]", b"[0 0 800 600]")
    assert re.findall("^#+ (.*)$", convert(data).text, re.MULTILINE) == [
        "The moon", "The bay", "The harbor", "The sea",
    ]  # fmt: skip


def test_a_comment_in_another_font_is_within_the_code() -> None:
    code = text_lines("tide = moon + sun", "", "print(tide)", font="Courier")
    code[1] = (72, 686, 12, "Helvetica", "# as high as it gets")
    text = convert(placed_pdf([[*text_lines(FULL, "as follows:", top=740), *code]])).text
    assert text.endswith("```\ntide = moon + sun\n# as high as it gets\nprint(tide)\n```")


def test_a_footnote_is_no_end_of_a_split_word() -> None:
    note = (72, 640, 8, "Helvetica", "1 As the pilot has it.")
    pages = [[*text_lines(FULL, f"{FULL} into the har-", top=700), note], text_lines("bor.")]
    assert "into the harbor.\n\n1 As" in convert(placed_pdf(pages)).text


def test_each_footnote_is_a_paragraph() -> None:
    notes = (
        "1 As told by the miller of Aston in the year of",
        "the flood",
        "2 The second",
        "3 pigs",
    )
    page = text_lines(FULL, "Text.", top=700)
    page += [(72, 90 - 10 * i, 8, "Helvetica", note) for i, note in enumerate(notes)]
    text = convert(placed_pdf([page])).text
    assert text.endswith("Text.\n\n1 As told by the miller of Aston in the year of the flood\n\n"
                         "2 The second\n\n3 pigs")  # fmt: skip


def test_a_chapter_right_above_its_first_section_is_a_heading() -> None:
    bold = "Helvetica-Bold"
    page = [
        (72, 760, 20, bold, "The tides"), *text_lines(FULL, FULL, FULL, top=730),
        (72, 650, 12, bold, "2. The moon"), (72, 620, 12, bold, "2.1 Spring"),
        *text_lines(FULL, FULL, top=600),
    ]  # fmt: skip
    assert re.findall("^#+ .*$", convert(placed_pdf([page])).text, re.MULTILINE) == [
        "# The tides", "## 2. The moon", "## 2.1 Spring",
    ]  # fmt: skip


def test_a_soft_hyphen_within_a_line_is_a_hyphen() -> None:
    assert clean("tide \xadh prints help") == "tide -h prints help"


def test_entries_of_contents_without_dots_are_no_headings() -> None:
    bold = "Helvetica-Bold"
    entries = [
        part for i, title in enumerate(["The moon", "The bay"])
        for part in ((72, 700 - 40 * i, 18, bold, f"{i + 3} {title}"),
                     (400, 700 - 40 * i, 18, bold, str(i + 5)))
    ]  # fmt: skip
    page = [*entries, *text_lines(FULL, FULL, FULL, "It ends.", top=500)]
    assert "#" not in convert(placed_pdf([text_lines(FULL, FULL), page])).text


def code(*lines: tuple[float, str], top: float) -> list[Placed]:
    return [(left, top - 14 * i, 12, "Courier", text) for i, (left, text) in enumerate(lines)]


def test_code_goes_on_across_pages_with_other_margins() -> None:
    pages = [
        [*text_lines(FULL, f"{FULL}:", top=400), *code((72, "def tide():"), top=360)],
        [
            *code((136, "rise()"), (108, "fall()"), top=700),
            *text_lines(FULL, "is it.", top=600, left=108),
        ],
    ]
    text = convert(placed_pdf(pages)).text
    assert f"```\ndef tide():\n    rise()\nfall()\n```\n\n{FULL} is it." in text


def test_code_of_the_second_column_begins_at_the_left() -> None:
    columns = [
        *code((72, "if tide:"), (101, "rise()"), top=400),
        *code((320, "if moon:"), (349, "fall()"), top=700),
    ]
    assert convert(placed_pdf([columns])).text == (
        "```\nif tide:\n    rise()\nif moon:\n    fall()\n```"
    )


def test_commands_behind_a_prompt_are_code_in_each_font() -> None:
    page = [
        *text_lines(FULL, "is it."),
        *text_lines("$ make", top=640),
        *text_lines("cc tide.c", top=626, font="Courier"),
        *text_lines("It costs", "$ 5 or more.", top=580),
    ]
    assert convert(placed_pdf([page])).text == (
        f"{FULL} is it.\n\n```\n$ make\ncc tide.c\n```\n\nIt costs\n$ 5 or more."
    )


def test_a_centered_label_above_code_is_no_part_of_it() -> None:
    page = [
        (250.0, 700.0, 12.0, "Helvetica", "Makefile"),
        *code((72, "PROG = tide"), (72, "SRCS = moon"), top=686),
    ]
    assert convert(placed_pdf([page])).text == "Makefile\n\n```\nPROG = tide\nSRCS = moon\n```"


@pytest.mark.parametrize(
    ("text", "after", "expected"),
    [
        ("The tide rises for an hour-", "and-a-half until noon.", "an hour-and-a-half until"),
        ("The tide is read by the PDF-", "viewer until noon.", "the PDF-viewer until"),
        ("The tide-table has the eleva-", "tion until noon.", "the elevation until"),
    ],
)
def test_a_hyphen_of_a_compound_stays_at_the_end_of_a_line(
    text: str, after: str, expected: str
) -> None:
    assert expected in convert(placed_pdf([text_lines(text, after)])).text


def test_items_are_indented_below_those_that_contain_them() -> None:
    items = [(72, "1. Tides"), (90, "- Springs"), (108, "- Kings"), (90, "- Neaps"), (72, "2. Sea")]
    page = [(left, 700 - 14 * i, 12, "Helvetica", text) for i, (left, text) in enumerate(items)]
    assert convert(placed_pdf([page])).text == (
        "1. Tides\n   - Springs\n     - Kings\n   - Neaps\n2. Sea"
    )


def test_items_of_another_page_or_column_are_no_part_of_those_before() -> None:
    columns = [
        *((72.0, 300.0 - 14 * i, 12.0, "Helvetica", f"- Tide {i}") for i in range(3)),
        *((320.0, 700.0 - 14 * i, 12.0, "Helvetica", f"- Moon {i}") for i in range(3)),
    ]
    after = [(90.0, 700.0, 12.0, "Helvetica", "- Sun"), (108.0, 686.0, 12.0, "Helvetica", "- Wind")]
    assert convert(placed_pdf([columns, after])).text == (
        "- Tide 0\n- Tide 1\n- Tide 2\n- Moon 0\n- Moon 1\n- Moon 2\n- Sun\n  - Wind"
    )


def test_an_item_may_be_indented_in_its_first_line_only() -> None:
    page = [
        (90.0, 700.0, 12.0, "Helvetica", f"- {FULL}"),
        *text_lines("is read twice a day.", top=686),
        (90.0, 672.0, 12.0, "Helvetica", f"- {FULL}."),
        *text_lines("below the list.", top=658),
    ]
    assert convert(placed_pdf([page])).text == (
        f"- {FULL} is read twice a day.\n- {FULL}.\n\nbelow the list."
    )


def test_a_line_as_indented_as_the_first_begins_a_paragraph() -> None:
    page = [(90.0, *text_lines(FULL)[0][1:]), *text_lines(FULL, top=686)]
    page += [(90.0, 672.0, 12.0, "Helvetica", FULL), *text_lines("is it.", top=658)]
    assert convert(placed_pdf([page])).text == f"{FULL} {FULL}\n\n{FULL} is it."


def test_a_caption_stands_below_the_paragraph_that_goes_on_behind_it() -> None:
    caption = (150, 610, 12, "Helvetica", "Figure 1. A gauge.")
    rest = text_lines("and it goes on.", top=580)
    page = [*text_lines(FULL, FULL), caption, *rest]
    content = convert(placed_pdf([text_lines(FULL, "The end."), page]))
    assert f"{FULL} and it goes on.\n\nFigure 1. A gauge." in content.text


def test_numbers_of_lines_in_the_margin_and_links_of_titles_are_removed() -> None:
    text = text_lines(*(FULL,) * 6, "7", "The end.", left=100)
    numbers = [(60.0, y, 12.0, "Courier", str(i)) for i, (_, y, *_) in enumerate(text, 1)]
    links = [(500.0, 500.0 - 40 * i, 12.0, "Helvetica", "[edit]") for i in range(3)]
    content = convert(placed_pdf([[*text, *numbers], [*text, *numbers, *links]]))
    reasons = [each.reason for each in content.removed]
    assert reasons == ["line number"] * 16 + ["edit link"] * 3
    assert content.text.count("7") == 2
    few = convert(placed_pdf([[*text, *numbers], [*text, *links[1:]]])).text
    assert few.count("[edit]") == 2
    assert few.count("8") == 1


def test_a_footer_of_most_pages_is_removed_where_text_comes_close_also_one_of_signs() -> None:
    pages: list[list[Placed]] = []
    for i in range(7):
        low = [f"The quay {letter}{i % 2}." for letter in "abcdef"]
        text = text_lines(*(f"{FULL} {low[0]}" for _ in range(i + 1)), top=700 - i)
        near = text_lines(*low, top=130 if i else 330)
        footer = (72.0, 44.0, 12.0, "Helvetica", "Tides of the bay")
        pages.append([*text, *near, footer, (300.0, 30.0, 12.0, "Helvetica", ")")])
    found = convert(placed_pdf(pages)).text
    assert "Tides" not in found
    assert ")" not in found
    assert found.count("The quay f") == 7
