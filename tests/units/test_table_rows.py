import pytest
from hostile import SCALE, TEXTS
from hypothesis import given
from hypothesis import strategies as st

from chunking import chunk, get
from chunking.core.document import Document
from chunking.core.text.characters import is_boundary
from chunking.units.table_rows import ROWS, rows


def found(text: str, media_type: str = "text/csv") -> list[str]:
    units = rows(text, media_type)
    return [text[a:b] for a, b in zip(units.starts, units.ends, strict=True)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", []),
        ("\n \n\t\n", []),
        ("a,b\n1,2\n", ["a,b", "1,2"]),
        ("a,b\r\n1,2\r\n\r\n3,4", ["a,b", "1,2", "3,4"]),
        ("a,b\r1,2", ["a,b", "1,2"]),
        (" a,b \n\t1,2\t", [" a,b", "\t1,2"]),
        ('a,"b\n\nc",d\n1,2,3', ['a,"b\n\nc",d', "1,2,3"]),
        ('"a ""b""\nc"\n"d"', ['"a ""b""\nc"', '"d"']),
        ('a;"b\nc"\nd', ['a;"b\nc"', "d"]),
        ('"",""\n"\n"', ['"",""', '"\n"']),
        # A quote within a field is a character, as is one that is never closed.
        ('5" pipe,1\n6" pipe,2\n', ['5" pipe,1', '6" pipe,2']),
        ('a,"b\nc,d\ne', ['a,"b', "c,d", "e"]),
        ('a,"b" c\nd,"e\nf"', ['a,"b" c', 'd,"e\nf"']),
    ],
)
def test_rows_of_a_table(text: str, expected: list[str]) -> None:
    assert found(text) == expected
    assert found(text.replace(",", "\t"), "text/tab-separated-values") == [
        row.replace(",", "\t") for row in expected
    ]


def test_a_record_is_a_line() -> None:
    text = '{"a": "x,\\"y"}\n["b,\n\n"c"]\r\n'
    assert found(text, "application/x-ndjson") == ['{"a": "x,\\"y"}', '["b,', '"c"]']


@given(st.text('a,;\t" \r\n', max_size=40), st.sampled_from(sorted(ROWS)))
def test_rows_leave_out_only_whitespace(text: str, media_type: str) -> None:
    units = rows(text, media_type)
    assert "".join("".join(found(text, media_type)).split()) == "".join(text.split())
    assert all(a < b for a, b in zip(units.starts, units.ends, strict=True))
    assert all(b < a for a, b in zip(units.starts[1:], units.ends[:-1], strict=True))


@pytest.mark.parametrize("media_type", sorted(ROWS))
@pytest.mark.parametrize("piece", [',"', ',"a""', ',""""', '"\n', '"', "\r", " ", ',"a"b'])
def test_hostile_tables_take_linear_time(piece: str, media_type: str) -> None:
    units = rows(piece * (300_000 // SCALE), media_type)
    assert all(units.starts < units.ends)


@pytest.mark.parametrize("media_type", sorted(ROWS))
@pytest.mark.parametrize("strategy", ["structure", "paragraph", "sentence", "recursive", "code"])
def test_no_boundary_is_inside_a_row_that_fits(strategy: str, media_type: str) -> None:
    separator = "\t" if media_type == "text/tab-separated-values" else ","
    quoted = "one. Two.\n\nThree" if media_type == "text/csv" else "one. Two. Three"
    row = f'{{0}}{separator}"{quoted}"{separator}x'
    text = "".join(row.format(i) + "\n" for i in range(3_000))
    document = Document(text, "a", media_type)
    made = chunk(document, get(strategy)())
    starts = set(rows(text, media_type).starts.tolist())
    assert len(made) > 5
    assert set(made.start.tolist()) <= starts


@pytest.mark.parametrize("name", TEXTS)
def test_hostile_texts_have_rows(name: str) -> None:
    text = TEXTS[name]
    assert "".join("".join(found(text)).split()) == "".join(text.split())
    for strategy in ("structure", "sentence", "recursive"):
        made = chunk(Document(text, "a.csv", "text/csv"), get(strategy)())
        assert all(is_boundary(text, start) for start in made.start.tolist())
