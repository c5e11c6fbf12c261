"""The page of a comparison: the whole text in it, every boundary, and nothing that runs."""

from __future__ import annotations

import pytest
from embedders import HashEmbedder
from selectolax.lexbor import LexborHTMLParser as HTMLParser

from chunking import Chunking, Document, get
from chunking.analysis.comparison import compare
from chunking.loading import load_bytes
from chunking.loading.chunk_files import Imported
from chunking.output.report import to_html

HOSTILE = (
    "# <script>alert(1)</script>\n\n"
    'One "quoted" & <b>bold</b> sentence. ]]> --> </td></table></svg>\n\n'
    "<iframe src='http://a.example'></iframe> \N{GRINNING FACE} end.\r\n\r\n"
    "&lt;img onerror=x&gt; stays as it is.\n"
)


def document(text: str, name: str = "<i>name</i>.md") -> Document:
    return load_bytes(text.encode(), name)


def page(text: str) -> tuple[HTMLParser, str]:
    strategies = [
        get("paragraph")(max_tokens=20, overlap_tokens=0),
        get("semantic")(threshold=0.9, min_tokens=1, max_tokens=30),
    ]
    made = to_html(compare(document(text), strategies, embedder=HashEmbedder()))
    return HTMLParser(made), made


def words(tree: HTMLParser) -> str:
    return "".join(each.text() for each in tree.css("table.text .words"))


def test_the_whole_text_is_there_once_and_escaped() -> None:
    tree, made = page(HOSTILE)
    # A parser of HTML reads a CR as a line feed.
    assert words(tree) == HOSTILE.replace("\r\n", "\n")
    for tag in ("script", "iframe", "img", "i", "a", "link", "object", "form"):
        assert tree.css(tag) == []
    assert "http" not in made.replace("http-equiv", "").replace("http://a.example", "", 2)
    assert "default-src 'none'" in made
    assert not any(name.startswith("on") for node in tree.css("*") for name in node.attributes)


def test_each_chunk_is_one_cell_over_all_its_rows() -> None:
    text = "One two three four five.\n\n" * 6
    tree, _ = page(text)
    rows = len(tree.css("table.text .words"))
    found = compare(
        document(text), [get("paragraph")(max_tokens=20, overlap_tokens=0)], embedder=HashEmbedder()
    )
    cells = HTMLParser(to_html(found)).css("table.text td.lane")
    assert [each.text() for cell in cells for each in cell.css("b")] == ["1", "2"]
    assert sum(int(cell.attributes["rowspan"] or 0) for cell in cells) == 2
    spans = [int(cell.attributes["rowspan"] or 0) for cell in tree.css("table.text td.lane")]
    assert sum(spans) == 2 * rows


def test_a_boundary_names_its_lanes_and_reasons() -> None:
    found = compare(
        document("One two three four five.\n\n" * 6, "plain.md"),
        [get("paragraph")(max_tokens=20, overlap_tokens=0)] * 2,
    )
    tree = HTMLParser(to_html(found))
    assert [span.text() for span in tree.css("table.text .why span")] == [
        "A ● paragraph, Max tokens 20",
        "B ● paragraph, Max tokens 20",
    ]
    # Two rows of ticks, with one boundary each.
    assert [(path.attributes["d"] or "").count("M") for path in tree.css("path.tick")] == [1, 1]
    assert tree.css("polyline") == []


def test_the_legend_has_a_sample_of_each_curve() -> None:
    strategies = [get("semantic")(), get("semantic")(signal="windowed"), get("semantic")()]
    text = " ".join(f"Sentence {i} is about thing {i % 5}." for i in range(12))
    tree = HTMLParser(to_html(compare(document(text), strategies, embedder=HashEmbedder())))
    curves = [each.attributes["class"] for each in tree.css("polyline")]
    assert curves == ["curve curve0", "curve curve1"]
    pieces = tree.css("svg line.curve")
    assert [each.attributes["class"] for each in pieces] == curves
    names = [each.text() for each in tree.css("svg line.curve + text")]
    assert names == ["adjacent", "windowed"]


def test_text_in_no_chunk_has_an_empty_cell() -> None:
    text = "Inside one.\n\nNobody has this.\n\nInside two.\n"
    found = document(text)
    chunking = Chunking.from_spans(found, [(0, 11), (31, 42)])
    compared = compare(found, [], [Imported(chunking, (), ())])
    tree = HTMLParser(to_html(compared))
    assert words(tree) == text
    cells = tree.css("table.text td.lane")
    assert ["outside" in (cell.attributes["class"] or "") for cell in cells[:3]] == [
        False,
        True,
        False,
    ]


@pytest.mark.parametrize("text", ["x", "a\ud800b \x00 c", "\N{ARABIC LETTER ALEF} " * 30])
def test_a_report_is_reproducible_for_any_text(text: str) -> None:
    found = compare(Document(text, source="a\ud800"), [get("fixed")()])
    made = to_html(found)
    assert made == to_html(found)
    made.encode("utf-8")
    assert "\0" not in made


@pytest.mark.parametrize("text", ["", " \n\n"])
def test_a_document_without_chunks_has_a_report(text: str) -> None:
    page = to_html(compare(Document(text), [get("sentence")()]))
    assert "in 0 sentences" in page
    assert "<td>0</td>" in page
