"""XML with prose to Markdown: DocBook, FB2, JATS, TEI and other vocabularies."""

import pytest

from chunking.core.errors import LoadError
from chunking.loading import load_bytes

PROSE = "The sea rises twice a day, and falls again in the hours between."
FB2 = (
    '<?xml version="1.0" encoding="windows-1251"?><FictionBook '
    'xmlns:l="http://www.w3.org/1999/xlink" xmlns="http://www.gribuser.ru/xml/fictionbook/2.0"><description><title-info>'
    "<book-title>Море</book-title><lang>ru</lang></title-info></description><body><section>"
    "<title><p>Глава</p></title><p>Вода<a type='note' l:href='#n'>1</a>.</p></section></body>"
    "<body name='notes'><section id='n'><p>Солёная.</p></section></body></FictionBook>"
)
JATS = (
    '<article article-type="x"><front><article-meta><title-group><article-title>On tides'
    "</article-title></title-group><contrib-group><contrib contrib-type='author'><name>"
    "<surname>Sea</surname><given-names>Ann</given-names></name></contrib></contrib-group>"
    "<abstract><p>Short.</p></abstract></article-meta></front><body><sec><title>Water</title>"
    "<p>It rises <xref ref-type='bibr' rid='r'>[1]</xref>.</p><table-wrap><label>Table 1</label>"
    "<caption><p>Heights</p></caption><table><tbody><tr><td>a</td><td>b</td></tr></tbody></table></table-wrap>"
    "</sec></body><back><ref-list><ref id='r'><label>1</label><mixed-citation><name><surname>Lee"
    "</surname><given-names>B</given-names></name>. Sands, 2001.</mixed-citation></ref></ref-list>"
    "</back></article>"
)
ARTICLE = (
    "# On tides\n\nAnn Sea\n\nShort.\n\n# Water\n\nIt rises [1].\n\nTable 1 Heights\n\n"
    "| a | b |\n| --- | --- |\n\n# References\n\n- 1 Lee B. Sands, 2001."
)
POEM = "# Sea\n\n## One\n\na b[^1] c\n\nx\ny\n\n1. i\n2. j\n\n| 1 | 2 |\n| --- | --- |\n\n[^1]: n"
DOCBOOK = (
    "<book><title>Tides</title><chapter><title>High</title><para>a<footnote><para>b</para>"
    "</footnote></para><programlisting language='c'>x\n y</programlisting></chapter></book>"
)
TEI = (
    "<TEI><teiHeader><fileDesc><titleStmt><title>Sea</title></titleStmt></fileDesc>"
    "</teiHeader><text><body><div><head>One</head><p>a <hi>b</hi><note>n</note> c</p>"
    "<lg><l>x</l>\n<l>y</l></lg><list type='ordered'><item>i</item><item>j</item></list>"
    "<table><row><cell>1</cell><cell>2</cell></row></table></div></body></text></TEI>"
)
STATUTE = (
    "<act><section><num>§ 1.</num><heading>Short title</heading><content>"
    f"{PROSE} See <ref>section 2</ref>.</content><subsection><num>(a)</num><content>{PROSE} "
    f"<ref>It</ref> ends.</content></subsection></section><note>{PROSE}</note></act>"
)


@pytest.mark.parametrize(
    ("name", "page", "text"),
    [
        (
            "a.dbk",
            DOCBOOK,
            "# Tides\n\n# High\n\na[^1]\n\n```c\nx\n y\n```\n\n[^1]: b",
        ),
        ("a.nxml", JATS, ARTICLE),
        (
            "a.tei",
            TEI,
            POEM,
        ),
        (
            "a.xml",
            STATUTE,
            f"# § 1. Short title\n\n{PROSE} See section 2.\n\n(a) {PROSE} It ends.\n\n{PROSE}",
        ),
        (
            "a.xml",
            (f"<patent><description><heading>Field</heading><p>{PROSE}</p></description><claims>"
            f"<claim-text>1. A gauge, with<claim-text>a float; and</claim-text><claim-text>a cord."
            f"</claim-text></claim-text><p>{PROSE}</p></claims></patent>"),
            f"# Field\n\n{PROSE}\n\n1. A gauge, with\n\na float; and\n\na cord.\n\n{PROSE}",
        ),
        (
            "a.dita",
            f"<topic><title>Tides</title><body><p>{PROSE}</p><p>{PROSE}</p></body></topic>",
            f"# Tides\n\n{PROSE}\n\n{PROSE}",
        ),
        (
            "a.xml",
            f"<norm><enbez>§ 1</enbez><titel>Zweck</titel><P>{PROSE}</P><P>{PROSE}</P></norm>",
            f"# § 1 Zweck\n\n{PROSE}\n\n{PROSE}",
        ),
    ],
)  # fmt: skip
def test_prose_is_read_without_tags(name: str, page: str, text: str) -> None:
    document = load_bytes(page.encode(), name)
    assert document.text == text
    assert (document.media_type, document.notes) == ("text/markdown", ())


def test_fb2_is_read_in_its_encoding_with_its_notes() -> None:
    document = load_bytes(FB2.encode("cp1251"), "a.fb2")
    assert document.text == "# Море\n\n## Глава\n\nВода[^1].\n\n[^1]: Солёная."
    assert (document.title, document.language) == ("Море", "ru")
    assert document.encoding == "windows-1251"


def test_entities_are_replaced_once() -> None:
    kind = "<!DOCTYPE book [<!ENTITY a \"b &c; d\"><!ENTITY c '<emphasis>x</emphasis>'>]>"
    page = f"{kind}<book><para>&a; &eacute; &lt; &gone;.</para></book>"
    assert load_bytes(page.encode(), "a.dbk").text == "b x d é < &gone;."
    levels = "".join(f'<!ENTITY e{i} "{f"&e{i + 1};" * 99}">' for i in range(9))
    with pytest.raises(LoadError, match="its entities make the XML more than twice as long"):
        load_bytes(
            f"<!DOCTYPE book [{levels}]><book><para>{'&e0;' * 9}</para></book>".encode(), "a.dbk"
        )


def test_data_stay_as_they_are() -> None:
    page = "<project>" + "<name>a</name><version>1.0</version>" * 50 + "</project>"
    document = load_bytes(page.encode(), "pom.xml")
    assert (document.text, document.media_type) == (page, "application/xml")


def test_prose_that_cannot_be_read_stays_as_it_is() -> None:
    page = f"<act><p>{PROSE}</p>" * 10
    document = load_bytes(page.encode(), "a.xml")
    assert document.text == page
    (note,) = document.notes
    assert note == "read as text: the XML is damaged: it is not well-formed XML"


def test_a_name_of_another_format_is_noted() -> None:
    (note,) = load_bytes(FB2.encode("cp1251"), "a.txt").notes
    assert note == "the name ends in .txt but the content is a FB2: read as FB2"
