import pytest
from loadable import archive, docx, paragraph

from chunking.core.errors import LoadError
from chunking.loading import load_bytes

STYLES = """
<w:docDefaults><w:rPrDefault><w:rPr><w:lang w:val="fr-FR"/></w:rPr></w:rPrDefault></w:docDefaults>
<w:style w:type="paragraph" w:styleId="berschrift1"><w:name w:val="heading 1"/></w:style>
<w:style w:type="paragraph" w:styleId="Kapitel"><w:name w:val="Kapitel"/>
  <w:basedOn w:val="berschrift1"/></w:style>
<w:style w:type="paragraph" w:styleId="Level"><w:name w:val="x"/>
  <w:pPr><w:outlineLvl w:val="2"/></w:pPr></w:style>
<w:style w:type="paragraph" w:styleId="Clause"><w:name w:val="clause"/>
  <w:pPr><w:numPr><w:ilvl w:val="1"/><w:numId w:val="1"/></w:numPr></w:pPr></w:style>
<w:style w:type="paragraph" w:styleId="Titel"><w:name w:val="Title"/></w:style>
<w:style w:type="paragraph" w:styleId="Listing"><w:name w:val="HTML Preformatted"/></w:style>
<w:style w:type="paragraph" w:styleId="Quelle"><w:name w:val="Code Listing"/></w:style>
<w:style w:type="paragraph" w:styleId="Box"><w:name w:val="Table Title"/></w:style>
<w:style w:type="paragraph" w:styleId="Part"><w:name w:val="Section Heading"/></w:style>
<w:style w:type="paragraph" w:styleId="Ring"><w:name w:val="ring"/>
  <w:basedOn w:val="Ring"/></w:style>
"""
# Levels of a list by their format, first number and text.
LEVELS = (("decimal", 1, "%1."), ("decimal", 1, "%1.%2"), ("lowerLetter", 3, "(%3)"))
NUMBERING = (
    '<w:abstractNum w:abstractNumId="0">'
    + "".join(
        f'<w:lvl w:ilvl="{i}"><w:start w:val="{start}"/><w:numFmt w:val="{style}"/>'
        f'<w:lvlText w:val="{text}"/></w:lvl>'
        for i, (style, start, text) in enumerate(LEVELS)
    )
    + '</w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num>'
    '<w:num w:numId="2"><w:abstractNumId w:val="0"/><w:lvlOverride w:ilvl="0">'
    '<w:startOverride w:val="7"/></w:lvlOverride></w:num>'
)


def text_of(body: str, styles: str = STYLES) -> str:
    return load_bytes(docx(body, styles=styles, numbering=NUMBERING), "x.docx").text


def style(name: str) -> str:
    return f'<w:pStyle w:val="{name}"/>'


def test_powers_are_parted_from_their_base() -> None:
    raised = '<w:r><w:rPr><w:vertAlign w:val="superscript"/></w:rPr><w:t>%s</w:t></w:r>'
    runs = f"<w:r><w:t>2</w:t></w:r>{raised % 63}<w:r><w:t> on the 1</w:t></w:r>{raised % 'st'}"
    assert text_of(f"<w:p>{runs}</w:p>") == "2^63 on the 1st"


def test_lines_and_fields_are_no_headings() -> None:
    texts = ("Oath", "____________", "{{ name }}", "Fees")
    body = "".join(paragraph(text, style("berschrift1")) for text in texts)
    assert text_of(body) == "# Oath\n\n____________\n\n{{ name }}\n\n# Fees"


def test_tables_of_contents_are_left_out_with_a_note() -> None:
    styles = STYLES + "".join(
        f'<w:style w:type="paragraph" w:styleId="V{i}"><w:name w:val="{name}"/></w:style>'
        for i, name in enumerate(("TOC Heading", "toc 1", "table of figures"))
    )
    lines = "".join(paragraph(f"Ebb {i}", style(f"V{i}")) for i in range(3))
    body = lines + paragraph("Ebb", style("berschrift1")) + paragraph("Low.", "")
    document = load_bytes(docx(body, styles=styles, numbering=NUMBERING), "x.docx")
    assert document.text == "# Ebb\n\nLow."
    assert document.notes == ("lines of tables of contents are left out: 3",)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("berschrift1", "# x"),
        ("Kapitel", "# x"),
        ("Level", "### x"),
        ("Titel", "# x"),
        ("Heading2", "## x"),
        ("Part", "# x"),
        ("Box", "x"),
        ("Annexure", "# x"),
        ("Listing", "```\nx\n```"),
        ("Quelle", "```\nx\n```"),
        ("Clause", "- 1.1 x"),
        ("Ring", "x"),
        ("", "x"),
    ],
)
def test_styles_determine_headings_and_list_items(name: str, text: str) -> None:
    assert text_of(paragraph("x", style(name))) == text


