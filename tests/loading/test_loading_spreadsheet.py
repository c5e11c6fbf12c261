"""XLSX and ODS files to Markdown."""

import datetime as dt

import pytest
from loadable import odt, xlsx

from chunking.loading import load_bytes
from chunking.loading.spreadsheet import shown


def test_sheets_are_headings_with_a_table_without_empty_rows_and_columns() -> None:
    rows = (
        '<row r="2"><c r="B2" t="str"><v>City</v></c><c r="D2" t="str"><v>People|all</v></c></row>'
        '<row r="3"><c r="B3" t="str"><v>Ely</v></c><c r="D3"><v>20112</v></c></row>'
        '<row r="9"><c r="B9" t="str"><v>Ripon</v></c><c r="D9"><v>0.5</v></c></row>'
    )
    document = load_bytes(xlsx(rows, dimension="B2:D9", name="Cities"), "a.xlsx")
    assert document.text == (
        "## Cities\n\n| City | People\\|all |\n| --- | --- |\n| Ely | 20112 |\n| Ripon | 0.5 |"
    )
    assert document.locations is not None
    assert (document.locations.kind, document.locations.labels) == ("sheets", ["Cities"])


def test_errors_are_text_and_a_sparse_sheet_is_read() -> None:
    rows = (
        '<row r="3"><c r="B3" t="e"><f>NA()</f><v>#N/A</v></c><c r="ZZ3" t="inlineStr"><is><t>a</t>'
        "</is></c></row><row r='900000'><c t='e' r='B900000'><v>#DIV/0!</v></c></row>"
        "<row r='900001'><c t='b' r='ZZ900001'><v>1</v></c></row>"
    )
    assert load_bytes(xlsx(rows), "a.xlsx").text == (
        "## Sheet1\n\n| #N/A | a |\n| --- | --- |\n| #DIV/0! |  |\n|  | TRUE |"
    )


def test_numbers_with_a_format_of_percentages_are_shown_so() -> None:
    formats = '<numFmt numFmtId="170" formatCode="0.0%;[Red]-0.0%"/>'
    formats += '<numFmt formatCode="0 &quot;% of all&quot;" numFmtId="171"/>'
    numbers = "".join(f'<xf numFmtId="{number}"/>' for number in (0, 9, 170, 171))
    cells = (
        '<c r="A1"><v>0.5</v></c><c r="B1" s="1"><v>0.1275</v></c>'
        '<c r="C1" s="2" t="n"><f>1-2</f><v>-0.5</v></c><c r="D1" s="3"><v>7</v></c>'
        '<c r="E1" s="1" t="str"><v>none</v></c><c r="F1" s="0"><v>2</v></c><c r="G1" s="1"/>'
    )
    styles = f"<numFmts>{formats}</numFmts><cellXfs>{numbers}</cellXfs>"
    document = load_bytes(xlsx(f'<row r="1">{cells}</row>', styles=styles), "a.xlsx")
    assert document.text.splitlines()[2] == "| 0.5 | 12.75% | -50% | 7 | none | 2 |"


def test_cells_of_ods_are_read_by_their_type() -> None:
    cells = (
        "<table:table-cell office:value-type='float' office:value='1234567'>"
        "<text:p>1,234,567.00</text:p></table:table-cell>"
        "<table:table-cell table:number-columns-repeated='3'/>"
        "<table:table-cell office:value-type='date' office:date-value='2024-05-01'>"
        "<text:p>1 May</text:p></table:table-cell>\n"
        "<table:table-cell office:value-type='string'><office:annotation><text:p>comment</text:p>"
        "</office:annotation><text:p>two</text:p><text:p>lines</text:p></table:table-cell>"
        "<table:table-cell office:value-type='time' office:time-value='PT27H05M00S'/>"
        "<table:table-cell office:value-type='percentage' office:value='0.2'><text:p>20 %</text:p>"
        "</table:table-cell>"
    )
    table = "<table:table table:name='{}'>\n<table:table-row>{}</table:table-row></table:table>"
    data = odt(table.format("One", cells) + table.format("Two", ""), kind="spreadsheet")
    document = load_bytes(data, "a.ods")
    assert document.text.startswith(
        "## One\n\n| 1234567 | 2024-05-01 | two lines | 27:05:00 | 20 % |\n"
    )
    assert document.notes == ("empty sheets: 1 of 2",)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (3.0, "3"),
        (-0.1 - 0.2, "-0.3"),
        (1e20, "100000000000000000000"),
        (1e300, "1E+300"),
        (1e-5, "0.00001"),
        (float("nan"), "NaN"),
        (7, "7"),
        (False, "FALSE"),
        (dt.datetime.fromisoformat("2024-05-01"), "2024-05-01"),
        (dt.datetime.fromisoformat("2024-05-01T12:30"), "2024-05-01 12:30:00"),
        (dt.date(2024, 5, 1), "2024-05-01"),
        (dt.time(9, 5), "09:05:00"),
        (dt.timedelta(hours=36), "36:00:00"),
        (-dt.timedelta(hours=49, minutes=5, seconds=7), "-49:05:07"),
        (-dt.timedelta(seconds=12), "-0:00:12"),
        (" a ", "a"),
    ],
)  # fmt: skip
def test_values_are_shown_in_full(value: object, text: str) -> None:
    assert shown(value) == text
