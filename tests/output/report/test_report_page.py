"""The report of a comparison: the whole text, every boundary, and one script that is known."""

from base64 import b64encode
from hashlib import sha256

import pytest
from embedders import HashEmbedder
from hypothesis import given
from hypothesis import strategies as st
from selectolax.lexbor import LexborHTMLParser as HTMLParser

from chunking import Chunking, Document, get
from chunking.loading import load_bytes
from chunking.loading.chunk_files import Imported
from chunking.output.comparison import compare
from chunking.output.report import to_html
from chunking.output.report.text_rows import line_feeds, pieces

HOSTILE = (
    "# <script>alert(1)</script>\n\n"
    'One "quoted" & <b>bold</b> sentence. ]]> --> </td></table></svg>\n\n'
    "<iframe src='http://a.example'></iframe> \N{GRINNING FACE} end.\r\n\r\n"
    "&lt;img onerror=x&gt; stays as it is.\n"
)


def document(text: str, name: str = "<i>name</i>.txt") -> Document:
    return load_bytes(text.encode(), name)


def page(text: str) -> tuple[HTMLParser, str]:
    strategies = [
        get("paragraph")(max_tokens=20, overlap_tokens=0),
        get("semantic")(threshold=0.9, min_tokens=1, max_tokens=30),
    ]
    made = to_html(compare(document(text), strategies, embedder=HashEmbedder()))
    return HTMLParser(made), made


def words(tree: HTMLParser) -> str:
    return "".join(each.text() for each in tree.css(".text .words"))


def test_the_whole_text_is_there_once_and_escaped() -> None:
    tree, made = page(HOSTILE)
    assert words(tree) == HOSTILE.replace("\r\n", "\n")
    for tag in ("iframe", "img", "a", "link", "object", "form", "base"):
        assert tree.css(tag) == []
    # The markup of the page has no bold "bold" and no italic "name".
    assert {each.text() for each in tree.css("b, i")}.isdisjoint({"bold", "name"})
    assert "http" not in made.replace("http-equiv", "").replace("http://a.example", "", 2)
    (script,) = tree.css("script")
    digest = b64encode(sha256(script.text().encode()).digest()).decode()
    policy = tree.css("meta[http-equiv]")[0].attributes["content"]
    assert policy == (
        f"default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-{digest}'"
    )
    assert not any(name.startswith("on") for node in tree.css("*") for name in node.attributes)


def test_hostile_titles_are_escaped() -> None:
    title = "</title></style><script>alert(1)</script>"
    found = Document("One sentence. Another one.", source=title, title=title)
    chunking = Chunking.from_spans(found, [(0, 14), (14, 26)], source=title)
    made = to_html(compare(found, [get("sentence")()], [Imported(chunking, (), ())]))
    tree = HTMLParser(made)
    assert len(tree.css("script")) == 1
    assert [each.text() for each in tree.css("h1")] == [title]
    assert tree.css("title")[0].text() == f"{title}: chunking report"
    assert tree.css(".lane .title")[1].text() == f"B{title}"


def test_every_line_end_is_a_line_feed_and_shifts_nothing() -> None:
    text = "One.\rTwo.\r\nThree.\n\rFour.\r\n"
    found = Document(text)
    # The first boundary splits a CR LF.
    chunking = Chunking.from_spans(found, [(0, 10), (10, 19), (19, 26)])
    made = to_html(compare(found, [], [Imported(chunking, (), ())]))
    assert "\r" not in made
    tree = HTMLParser(made)
    assert [each.text() for each in tree.css(".words")] == ["One.\nTwo.\n", "Three.\n\n", "Four.\n"]


def test_each_chunk_has_its_number_and_size_where_it_starts() -> None:
    tree, _ = page("One two three four five.\n\n" * 6)
    rows = tree.css(".text .block .span")
    assert all(len(row.css(".cell")) == 2 for row in rows)
    for lane in (0, 1):
        cells = tree.css(f".text .cell.lane{lane}")
        numbers = [each.text() for cell in cells for each in cell.css("b")]
        assert numbers == [str(number + 1) for number in range(len(numbers))]
        assert len(tree.css(f".text .cell.lane{lane}.starts")) == len(numbers) > 1
        # Bars of neighbors have different tints.
        assert "odd" in (cells[0].attributes["class"] or "")


def test_a_chunk_over_the_model_limit_is_marked() -> None:
    text = "word " * 300 + "\n\nShort."
    tree = HTMLParser(to_html(compare(text, [get("paragraph")(overlap_tokens=0, max_tokens=400)])))
    assert [each.text() for each in tree.css(".cell .over")] == ["377 \N{WARNING SIGN}\ufe0e"]