def test_lines_in_a_style_of_code_are_one_fence() -> None:
    lines = ("if a &lt; b:", "  *c*", "", "d")
    body = "".join(paragraph(each, style("Listing")) for each in lines)
    assert text_of(body + paragraph("e")) == "```\nif a < b:\n  *c*\n\nd\n```\n\ne"


def test_sentences_in_the_style_of_a_heading_are_text() -> None:
    sentence = "The tide shall be paid for twice a day."
    mixed = paragraph("Tide", style("Level")) + paragraph(sentence, style("Level"))
    assert text_of(mixed) == f"### Tide\n\n{sentence}"
    clauses = paragraph("Tide;", style("Level")) + 2 * paragraph(sentence, style("Level"))
    assert text_of(paragraph("A", style("Titel")) + clauses).startswith("# A\n\nTide;\n\nThe tide")


def test_a_long_title_may_end_with_a_colon() -> None:
    title = "Why the Ferry to the Island Should Not Sail:"
    assert text_of(paragraph(title, style("Titel"))) == f"# {title}"
    sentence = "The ferry sails to the island with these people:"
    assert text_of(paragraph(sentence, style("Titel"))) == sentence


@pytest.mark.parametrize("text", ["☐ Ferry", "_____", "(215) 334-HOME."])
def test_fields_and_boxes_in_the_style_of_a_heading_are_text(text: str) -> None:
    assert text_of(paragraph(text, style("Titel"))) == text


def item(text: str, depth: int, number: int = 1, properties: str = "") -> str:
    """Return a paragraph of a list."""
    level = f'<w:ilvl w:val="{depth}"/><w:numId w:val="{number}"/>'
    return paragraph(text, f"{properties}<w:numPr>{level}</w:numPr>")


def test_numbers_of_items_are_as_in_the_document() -> None:
    body = paragraph("before") + item("a", 0) + item("b", 1) + item("c", 2) + item("d", 2)
    body += item("e", 1) + item("f", 0) + item("g", 1) + item("out", 0, number=0)
    assert text_of(body) == (
        "before\n\n1. a\n   - 1.1 b\n     - (c) c\n     - (d) d\n   - 1.2 e\n2. f\n   - 2.1 g\n\n"
        "out"
    )


def test_numbers_of_headings_are_part_of_their_text() -> None:
    body = item("One", 0, 2, style("berschrift1")) + item("Two", 1, 2, style("Level"))
    assert text_of(body + paragraph("x")) == "# 7. One\n\n### 7.1 Two\n\nx"


def test_a_nested_table_becomes_text_of_its_cell() -> None:
    def cell(content: str) -> str:
        return f"<w:tc>{content}</w:tc>"

    inner = f"<w:tbl><w:tr>{cell(paragraph('in'))}{cell(paragraph('ner'))}</w:tr></w:tbl>"
    body = (
        f"<w:tbl><w:tr>{cell(paragraph('a|b'))}{cell(paragraph('c') + paragraph('d'))}</w:tr>"
        f"<w:tr>{cell(inner)}{cell(paragraph(''))}</w:tr></w:tbl>"
    )
    assert text_of(body) == "| a\\|b | c d |\n| --- | --- |\n| in ner |  |"


