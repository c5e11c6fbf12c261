"""PPTX files to Markdown."""

import io
from typing import Any

from loadable import pptx
from pptx import Presentation
from pptx.chart.data import CategoryChartData
from pptx.enum.chart import XL_CHART_TYPE
from pptx.util import Inches

from chunking.loading import load_bytes

SIZE = (Inches(1), Inches(1), Inches(3), Inches(1))


def test_slides_have_titles_points_tables_charts_and_notes() -> None:
    deck = Presentation()
    first = deck.slides.add_slide(deck.slide_layouts[0])
    first.shapes.title.text = "The sea"
    first.placeholders[1].text = "A talk"
    second = deck.slides.add_slide(deck.slide_layouts[1])
    second.shapes.title.text = "Tides"
    frame = second.placeholders[1].text_frame
    frame.text = "Twice a day"
    inner = frame.add_paragraph()
    inner.text, inner.level = "# High", 1
    table = second.shapes.add_table(2, 2, *SIZE).table
    for i, text in enumerate(("Day", "Height", "1", "2|3")):
        table.cell(i // 2, i % 2).text = text
    data: Any = CategoryChartData()  # type: ignore[no-untyped-call]
    data.categories = ["May", "June"]
    data.add_series("Waves", (1, 2.5))
    second.shapes.add_chart(XL_CHART_TYPE.COLUMN_CLUSTERED, *SIZE, data)
    group = second.shapes.add_group_shape().shapes.add_group_shape()
    group.shapes.add_textbox(*SIZE).text_frame.text = "In a group"
    second.notes_slide.notes_text_frame.text = "Speak slowly.\nThen stop."
    deck.slides.add_slide(deck.slide_layouts[6]).shapes.add_textbox(*SIZE).text_frame.text = "Calm"
    out = io.BytesIO()
    deck.save(out)
    document = load_bytes(out.getvalue(), "a.pptx")
    assert document.title == "The sea"
    assert document.text == (
        "# The sea\n\nA talk\n\n"
        "## Tides\n\n- Twice a day\n  - \\# High\n\n"
        "| Day | Height |\n| --- | --- |\n| 1 | 2\\|3 |\n\n"
        "|  | Waves |\n| --- | --- |\n| May | 1 |\n| June | 2.5 |\n\n"
        "In a group\n\n"
        "Notes: Speak slowly.\n\nThen stop.\n\n"
        "## Slide 3\n\nCalm"
    )
    assert document.locations is not None
    assert document.locations.kind == "slides"
    assert document.locations.of(document.text.index("Tides"), document.text.index("## Slide")) == [
        2
    ]


def test_slides_and_notes_that_recur_are_removed() -> None:
    deck = Presentation()
    for point, note in (
        ("Ebb", "Slowly."),
        ("Ebb", "Slowly."),
        ("Ebb", "Now."),
        ("Low", "Slowly."),
    ):
        slide = deck.slides.add_slide(deck.slide_layouts[1])
        slide.shapes.title.text = "Tides"
        slide.placeholders[1].text = point
        slide.notes_slide.notes_text_frame.text = note
    out = io.BytesIO()
    deck.save(out)
    document = load_bytes(out.getvalue(), "a.pptx")
    slides = ("- Ebb\n\nNotes: Slowly.", "- Ebb\n\nNotes: Now.", "- Low")
    assert document.text == "\n\n".join(f"## Tides\n\n{slide}" for slide in slides)
    assert [(each.text, each.reason) for each in document.removed] == [
        ("Slowly.", "repeated note"),
        ("## Tides\n\n- Ebb", "repeated slide"),
        ("Slowly.", "repeated note"),
    ]


def test_powers_are_parted_from_their_base() -> None:
    deck = Presentation()
    text = deck.slides.add_slide(deck.slide_layouts[6]).shapes.add_textbox(*SIZE).text_frame
    for part, raised in (("2", ""), ("63", "30000"), (" on the 1", "0"), ("st", "30000")):
        run = text.paragraphs[0].add_run()
        run.text = part
        run.font._element.set("baseline", raised or "0")
    out = io.BytesIO()
    deck.save(out)
    assert load_bytes(out.getvalue(), "a.pptx").text == "2^63 on the 1st"


def test_footers_are_left_out_and_kept_as_removed() -> None:
    footer = (
        '<p:sp><p:nvSpPr><p:cNvPr id="9" name="f"/><p:cNvSpPr/><p:nvPr><p:ph type="ftr" idx="11"/>'
        "</p:nvPr></p:nvSpPr><p:spPr/><p:txBody><a:bodyPr/><a:p><a:r><a:t>Confidential</a:t></a:r>"
        "</a:p></p:txBody></p:sp>"
    )
    document = load_bytes(pptx([("One", ["a", "b"])], shapes=footer), "a.pptx")
    assert document.text == "## One\n\n- a\n- b"
    assert [(each.offset, each.text, each.reason) for each in document.removed] == [
        (len(document.text), "Confidential", "footer")
    ]


def test_of_alternative_contents_the_first_is_read() -> None:
    shape = (
        '<p:sp><p:nvSpPr><p:cNvPr id="9" name="t"/><p:cNvSpPr/><p:nvPr/></p:nvSpPr><p:spPr/>'
        "<p:txBody><a:bodyPr/><a:p><a:r><a:t>{}</a:t></a:r></a:p></p:txBody></p:sp>"
    )
    shapes = (
        f'<mc:AlternateContent><mc:Choice Requires="x">{shape.format("new")}</mc:Choice>'
        f"<mc:Fallback>{shape.format('old')}</mc:Fallback></mc:AlternateContent>"
    )
    assert load_bytes(pptx([("One", ["a"])], shapes=shapes), "a.pptx").text.endswith("- a\n\nnew")
