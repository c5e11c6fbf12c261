"""Running headers and footers of plain text."""

import pytest

from chunking.loading.load import load_bytes
from chunking.loading.text_pages import without_furniture

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
    assert "removed: running footer (4), running header (3)" in document.notes
    assert "[Page 2]" in document.restored().text


@pytest.mark.parametrize(
    "text",
    [
        pages("The ferry left at six.", "The tide was low."),
        "\f".join(f"Chapter {word}\n\nThe tide was {word}.\n" for word in ("low", "high", "calm")),
        "\f" * 9,
        "",
    ],
)
def test_a_text_without_such_lines_is_unchanged(text: str) -> None:
    assert without_furniture(text) == (text, ())
