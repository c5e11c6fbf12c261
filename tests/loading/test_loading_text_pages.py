"""Running headers and footers of plain text."""

import pytest

from chunking.core.origin import restore
from chunking.loading.load import load_bytes
from chunking.loading.text_pages import with_short_rows, without_furniture
from chunking.units.layout import layout

PAGE = "Harbor Guide      May 2003\n\n\n   {}\n\n\n\nLowry     Informational     [Page {}]\n\f"


def pages(*texts: str) -> str:
    return "".join(PAGE.format(text, number) for number, text in enumerate(texts, start=1))


def test_lines_that_recur_on_pages_are_removed_and_noted() -> None:
    text = pages("The ferry left at six.", "Nobody had seen the", "tide. It was low.", "Calm.")
    document = load_bytes(text.encode(), "guide.txt")
    assert document.text == (
        "Harbor Guide      May 2003\n\n\n   The ferry left at six.\n\n"
        "   Nobody had seen the\n   tide. It was low.\n\n   Calm."
    )
    assert "removed: running footers (4), running headers (3)" in document.notes
    assert "[Page 2]" in document.restored().text


def paged(above: str, below: str, *, lines: int = 50) -> str:
    """Return six pages of numbered lines, with a line above and below the text of each."""
    return "".join(
        f"{above.format(page)}\n\n\n"
        + "".join(f"   Tide {page} at noon, reading {line}.\n" for line in range(lines))
        + f"\n\n\n{below.format(page)}\n\n\n\n"
        for page in range(1, 7)
    )


def test_pages_of_equal_length_need_no_form_feeds() -> None:
    text, removed = without_furniture(paged("Harbor Guide  {}", "Lowry    May 2003"))
    assert text.startswith("Harbor Guide  1\n\n\n   Tide 1 at noon, reading 0.\n")
    assert "reading 49.\n\n   Tide 2 at noon, reading 0.\n" in text
    assert [each.text for each in removed][:3] == [
        "Lowry    May 2003",
        "Harbor Guide  2",
        "Lowry    May 2003",
    ]


@pytest.mark.parametrize(
    "text",
    [
        "".join(paged("Chapter {}", "", lines=40 + 9 * n) for n in range(6)),
        paged("Sonnet {}", "", lines=14),
        pages("The ferry left at six.", "The tide was low."),
        "\f".join(f"Chapter {word}\n\nThe tide was {word}.\n" for word in ("low", "high", "calm")),
        "\f" * 9,
        "",
    ],
)
def test_a_text_without_such_lines_is_unchanged(text: str) -> None:
    assert without_furniture(text) == (text, ())


def test_codes_of_a_terminal_are_removed_and_can_be_restored() -> None:
    written = "\x1b[1;32mEbb\x1b[0m tide.\n\nFlood \x1b[4mtide\x1b[m.\n"
    document = load_bytes(written.encode(), "a.txt")
    assert document.text == "Ebb tide.\n\nFlood tide.\n"
    assert document.notes == ("removed: terminal codes (4)",)
    assert document.restored().text == written


def test_releases_at_the_start_of_pages_stay() -> None:
    names = [f"Release {major}.{minor}" for major in (2, 1) for minor in (7, 3, 2)]
    pages = [f"{name}\n\n* {word}.\n" for name, word in zip(names, "abcdef", strict=True)]
    assert without_furniture("\f".join(pages)) == ("\f".join(pages), ())


def test_rows_are_little_longer_than_their_titles() -> None:
    frame, row, title = "-" * 70, "=" * 78, "Harbor of Lowry and its quays"
    text = f"{frame}\nTides\n{frame}\nEbb.\n\n{row}\n\n{title}\n{row}\n\nFlood."
    short, removed = with_short_rows(text)
    assert short == (
        f"{frame[:20]}\nTides\n{frame[:20]}\nEbb.\n\n{row[:20]}\n\n"
        f"{title}\n{row[: len(title) + 4]}\n\nFlood."
    )
    assert restore(short, removed, None)[0] == text


@pytest.mark.parametrize(
    "text",
    [
        f"Ebb\n{'-' * 70}\nFlood",
        f"{'-' * 70}\nport   ebb   flood\n{'-' * 70}",
        f"{'Tide table of the year ' * 3}\n{'=' * 68}\n\nEbb.",
    ],
)
def test_rows_of_tables_and_as_long_as_titles_stay(text: str) -> None:
    assert with_short_rows(text) == (text, ())


def test_titles_of_restructuredtext_are_no_longer_than_their_rows() -> None:
    row, title = "#" * 79, "Tide tables of the harbor of Lowry"
    text = f".. A comment.\n\n{row}\n{title}\n{row}\n\nEbb.\n\n.. Another.\n\n{row}\n\nFlood.\n"
    document = load_bytes(text.encode(), "tides.rst")
    short = row[: len(title) + 4]
    assert document.text == f"{short}\n{title}\n{short}\n\nEbb.\n\n{row[:20]}\n\nFlood.\n"
    assert [path[-1] for path in layout(document).outline.paths] == [title]
    assert restore(document.text, document.removed, None)[0].replace("\n", "") == text.replace(
        "\n", ""
    )
