"""List items that consist of several blocks."""

import pytest

from chunking.core.document import Document
from chunking.units.items import item_numbers
from chunking.units.layout import layout


def numbers(text: str, media_type: str) -> list[int]:
    """Return the number of the item of each block."""
    document = Document(text, media_type=media_type)
    found: list[int] = item_numbers(document.text, layout(document).blocks).tolist()
    return found


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("- one\n\n  more\n\n  ```\n  f()\n  ```\n- two\n\nAfter.", [0, 0, 0, 3, -1]),
        ("- one\n  - inner\n\n    more\n\n  outer", [0, 1, 1, -1]),
        ("1. one\n\n# T\n\n   text", [0, -1, -1]),
        ("Text.\n\n    code", [-1, -1]),
        ("", []),
    ],
)
def test_an_item_of_markdown_has_the_blocks_that_are_indented_in_it(
    text: str, expected: list[int]
) -> None:
    assert numbers(text, "text/markdown") == expected


@pytest.mark.parametrize(
    ("text", "media_type", "expected"),
    [
        ("  (a) One is.\n\n      It goes on.\n\n  (b) Two is.", "text/plain", [0, 0, 2]),
        ("1.1. One\n1.2. Two\n", "text/plain", [0, 1]),
        ("\\item[One] It is.\n\n  More.\n\nText.", "text/x-tex", [0, 0, -1]),
        ("A word.\n\n  It is quoted.", "text/plain", [-1, -1]),
    ],
)
def test_an_item_of_text_has_a_bullet_a_number_or_a_letter(
    text: str, media_type: str, expected: list[int]
) -> None:
    assert numbers(text, media_type) == expected
