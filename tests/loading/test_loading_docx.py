from __future__ import annotations

import pytest
from loadable import archive, docx, paragraph

from chunking.core.errors import LoadError
from chunking.loading import load_bytes

STYLES = """
<w:docDefaults><w:rPrDefault><w:rPr><w:lang w:val="fr-FR"/></w:rPr></w:rPrDefault></w:docDefaults>
<w:style w:styleId="berschrift1"><w:name w:val="heading 1"/></w:style>
<w:style w:styleId="Kapitel"><w:name w:val="Kapitel"/><w:basedOn w:val="berschrift1"/></w:style>
<w:style w:styleId="Level"><w:name w:val="x"/><w:pPr><w:outlineLvl w:val="2"/></w:pPr></w:style>
<w:style w:styleId="Titel"><w:name w:val="Title"/></w:style>
<w:style w:styleId="Punkt"><w:name w:val="List Bullet"/>
  <w:pPr><w:numPr><w:numId w:val="3"/></w:numPr></w:pPr></w:style>
<w:style w:styleId="Ring"><w:name w:val="ring"/><w:basedOn w:val="Ring"/></w:style>
"""


def text_of(body: str, styles: str = STYLES) -> str:
    return load_bytes(docx(body, styles=styles), "x.docx").text


def style(name: str) -> str:
    return f'<w:pStyle w:val="{name}"/>'


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("berschrift1", "# x"),
        ("Kapitel", "# x"),
        ("Level", "### x"),
        ("Titel", "# x"),
        ("Heading2", "## x"),
        ("Punkt", "- x"),
        ("Ring", "x"),
        ("", "x"),
    ],
)
def test_styles_determine_headings_and_list_items(name: str, text: str) -> None:
    assert text_of(paragraph("x", style(name))) == text


def test_list_items_have_no_blank_lines_between_them() -> None:
    def item(text: str, depth: int, number: int = 1) -> str:
        level = f'<w:ilvl w:val="{depth}"/><w:numId w:val="{number}"/>'
        return paragraph(text, f"<w:numPr>{level}</w:numPr>")

    body = paragraph("before") + item("a", 0) + item("b", 1) + item("out", 0, number=0)
    assert text_of(body) == "before\n\n- a\n  - b\n\nout"


def test_a_nested_table_becomes_text_of_its_cell() -> None:
    def cell(content: str) -> str:
        return f"<w:tc>{content}</w:tc>"

    inner = f"<w:tbl><w:tr>{cell(paragraph('in'))}{cell(paragraph('ner'))}</w:tr></w:tbl>"
    body = (
        f"<w:tbl><w:tr>{cell(paragraph('a|b'))}{cell(paragraph('c') + paragraph('d'))}</w:tr>"
        f"<w:tr>{cell(inner)}{cell(paragraph(''))}</w:tr></w:tbl>"
    )
    assert text_of(body) == "| a\\|b | c d |\n| --- | --- |\n| in ner |  |"


def test_tabs_and_breaks_are_kept_and_tab_stops_are_not_text() -> None:
    body = (
        "<w:p><w:pPr><w:tabs><w:tab w:val='left'/></w:tabs></w:pPr>"
        "<w:r><w:t>a</w:t><w:tab/><w:t>b</w:t><w:br/><w:t>c</w:t></w:r></w:p>"
    )
    assert text_of(body) == "a\tb\nc"


def test_deleted_and_moved_text_is_left_out() -> None:
    body = (
        "<w:p><w:r><w:t>a</w:t></w:r><w:del><w:r><w:delText>b</w:delText><w:t>c</w:t></w:r></w:del>"
        "<w:ins><w:r><w:t>d</w:t></w:r></w:ins><w:moveFrom><w:r><w:t>e</w:t></w:r></w:moveFrom>"
        "<w:r><w:instrText>PAGE</w:instrText></w:r></w:p>"
    )
    assert text_of(body) == "ad"


def test_a_text_box_is_read_once() -> None:
    inside = f"<w:txbxContent>{paragraph('box')}</w:txbxContent>"
    body = (
        f"<w:p><w:r><w:t>a</w:t><w:Choice>{inside}</w:Choice><w:Fallback>{inside}</w:Fallback>"
        "</w:r></w:p>"
    )
    assert text_of(body) == "box\n\na"


def test_footnotes_are_left_out_and_noted() -> None:
    body = "<w:p><w:r><w:t>a</w:t><w:footnoteReference w:id='1'/></w:r></w:p>"
    assert load_bytes(docx(body), "x.docx").notes == ("footnotes are left out: 1",)


def test_title_and_language_come_from_its_properties() -> None:
    core = "<dc:title>My  thesis</dc:title>"
    document = load_bytes(docx(paragraph("texte"), styles=STYLES, core=core), "x.docx")
    assert (document.title, document.language) == ("My thesis", "fr")


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"plain", "x.docx: not a DOCX: there is no zip archive in it"),
        (archive({"a.txt": "x"}), "x.docx: not a DOCX: its zip archive has no word/document.xml"),
        (docx("")[:-30], "x.docx: the zip archive is damaged or cut off"),
        (
            archive({"word/document.xml": "<w:document"}),
            "x.docx: word/document.xml is damaged: it is not well-formed XML",
        ),
        (
            docx("&a;", before='<!DOCTYPE x [<!ENTITY a "b">]>'),
            "x.docx: word/document.xml declares XML entities, which are not allowed",
        ),
    ],
)
def test_a_damaged_file_is_reported(data: bytes, message: str) -> None:
    with pytest.raises(LoadError) as caught:
        load_bytes(data, "x.docx")
    assert str(caught.value) == message


def test_too_many_paragraphs_are_refused() -> None:
    with pytest.raises(LoadError, match="more than 500,000 paragraphs"):
        load_bytes(docx("<w:p/>" * 500_001), "x.docx")


def bold(text: str) -> str:
    return f"<w:p><w:r><w:rPr><w:b/></w:rPr><w:t>{text}</w:t></w:r></w:p>"


def test_short_paragraphs_in_bold_are_headings_if_no_style_makes_any() -> None:
    body = bold("Phase 2") + paragraph("Text.") + bold("A whole sentence.")
    half = "<w:p><w:r><w:rPr><w:b/></w:rPr><w:t>Now</w:t></w:r><w:r><w:t> or not</w:t></w:r></w:p>"
    assert text_of(body + half) == "# Phase 2\n\nText.\n\nA whole sentence.\n\nNow or not"
    assert text_of(paragraph("x", style("Level")) + body).startswith("### x\n\nPhase 2\n\n")
