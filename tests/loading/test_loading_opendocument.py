"""ODT files to Markdown."""

import pytest
from loadable import odt

from chunking.core.origin import Locations
from chunking.loading import load_bytes

STYLES = (
    "<style:style style:name='P2' style:parent-style-name='Title'/>"
    "<style:style style:name='P3' style:default-outline-level='2'/>"
    "<style:style style:name='Code' style:parent-style-name='Preformatted_20_Text'/>"
    "<text:list-style style:name='L0'><text:list-level-style-bullet text:level='1' "
    "text:bullet-char='-'/><text:list-level-style-bullet text:level='2' text:bullet-char='-'/>"
    "</text:list-style><text:list-style style:name='L1'>"
    "<text:list-level-style-number text:level='1' style:num-format='1' "
    "style:num-suffix='.'/></text:list-style>"
)


def item(content: str) -> str:
    return f"<text:list-item>{content}</text:list-item>"


def p(text: str, style: str = "") -> str:
    return f"<text:p text:style-name='{style}'>{text}</text:p>"


def cell(content: str) -> str:
    return f"<table:table-cell>{content}</table:table-cell>"


INNER = f"<text:list>{item(p('b'))}</text:list>"
HEADING = "<text:h text:outline-level='2'>Ebb</text:h>"
TITLE = f"<text:list>{item(HEADING + p('a'))}</text:list>"
EBB = "## Ebb\n\na\n\n2. b"
ROW = f"<table:table-row>{cell(p('a|b'))}{cell('')}{cell(p('c') + p('d'))}</table:table-row>"
NOTE = (
    "<text:note text:note-class='footnote'><text:note-citation>1</text:note-citation>"
    f"<text:note-body>{p('Why.')}</text:note-body></text:note>"
)


@pytest.mark.parametrize(
    ("body", "text"),
    [
        ("<text:h text:outline-level='2'>One</text:h>", "## One"),
        (p("One", "P2"), "# One"),
        (p("One", "P3"), "## One"),
        (
            p("x: &lt;b>", "Code") + p("", "Code") + p("<text:s text:c='2'/>y", "Code") + p("z"),
            "```\nx: <b>\n\n  y\n```\n\nz",
        ),
        (p("# a\n  b<text:s text:c='2'/>c<text:tab/>d<text:line-break/>e"), "\\# a b c d\ne"),
        (f"<text:list text:style-name='L0'>{item(p('a') + INNER)}</text:list>", "- a\n  - b"),
        (f"<text:list text:style-name='L1'>{item(TITLE)}{item(p('b'))}</text:list>", EBB),
        (f"<text:list text:style-name='L0'>{item(INNER)}</text:list>", "- b"),
        (p("Contents", "P2") + p("Ebb", "P3"), "## Ebb"),
        (
            f"<text:list text:style-name='L1'>{item(p('a') + p('c'))}{item(p('b'))}</text:list>",
            "1. a\n\n   c\n2. b",
        ),
        (
            f"<table:table>{ROW}</table:table>",
            "| a\\|b |  | c d |\n| --- | --- | --- |",
        ),
        (
            p(f"a{NOTE} b") + p("c") + "<text:h text:outline-level='1'>Next</text:h>",
            "a[^1] b\n\nc\n\n[^1]: Why.\n\n# Next",
        ),
        (p("Figure <text:sequence>4</text:sequence>: Tides"), "Figure 4: Tides"),
        (f"<text:tracked-changes>{p('gone')}</text:tracked-changes>{p('a')}", "a"),
    ],
)
def test_the_body_becomes_markdown(body: str, text: str) -> None:
    assert load_bytes(odt(body, styles=STYLES), "a.odt").text == text


def test_title_and_language_come_from_its_properties() -> None:
    meta = "<meta><title>My thesis</title><language>fr</language></meta>"
    document = load_bytes(odt("<text:p>x</text:p>", members={"meta.xml": meta}), "a.odt")
    assert (document.title, document.language) == ("My thesis", "fr")


def test_hidden_text_is_left_out() -> None:
    body = (
        "<text:section text:name='a' text:display='none'><text:p>a</text:p></text:section>"
        "<text:section text:name='b'><text:p>b<text:hidden-text text:is-hidden='true' "
        "text:string-value='c'>c</text:hidden-text></text:p></text:section>"
    )
    assert load_bytes(odt(body), "a.odt").text == "b"


def test_comments_are_left_out_and_noted() -> None:
    body = "<text:p>a<office:annotation><text:p>b</text:p></office:annotation></text:p>"
    document = load_bytes(odt(body), "a.odt")
    assert (document.text, document.notes) == ("a", ("comments are left out: 1",))


FONTS = (
    "<style:style style:name='Fixed'><style:text-properties style:font-name='Courier New'/>"
    "</style:style><style:style style:name='Gone'>"
    "<style:text-properties style:text-line-through-style='solid'/></style:style>"
)


def test_paragraphs_in_a_font_of_fixed_pitch_are_code() -> None:
    span = "<text:span text:style-name='Fixed'><text:s/>while</text:span>"
    line_break = "<text:span text:style-name='Fixed'><text:line-break/> <text:s/>rise()</text:span>"
    body = p("Run this often:") + p("tide()", "Fixed") + p(span + line_break) + p(f"Or {span}.")
    assert load_bytes(odt(body, styles=FONTS), "a.odt").text == (
        "Run this often:\n\n```\ntide()\n while\n  rise()\n```\n\nOr while."
    )


