"""Tables of plain text, reStructuredText and Org."""

from itertools import pairwise

import pytest
from hostile import SCALE
from hypothesis import given
from hypothesis import strategies as st

from chunking import chunk
from chunking.core.document import Document
from chunking.core.units import UNIT_KINDS, UnitKind
from chunking.strategies import Recursive, Sentence, Strategy, Structure
from chunking.units.layout import layout
from chunking.units.plain_tables import plain_tables

DIRECTORIES = """\
   Directory Description
   bin       Essential command binaries
   boot      Static files of the boot loader
   dev       Device files
"""
TARIFF = """\
Item            Weight     Price
-------------------------------
Letter            20 g      0.95
Letter, large    500 g      1.80
Parcel         2,000 g      5.49
"""
DRAWN = """\
┌──────┬──────┐
│Type  │Length│
├──────┼──────┤
│CARD8 │1     │
└──────┴──────┘
"""
GRID = """\
+------+-------+
| tide | hours |
+======+=======+
| high |  6.2  |
+------+-------+
"""
PROSE = """\
The sea rises twice a day.  It falls twice as well, and
between the two the water stands.  Where the coast turns,
it stands a little longer.  Sailors know these minutes by
the sound of the harbor.  Nobody has ever written it down.
"""


def found(text: str) -> list[str]:
    return [text[start:end] for start, end in plain_tables(text)]


def blocks(text: str, media_type: str = "text/plain") -> list[tuple[UnitKind, str]]:
    units = layout(Document(text, media_type=media_type)).blocks
    columns = zip(units.kinds, units.starts, units.ends, strict=True)
    return [(UNIT_KINDS[kind], text[start:end]) for kind, start, end in columns]


@pytest.mark.parametrize("table", [DIRECTORIES, TARIFF, DRAWN, GRID, GRID.replace("|", "  |")])
def test_a_table_is_found_between_paragraphs(table: str) -> None:
    text = f"{PROSE}\n{table}\n{PROSE}"
    assert found(text) == [table.rstrip()]


def test_a_table_is_found_directly_below_a_line_and_above_one() -> None:
    text = f"The following directories\nare required:\n{DIRECTORIES}and nothing else.\n"
    assert found(text) == [DIRECTORIES.rstrip()]


def test_numbers_of_bits_belong_to_the_drawing_below_them() -> None:
    bits = "    0               1\n    0 1 2 3 4 5 6 7 8 9\n"
    drawing = bits + "   +-+-+-+-+\n   | A | B |\n   +-+-+-+-+\n   |   C   |\n   +-+-+-+-+\n"
    [(start, end)] = plain_tables(f"The header:\n\n{drawing}\nText.\n")
    assert (start, end) == (len("The header:\n\n"), len(f"The header:\n\n{drawing}") - 1)


def test_a_long_word_may_touch_the_next_column() -> None:
    text = "cat      Concatenates files\nls       Lists files\nrm       Removes files\n"
    text += "hostname Shows the name of the host\nkill     Sends signals\n"
    assert found(text) == [text.rstrip()]


def test_columns_may_be_separated_by_tabs() -> None:
    text = "de\tBerlin\nfrance\tParis\nit\tRome\n"
    assert found(text) == [text.rstrip()]


@pytest.mark.parametrize(
    "text",
    [
        PROSE,
        "de   Berlin\nfr   Paris\n",
        "-   first\n-   second\n-   third\n",
        "1.   first\n2.   second\n3.   third\n",
        "1. Tides . . . . .   2\n2. Boats . . . . .   4\n3. Piers . . . . .   9\n",
        "1.1\tTides\n1.2\tBoats\n1.2.1\tFerries\n",
        "-v    more lines\n      are printed\n-q    fewer lines\n      are printed\n",
        "======\n------\n======\n",
        "x = 1\n    y = 2\n        z = 3\n",
    ],
    ids=[
        "prose",
        "two rows",
        "bullets",
        "numbers",
        "contents",
        "sections",
        "definitions",
        "rules",
        "indentation",
    ],
)
def test_what_is_no_table(text: str) -> None:
    assert found(text) == []


