"""Titles of a PDF that are hardly larger than its text, and the levels of numbered ones."""

import re
from typing import TypeAlias

from loadable import placed_pdf

from chunking.loading.pdf.convert import convert

Placed: TypeAlias = tuple[float, float, float, str, str]

FULL = "A line that is as long as the column is wide, so that the text goes on"
TITLE: list[Placed] = [
    (72, 790, 20, "Helvetica", "Tides of the northern harbors"),
    (72, 770, 12, "Helvetica", FULL),
]


def sections(
    *titles: str, size: float = 12, font: str = "Helvetica", left: float = 72
) -> list[Placed]:
    """Return titles apart from the texts below them, which begin with an indented line."""
    found: list[Placed] = []
    for i, title in enumerate(titles):
        top = 720 - 100 * i
        found.append((left, top, size, font, title))
        found += [(90, top - 24, 12, "Helvetica", FULL[:-6]), (72, top - 38, 12, "Helvetica", FULL)]
        found.append((72, top - 52, 12, "Helvetica", "It ends here."))
    return found


def headings(page: list[Placed]) -> list[str]:
    return re.findall("^#+ .*$", convert(placed_pdf([page])).text, re.MULTILINE)


def test_numbered_lines_as_large_as_the_text_are_titles_and_parts_are_deeper() -> None:
    titles = ("I. HARBORS", "A. Spring tides", "B. Neap tides", "II. METHODS", "C. Gauges")
    assert headings([*TITLE, *sections(*titles)]) == [
        "# Tides of the northern harbors",
        "## I. HARBORS",
        "### A. Spring tides",
        "### B. Neap tides",
        "## II. METHODS",
        "### C. Gauges",
    ]


def test_a_part_right_below_a_numbered_title_is_one_too() -> None:
    page = [
        *TITLE,
        (72, 745, 12, "Helvetica-Bold", "1 Harbors"),
        *sections("1.1 Gauges", "1.2 Moons", "2 Methods", font="Helvetica-Bold"),
    ]
    assert headings(page)[1:] == ["## 1 Harbors", "### 1.1 Gauges", "### 1.2 Moons", "## 2 Methods"]


def test_centered_titles_are_found_by_their_numbers_and_capitals() -> None:
    page = [*TITLE, *sections("1. Spring tides", "2. Neap tides", "REFERENCES", left=250)]
    assert headings(page)[1:] == ["## 1. Spring tides", "## 2. Neap tides", "## REFERENCES"]


def test_other_lines_apart_are_no_titles() -> None:
    names = ("Spring tides", "5 miles out", "1. a quay", "2. a pier")
    assert headings([*TITLE, *sections(*names)]) == ["# Tides of the northern harbors"]


def test_numbered_items_are_no_titles() -> None:
    page = list(TITLE)
    for i in range(3):
        top = 720 - 60 * i
        page.append((72, top, 12, "Helvetica", f"{i + 1}. The quay of harbor {i}"))
        page += [(90, top - 24 - 14 * j, 12, "Helvetica", FULL) for j in range(2)]
    assert headings(page) == ["# Tides of the northern harbors"]


def test_bold_and_other_titles_a_little_larger_than_the_text_are_titles() -> None:
    bold = sections("Spring tides", "Neap tides", size=13.2, font="Helvetica-Bold")
    plain = sections("Spring tides", "Neap tides", size=13)
    expected = ["# Tides of the northern harbors", "## Spring tides", "## Neap tides"]
    assert headings([*TITLE, *bold]) == headings([*TITLE, *plain]) == expected


def test_titles_with_the_next_number_are_as_deep_though_their_sizes_differ() -> None:
    page = sections("1 Harbors", "1.1 Spring tides", "1.2 Neap tides", "2 Methods", size=15)
    page = [
        (left, y, 15.4 if text.startswith(("1.2", "2 ")) else size, font, text)
        for left, y, size, font, text in page
    ]
    assert headings([*TITLE, *page])[1:] == [
        "## 1 Harbors",
        "### 1.1 Spring tides",
        "### 1.2 Neap tides",
        "## 2 Methods",
    ]


def test_a_bold_title_may_have_two_lines() -> None:
    bold = "Helvetica-Bold"
    page = [*TITLE, *sections("1. Harbors", "3. Methods", font=bold)]
    page += [
        (72, 510, 12, bold, "2. Spring tides of the harbors in the far north"),
        (72, 496, 12, bold, "and their gauges"),
        (72, 470, 12, "Helvetica", FULL),
    ]
    assert "## 2. Spring tides of the harbors in the far north and their gauges" in headings(page)


def test_a_row_that_heads_a_table_is_no_title() -> None:
    row = [(72, 500, 12, "Helvetica-Bold", "Harbor"), (250, 500, 12, "Helvetica-Bold", "Depth")]
    page = [*TITLE, *sections("Tides"), *row, (72, 480, 12, "Helvetica", FULL)]
    assert headings(page) == ["# Tides of the northern harbors"]


def test_a_chapter_is_above_its_sections_though_its_number_is_smaller_than_its_title() -> None:
    page = [
        (72, 820, 24, "Helvetica", "Tides of the harbors"),
        (72, 804, 12, "Helvetica", FULL),
        (72, 784, 18, "Helvetica-Bold", "Chapter 1"),
        (72, 760, 24, "Helvetica-Bold", "Harbors"),
        *sections("1.1 Gauges", "1.2 Moons", size=15),
    ]
    assert headings(page)[1:] == ["# Chapter 1 Harbors", "## 1.1 Gauges", "## 1.2 Moons"]


def test_a_word_in_bold_below_the_title_is_a_heading_of_the_text() -> None:
    word: Placed = (72, 768, 14, "Helvetica-Bold", "Tides")
    page = [TITLE[0], word, (72, 745, 12, "Helvetica", "They come."), *sections("Gauges", size=14)]
    assert headings(page) == ["# Tides of the northern harbors", "## Tides", "### Gauges"]


def test_three_larger_lines_below_each_other_are_no_title() -> None:
    cited = ("M. Brook: Tides of the", "northern harbors and", "their gauges, 2011")
    page = [*TITLE, *sections("Spring tides", "Neap tides", size=16)]
    page += [(72, 500 - 18 * i, 14, "Helvetica", text) for i, text in enumerate(cited)]
    assert headings(page)[1:] == ["## Spring tides", "## Neap tides"]


def test_a_title_without_a_bookmark_in_the_style_of_one_is_a_heading() -> None:
    page = [*TITLE, *sections("Harbors (2)", "Gauges (3)", size=13)]
    found = convert(placed_pdf([page], [("Harbors (2)", 1, 735)])).text
    assert "# Gauges (3)\n" in found
    plain = [(*each[:2], 12.0, *each[3:]) for each in page]
    assert "# Gauges" not in convert(placed_pdf([plain], [("Harbors (2)", 1, 735)])).text
