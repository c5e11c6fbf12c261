"""One schema of rows: the same columns in dictionaries, frames, files and stores."""

import csv
import hashlib
import io
import json
import uuid

import pyarrow.parquet as pq
import pytest
from chunked import by_hand

from chunking import Document, chunk, get
from chunking.core.chunking import Chunking
from chunking.core.origin import Locations
from chunking.core.rows import COLUMNS, LEVEL_COLUMNS, STORE_COLUMNS, UUID_COLUMN
from chunking.output.export import to_csv, to_jsonl
from chunking.output.export.files import ChunkOutput

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
