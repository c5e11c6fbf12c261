"""Plain text that needs a fixed-width font, and text that does not."""

import textwrap

import pytest

from chunking.core.document import Document
from chunking.loading.samples import SAMPLES, Sample, sample
from chunking.units.preformatted import is_preformatted

PROSE = (
    "The harbor master had kept the tide tables for thirty years, and in all that time he had not "
    "once been asked to explain them. Ships came in when the water was high and left when it was "
    "high again. That the hour moved by fifty minutes a day was a thing that captains knew."
)
SPEECHES = [
    (
        "HELEN: I left it at the ferry, and by the time I remembered, the ferry had left as well, "
        "so there was nothing to be done but to wait for it to come back again."
    ),
    (
        "MARTIN: And did it come back? Because I have waited at that landing for whole afternoons, "
        "and in my experience it does so only for people who are not waiting for it."
    ),
]
RFC = """\
3.2  Header Format

   Each message starts with a header of eight octets, which a receiver
   MUST read before it allocates memory for the rest of the message.
   A receiver that finds another version closes the connection.

      0                   1                   2                   3
      0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1
     +-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+
     |    Version    |     Flags     |             Length            |
     +-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+
     |                           Identifier                          |
     +-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+
"""
MANUAL_PAGE = """\
NAME
       tidy - sort the lines of a file by the length of their words

SYNOPSIS
       tidy [OPTION]... FILE

DESCRIPTION
       Reads the file, and writes its lines in the order of the length of
       their longest words. Without a file it reads standard input, until
       that ends or a line is longer than the maximum that --limit sets.

       -r, --reverse
              Write the lines with the longest words first. Lines of equal
              length stay in the order that they had before, which is what
              most programs that read this output rely on.
"""
COLUMNS = """\
Port       Depth    Berths
Aldermoor  4.2 m    12
Brack      11.0 m   3
Corrie     7.5 m    40
Dunwick    2.1 m    6
"""
BOXES = """\
The parts of a pump:
┌────────┐   ┌────────┐
│ intake ├──▶│ piston │
└────────┘   └────────┘
"""


def plain(text: str) -> Document:
    return Document(text, media_type="text/plain")


@pytest.mark.parametrize(
    "text",
    [
        RFC,
        MANUAL_PAGE,
        COLUMNS,
        BOXES * 2,
        "Chapter one\n\f\nChapter two\n\f\nChapter three\n",
        textwrap.indent(textwrap.fill(PROSE * 3, 66), "   "),
        "name\tsize\tyear\n" + "Ferrule\t12\t2009\n" * 4,
        RFC.replace("\n", "\r\n"),
    ],
)
def test_columns_drawings_page_breaks_and_indented_lines_need_a_fixed_width_font(text: str) -> None:
    assert is_preformatted(plain(text))


@pytest.mark.parametrize(
    "text",
    [
        "",
        "\n\n \n",
        PROSE,
        textwrap.fill(PROSE * 3, 72),
        "\n".join(textwrap.fill(PROSE, 72, initial_indent="    ") for _ in range(6)),
        "\n".join(["    " + PROSE] * 6),
        # Two spaces after each sentence align by chance.
        textwrap.fill(PROSE * 9, 72).replace(". ", ".  "),
        "\n\n".join(SPEECHES * 4),
        "\n\n".join(textwrap.fill(each, 72, subsequent_indent="    ") for each in SPEECHES * 4),
    ],
)
def test_prose_and_transcripts_do_not(text: str) -> None:
    assert not is_preformatted(plain(text))


@pytest.mark.parametrize("media_type", ["text/markdown", "text/html"])
def test_other_kinds_of_documents_do_not(media_type: str) -> None:
    assert not is_preformatted(Document(RFC, media_type=media_type))


@pytest.mark.parametrize("each", SAMPLES, ids=lambda each: each.name)
def test_of_the_samples_only_source_code_does(each: Sample) -> None:
    assert is_preformatted(sample(each.name)) == each.name.endswith((".py", ".js"))
