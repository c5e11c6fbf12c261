import csv
import io

from chunked import by_hand
from hypothesis import given, settings
from hypothesis import strategies as st

from chunking.core.cuts import Reason
from chunking.core.rows import COLUMNS
from chunking.output.export import to_csv


def read(table: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(table, newline="")))


def test_csv_has_one_record_per_chunk_with_the_columns() -> None:
    found = read(to_csv(by_hand()))
    assert list(found[0]) == [column.name for column in COLUMNS]
    assert [row["text"] for row in found] == by_hand().texts
    assert [row["heading_path"] for row in found] == ["A", "A > B", "A > B"]
    assert [row["start"] for row in found] == ["0", "18", "24"]
    assert [row["oversize"] for row in found] == ["True", "False", "False"]


def test_no_chunks_give_a_header() -> None:
    table = to_csv(by_hand("", [], headings=[], reasons=[]))
    assert table.startswith("route,id,index,parent,start,")
    assert table.count("\r\n") == 1


@settings(max_examples=2 * settings().max_examples)
@given(st.text(st.characters(exclude_categories=["Cs"]), min_size=1))
def test_csv_round_trips_with_line_ends(text: str) -> None:
    table = to_csv(by_hand(text, [(0, len(text), 0)], headings=[(text,)], reasons=[Reason.TAIL]))
    assert [(row["text"], row["heading_path"]) for row in read(table)] == [(text, text)]


def test_lone_surrogates_are_replaced_in_csv() -> None:
    table = to_csv(by_hand("a\ud800", [(0, 2, 0)], headings=[()], reasons=[Reason.TAIL]))
    assert read(table)[0]["text"] == "a\ufffd"
    table.encode("utf-8")
