"""Section titles and literal blocks of reStructuredText."""

import pytest

from chunking.core.document import Document
from chunking.core.units import UNIT_KINDS
from chunking.units.layout import layout
from chunking.units.restructuredtext import restructuredtext


def paths(text: str) -> list[str]:
    return [" > ".join(path) for path in restructuredtext(text)[1].paths]


def fences(text: str) -> list[str]:
    found = layout(Document(text, media_type="text/x-rst"))
    spans = zip(found.protected_starts, found.protected_ends, strict=True)
    return [text[a:b] for a, b in spans]


def test_levels_follow_the_first_use_of_a_style() -> None:
    text = """
=====
 Top
=====

Text.

One
===

Deep
----
Text.

Two
=====

Top
===
"""
    assert paths(text) == ["Top", "Top > One", "Top > One > Deep", "Top > Two", "Top > Top"]


def test_titles_are_blocks_without_inline_markup() -> None:
    text = "The ``os`` :mod:`sys` module\n============================\nText.\n"
    blocks, outline = restructuredtext(text)
    assert list(outline.paths) == [("The os sys module",)]
    assert [UNIT_KINDS[kind].value for kind in blocks.kinds] == ["heading", "paragraph"]
    assert text[blocks.starts[1] :] == "Text.\n"


@pytest.mark.parametrize(
    "text",
    [
        "Too long\n====",
        "Two lines\nof text\n=======",
        "Text.\n\n-----\n\nText.",
        "=====  =====\nOne    Two\n=====  =====\n1      2\n=====  =====",
        "+-----+\n| One |\n+-----+",
        "Example::\n\n    Title\n    =====\n\nText.",
        "A\n..",
        "",
    ],
)
def test_texts_without_titles(text: str) -> None:
    assert paths(text) == []


def test_literal_blocks_are_fences() -> None:
    text = "Run it::\n\n    a = 1\n\n      b\n\nText.\n\n"
    text += ".. code-block:: c\n   :name: x\n\n   int x;\n\nEnd."
    assert fences(text) == [
        "    a = 1\n\n      b",
        ".. code-block:: c\n   :name: x\n\n   int x;",
    ]


@pytest.mark.parametrize(
    "text",
    [
        "Text::\n\nNot indented.",
        ".. note::\n\n   A note.",
        "Text::\n    same paragraph",
        "a::\n\n\t\r",
    ],
)
def test_texts_without_literal_blocks(text: str) -> None:
    assert fences(text) == []


@pytest.mark.parametrize("line_end", ["\n", "\r\n", "\r"])
def test_line_ends(line_end: str) -> None:
    text = "One\n===\n\nRun::\n\n\ta\n\nTwo\n---\n".replace("\n", line_end)
    assert paths(text) == ["One", "One > Two"]
    assert fences(text) == ["\ta"]


def test_two_colons_alone_belong_to_their_literal_block() -> None:
    text = "Text.\n\n::\n\n   code\n\nMore.\n"
    found = layout(Document(text, media_type="text/x-rst"))
    spans = zip(found.protected_starts, found.protected_ends, strict=True)
    assert [text[start:end] for start, end in spans] == ["::\n\n   code"]


def test_doctest_blocks_are_fences() -> None:
    text = "Add them:\n\n>>> 1 + 2\n3\n>>> 4\n4 \n\nText with >>> in it.\n\n"
    text += "   >>> print('tide')\n   tide\n\nEnd."
    assert fences(text) == [">>> 1 + 2\n3\n>>> 4\n4", "   >>> print('tide')\n   tide"]


def test_a_prompt_in_a_literal_block_is_no_block_of_its_own() -> None:
    text = "Add them::\n\n    >>> 1 + 2\n    3\n\n    >>> 4\n    4\n\nEnd."
    assert fences(text) == ["    >>> 1 + 2\n    3\n\n    >>> 4\n    4"]


def test_a_prompt_that_is_underlined_is_a_title() -> None:
    text = ">>> add\n=======\n\nText.\n"
    assert paths(text) == [">>> add"]
    assert fences(text) == []


@pytest.mark.parametrize("rows", [9, 90])
def test_a_simple_table_is_one_block_and_has_no_headings(rows: int) -> None:
    border = "====  ====\n"
    spanning = "Tides of the spring\n-------------------\n"
    table = f"{border}One   Two\n{border}{spanning}{'a     b,' + chr(10) + '      c' + chr(10)}"
    text = table + "a     b\n" * rows + border + "\nText.\n"
    blocks, outline = restructuredtext(text)
    assert len(outline.starts) == 0
    assert len(blocks) == 2