def test_a_boundary_names_its_lanes_and_reasons() -> None:
    found = compare(
        document("One two three four five.\n\n" * 6, "plain.md"),
        [get("paragraph")(max_tokens=20, overlap_tokens=0)] * 2,
    )
    tree = HTMLParser(to_html(found))
    assert [span.text() for span in tree.css(".notes span")] == [
        "A ● paragraph, Max tokens 20",
        "B ● paragraph, Max tokens 20",
    ]
    assert len(tree.css(".common")) == 1
    # Two rows of ticks, with one boundary each.
    assert [(path.attributes["d"] or "").count("M") for path in tree.css("path.tick")] == [1, 1]
    assert tree.css("polyline") == []


def test_metrics_that_are_equal_are_folded() -> None:
    found = compare(
        "One two three four five.\n\n" * 6,
        [get("paragraph")(max_tokens=n, overlap_tokens=0) for n in (20, 10)],
        as_set=True,
    )
    main, equal = HTMLParser(to_html(found)).css("table.metrics")
    assert main.css("tbody th")[0].text() == "Chunks"
    assert "Redundancy" in [row.text() for row in equal.css("tbody th")]
    assert equal.parent is not None
    assert equal.parent.parent is not None
    assert equal.parent.parent.tag == "details"


def test_the_legend_has_a_sample_of_each_curve() -> None:
    strategies = [get("semantic")(), get("semantic")(signal="windowed"), get("semantic")()]
    text = " ".join(f"Sentence {i} is about thing {i % 5}." for i in range(12))
    tree = HTMLParser(to_html(compare(document(text), strategies, embedder=HashEmbedder())))
    assert len(tree.css("polyline")) == len(tree.css(".legend path.curve")) == 2
    assert [each.text() for each in tree.css(".right b")] == ["0.55"]


def test_text_in_no_chunk_has_an_empty_bar() -> None:
    text = "Inside one.\n\nNobody has this.\n\nInside two.\n"
    found = document(text)
    chunking = Chunking.from_spans(found, [(0, 11), (31, 42)])
    tree = HTMLParser(to_html(compare(found, [], [Imported(chunking, (), ())])))
    assert words(tree) == text
    cells = tree.css(".text .cell")
    assert ["outside" in (cell.attributes["class"] or "") for cell in cells[:3]] == [
        False,
        True,
        False,
    ]


def test_a_long_chunk_is_laid_out_in_several_blocks() -> None:
    text = "A line of some text.\n" * 2000
    found = Document(text)
    chunking = Chunking.from_spans(found, [(0, len(text))])
    tree = HTMLParser(to_html(compare(found, [], [Imported(chunking, (), ())])))
    assert words(tree) == text
    assert max(len(block.text()) for block in tree.css(".block")) < 10_000
    assert [each.text() for each in tree.css(".cell b")] == ["1"]


@pytest.mark.parametrize("text", ["x", "a\ud800b \x00 c", "\N{ARABIC LETTER ALEF} " * 30])
def test_a_report_is_reproducible_for_any_text(text: str) -> None:
    found = compare(Document(text, source="a\ud800"), [get("fixed")()])
    made = to_html(found)
    assert made == to_html(found)
    made.encode("utf-8")
    assert "\0" not in made


@pytest.mark.parametrize("text", ["", " \n\n"])
def test_a_document_without_chunks_has_a_report(text: str) -> None:
    made = to_html(compare(Document(text), [get("sentence")()]))
    assert "in 0 sentences" in made
    assert "There are no chunks." in made
    assert "<td>0</td>" in made


def test_every_line_end_is_a_line_feed() -> None:
    assert line_feeds("a\r\nb\rc\n\r\rd") == "a\nb\nc\n\n\nd"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", [""]),
        ("short", ["short"]),
        ("one\ntwo\nthree\n", ["one\ntwo\n", "three\n"]),
        ("one two three", ["one two ", "three"]),
        ("abcdefghijklm", ["abcdefghij", "klm"]),
    ],
)
def test_a_piece_ends_with_a_line_or_else_with_a_word(text: str, expected: list[str]) -> None:
    assert list(pieces(text, 10)) == expected


@given(st.text("ab \n"), st.integers(1, 9))
def test_pieces_are_short_and_complete(text: str, longest: int) -> None:
    found = list(pieces(text, longest))
    assert "".join(found) == text
    assert all(len(piece) <= longest for piece in found)
