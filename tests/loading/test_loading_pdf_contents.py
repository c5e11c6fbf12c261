"""Tables of contents of a PDF, which are left out."""

from loadable import placed_pdf

from chunking.core.origin import Removed
from chunking.loading.pdf.convert import convert

TITLES = ("1 Harbors", "2 Spring tides", "3 Neap tides", "4 Gauges")


def page_of(entries: list[str], *, title: str) -> list[tuple[float, float, float, str, str]]:
    """Return a page with a title, entries, and the sections that they may be of."""
    lines = [(72.0, 760 - 14.0 * i, 12.0, "Helvetica", text) for i, text in enumerate(entries)]
    texts = [
        (72.0, 560 - 60.0 * i - 20 * j, 12.0 if j else 16.0, "Helvetica", text)
        for i, each in enumerate(TITLES)
        for j, text in enumerate((each, f"The water is at its height {i + 2} hours later."))
    ]
    return [(72.0, 790.0, 16.0, "Helvetica", title), *lines, *texts]


def removed(page: list[tuple[float, float, float, str, str]]) -> tuple[list[str], str]:
    """Return what is removed as a table of contents, and the text."""
    content = convert(placed_pdf([page]))
    found: list[Removed] = [each for each in content.removed if each.reason == "contents line"]
    return [each.text for each in found], content.text


def test_a_table_of_contents_is_removed_and_its_sections_are_not() -> None:
    entries = [f"{title} . . . . . {i}" for i, title in enumerate(TITLES, 1)]
    texts, text = removed(page_of(entries, title="Contents"))
    assert texts == ["Contents", *entries]
    assert text.startswith("# 1 Harbors\n\nThe water is at its height 2 hours later.\n\n# 2 Spring")


def test_a_long_entry_has_two_lines() -> None:
    entries = ["1 Harbors 1", "2 Spring tides, and what", "is known of them 2", "4 Gauges 3"]
    texts, _ = removed(page_of(entries, title="Table of Contents"))
    assert texts == ["Table of Contents", *entries]


def test_rows_whose_numbers_are_no_pages_are_kept() -> None:
    entries = [f"{title} {9 - i}" for i, title in enumerate(TITLES)]
    texts, _ = removed(page_of(entries, title="Contents"))
    assert texts == []


def test_a_list_of_what_no_line_of_the_text_names_is_kept() -> None:
    entries = ["Screws 3", "Ropes 4", "Buckets 5", "Gauges of the quay 7"]
    texts, text = removed(page_of(entries, title="Contents"))
    assert texts == []
    assert "Ropes 4" in text


def test_a_list_of_titles_without_pages_that_recur_is_removed() -> None:
    texts, text = removed(page_of([title[2:] for title in TITLES], title="Contents"))
    assert texts == ["Contents", *(title[2:] for title in TITLES)]
    assert text.startswith("# 1 Harbors")


def test_a_title_of_contents_alone_on_its_page_is_removed() -> None:
    title = [(72.0, 790.0, 16.0, "Helvetica", "Contents")]
    assert convert(placed_pdf([title, page_of([], title="Tides")])).text.startswith("# Tides")
