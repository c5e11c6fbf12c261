"""One schema of rows: the same columns in dictionaries, frames, files and stores."""

import csv
import hashlib
import io
import json
import uuid

import pyarrow.parquet as pq
import pytest
from chunked import by_hand
from hypothesis import given, settings
from hypothesis import strategies as st

from chunking.core.chunking import Chunking
from chunking.core.cuts import Reason
from chunking.core.document import Document
from chunking.core.origin import Locations
from chunking.core.rows import COLUMNS, LEVEL_COLUMNS, STORE_COLUMNS, UUID_COLUMN
from chunking.engine import chunk, nest
from chunking.output.export import from_jsonl, to_csv, to_jsonl, to_text
from chunking.output.export.files import ChunkOutput
from chunking.strategies import get

NAMES = [column.name for column in COLUMNS]
KINDS = ("pages", "chapters", "cells", "slides", "sheets", "times", "rows")


def sha256(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def file_of(output: ChunkOutput, chunking: Chunking) -> io.BytesIO:
    file = io.BytesIO()
    with output.open(file) as add:
        add("a.md", output.encode(chunking))
    file.seek(0)
    return file


def test_a_row_has_every_column_in_order() -> None:
    chunking = by_hand()
    assert list(chunking[2].to_dict().items()) == [
        ("route", "notes/a.md"),
        ("id", sha256(f"{chunking.document.sha256}:24:37")[:16]),
        ("index", 2),
        ("parent", None),
        ("start", 24),
        ("end", 37),
        ("overlap", 4),
        ("tokens", 5),
        ("reason", "tail"),
        ("heading_path", ["A", "B"]),
        ("location_kind", None),
        ("location", []),
        ("table_header", None),
        ("content_hash", sha256('B "Three" four.')),
        ("sha256", sha256(' B\n\n"Three" four.')),
        ("location_id", sha256("notes/a.md\nA > B\n#1")[:16]),
        ("oversize", False),
        ("oversize_reason", None),
        ("text", ' B\n\n"Three" four.'),
        ("source", "notes/a.md"),
        ("strategy", "structure"),
        ("title", "T"),
        ("language", "de"),
        ("domain", "law"),
    ]
    assert list(chunking[2].to_dict()) == NAMES


def test_every_outputhas_the_same_columns_and_values() -> None:
    chunking = by_hand()
    rows = [each.to_dict() for each in chunking]
    lines = to_jsonl(chunking).splitlines()
    assert [list(json.loads(line)) for line in lines] == [NAMES] * 3
    assert [json.loads(line) for line in lines] == rows
    assert chunking.to_arrow().to_pylist() == rows
    assert list(chunking.to_pandas()) == NAMES
    assert pq.read_table(file_of(ChunkOutput("parquet"), chunking)).to_pylist() == rows
    records = list(csv.DictReader(io.StringIO(to_csv(chunking), newline="")))
    for record, row in zip(records, rows, strict=True):
        assert list(record) == NAMES
        text = {k: v for k, v in row.items() if isinstance(v, (str, int)) or v is None}
        shown = {k: "" if v is None else str(v) for k, v in text.items()}
        assert {k: record[k] for k in text} == shown


@pytest.mark.parametrize("name", ["jsonl", "csv", "text", "parquet"])
def test_the_file_of_one_document_is_that_of_many_with_one(name: str) -> None:
    chunking, output = by_hand(), ChunkOutput(name)
    part = output.encode(chunking)
    alone, two = file_of(output, chunking), io.BytesIO()
    with output.open(two) as add:
        add("a.md", part)
        add("a.md", part)
    if name == "parquet":
        two.seek(0)
        assert pq.read_table(two).num_rows == 2 * pq.read_table(alone).num_rows
        return
    assert isinstance(part, bytes)
    assert two.getvalue() == alone.getvalue() + part


@pytest.mark.parametrize("kind", KINDS)
def test_locations_have_the_same_columns_everywhere(kind: str) -> None:
    labels = ["00:00:01", "00:00:09"] if kind == "times" else [1, 2]
    locations = Locations(kind, [0, 10], labels)  # type: ignore[arg-type]
    (found,) = chunk(Document("One here. Two here.", locations=locations), get("paragraph")())
    expected = [str(label) for label in labels]
    assert (found.location_kind, found.location) == (kind, expected)
    row = found.to_dict()
    assert (row["location_kind"], row["location"]) == (kind, expected)
    table = found.chunking.to_arrow()
    assert (table["location_kind"][0].as_py(), table["location"][0].as_py()) == (kind, expected)
    (record,) = csv.DictReader(io.StringIO(to_csv(found.chunking)))
    assert (record["location_kind"], record["location"]) == (kind, ", ".join(expected))


def rows_in(output: ChunkOutput, file: io.BytesIO) -> list[dict[str, str]]:
    if output.format == "parquet":
        found: list[dict[str, str]] = pq.read_table(file).to_pylist()
        return found
    text = file.read().decode()
    if output.format == "csv":
        return list(csv.DictReader(io.StringIO(text, newline="")))
    return [json.loads(line) for line in text.splitlines()]


@pytest.mark.parametrize("name", ["jsonl", "csv", "parquet"])
def test_uuids_are_the_last_column_where_they_are_asked_for(name: str) -> None:
    output = ChunkOutput(name, uuids=True)
    rows = [row for _ in range(2) for row in rows_in(output, file_of(output, by_hand()))]
    assert {tuple(row) for row in rows} == {(*NAMES, UUID_COLUMN.name)}
    assert len({row["uuid"] for row in rows}) == 6
    assert {uuid.UUID(row["uuid"]).version for row in rows} == {4}


def test_no_column_has_two_meanings() -> None:
    every = [*COLUMNS, *LEVEL_COLUMNS, UUID_COLUMN, *STORE_COLUMNS]
    assert len({column.name for column in every}) == len(every)


TEXT = "# One\n\nAlpha beta. Gamma delta.\n\n# Two\n\nEpsilon zeta. Eta theta.\n"
STRATEGY = get("hierarchical")(
    levels="structure:target_tokens=9,max_tokens=12 > sentence:max_tokens=5,overlap_tokens=0"
)
PARENTS = [0, 0, 1, 1]


def chunked() -> Chunking:
    """Two sections of two sentences each, the first with the heading."""
    return chunk(Document(TEXT), STRATEGY)


def test_chunks_of_the_innermost_level_have_parents() -> None:
    outer, inner = nest(TEXT, STRATEGY)
    assert chunked().parent.tolist() == inner.parent.tolist() == PARENTS
    assert outer.parent.tolist() == [-1, -1]


def test_every_export_has_the_parents() -> None:
    found = chunked()
    assert [each.to_dict()["parent"] for each in found] == PARENTS
    assert [json.loads(line)["parent"] for line in to_jsonl(found).splitlines()] == PARENTS
    table = csv.DictReader(io.StringIO(to_csv(found), newline=""))
    assert [row["parent"] for row in table] == [str(parent) for parent in PARENTS]
    assert found.to_pandas()["parent"].tolist() == PARENTS
    heads = [line for line in to_text(found).splitlines() if line.startswith("── ")]
    assert [
        f"· in {parent + 1} ·" in head for parent, head in zip(PARENTS, heads, strict=True)
    ] == [True] * 4


def test_parents_are_imported() -> None:
    found = chunked()
    assert from_jsonl(to_jsonl(found), found.document).parent.tolist() == PARENTS


def test_each_chunk_has_a_header_line() -> None:
    text = to_text(by_hand())
    assert text == (
        "── 1 of 3 · 4 tokens · structure · oversize · A " + "─" * 32 + "\n"
        "# A\n\nOne, two.\n"
        "\n"
        "── 2 of 3 · 1 token · similarity · A > B " + "─" * 39 + "\n"
        "## B\n"
        "\n"
        "── 3 of 3 · 5 tokens · tail · overlap 4 · A > B " + "─" * 32 + "\n"
        ' B\n\n"Three" four.\n'
    )
    assert all(len(line) == 80 for line in text.splitlines() if line.startswith("──"))


def test_headings_stay_on_one_line_and_surrogates_are_replaced() -> None:
    chunking = by_hand("a\ud800", [(0, 2, 0)], headings=[("B\n\ud800 C",)], reasons=[Reason.TAIL])
    header, text = to_text(chunking).splitlines()
    assert header.startswith("── 1 of 1 · 1 token · tail · B \ufffd C ──")
    assert text == "a\ufffd"


def test_no_chunks_give_no_text() -> None:
    assert to_text(by_hand("", [], headings=[], reasons=[])) == ""


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
