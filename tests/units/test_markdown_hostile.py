"""Large hostile texts, on which a quadratic block scanner of Markdown would take minutes."""

import pytest
from hostile import SCALE

from chunking.units.markdown import scan

N = 40_000 // SCALE
M = 1_000_000 // SCALE
HOSTILE = {
    "headings": ("# h\n" * N, N),
    "blank lines": (" \n" * N + "a", 1),
    "one line": ("a" * 5 * M, 1),
    "one line of hashes": ("#" * 5 * M, 1),
    "one line of backticks": ("`" * 5 * M, 1),
    "one line of tags": ("<a " * M, 1),
    "one line of attributes": ("<a" + " b='c'" * M, 1),
    "one line of blanks": (" " * 5 * M + "a", 1),
    "quotes in quotes": (">" * 2 * N + "a", 1),
    "quotes in quotes, lazy lines": (">" * N + "a\n" + "b\n" * N, 1),
    "quotes in quotes, then one": (">" * N + "a\n" + ">\n" * N, 1),
    "items in items": ("- " * 2 * N + "a", 1),
    "items in items, a marker at the end": ("- " * 4 * N + "a -", 1),
    "items of three markers": ("- * 1. " * N + "a", 1),
    "a rule of many marks": ("- " * N, 1),
    "items in items, lazy lines": ("- " * N + "a\n" + "b\n" * N, 1),
    "items in items, blank lines": ("- " * N + "a\n" + "\n \n" * N, 1),
    "items in a quote, then the quote": ("> " + "- " * N + "a\n" + ">\n" * N, 1),
    "items without text": ("-\n" * N, N),
    "ever deeper items": ("".join("  " * i + "- a\n" for i in range(800)), 800),
    "fences that close nothing": ("`````\n" + "````\n" * N, 1),
    "fences ever shorter": ("\n".join("`" * k for k in range(1500, 2, -1)), 1),
    "comments that nothing closes": ("<!--\n" * N, 1),
    "front matter that nothing closes": ("---\n" + "--- a\n" * N, 2),
    "underlines below definitions": ("[a]: b\n" + "===\n" * N, N // 2 + 1),
    "definitions": ("[a]: b\n" * N + "===", 1),
    "brackets": ("[" * M + "\n===", 1),
    "titles that nothing closes": ("[a]: b\n'" + "x\n" * N + "===", 2),
    "delimiter rows": ("a|b\n" + "-|-|-\n" * N, 2),
    "pipes": ("|a\n" * N, 1),
    "items below each other": ("- a\n" * N, N),
    "items with blank lines": ("- a\n\n\n" * N, N),
    "an item that goes on": ("- a\n" + "b\n" * N + "12) c", 2),
    "an item and items in it": ("- a\n  - b\n" * N, 2 * N),
    "quoted lines": ("> a\n" * N, 1),
    "a table that prose goes on with": ("|a\n" * N + "|-\n" + "b\n" * N, 1),
    "a paragraph and a definition": ("a\n" * N + ":\n", 1),
    "tabs and quotes": (">\t" * N + "a", 1),
    "surrogates and nulls": ("\ud800\0\r" * N, 1),
}


@pytest.mark.parametrize(("text", "count"), HOSTILE.values(), ids=HOSTILE)
def test_large_hostile_texts_have_the_expected_number_of_units(text: str, count: int) -> None:
    units, _ = scan(text)  # a tenth of a second; minutes if the time were quadratic
    assert len(units) == count