def test_a_text_all_in_a_font_of_fixed_pitch_is_no_code() -> None:
    assert load_bytes(odt(p("One", "Fixed"), styles=FONTS), "a.odt").text == "One"


def test_struck_out_text_is_left_out_and_noted() -> None:
    body = p("Pay <text:span text:style-name='Gone'>ten</text:span>twelve.")
    document = load_bytes(odt(body, styles=FONTS), "a.odt")
    assert document.text == "Pay twelve."
    assert document.notes == ("struck-out texts are left out: 1",)


def test_words_in_shapes_and_text_boxes_are_part_of_the_paragraph_of_their_anchor() -> None:
    shapes = f"<draw:line/><draw:ellipse>{p('Ebb')}</draw:ellipse>"
    box = f"<draw:frame><draw:text-box>{p('Flow')}{p('in')}</draw:text-box></draw:frame>"
    body = p(f"See <draw:g>{shapes}{box}</draw:g>") + p("Next.")
    assert load_bytes(odt(body), "a.odt").text == "See Ebb Flow\nin\n\nNext."


def test_bold_paragraphs_by_their_style_are_headings_where_there_are_no_others() -> None:
    bold = "<style:text-properties fo:font-weight='bold'/>"
    styles = (
        f"<style:style style:name='P9' style:family='paragraph'>{bold}</style:style>"
        f"<style:style style:name='Title' style:family='paragraph'>{bold}</style:style>"
    )
    body = p("Ebb tides", "P9") + p("Low.", "P1") + p("It goes, and it comes.", "P9")
    found = load_bytes(odt(body, styles=styles), "a.odt")
    assert found.text == "# Ebb tides\n\nLow.\n\nIt goes, and it comes."
    titled = load_bytes(odt(p("Tides", "Title") + body, styles=styles), "a.odt")
    assert titled.text == "# Tides\n\n## Ebb tides\n\nLow.\n\nIt goes, and it comes."
    many = load_bytes(odt(3 * p("Tides", "Title") + body, styles=styles), "a.odt")
    assert many.text.endswith("# Tides\n\nEbb tides\n\nLow.\n\nIt goes, and it comes.")


def frame(kind: str, content: str) -> str:
    box = f"<draw:text-box>{content}</draw:text-box>"
    return f"<draw:frame presentation:class='{kind}'>{box}</draw:frame>"


def test_a_slide_has_one_title_and_code_goes_on_over_empty_paragraphs() -> None:
    titles = frame("title", p("Ebb")) + frame("title", p("[*] at night"))
    code = p("tide()", "Preformatted_20_Text")
    empty = '<text:p text:style-name="P1"/>'
    slide = f"<draw:page draw:name='s'>{titles}{frame('outline', code + empty + code)}</draw:page>"
    text = load_bytes(odt(slide, kind="presentation", styles=STYLES), "a.odp").text
    assert text == "## Ebb\n\n[*] at night\n\n```\ntide()\n\ntide()\n```"


def test_slides_have_titles_points_tables_notes_and_places() -> None:
    points = f"<text:list text:style-name='L0'>{item(p('Twice') + INNER)}</text:list>"
    first = frame("subtitle", f"<text:list>{item(p('A talk'))}</text:list>")
    first += frame("title", p("The sea")) + frame("page-number", p("1"))
    notes = f"<presentation:notes>{frame('notes', p('Slowly.') + p('Stop.'))}</presentation:notes>"
    second = f"<draw:custom-shape>{p('In a shape')}</draw:custom-shape>"
    second += frame("outline", points) + notes
    slides = "".join(f"<draw:page draw:name='s'>{each}</draw:page>" for each in (first, "", second))
    data = odt(slides, kind="presentation", styles=STYLES)
    document = load_bytes(data, "a.odp")
    assert document.text == (
        "# The sea\n\nA talk\n\n"
        "## Slide 3\n\nIn a shape\n\n- Twice\n  - b\n\nNotes: Slowly.\n\nStop."
    )
    assert document.locations == Locations("slides", [0, 19], [1, 3])


def test_a_link_without_text_and_a_formula_are_no_headings() -> None:
    jump = "<text:a xlink:href='#top' xmlns:xlink='http://www.w3.org/1999/xlink'>%s</text:a>"
    styles = (
        "<style:style style:name='B' style:family='paragraph'>"
        "<style:text-properties fo:font-weight='bold'/></style:style>"
        "<style:style style:name='T' style:family='text'>"
        "<style:text-properties fo:font-weight='bold'/></style:style>"
    )
    bold = "<text:span text:style-name='T'>Ebb</text:span>"
    body = p(jump % "", "B") + p(jump % "1 " + bold) + p("out") + p(jump % "Low") + p("$$x$$", "B")
    assert load_bytes(odt(body, styles=styles), "x.odt").text == "# 1 Ebb\n\nout\n\nLow\n\n$$x$$"


def test_of_lines_in_bold_without_text_below_only_the_first_is_a_heading() -> None:
    styles = (
        "<style:style style:name='B' style:family='paragraph'>"
        "<style:text-properties fo:font-weight='bold'/></style:style>"
    )
    lines = "".join(p(each, "B") for each in ("Calls", "ebb(x)", "low(x)"))
    body = f"{lines}<text:h text:outline-level='1'>Moon</text:h>"
    assert load_bytes(odt(body, styles=styles), "x.odt").text.endswith("\n\nlow(x)\n\n# Moon")
