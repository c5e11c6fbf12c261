import json

import pytest
from hostile import TEXTS

from chunking import chunk, get
from chunking.core.chunking import Chunking
from chunking.core.document import Document
from chunking.engine import prepare, run_levels
from chunking.output.export import from_jsonl, to_csv, to_jsonl
from chunking.strategies import Strategy
from chunking.units.layout import layout
from chunking.units.tables import MAX_HEADER

TABLE = "| name | size |\n|---|---|\n" + "".join(f"| pipe {i} | {i} cm |\n" for i in range(60))
PAGE = f"# Pipes\n\nAll of them are here.\n\n{TABLE}\nThe end of the page.\n"
HEADER = "| name | size |\n|---|---|"


def headers(text: str, media_type: str = "text/markdown") -> list[str]:
    found = layout(Document(text, media_type=media_type)).tables
    spans = zip(found.starts, found.header_ends, strict=True)
    return [text[start:end] for start, end in spans]


def split_rows(text: str, media_type: str = "text/csv", max_tokens: int = 60) -> Chunking:
    strategy = get("recursive")(max_tokens=max_tokens, overlap_tokens=0)
    return chunk(Document(text, media_type=media_type), strategy)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("name,size\na,1\nb,2\n", ["name,size"]),
        ("name,size\na,b\n", ["name,size"]),
        ('"name\nof it",size\na,1\n', ['"name\nof it",size']),
        ("name;size\na;1,5\n", ["name;size"]),
        ("country,2019,2020\nx,few,many\n", ["country,2019,2020"]),
        ("a,1\nb,2\n", []),
        ("12,15%\n13,-4\n", []),
        ("name,size\n", []),
        ("", []),
        ("n" * (MAX_HEADER + 1) + ",size\na,1\n", []),
    ],
)
def test_the_first_row_of_csv_is_its_header_unless_it_has_numbers_as_the_second(
    text: str, expected: list[str]
) -> None:
    assert headers(text, "text/csv") == expected
    with_tabs = [each.replace(",", "\t").replace(";", "\t") for each in expected]
    text = text.replace(",", "\t").replace(";", "\t")
    assert headers(text, "text/tab-separated-values") == with_tabs


@pytest.mark.parametrize(
    ("media_type", "header", "row"),
    [
        ("text/x-rst", "====  ====\nkiln  cone\n      used\n====  ====", "k1    5"),
        (
            "text/x-rst",
            "+----+----+\n|kiln|cone|\n|    |used|\n+====+====+",
            "| k1 | 5  |\n+----+----+",
        ),
        ("text/plain", "+----+----+\n|kiln|cone|\n+----+----+", "| k1 | 5  |"),
        ("text/plain", "kiln   cone\n-----------", "k1     5"),
        ("text/x-org", "| kiln | cone |\n| | used |\n|------+------|", "| k1 | 5 |"),
        ("text/x-wiki", "{| class=a\n|+ Kilns\n! kiln\n! cone", "|-\n| k1 || 5"),
        ("text/asciidoc", '[cols="1,1"]\n|===\n|kiln |cone', "\n|k1 |5"),
    ],
)
def test_the_rows_above_a_rule_or_with_marks_are_the_header(
    media_type: str, header: str, row: str
) -> None:
    table = f"{header}\n" + f"{row}\n" * 5
    table += {"text/x-wiki": "|}\n", "text/asciidoc": "|===\n"}.get(media_type, "")
    assert headers(f"{table}\nThe end.\n", media_type) == [header]


@pytest.mark.parametrize("line_end", ["\n", "\r\n", "\r"])
def test_all_rows_above_the_delimiter_row_of_markdown_are_its_header(line_end: str) -> None:
    rows = ["| kiln | fired |", "| | spring |", "| | cones |", "| --- | :-: |"]
    table = line_end.join([*rows, *(f"| k{i} | {i} |" for i in range(40)), "| --- | --- |"])
    assert headers(table) == [line_end.join(rows)]
    parts = split_rows(table, "text/markdown").chunks
    assert len(parts) > 1
    assert {part.table_header for part in parts[1:]} == {line_end.join(rows)}