def test_a_listing_longer_than_a_page_is_no_table() -> None:
    assert found("word   1\n" * 60) != []
    assert found("word   1\n" * 61) == []


def test_tables_with_carriage_returns_have_the_same_lines() -> None:
    text = f"{PROSE}\n{TARIFF}\n{PROSE}".replace("\n", "\r\n")
    assert (UnitKind.TABLE, TARIFF.rstrip().replace("\n", "\r\n")) in blocks(text)


def test_a_table_below_an_underlined_title_starts_behind_it() -> None:
    options = "-a   all files\n-b   broken ones\n-c   changed ones"
    text = f"Options\n-------\n{options}\n\n{PROSE}"
    assert blocks(text)[:2] == [
        (UnitKind.HEADING, "Options\n-------"),
        (UnitKind.TABLE, options),
    ]


def test_a_transcript_has_no_tables() -> None:
    turns = "ANNA:   Did the ferry leave?\nBERT:   At six, with the tide.\nANNA:   Thank you.\n\n"
    assert all(kind is not UnitKind.TABLE for kind, _ in blocks(turns * 8))


@pytest.mark.parametrize("media_type", ["text/plain", "text/x-rst", "text/x-org"])
def test_a_table_is_one_block(media_type: str) -> None:
    assert (UnitKind.TABLE, GRID.rstrip()) in blocks(f"{PROSE}\n{GRID}\n{PROSE}", media_type)


def test_a_table_in_a_literal_block_stays_in_it() -> None:
    text = f"Run this::\n\n    cd tides\n\n{DIRECTORIES}\nDone.\n"
    kinds = [kind for kind, _ in blocks(text, "text/x-rst")]
    assert UnitKind.FENCE in kinds
    assert UnitKind.TABLE not in kinds


@pytest.mark.parametrize(
    "strategy", [Structure(target_tokens=40), Recursive(), Sentence(overlap_tokens=0)]
)
def test_a_table_that_fits_is_never_split(strategy: Strategy) -> None:
    text = "\n".join([PROSE * 3, TARIFF, PROSE * 3])
    chunks = chunk(text, strategy.with_(max_tokens=60, tokenizer="words"))
    assert len(chunks) > 3
    assert any(TARIFF.rstrip() in each.text for each in chunks)


@given(st.text(alphabet="a \t|+-=.\n", max_size=200))
def test_tables_are_whole_lines_in_reading_order(text: str) -> None:
    spans = plain_tables(text)
    assert all(before[1] < after[0] for before, after in pairwise(spans))
    for start, end in spans:
        assert start < end
        assert start == 0 or text[start - 1] == "\n"
        assert not text[end : text.find("\n", end) if "\n" in text[end:] else len(text)].strip()
        assert all(line.strip() for line in text[start:end].split("\n"))


@pytest.mark.parametrize(
    "text",
    [
        "a   b\n" * (40_000 // SCALE),
        "x" + "  y" * (80_000 // SCALE),
        ("x" + "  y" * (2_000 // SCALE) + "\n") * 40,
        ("| a\nb  c\n") * (20_000 // SCALE),
        ("a   a   \n" + " a  " * 5 + "\n") * (10_000 // SCALE),
        "\t" * (240_000 // SCALE) + "a",
        "-- " * (80_000 // SCALE),
    ],
    ids=["rows", "gaps", "wide rows", "changing", "shifting", "tabs", "rules"],
)
def test_hostile_texts_take_linear_time(text: str) -> None:
    assert all(0 <= start < end <= len(text) for start, end in plain_tables(text))


def test_blanks_at_the_end_of_a_line_take_linear_time() -> None:
    assert plain_tables("A" + " " * 200_000 + "\n") == []  # minutes in quadratic time