def test_spanned_cells_keep_their_columns() -> None:
    def cell(text: str, properties: str = "") -> str:
        return f"<w:tc><w:tcPr>{properties}</w:tcPr>{paragraph(text)}</w:tc>"

    rows = (
        cell("A", '<w:gridSpan w:val="2"/>') + cell("B"),
        cell("v", '<w:vMerge w:val="restart"/>') + cell("1") + cell("2"),
        cell("", "<w:vMerge/>") + cell("3") + cell("4"),
        '<w:trPr><w:gridBefore w:val="1"/></w:trPr>' + cell("5") + cell("6"),
    )
    body = "".join(f"<w:tr>{row}</w:tr>" for row in rows)
    table = f"<w:tbl><w:tblGrid>{'<w:gridCol/>' * 3}</w:tblGrid>{body}</w:tbl>"
    assert text_of(table) == (
        "| A |  | B |\n| --- | --- | --- |\n| v | 1 | 2 |\n| v | 3 | 4 |\n|  | 5 | 6 |"
    )


def test_breaks_are_kept_and_tab_stops_are_not_text() -> None:
    body = (
        "<w:p><w:pPr><w:tabs><w:tab w:val='left'/></w:tabs></w:pPr>"
        "<w:r><w:t>a</w:t><w:tab/><w:t>b</w:t><w:br/><w:t>c</w:t></w:r></w:p>"
    )
    assert text_of(body) == "a b\nc"


def test_deleted_moved_and_hidden_text_is_left_out() -> None:
    body = (
        "<w:p><w:r><w:t>a</w:t></w:r><w:del><w:r><w:delText>b</w:delText><w:t>c</w:t></w:r></w:del>"
        "<w:ins><w:r><w:t>d</w:t></w:r></w:ins><w:moveFrom><w:r><w:t>e</w:t></w:r></w:moveFrom>"
        "<w:r><w:instrText>PAGE</w:instrText></w:r>"
        "<w:r><w:rPr><w:vanish/></w:rPr><w:t>f</w:t></w:r>"
        "<w:r><w:rPr><w:vanish w:val='0'/></w:rPr><w:t>g</w:t></w:r></w:p>"
    )
    assert text_of(body) == "adg"


def test_text_of_hidden_styles_is_left_out() -> None:
    styles = STYLES + (
        '<w:style w:type="character" w:styleId="A"><w:rPr><w:vanish/></w:rPr></w:style>'
        '<w:style w:type="paragraph" w:styleId="Top"><w:rPr><w:vanish/></w:rPr></w:style>'
        '<w:style w:type="character" w:styleId="B"><w:rPr><w:vanish w:val="0"/></w:rPr></w:style>'
    )
    run = "<w:r><w:rPr><w:rStyle w:val='{0}'/></w:rPr><w:t>{0}</w:t></w:r>"
    body = f"<w:p><w:pPr>{style('Top')}</w:pPr><w:r><w:t>Top of Form</w:t></w:r></w:p>"
    assert text_of(f"{body}<w:p>{run.format('A')}{run.format('B')}</w:p>", styles) == "B"


def test_numbers_of_captions_are_kept() -> None:
    number = "<w:fldSimple w:instr='SEQ Figure'><w:r><w:t>4</w:t></w:r></w:fldSimple>"
    styles = STYLES + (
        '<w:style w:type="paragraph" w:styleId="Cap"><w:name w:val="Image Caption"/></w:style>'
    )
    text = "<w:r><w:t xml:space='preserve'>{}</w:t></w:r>"
    body = f"<w:p><w:pPr>{style('Cap')}</w:pPr>{text.format('Figure ')}{number}"
    assert text_of(f"{body}{text.format(': Tides')}</w:p>", styles) == "Figure 4: Tides"


def test_a_text_box_is_read_once_after_its_paragraph() -> None:
    inside = f"<w:txbxContent>{paragraph('box')}</w:txbxContent>"
    body = (
        "<w:p><w:r><w:t>a</w:t><mc:AlternateContent xmlns:mc='http://schemas.openxmlformats.org/"
        f"markup-compatibility/2006'><mc:Choice>{inside}</mc:Choice>"
        f"<mc:Fallback>{inside}</mc:Fallback></mc:AlternateContent><w:t>b</w:t></w:r></w:p>"
    )
    assert text_of(body + paragraph("c")) == "ab\n\nbox\n\nc"


