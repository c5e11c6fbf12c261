"""Comments and formatting tags are removed from Markdown, and everything else stays."""

import json

import pytest

from chunking import chunk
from chunking.core.origin import restore
from chunking.loading import load_bytes
from chunking.loading.markdown_tags import without_tags
from chunking.strategies import Headings


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('1. <span class="term" id="1">Rent</span> is due.', "1. Rent is due."),
        (
            "10<sup>6</sup> m<sub>2</sub>, <kbd>Ctrl</kbd>+<b>C</b>",
            "10<sup>6</sup> m<sub>2</sub>, Ctrl+C",
        ),
        ("| low<br>high | ebb<BR /> flow |", "| low<br>high | ebb flow |"),
        ("Spring.<br>\nNeap.", "Spring.\nNeap."),
        ('<a id="ebb"></a>\n## <a name="x">Ebb</a>\n', "## Ebb\n"),
        ("Line\n  <!-- of two\n\nlines -->  \nline", "Line\nline"),
        ('See <a href="t.html">the <b>table</b></a>.', 'See <a href="t.html">the table</a>.'),
        ("A `one\n\n<b>two` b", "A `one\n\ntwo` b"),
        ("<a> <img src=x></a>\nThe <a>tides</a>.", "The tides."),
        ("<ruby>潮<rp>(</rp><rt>cháo</rt><rp>)</rp></ruby>", "潮(cháo)"),
    ],
)
def test_tags_without_words_are_removed_and_can_be_restored(text: str, expected: str) -> None:
    found, removed = without_tags(text)
    assert found == expected
    assert restore(found, removed, None)[0] == text


@pytest.mark.parametrize(
    "text",
    [
        "The tag `<b>` and ``a ` <i>`` and ```<u>```",
        "The tag \\<b> and \\`<http://a.example>",
        "```html\n<span>x</span> <!-- y -->\n```\n",
        "> ```\n> <span>\n> ```",
        "- item\n\n      <b>code</b>\n",
        "---\ntitle: <b>Ebb</b>\n---\n",
        "a < b, x <y and <Tide> or <bold>, and <!-- open",
        "Ebb<p>Low",
    ],
)
def test_code_blocks_and_other_text_stay(text: str) -> None:
    assert without_tags(text) == (text, ())


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('<p align="center">Low</p>', "Low"),
        ("<div>\n<i>Slack</i>\n</div>", "\nSlack\n"),
        ("<details>\n<summary>More</summary>\n\nEbb\n\n</details>\n", "\nMore\n\nEbb\n\n\n"),
        ("Ebb\n\n&nbsp;\n\nFlood", "Ebb\n\n\n\nFlood"),
        ("<p>\nEbb\n</p>\n<p>\nFlood\n</p>", "\nEbb\n\n\nFlood\n"),
        ('<img src="a.png" alt="The sea"> and <img src=b>.', " and ."),
        ('<a href="u"><img src="b.svg"></a> <a href="u">\n<img alt=" "></a>\nEbb', "Ebb"),
        ('<h1 align="center">\n  <img alt="A">\n  The sea\n</h1>', "<h1>\nThe sea\n</h1>"),
        ("Ebb\n<H3 id=a>Flood</H3>\nslack", "Ebb\n<H3>Flood</H3>\nslack"),
        ('<h1 id="a">\n\nThe sea\n\n</h1>', "\n\nThe sea\n\n"),
        ('<h2 align="center"><img src="a.svg"></h2>\nEbb', "Ebb"),
        ("[![ci](a.svg)](b) [![npm][c]][d]\nEbb [![x](y)][z]", "Ebb "),
        ("| Ebb    |\n|:------:|\n| ------ |", "| Ebb    |\n|:---:|\n| ------ |"),
        ('<a\n  class="b"\n  href="u"\n  >Ebb</a\n>', '<a href="u">Ebb</a>'),
        (
            '<p>\n   <table id="a">\n   <tr><th id="b">1</th><td colspan="2">2</td></tr></table>',
            '\n<table>\n<tr><th>1</th><td colspan="2">2</td></tr></table>',
        ),
    ],
)
def test_pictures_and_tags_around_blocks_are_removed(text: str, expected: str) -> None:
    found, removed = without_tags(text)
    assert found == expected
    assert restore(found, removed, None)[0] == text


