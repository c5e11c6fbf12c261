"""RTF files to Markdown: characters of code pages and of Unicode, headings, notes and tables."""

import pytest

from chunking.loading import load_bytes

FONTS = rb"{\fonttbl{\f0\fcharset0 A;}{\f1\fcharset204 B;}{\f2\fcharset128 C;}}"


def text_of(body: bytes, head: bytes = rb"\ansi\ansicpg1252") -> str:
    return load_bytes(b"{\\rtf1" + head + b" " + body + b"}", "a.rtf").text


@pytest.mark.parametrize(
    ("body", "text"),
    [
        (rb"caf\'e9 {\f1 \'cf\'f0} \'e9", "café Пр é"),
        (rb"\f2\'82\'a0\'83\'5c", "あソ"),
        (rb"a\u8217\'92s b\u8217?s c\u8217's", "a’s b’s c’s"),
        (rb"{\uc0 a\u8217 s} {\uc2 b\u8217\'92\'92s}", "a’s b’s"),
        (rb"\u-10179?\u-8704?", "\U0001f600"),
        (rb"a\{b\}\\c \u8226\tab x", "a{b}\\c • x"),
        (rb"{\field{\*\fldinst{HYPERLINK x}}{\fldrslt{a link}}}", "a link"),
        (rb"a{\v hidden} {\pict\bin4 }}}}} b", "a b"),
    ],
)
def test_characters_are_read_in_their_code_page(body: bytes, text: str) -> None:
    assert text_of(FONTS + body) == text


def test_the_code_page_of_the_file_applies_without_a_font() -> None:
    assert text_of(rb"\'cf\'f0", rb"\ansi\ansicpg1251") == "Пр"
    assert text_of(rb"\'8e", rb"\mac") == "é"
    assert text_of(rb"\'e9", rb"\ansi\ansicpg99999") == "é"


def test_headings_notes_and_tables_are_markdown() -> None:
    body = (
        rb"{\pard\outlinelevel1 Tides\par}{\pard a{\footnote \pard b\par} c\par}"
        rb"\trowd\cellx10\cellx20\pard\intbl d\cell\pard\intbl e\cell\row"
        rb"\trowd\cellx10\cellx20\pard\intbl f\cell\pard\intbl g\cell\row\pard"
    )
    assert text_of(body) == "## Tides\n\na[^1] c\n\n| d | e |\n| --- | --- |\n| f | g |\n\n[^1]: b"


def test_numbers_of_items_are_as_in_the_document() -> None:
    tables = (
        rb"{\*\listtable{\list{\listlevel\levelnfc0{\leveltext\'02\'00);}{\levelnumbers\'01;}}"
        rb"{\listlevel\levelnfc4{\leveltext\'02\'01.;}{\levelnumbers\'01;}}\listid1}}"
        rb"{\*\listoverridetable{\listoverride\listid1\ls1}}"
    )
    items = (
        rb"{\listtext\f1 1)\tab}\ls1\ilvl0 One\par ",
        rb"\pard{\listtext b.\tab}\ls1\ilvl1 Two\par ",
        rb"\pard{\listtext 4)\tab}\ls1\ilvl0 Three\par ",
        rb"\pard{\listtext\bullet\tab}\ls1 Four\par",
    )
    assert text_of(tables + b"".join(items)) == "1) One\n   - b. Two\n4) Three\n- Four"


def test_short_bold_paragraphs_are_headings_if_there_are_no_others() -> None:
    assert text_of(rb"{\pard\b Tides\par}{\pard They rise.\par}") == "# Tides\n\nThey rise."


def test_rows_without_a_definition_have_that_of_the_row_above() -> None:
    cells = rb"\pard\intbl{\b %b\cell}{%b\cell}\pard\intbl{\row}"
    body = (
        rb"\trowd\cellx10\cellx20" + cells % (b"a", b"b") + cells % (b"c", b"d") + rb"\pard e\par"
    )
    assert text_of(body) == "| a | b |\n| --- | --- |\n| c | d |\n\ne"


def test_bold_text_goes_on_over_the_start_of_a_paragraph_until_it_ends() -> None:
    body = rb"\pard\b 1 Tides\par\pard 1.1 Ebb\par\pard\b0 They rise\par{\b x}\par\pard y\par"
    assert text_of(body) == "# 1 Tides\n\n## 1.1 Ebb\n\nThey rise\n\n# x\n\ny"
    assert text_of(rb"\pard\b Tides\plain\par\pard Ebb\par") == "# Tides\n\nEbb"


def test_the_title_comes_from_its_properties() -> None:
    document = load_bytes(rb"{\rtf1\ansi{\info{\title My thesis}}\pard text\par}", "a.rtf")
    assert (document.title, document.text) == ("My thesis", "text")
    assert document.media_type == "text/markdown"