def test_footnotes_stand_at_the_end_of_their_section() -> None:
    def note(number: int) -> str:
        return f"<w:footnote w:id='{number}'>{paragraph(f'Note {number}.')}</w:footnote>"

    def noted(text: str, number: int) -> str:
        run = f"<w:r><w:footnoteReference w:id='{number}'/></w:r>"
        return f"<w:p><w:r><w:t>{text}</w:t></w:r>{run}</w:p>"

    body = noted("a", 1) + paragraph("b") + paragraph("Next", style("berschrift1")) + noted("c", 2)
    data = docx(body, styles=STYLES, footnotes=note(1) + note(2))
    assert load_bytes(data, "x.docx").text == (
        "a[^1]\n\nb\n\n[^1]: Note 1.\n\n# Next\n\nc[^2]\n\n[^2]: Note 2."
    )


def test_formulas_are_latex() -> None:
    root = (
        "<m:sSup><m:e><m:r><m:t>x</m:t></m:r></m:e><m:sup><m:r><m:t>2</m:t></m:r></m:sup></m:sSup>"
    )
    space = 'xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math"'
    assert text_of(f"<w:p><m:oMath {space}>{root}</m:oMath></w:p>") == "$x^{2}$"


def test_comments_are_left_out_and_noted() -> None:
    data = docx(paragraph("a"), comments="<w:comment w:id='1'/><w:comment w:id='2'/>")
    assert load_bytes(data, "x.docx").notes == ("comments are left out: 2",)


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
            docx("<w:p>"),
            "x.docx: damaged, or not the kind of file it seems to be",
        ),
    ],
)
def test_a_damaged_file_is_reported(data: bytes, message: str) -> None:
    with pytest.raises(LoadError) as caught:
        load_bytes(data, "x.docx")
    assert str(caught.value) == message


def bold(text: str) -> str:
    return f"<w:p><w:r><w:rPr><w:b/></w:rPr><w:t>{text}</w:t></w:r></w:p>"


def test_short_paragraphs_in_bold_are_headings_if_styles_make_no_more_than_titles() -> None:
    assert text_of(bold("ARTICLE IV.") + bold("Ebb 4.")) == "# ARTICLE IV.\n\nEbb 4."
    body = bold("Phase 2") + paragraph("Text.") + bold("A whole sentence.")
    half = "<w:p><w:r><w:rPr><w:b/></w:rPr><w:t>Now</w:t></w:r><w:r><w:t> or not</w:t></w:r></w:p>"
    assert text_of(body + half) == "# Phase 2\n\nText.\n\nA whole sentence.\n\nNow or not"
    heading = paragraph("x", style("Level"))
    assert text_of(2 * heading + body).startswith("### x\n\n### x\n\n#### Phase 2\n\n")
    assert text_of(3 * heading + body).endswith("### x\n\nPhase 2\n\nText.\n\nA whole sentence.")
    assert text_of(bold("{{ name }}") + bold("-and-")) == "{{ name }}\n\n-and-"


def test_numbers_of_titles_in_bold_are_their_levels() -> None:
    body = bold("1. Tides.") + bold("1.1 Ebb:") + bold("2.0 Moon") + bold("2.1.1. Phases")
    assert text_of(body) == "# 1. Tides.\n\n## 1.1 Ebb:\n\n# 2.0 Moon\n\n### 2.1.1. Phases"


def test_lines_in_bold_below_the_title_of_a_document_are_text() -> None:
    front = bold("Tides") + bold("Ann Ebb") + bold("Version 0.7")
    below = "# Tides\n\nAnn Ebb\n\nVersion 0.7\n\n"
    assert text_of(front + bold("1 Moon") + bold("Sun")) == f"{below}# 1 Moon\n\n# Sun"
    assert text_of(front + bold("Moon") + paragraph("Low.")) == f"{below}# Moon\n\nLow."
    contents = bold("Tides") + paragraph("Low.") + bold("Parts") + bold("Ebb") + bold("Flow")
    assert text_of(contents).endswith("# Parts\n\nEbb\n\n# Flow")
    parts = bold("Tides") + bold("Chapter 1") + bold("Moon")
    assert text_of(parts) == "# Tides\n\n# Chapter 1\n\n# Moon"


