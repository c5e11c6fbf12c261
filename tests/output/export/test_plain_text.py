from chunked import by_hand

from chunking.core.cuts import Reason
from chunking.output.export import to_text


def test_each_chunk_has_a_header_line() -> None:
    text = to_text(by_hand())
    assert text == (
        "── 1 of 3 · 4 tokens · structure · oversize · A " + "─" * 32 + "\n"
        "# A\n\nOne, two.\n"
        "\n"
        "── 2 of 3 · 1 token · similarity · A > B " + "─" * 39 + "\n"
        "## B\n"
        "\n"
        "── 3 of 3 · 5 tokens · tail · overlap 4 · A > B " + "─" * 32 + "\n"
        ' B\n\n"Three" four.\n'
    )
    assert all(len(line) == 80 for line in text.splitlines() if line.startswith("──"))


def test_headings_stay_on_one_line_and_surrogates_are_replaced() -> None:
    chunking = by_hand("a\ud800", [(0, 2, 0)], headings=[("B\n\ud800 C",)], reasons=[Reason.TAIL])
    header, text = to_text(chunking).splitlines()
    assert header.startswith("── 1 of 1 · 1 token · tail · B \ufffd C ──")
    assert text == "a\ufffd"


def test_no_chunks_give_no_text() -> None:
    assert to_text(by_hand("", [], headings=[], reasons=[])) == ""
