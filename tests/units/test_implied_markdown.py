"""Headings in HTML and titles in bold are headings, and rows of HTML tables are units."""

import pytest
from markdown_reading import paths, spans

ROWS = [
    "<table>\n<tr><th>Port</th></tr>\n<tr>\n\n<td>Brest</td>\n</tr>",
    "<tr><td>Deal</td></tr>",
    "<tr><td>Ijmuiden</td></tr></table>",
]


def test_headings_in_html_have_their_level_and_their_words() -> None:
    text = "<h1>The <i>sea</i> &amp; tides</h1>\n\n<p>\n<H2>\nEbb\n</H2>\n</p>\n\n## Flood\n"
    assert [path for _, path in paths(text)] == [
        ("The sea & tides",),
        ("The sea & tides", "Ebb"),
        ("The sea & tides", "Flood"),
    ]


def test_a_row_of_an_html_table_is_a_unit_with_the_tags_and_the_header_around_it() -> None:
    text = "Ports:\n\n" + "\n".join(ROWS) + "\n\nEnd."
    assert [text[a:b] for a, b in spans(text)] == ["Ports:", *ROWS, "End."]


@pytest.mark.parametrize(
    "text",
    [
        "<table>\n<tr><td>\n\n# Sea\n\nTides.\n\n</td></tr>\n<tr><td>x</td></tr>\n</table>",
        "<table>\n<tr><td>never\n\n<tr>\n\nclosed",
        "```\n<table>\n<tr><td>a</td></tr>\n<tr><td>b</td></tr>\n</table>\n```",
    ],
)
def test_tables_for_layout_open_tables_and_code_have_no_rows(text: str) -> None:
    assert not any(text[a:b].startswith("<tr><td>") and a for a, b in spans(text))


def test_titles_in_bold_are_headings_below_those_of_markdown() -> None:
    text = "# Lease\n\n**1. Rent**\n\nDue.\n\n**1.1 Late rent**\n\nFee.\n\n2. KEYS\n\nFour.\n"
    assert [path for _, path in paths(text)] == [
        ("Lease",),
        ("Lease", "1. Rent"),
        ("Lease", "1. Rent", "1.1 Late rent"),
        ("Lease", "2. KEYS"),
    ]


@pytest.mark.parametrize(
    "text",
    [
        "**Note**\n\nOne.\n\n**Tip**\n\nTwo.",
        "**Ann**\n\nHello.\n\n**Ben**\n\nHi.\n\n**Cem**\n\nHey.\n\n" * 2,
        "**Harbour office**\n\n**1 Quay**\n\n**Brest**\n\n**France**\n\nWrite to us.",
        "**First:**\n\na\n\n**A sentence.**\n\nb\n\n**Some** words\n\nc",
        "1. ONE\n2. TWO\n3. THREE\n",
    ],
)
def test_remarks_speakers_addresses_and_lists_are_no_headings(text: str) -> None:
    assert paths(text) == []