def test_paragraphs_of_one_word_and_a_number_in_any_words_are_headings() -> None:
    body = "".join(paragraph(f"Artigo {each}") + paragraph("Low.") for each in ("Um", "Dois", "9"))
    assert text_of(bold("TIDES") + body).startswith("# TIDES\n\n## Artigo Um\n\nLow.")
    assert "#" not in text_of(body.replace("9", "Um"))


def test_a_title_above_a_header_is_a_part_of_it() -> None:
    def rows(*texts: str) -> str:
        cells = "".join(f"<w:tc>{paragraph(text)}</w:tc>" for text in texts)
        return f"<w:tr>{cells}</w:tr>"

    grid = f"<w:tblGrid>{'<w:gridCol/>' * 2}</w:tblGrid>"
    table = f"<w:tbl>{grid}{rows('Tides', '')}{rows('Day', 'Low')}{rows('1', '6:10')}</w:tbl>"
    assert text_of(table) == "| Tides |  |\n| Day | Low |\n| --- | --- |\n| 1 | 6:10 |"


def test_beside_styles_titles_in_bold_are_in_capitals() -> None:
    below = 3 * paragraph("x", style("Level")) + bold("ORDER") + bold("Ebb") + bold("NOTE")
    assert text_of(below).endswith("### x\n\n#### ORDER\n\nEbb\n\n#### NOTE")
    equal = paragraph("TIDE", style("Level")) + paragraph("x", style("Titel")) + bold("ORDER")
    assert text_of(equal) == "### TIDE\n\n# x\n\n### ORDER"


def run(text: str, properties: str) -> str:
    content = f'<w:t xml:space="preserve">{text}</w:t>'
    return f"<w:p><w:r><w:rPr>{properties}</w:rPr>{content}</w:r></w:p>"


def test_paragraphs_in_a_font_for_code_are_code_unless_most_are() -> None:
    font = '<w:rFonts w:ascii="Courier New"/>'
    code = run("tide()", font) + run("  rise()", font)
    assert text_of(paragraph("Run this, then that:") + code) == (
        "Run this, then that:\n\n```\ntide()\n  rise()\n```"
    )
    assert text_of(paragraph("Run:") + code) == "Run:\n\ntide()\n\nrise()"


def test_struck_out_text_is_left_out_and_noted() -> None:
    document = load_bytes(docx(run("ten", "<w:strike/>") + paragraph("twelve")), "x.docx")
    assert document.text == "twelve"
    assert document.notes == ("struck-out texts are left out: 1",)


def test_a_numbered_title_in_bold_is_a_heading_next_to_others() -> None:
    def bold(text: str, properties: str = "") -> str:
        run = f"<w:r><w:rPr><w:b/></w:rPr><w:t>{text}</w:t></w:r>"
        return f"<w:p><w:pPr>{properties}</w:pPr>{run}</w:p>"

    listed = '<w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr>'
    titles = "".join(paragraph(text, style("berschrift1")) for text in ("Tides", "Moon", "Sun"))
    body = titles + bold("Ebb", listed) + paragraph("Out.") + bold("2. Low") + bold("Note")
    end = "# Sun\n\n## 1. Ebb\n\nOut.\n\n## 2. Low\n\nNote"
    assert text_of(body).endswith(end)
    items = bold("Ebb", listed) + bold("Low", listed)
    assert text_of(titles + items).endswith("# Sun\n\n1. Ebb\n2. Low")


def test_a_paragraph_in_the_style_of_letters_of_a_title_is_one() -> None:
    styles = '<w:style w:type="character" w:styleId="B"><w:name w:val="Book Title"/></w:style>'
    mark = '<w:rPr><w:rStyle w:val="B"/></w:rPr>'
    assert text_of(paragraph("Tides", mark), STYLES + styles) == "# Tides"


def test_pictures_and_charts_are_noted() -> None:
    drawing = "<w:r><w:drawing><pic:pic xmlns:pic='p'/></w:drawing></w:r>"
    chart = "<w:r><w:drawing><c:chart xmlns:c='c'/></w:drawing></w:r>"
    body = f"{paragraph('Tides')}<w:p>{drawing}{drawing}{chart}</w:p>"
    notes = load_bytes(docx(body, styles=STYLES, numbering=NUMBERING), "x.docx").notes
    assert notes == ("pictures are left out: 2", "charts are left out: 1")