EBB = "\n\nEbb"
ENTRIES = "- [Ebb](#ebb)\n  - [Low](#low)\n- 2. [Flood](#flood_(tide))"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("[t]: http://a.example 'Tides'\n[b]: <c.html>\nEbb [t].\n", "Ebb [t].\n"),
        ("Ebb.\n\n[t]:\n  #low\n  (Low)\n\nFlood.", "Ebb.\n\n\nFlood."),
        (f"# Tides\n\n{ENTRIES}\n\nEbb.", "# Tides\n\n\n\nEbb."),
        (f"# Tides\n\n## Contents\n{ENTRIES}\n\n## Ebb\n", "# Tides\n\n\n\n## Ebb\n"),
        (f"Links:\n{ENTRIES}\n\n# Ebb\n", "\n\n# Ebb\n"),
        ("[Ebb](#e) | [Low](#l) | [More](m)\n[Flood](#f)\n\nEbb.\n", "\n\nEbb.\n"),
        ("<p>\n<a href='#e'>Ebb</a> • <a href='#l'>Low</a><a href=#f>Flood</a>\n</p>\n\nEbb", EBB),
        (f"# Contents\n{ENTRIES}\n\nEbb.\n", "# Contents\n\n\nEbb.\n"),
        (f"**Table of Contents**  *generated with [D](t)*\n\n{ENTRIES}\n", "\n"),
        (f"Contents\n---\n{ENTRIES}\n\n---\n# Ebb\n", "\n\n\n# Ebb\n"),
        ("Ebb\n\n---\n\n# Flood\n\n* * *\n", "Ebb\n\n\n\n# Flood\n\n\n"),
        ("---\n# Flood\n---\nLow\n\n---\nEbb", "\n# Flood\n\nLow\n\n---\nEbb"),
        ("![v](https://img.shields.io/a) ![sea](sea.png)\n<hr>\n", " ![sea](sea.png)\n\n"),
        ("[![v](a/b%20(c))](d (e))\nEbb", "Ebb"),
        ("<table>\n<tr><td><img src=a></td></tr>\n</table>\nEbb", "Ebb"),
        ('<a href="t.html">💻</a> <a href="t.html">📖 1</a>', ' <a href="t.html">📖 1</a>'),
    ],
)
def test_definitions_of_links_and_tables_of_contents_are_removed(text: str, expected: str) -> None:
    found, removed = without_tags(text)
    assert found == expected
    assert restore(found, removed, None)[0] == text


@pytest.mark.parametrize(
    "text",
    [
        "Ebb\n\n---\n\nFlood\n",
        "[^1]: See http://a.example\n\nEbb.",
        "[Ann]: Yes.\n\nEbb.",
        "[t]: http://a.example two words here\n",
        "[t]: http://a.example\n",
        "- [Ebb](#ebb)\n- [Flood](#flood)\n",
        "As in [Ebb](#ebb), [Low](#low) and [Flood](#flood) it goes.\n",
        "- [Ebb](#ebb) goes out\n- [Flood](#flood) comes in\n- [Neap](#neap) is small\n",
        "- [Ebb](ebb.md)\n- [Flood](flood.md)\n- [Neap](neap.md)\n",
    ],
)
def test_footnotes_and_other_lists_stay(text: str) -> None:
    assert without_tags(text) == (text, ())


def test_a_loaded_file_has_the_words_alone_in_its_title_headings_and_text() -> None:
    text = '# <span id="t">Lease</span>\n\nFlat 3.\n\n<!-- draft -->\n## Rent <tt>net</tt>\n\nDue.'
    document = load_bytes(text.encode(), "lease.md")
    assert document.title == "Lease"
    assert document.text == "# Lease\n\nFlat 3.\n\n## Rent net\n\nDue."
    assert document.notes == ("removed: HTML tags (4), comment (1)",)
    assert document.restored().text == text
    assert chunk(document, Headings(merge_below=0)).chunks[-1].heading_path == ("Lease", "Rent net")


def test_tags_in_cells_of_a_notebook_are_removed_at_their_places() -> None:
    cells = [
        {"cell_type": "markdown", "source": "# <b>Ebb</b>"},
        {"cell_type": "code", "source": "print('<b>')"},
        {"cell_type": "markdown", "source": "A <u>tide</u>."},
    ]
    book = {"nbformat": 4, "metadata": {"language_info": {"name": "python"}}, "cells": cells}
    document = load_bytes(json.dumps(book).encode(), "a.ipynb")
    assert document.text == "# Ebb\n\n```python\nprint('<b>')\n```\n\nA tide."
    assert document.restored().text.endswith("A <u>tide</u>.")
    assert document.restored().text.startswith("# <b>Ebb</b>\n")


def test_a_text_with_tags_stays_where_it_is_no_markdown() -> None:
    assert load_bytes(b"Press <kbd>q</kbd>.", "keys.txt").text == "Press <kbd>q</kbd>."


def test_a_picture_that_is_a_title_leaves_its_words() -> None:
    text = (
        "# [![Tide table](a.png)](https://tides.example)\n\n## ![Ebb](b.png)\n\n# [![](c.png)](d)\n"
    )
    assert without_tags(text)[0] == "# Tide table\n\n## Ebb\n\n# \n"


def test_links_at_the_start_are_a_menu_and_pictures_in_links_have_no_words() -> None:
    menu = "[日本語](ja.md) |\n<a href='es.md'>Español</a>\n\n"
    kept = "# Tides\n\nTwice a day.\n\n[Ebb](a.md) | [Flood](b.md)\n"
    picture = '<a href="x">\n<picture>\n<source srcset="a">\n<img src="b">\n</picture><br>\n</a>\n'
    left, removed = without_tags(menu + kept + picture)
    assert left.strip() == kept.strip()
    assert removed[0].reason == "navigation"
    summary = "<details>\n<summary>Ebb</summary><br>\n\nLow.\n\n</details>\n"
    assert without_tags(summary)[0].split() == ["Ebb", "Low."]