def test_records_of_json_lines_have_no_header() -> None:
    assert headers('{"a": "b"}\n{"a": "c"}\n', "application/x-ndjson") == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (PAGE, [HEADER]),
        (TABLE.replace("\n", "\r\n"), [HEADER.replace("\n", "\r\n")]),
        (TABLE.replace("name | size", " | "), []),
        (f"{TABLE}\n\n{TABLE.replace('name', 'title')}", [HEADER, HEADER.replace("name", "title")]),
        ("No table | here.", []),
    ],
)
def test_the_header_of_a_markdown_table_has_the_delimiter_row(
    text: str, expected: list[str]
) -> None:
    assert headers(text) == expected


@pytest.mark.parametrize(
    "strategy",
    [
        get("recursive")(max_tokens=60, overlap_tokens=0),
        get("fixed")(max_tokens=60),
        get("sentence")(max_tokens=60, overlap_tokens=20),
        get("structure")(target_tokens=40, max_tokens=60),
    ],
)
def test_a_chunk_that_begins_below_the_header_of_its_table_has_it(strategy: Strategy) -> None:
    found = chunk(Document(PAGE), strategy)
    first, last = PAGE.index(HEADER) + len(HEADER), PAGE.index("\nThe end")
    for each in found:
        inside = first <= each.start - each.overlap < last - 1
        assert each.table_header == (HEADER if inside else "")
        assert each.text == PAGE[each.start - each.overlap : each.end]
    assert sum(bool(each.table_header) for each in found) > 1


def test_rows_of_csv_have_the_header_and_the_first_chunk_does_not() -> None:
    text = "name,size\n" + "".join(f"pipe {i},{i} cm\n" for i in range(60))
    found = split_rows(text)
    assert [each.table_header for each in found] == ["", *["name,size"] * (len(found) - 1)]


def test_overlap_that_begins_in_the_header_row_needs_no_header() -> None:
    text = "name,size\n" + "a,1\nb,2\nc,3\n" * 20
    found = chunk(
        Document(text, media_type="text/csv"),
        get("sliding")(max_tokens=12, stride_tokens=1),
    )
    for each in found:
        assert bool(each.table_header) == (each.start - each.overlap >= len("name,size"))


def test_exports_have_the_table_header_and_lines_are_read_back() -> None:
    found = split_rows(TABLE, "text/markdown")
    lines = [json.loads(line) for line in to_jsonl(found).splitlines()]
    expected = [each.table_header for each in found]
    assert [line["table_header"] or "" for line in lines] == expected
    assert ",table_header," in to_csv(found).partition("\r\n")[0]
    assert list(found.to_pandas()["table_header"].fillna("")) == expected
    again = from_jsonl(to_jsonl(found), found.document)
    assert [each.table_header for each in again] == expected
    old = [{key: line[key] for key in line if key != "table_header"} for line in lines]
    again = from_jsonl([json.dumps(line) for line in old], found.document)
    assert not again.table_headers


def test_chunks_of_an_inner_level_have_the_header() -> None:
    strategy = get("hierarchical")(levels="structure > fixed:max_tokens=40")
    outer, inner = run_levels(prepare(Document(PAGE), strategy.material), strategy)
    assert not outer.table_headers
    assert set(inner.table_headers.values()) == {HEADER}


@pytest.mark.parametrize("media_type", ["text/csv", "text/tab-separated-values", "text/markdown"])
@pytest.mark.parametrize("text", TEXTS.values() if isinstance(TEXTS, dict) else TEXTS)
def test_headers_of_hostile_texts_are_slices(text: str, media_type: str) -> None:
    found = layout(Document(text, media_type=media_type)).tables
    for start, header_end, end in zip(found.starts, found.header_ends, found.ends, strict=True):
        assert 0 <= start < header_end <= end <= len(text)


def test_parts_of_a_table_in_html_have_its_header() -> None:
    head = "<table>\n<thead><tr><th>name</th><th>size</th></tr></thead>"
    rows = "".join(f"\n<tr><td>pipe {i}</td><td>{i} cm</td></tr>" for i in range(60))
    page = f"# Pipes\n\n{head}{rows}\n</table>\n\nThe end of the page.\n"
    found = split_rows(page, "text/markdown")
    first, *below = [each for each in found if "<tr>" in each.text]
    assert "pipe 0" in first.text
    assert {each.table_header for each in below} == {head}
    assert found[-1].table_header == ""
    assert headers(page.replace("<th>size</th>", "<td>size</td>")) == []
